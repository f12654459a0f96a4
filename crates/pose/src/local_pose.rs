// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

mod interpolation;

use self::interpolation::Interpolation;
use crate::{JointIndex, Skeleton, Transform};
use glam::{Quat, Vec3};
use std::fmt;

/// How many joints a [`Block`] holds side by side.
pub const LANES: usize = 8;

/// Eight joints, component by component: rotation x, y, z, w, then translation x, y, z, then scale x, y, z.
///
/// Lanes past the last joint of a pose hold the identity.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(C, align(32))]
pub struct Block(pub [[f32; LANES]; 10]);

impl Block {
    /// Eight joints at rest at their parents.
    pub const IDENTITY: Self = {
        let (zero, one) = ([0.0; LANES], [1.0; LANES]);
        Self([zero, zero, zero, one, zero, zero, zero, one, one, one])
    };

    /// The joint in one lane. Lanes are `0..8`.
    #[must_use]
    pub fn lane(&self, lane: usize) -> Transform {
        let at = |component: usize| self.0[component][lane];
        Transform {
            rotation: Quat::from_xyzw(at(0), at(1), at(2), at(3)),
            translation: Vec3::new(at(4), at(5), at(6)),
            scale: Vec3::new(at(7), at(8), at(9)),
        }
    }

    /// Puts a joint into one lane. Lanes are `0..8`.
    pub fn set_lane(&mut self, lane: usize, joint: Transform) {
        let (r, t, s) = (joint.rotation, joint.translation, joint.scale);
        let components = [r.x, r.y, r.z, r.w, t.x, t.y, t.z, s.x, s.y, s.z];
        for (row, component) in self.0.iter_mut().zip(components) {
            row[lane] = component;
        }
    }
}

/// Where each joint is in its parent: one [`Transform`] per joint, kept in [`Block`]s of eight.
#[derive(Clone, PartialEq)]
pub struct LocalPose {
    blocks: Vec<Block>,
    joints: usize,
}

impl LocalPose {
    /// A pose of `joints` joints, each at its parent's origin, unturned.
    #[must_use]
    pub fn identity(joints: usize) -> Self {
        Self { blocks: vec![Block::IDENTITY; joints.div_ceil(LANES)], joints }
    }

    /// The skeleton's rest pose.
    #[must_use]
    pub fn rest(skeleton: &Skeleton) -> Self {
        skeleton.rest_pose().clone()
    }

    /// A pose with these joints, in order.
    #[must_use]
    pub fn from_transforms(joints: &[Transform]) -> Self {
        let mut pose = Self::identity(joints.len());
        for (index, joint) in joints.iter().enumerate() {
            pose.blocks[index / LANES].set_lane(index % LANES, *joint);
        }
        pose
    }

    /// How many joints there are.
    #[must_use]
    pub fn joint_count(&self) -> usize {
        self.joints
    }

    /// One joint.
    ///
    /// # Panics
    ///
    /// When the pose has no such joint.
    #[must_use]
    pub fn get(&self, joint: JointIndex) -> Transform {
        let index = joint.index();
        assert!(index < self.joints, "joint {index} of {}", self.joints);
        self.blocks[index / LANES].lane(index % LANES)
    }

    /// Replaces one joint.
    ///
    /// # Panics
    ///
    /// When the pose has no such joint.
    pub fn set(&mut self, joint: JointIndex, value: Transform) {
        let index = joint.index();
        assert!(index < self.joints, "joint {index} of {}", self.joints);
        self.blocks[index / LANES].set_lane(index % LANES, value);
    }

    /// All joints, in order.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Transform> + '_ {
        (0..self.joints).map(|index| self.blocks[index / LANES].lane(index % LANES))
    }

    /// The blocks, for jobs.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The blocks, for jobs to write. Lanes past the last joint should stay the identity.
    #[must_use]
    pub fn blocks_mut(&mut self) -> &mut [Block] {
        &mut self.blocks
    }

    /// Takes over another pose without allocating.
    ///
    /// # Panics
    ///
    /// When the two have different numbers of joints.
    pub fn copy_from(&mut self, other: &Self) {
        assert_eq!(self.joints, other.joints, "poses of different skeletons");
        self.blocks.copy_from_slice(&other.blocks);
    }

    /// Between `from` at 0 and `to` at 1: all straight, rotations along the shorter way and then made unit length
    /// (nlerp), as clips are sampled. A NaN stays in its joint. Nothing is allocated.
    ///
    /// # Panics
    ///
    /// When the three have different numbers of joints.
    pub fn interpolate(&mut self, from: &Self, to: &Self, blend: f32) {
        assert_eq!(self.joints, from.joints, "poses of different skeletons");
        assert_eq!(self.joints, to.joints, "poses of different skeletons");
        let output = &mut self.blocks;
        pulp::Arch::new().dispatch(Interpolation { from: &from.blocks, to: &to.blocks, blend, output });
    }
}

/// The joints' transforms, in order.
impl fmt::Debug for LocalPose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

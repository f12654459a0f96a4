// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::JointIndex;
use crate::transform::rotation_of;
use glam::{Affine3A, Quat, Vec3, Vec3A};

/// Where each joint is in model space: one 3×4 matrix per joint, row-major, as a GPU palette wants them.
///
/// Slot 0 is the character's own matrix, so that the root joint has a parent like every other; joint `i` is
/// slot `i + 1`.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelPose {
    slots: Vec<[[f32; 4]; 3]>,
}

const IDENTITY: [[f32; 4]; 3] = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

impl ModelPose {
    /// A pose of `joints` joints at the origin, with the character at the origin.
    #[must_use]
    pub fn identity(joints: usize) -> Self {
        Self { slots: vec![IDENTITY; joints + 1] }
    }

    /// How many joints there are.
    #[must_use]
    pub fn joint_count(&self) -> usize {
        self.slots.len() - 1
    }

    /// The character's own matrix.
    #[must_use]
    pub fn character(&self) -> Affine3A {
        affine(&self.slots[0])
    }

    /// Places the character: takes effect at the next [`LocalToModelJob`](crate::LocalToModelJob).
    pub fn set_character(&mut self, character: &Affine3A) {
        self.slots[0] = rows(character);
    }

    /// One joint's matrix.
    ///
    /// # Panics
    ///
    /// When the pose has no such joint.
    #[must_use]
    pub fn affine(&self, joint: JointIndex) -> Affine3A {
        affine(&self.slots[joint.index() + 1])
    }

    /// Where one joint is.
    ///
    /// # Panics
    ///
    /// When the pose has no such joint.
    #[must_use]
    pub fn translation(&self, joint: JointIndex) -> Vec3 {
        let [x, y, z] = &self.slots[joint.index() + 1];
        Vec3::new(x[3], y[3], z[3])
    }

    /// How one joint is turned, its scale left out.
    ///
    /// # Panics
    ///
    /// When the pose has no such joint.
    #[must_use]
    pub fn rotation(&self, joint: JointIndex) -> Quat {
        rotation_of(&self.affine(joint))
    }

    /// The joints' matrices as rows, one per joint.
    #[must_use]
    pub fn matrices(&self) -> &[[[f32; 4]; 3]] {
        &self.slots[1..]
    }

    pub(crate) fn slots_mut(&mut self) -> &mut [[[f32; 4]; 3]] {
        &mut self.slots
    }
}

fn affine([x, y, z]: &[[f32; 4]; 3]) -> Affine3A {
    Affine3A::from_cols(
        Vec3A::new(x[0], y[0], z[0]),
        Vec3A::new(x[1], y[1], z[1]),
        Vec3A::new(x[2], y[2], z[2]),
        Vec3A::new(x[3], y[3], z[3]),
    )
}

fn rows(affine: &Affine3A) -> [[f32; 4]; 3] {
    let (m, t) = (affine.matrix3, affine.translation);
    [
        [m.x_axis.x, m.y_axis.x, m.z_axis.x, t.x],
        [m.x_axis.y, m.y_axis.y, m.z_axis.y, t.y],
        [m.x_axis.z, m.y_axis.z, m.z_axis.z, t.z],
    ]
}

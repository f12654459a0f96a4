// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use glam::{Affine3A, Quat, Vec3};
use tumble_pose::{JointIndex, LocalPose, Skeleton};

/// Where each joint of a pose is and how it is turned, in model space: places in metres, turns without scale.
#[derive(Debug, Clone)]
pub(crate) struct JointFrames {
    pub(crate) positions: Vec<Vec3>,
    pub(crate) rotations: Vec<Quat>,
    /// The full matrices, in the character's own units.
    pub(crate) matrices: Vec<Affine3A>,
}

impl JointFrames {
    pub(crate) fn new(skeleton: &Skeleton, pose: &LocalPose, metres_per_unit: f32) -> Self {
        let mut frames = Self { positions: vec![], rotations: vec![], matrices: vec![] };
        for joint in skeleton.joints() {
            let local = pose.get(joint);
            let (matrix, rotation) = match skeleton.parent(joint) {
                None => (local.to_affine(), local.rotation),
                Some(parent) => (
                    frames.matrices[parent.index()] * local.to_affine(),
                    frames.rotations[parent.index()] * local.rotation,
                ),
            };
            frames.positions.push(Vec3::from(matrix.translation) * metres_per_unit);
            frames.rotations.push(rotation.normalize());
            frames.matrices.push(matrix);
        }
        frames
    }

    pub(crate) fn at(&self, joint: JointIndex) -> (Vec3, Quat) {
        (self.positions[joint.index()], self.rotations[joint.index()])
    }
}

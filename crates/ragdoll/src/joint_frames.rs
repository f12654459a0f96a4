// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use glam::{Affine3A, Quat, Vec3};
use tumble_pose::{JointIndex, LocalPose, Skeleton};

/// Where each joint of a pose is and how it is turned, in model space: places in metres, turns without scale.
///
/// What negative scales mirror is turned as a body is that has the mirrored form.
#[derive(Debug, Clone)]
pub(crate) struct JointFrames {
    pub(crate) positions: Vec<Vec3>,
    pub(crate) rotations: Vec<Quat>,
    /// 1 or -1 along each axis: what the scales down to the joint, and its own, mirror.
    pub(crate) mirrors: Vec<Vec3>,
    /// The full matrices, in the character's own units.
    pub(crate) matrices: Vec<Affine3A>,
}

impl JointFrames {
    pub(crate) fn new(skeleton: &Skeleton, pose: &LocalPose, metres_per_unit: f32) -> Self {
        let mut frames = Self { positions: vec![], rotations: vec![], mirrors: vec![], matrices: vec![] };
        for joint in skeleton.joints() {
            let local = pose.get(joint);
            let (matrix, rotation, mirror) = match skeleton.parent(joint) {
                None => (local.to_affine(), local.rotation, Vec3::ONE),
                Some(parent) => {
                    let mirror = frames.mirrors[parent.index()];
                    let turn = mirrored(local.rotation, mirror);
                    let matrix = frames.matrices[parent.index()] * local.to_affine();
                    (matrix, frames.rotations[parent.index()] * turn, mirror)
                }
            };
            frames.positions.push(Vec3::from(matrix.translation) * metres_per_unit);
            frames.rotations.push(rotation.normalize());
            frames.mirrors.push(mirror * local.scale.signum());
            frames.matrices.push(matrix);
        }
        frames
    }

    pub(crate) fn at(&self, joint: JointIndex) -> (Vec3, Quat) {
        (self.positions[joint.index()], self.rotations[joint.index()])
    }
}

/// A rotation as it is seen in a mirror: the `R'` of `M R = R' M`, where `M` scales each axis by 1 or -1. Twice
/// through the same mirror it is itself.
pub(crate) fn mirrored(rotation: Quat, mirror: Vec3) -> Quat {
    let axis = rotation.xyz() * mirror * mirror.element_product();
    Quat::from_vec4(axis.extend(rotation.w))
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::convert::to_matrix4;
use fyrox::core::algebra::Matrix4;
use glam::Affine3A;
use std::collections::HashMap;
use tumble_pose::JointIndex;

/// The bones that all skins of a model need.
///
/// A skin pairs each joint with an inverse bind matrix of its own, but in Fyrox that matrix is a property of the
/// node. So the first matrix of a joint goes to the joint's node, and each other one to a node more that lies at
/// the joint and only carries the matrix.
#[derive(Debug, Default)]
pub(crate) struct BoneList {
    bones: Vec<Bone>,
    places: HashMap<(JointIndex, [u32; 12]), usize>,
    /// Bones that joints are themselves.
    own: HashMap<JointIndex, usize>,
}

#[derive(Debug)]
pub(crate) struct Bone {
    pub(crate) joint: JointIndex,
    pub(crate) inverse_bind: Matrix4<f32>,
    /// Whether it is a node more.
    pub(crate) extra: bool,
}

impl BoneList {
    /// The bone of this joint with this matrix.
    pub(crate) fn place(&mut self, joint: JointIndex, inverse_bind: &Affine3A) -> usize {
        let next = self.bones.len();
        let bits = inverse_bind.to_cols_array().map(f32::to_bits);
        let place = *self.places.entry((joint, bits)).or_insert(next);
        if place == next {
            let extra = *self.own.entry(joint).or_insert(next) != next;
            self.bones.push(Bone { joint, inverse_bind: to_matrix4(inverse_bind), extra });
        }
        place
    }

    pub(crate) fn bones(&self) -> &[Bone] {
        &self.bones
    }

    /// The inverse bind matrix of a joint's own node; the identity for a joint that no skin names.
    pub(crate) fn own(&self, joint: JointIndex) -> Matrix4<f32> {
        self.own.get(&joint).map_or_else(Matrix4::identity, |&place| self.bones[place].inverse_bind)
    }
}

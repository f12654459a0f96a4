// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::convert::to_vec3;
use fyrox::core::math::aabb::AxisAlignedBoundingBox;
use glam::{Quat, Vec3};
use tumble_pose::{Attach, JointIndex, Mesh, Skeleton, Transform};

/// How far a skinned mesh can reach from a joint that carries all of it, whichever way its joints turn.
///
/// Fyrox leaves out what lies outside a view, and takes for where a mesh lies its vertices as they are at its *node*;
/// where bones carry them it does not know. But then bones alone place a skinned mesh, and its node is free. So the
/// node hangs on the joint that carries all the mesh's bones and is scaled until the vertices at it take up all the
/// room that the bones can reach. It moves with the joint, so that this stays true without a call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reach {
    /// The joint.
    pub(crate) joint: JointIndex,
    /// From it, in its own units.
    radius: f32,
}

/// Room for joints that poses move a little, as motion capture and physics do.
const SLACK: f32 = 1.1;

/// A side of the vertices' bounds that is shorter than this part of the longest is taken for none, since scaling it
/// up would blow up its rounding errors.
const FLAT: f32 = 1e-3;

impl Reach {
    /// Nothing where the mesh is not carried by the hips, or by a joint below them: a character moves through space
    /// with its hips, and a mesh that hangs on more than these may go farther than turning takes it.
    pub(crate) fn of(mesh: &Mesh, skeleton: &Skeleton, hips: Option<JointIndex>) -> Option<Self> {
        let Attach::Skinned { joints, inverse_bind } = &mesh.attach else { return None };
        // How far vertices are from the joints that they follow.
        let mut far: Vec<Option<f32>> = vec![None; skeleton.joint_count()];
        for surface in &mesh.surfaces {
            for (&position, (places, weights)) in surface.positions.iter().zip(&surface.influences) {
                for (&place, _) in places.iter().zip(weights).filter(|&(_, &weight)| weight != 0.0) {
                    let place = place as usize;
                    let at = inverse_bind[place].transform_point3(position).length();
                    let far = &mut far[joints[place].index()];
                    *far = Some(far.map_or(at, |far| far.max(at)));
                }
            }
        }
        let joint = carrier(skeleton, &far)?;
        let hips = hips?;
        if joint != hips && !skeleton.is_below(joint, hips) {
            return None;
        }
        // In parents' units, from the tips up, every chain stretched out.
        for below in skeleton.joints().rev().take_while(|&below| below != joint) {
            if let (Some(at), Some(parent)) = (far[below.index()], skeleton.parent(below)) {
                let rest = skeleton.rest_pose().get(below);
                let at = rest.translation.length() + rest.scale.abs().max_element() * at;
                let far = &mut far[parent.index()];
                *far = Some(far.map_or(at, |far| far.max(at)));
            }
        }
        Some(Self { joint, radius: SLACK * far[joint.index()].unwrap_or(0.0) })
    }

    /// Where to put the node at the joint, so that vertices with these bounds hold all that can be reached. Nothing
    /// for flat ones, which no scale makes thick.
    pub(crate) fn node(self, bounds: AxisAlignedBoundingBox) -> Option<Transform> {
        let (low, high) = (to_vec3(&bounds.min), to_vec3(&bounds.max));
        let half = (high - low) * 0.5;
        let thick = half.min_element() > FLAT * half.max_element();
        let scale = Vec3::splat(self.radius) / half;
        let translation = -scale * (low + half);
        let transform = Transform { translation, rotation: Quat::IDENTITY, scale };
        (thick && transform.is_finite()).then_some(transform)
    }
}

/// The lowest joint that all joints with vertices hang on, or are.
fn carrier(skeleton: &Skeleton, far: &[Option<f32>]) -> Option<JointIndex> {
    let mut carried: Vec<usize> = far.iter().map(|far| usize::from(far.is_some())).collect();
    let all: usize = carried.iter().sum();
    for joint in skeleton.joints().rev() {
        if carried[joint.index()] == all {
            return (all > 0).then_some(joint);
        }
        if let Some(parent) = skeleton.parent(joint) {
            carried[parent.index()] += carried[joint.index()];
        }
    }
    None
}

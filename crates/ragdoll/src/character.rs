// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::anatomy::Facing;
use crate::followers::{Followers, followers};
use crate::joint_frames::JointFrames;
use glam::Vec3;
use tumble_pose::{JointIndex, Model, Role, RoleMap, Side, Skeleton};

/// What is known of a character before bodies are chosen.
pub(crate) struct Character<'a> {
    pub(crate) model: &'a Model,
    pub(crate) roles: &'a RoleMap,
    pub(crate) rest: JointFrames,
    pub(crate) metres_per_unit: f32,
    pub(crate) scale_given: bool,
    /// In metres.
    pub(crate) height: f32,
    /// In metres; nothing where there are no meshes that could stand on it.
    pub(crate) ground: Option<f32>,
    pub(crate) facing: Facing,
}

impl<'a> Character<'a> {
    pub(crate) fn measure(model: &'a Model, roles: &'a RoleMap, given: Option<f32>) -> Self {
        let skeleton = &model.skeleton;
        let units = JointFrames::new(skeleton, skeleton.rest_pose(), 1.0);
        let whole = riders(skeleton, roles, &[JointIndex::ROOT]);
        let seen = followers(model, &units, 1.0, 1, &whole);
        let mut points: Vec<Vec3> = seen.of_body.into_iter().flatten().chain(seen.worn).collect();
        let has_meshes = !points.is_empty();
        if !has_meshes {
            points.clone_from(&units.positions);
        }
        let heights = points.iter().map(|point| point.y);
        let (lowest, highest) =
            heights.fold((f32::MAX, f32::MIN), |(least, most), y| (least.min(y), most.max(y)));
        let tall = (highest - lowest).max(f32::MIN_POSITIVE);
        let metres_per_unit = given.unwrap_or_else(|| scale_of(tall));
        let leg = |side| roles.get(Role::UpperLeg(side)).map(|joint| units.positions[joint.index()]);
        let facing = match (leg(Side::Left), leg(Side::Right)) {
            (Some(left), Some(right)) => Facing::from_hips(left, right),
            _ => Facing { left: Vec3::X, forward: Vec3::Z },
        };
        Self {
            model,
            roles,
            rest: JointFrames::new(skeleton, skeleton.rest_pose(), metres_per_unit),
            metres_per_unit,
            scale_given: given.is_some(),
            height: tall * metres_per_unit,
            ground: has_meshes.then(|| ground(lowest * metres_per_unit, tall * metres_per_unit)),
            facing,
        }
    }

    pub(crate) fn skeleton(&self) -> &'a Skeleton {
        &self.model.skeleton
    }

    pub(crate) fn position(&self, joint: JointIndex) -> Vec3 {
        self.rest.positions[joint.index()]
    }

    pub(crate) fn followers_of(&self, joints: &[JointIndex]) -> Followers {
        let body_of = riders(self.skeleton(), self.roles, joints);
        followers(self.model, &self.rest, self.metres_per_unit, joints.len(), &body_of)
    }
}

/// For each joint the body it rides on: its own, or the nearest above it. Nothing rides on or below a control.
fn riders(skeleton: &Skeleton, roles: &RoleMap, bodies: &[JointIndex]) -> Vec<Option<usize>> {
    let mut body_of: Vec<Option<usize>> = vec![None; skeleton.joint_count()];
    for joint in skeleton.joints() {
        let own = bodies.iter().position(|&body| body == joint);
        let above = skeleton.parent(joint).and_then(|parent| body_of[parent.index()]);
        let carried = roles.role_of(joint) == Some(Role::Control);
        body_of[joint.index()] = own.or(if carried { None } else { above });
    }
    body_of
}

/// Where the ground is under a character of that height whose lowest point is there: soles are often modelled a little
/// into the ground, and a rest pose that hovers a little stands on it too.
pub(crate) fn ground(lowest: f32, height: f32) -> f32 {
    if lowest.abs() < 0.08 * height { lowest.min(0.0) } else { lowest }
}

/// The power of ten that makes a character of this height between 0.5 and 5 m tall.
fn scale_of(height: f32) -> f32 {
    const POWERS: [f32; 9] = [1.0, 0.1, 0.01, 0.001, 0.0001, 10.0, 100.0, 1000.0, 10_000.0];
    POWERS.into_iter().find(|scale| (0.5..5.0).contains(&(height * scale))).unwrap_or(1.0)
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::SettingsError;
use tumble_pose::glam::{Quat, Vec3};
use tumble_pose::{JointIndex, LocalPose, Skeleton, Transform};

/// Below this much of its square, a rotation's part about the vertical says nothing of a heading: 0.06° from
/// upside down.
const HEADING: f32 = 2.5e-7;

/// How unlike the parts of an even scale may be, through rounding alone.
const EVEN: f32 = 1e-6;

/// Puts a joint's travel over the ground and its heading on the root, and leaves the rest below it.
#[derive(Debug, Clone)]
pub(crate) struct RootSplit {
    /// From the joint up to the root.
    chain: Vec<JointIndex>,
    children: Vec<JointIndex>,
    /// Where the root rests, and where in its space the joint does.
    rest: (Transform, Place),
    /// The heading of the pose before.
    heading: Quat,
}

/// A joint's place in the skeleton's space.
#[derive(Debug, Clone, Copy)]
struct Place {
    position: Vec3,
    rotation: Quat,
}

impl RootSplit {
    pub(crate) fn new(skeleton: &Skeleton, joint: &str) -> Result<Self, SettingsError> {
        let first =
            skeleton.find(joint).ok_or_else(|| SettingsError::RootMotionJoint { joint: joint.to_owned() })?;
        if skeleton.joint_count() == 1 {
            return Err(SettingsError::RootMotionAlone);
        }
        let chain: Vec<_> = std::iter::successors(Some(first), |&joint| skeleton.parent(joint)).collect();
        let rest = skeleton.rest_pose();
        Ok(Self {
            rest: (rest.get(JointIndex::ROOT), Place::at_end(&chain, rest)),
            chain,
            children: skeleton.children(JointIndex::ROOT).collect(),
            heading: Quat::IDENTITY,
        })
    }

    /// Whether a root of this scale can be taken apart: turning it would shear what hangs on an uneven one.
    pub(crate) fn is_even(scale: Vec3) -> bool {
        scale.x.is_normal() && (scale - scale.x).abs().max_element() <= EVEN * scale.x
    }

    /// Moves the pose's travel and heading onto its root, which scales evenly. Every other joint stays where it is.
    pub(crate) fn split(&mut self, pose: &mut LocalPose) {
        let (root_rest, joint_rest) = self.rest;
        let joint = Place::at_end(&self.chain, pose);
        let turned = joint.rotation * joint_rest.rotation.inverse();
        let twist = Quat::from_xyzw(0.0, turned.y, 0.0, turned.w);
        if twist.length_squared() > HEADING {
            self.heading = twist.normalize();
        }
        let travel = (joint.position - self.heading * joint_rest.position).with_y(0.0);
        let root = pose.get(JointIndex::ROOT);
        let over_ground = Transform {
            translation: travel + self.heading * root_rest.translation,
            rotation: (self.heading * root_rest.rotation).normalize(),
            scale: root.scale,
        };
        let back = over_ground.rotation.inverse();
        let (turn, shift) =
            (back * root.rotation, back * (root.translation - over_ground.translation) / root.scale);
        pose.set(JointIndex::ROOT, over_ground);
        for &child in &self.children {
            let mut value = pose.get(child);
            value.translation = turn * value.translation + shift;
            value.rotation = (turn * value.rotation).normalize();
            pose.set(child, value);
        }
    }
}

impl Place {
    /// Where the first joint of a chain up to the root is.
    fn at_end(chain: &[JointIndex], pose: &LocalPose) -> Self {
        let end = Self { position: Vec3::ZERO, rotation: Quat::IDENTITY };
        chain.iter().fold(end, |place, &joint| {
            let joint = pose.get(joint);
            Self {
                position: joint.translation + joint.rotation * (joint.scale * place.position),
                rotation: joint.rotation * place.rotation,
            }
        })
    }
}

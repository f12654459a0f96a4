// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::anatomy::{BODIES, Facing};
use crate::character::Character;
use crate::rig_file::MAX_BODIES;
use crate::{RigError, fit};
use tumble_pose::{JointIndex, Role, Side, Skeleton};

/// How far from upright a person's trunk may be at rest, in radians.
const MOST_LEAN: f32 = 0.9;

/// A joint that gets a body.
#[derive(Clone, Copy)]
pub(crate) struct PartOf {
    pub(crate) joint: JointIndex,
    /// Of a human's parts alone.
    pub(crate) role: Option<Role>,
    pub(crate) parent: Option<usize>,
}

impl Character<'_> {
    /// The parts of a human, or `None` where hips, legs or head and arms are missing, or the trunk lies: a fox has
    /// the same names for its parts and bends otherwise.
    pub(crate) fn human_parts(&self) -> Option<Vec<PartOf>> {
        use Side::{Left, Right};
        let place = |role| self.roles.get(role).map(|joint| self.position(joint));
        let hips = place(Role::Hips)?;
        place(Role::UpperLeg(Left)).and(place(Role::UpperLeg(Right)))?;
        let above = [Role::UpperArm(Left), Role::UpperArm(Right), Role::Head].into_iter().find_map(place)?;
        if (above - hips).angle_between(Facing::UP) > MOST_LEAN {
            return None;
        }
        let mut parts: Vec<PartOf> = Vec::new();
        let wanted: Vec<(Role, JointIndex)> =
            BODIES.iter().filter_map(|&(role, _)| Some((role, self.roles.get(role)?))).collect();
        let follow = self.followers_of(&wanted.iter().map(|&(_, joint)| joint).collect::<Vec<_>>());
        let meshes = follow.of_body.iter().any(|points| !points.is_empty());
        for (index, &(role, joint)) in wanted.iter().enumerate() {
            let torn = match role {
                // A trunk joint that no vertex follows would bend where the trunk's mesh does not.
                Role::Spine | Role::Chest => meshes && follow.of_body[index].len() < fit::ENOUGH,
                Role::Hand(_) => self.is_one_of_several(joint),
                _ => false,
            };
            if torn {
                continue;
            }
            let hangs_on = BODIES.iter().find(|(found, _)| *found == role).map_or(&[][..], |found| found.1);
            let parent =
                hangs_on.iter().find_map(|role| parts.iter().position(|part| part.role == Some(*role)));
            if parent.is_some() || parts.is_empty() {
                parts.push(PartOf { joint, role: Some(role), parent });
            }
        }
        Some(parts)
    }

    /// Whether a hand is in several pieces that hang on the arm beside each other: one alone must not move.
    pub(crate) fn is_one_of_several(&self, hand: JointIndex) -> bool {
        let skeleton = self.skeleton();
        let beside = skeleton.parent(hand).into_iter().flat_map(|arm| skeleton.children(arm));
        let pieces: Vec<JointIndex> = beside.filter(|&piece| piece != hand).collect();
        self.followers_of(&pieces).of_body.iter().any(|points| !points.is_empty())
    }

    /// The joints of any other creature that have enough of it.
    pub(crate) fn other_parts(&self) -> Result<Vec<PartOf>, RigError> {
        let skeleton = self.skeleton();
        let free: Vec<JointIndex> =
            skeleton.joints().filter(|&joint| self.roles.role_of(joint) != Some(Role::Control)).collect();
        let follow = self.followers_of(&free);
        let all: usize = follow.of_body.iter().map(Vec::len).sum();
        let weight = |index: usize| {
            let joint = free[index];
            let longest =
                skeleton.children(joint).map(|child| self.position(child).distance(self.position(joint)));
            let length = longest.fold(0.0, f32::max) / self.height.max(f32::MIN_POSITIVE);
            if all > 0 { follow.of_body[index].len() as f32 / all as f32 } else { length * 0.2 }
        };
        let mut heavy: Vec<usize> = (0..free.len()).filter(|&index| weight(index) >= 0.01).collect();
        if heavy.len() > MAX_BODIES {
            heavy.sort_by(|&a, &b| weight(b).total_cmp(&weight(a)));
            heavy.truncate(MAX_BODIES);
            heavy.sort_unstable();
        }
        let mut joints: Vec<JointIndex> = heavy.into_iter().map(|index| free[index]).collect();
        let Some(&first) = joints.first() else {
            return Err(self.unrecognised("no vertices follow its joints and no bone is long enough"));
        };
        // All must hang on one: where the first is not above the rest, their common ancestor is.
        let top = joints.iter().fold(first, |top, &joint| common_ancestor(skeleton, top, joint));
        if top != first {
            joints.insert(0, top);
            joints.truncate(MAX_BODIES);
        }
        if joints.len() < 2 {
            return Err(self.unrecognised("only one joint has enough of it for a body"));
        }
        let parent = |joint| {
            let mut above = std::iter::successors(skeleton.parent(joint), |&joint| skeleton.parent(joint));
            above.find_map(|above| joints.iter().position(|&found| found == above))
        };
        let part = |&joint: &JointIndex| PartOf { joint, role: None, parent: parent(joint) };
        Ok(joints.iter().map(part).collect())
    }

    pub(crate) fn unrecognised(&self, what: &'static str) -> RigError {
        let joints = self.skeleton().joint_count();
        RigError::Unrecognised { character: self.model.name.clone(), joints, what }
    }
}

fn common_ancestor(skeleton: &Skeleton, a: JointIndex, b: JointIndex) -> JointIndex {
    let above = |joint| std::iter::successors(Some(joint), |&joint| skeleton.parent(joint));
    above(a).find(|&joint| joint == b || skeleton.is_below(b, joint)).unwrap_or(JointIndex::ROOT)
}

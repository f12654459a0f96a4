// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::joint_name::without_side;
use crate::{JointIndex, Role, RoleMap, Side, Skeleton};
use std::collections::{BTreeMap, VecDeque};

/// For each joint the one that mirrors it; itself where there is none. The partner's partner is always the joint.
///
/// Joints with the same role on two sides are partners; one with a role in the middle has none. Of the others those
/// are partners whose parents mirror each other and whose names differ only in the side: with the same numbers, or
/// else, if there is just one of that name on each side, with any. Of several that are called the same the first goes
/// with the first.
pub(crate) fn mirror_pairs(skeleton: &Skeleton, roles: &RoleMap) -> Vec<JointIndex> {
    let mut pairs = Pairs { skeleton, partners: vec![None; skeleton.joint_count()] };
    let known = |role| roles.get(role).filter(|joint| joint.index() < skeleton.joint_count());
    for role in Role::SINGLE.into_iter().filter(|role| role.side() != Some(Side::Right)) {
        if let (Some(joint), Some(partner)) = (known(role), known(role.mirrored())) {
            pairs.join(joint, partner);
        }
    }
    for joint in skeleton.joints() {
        // The parent comes before, and with it this joint has met its partner, if there is one.
        let partner = pairs.partners[joint.index()].unwrap_or(joint);
        if joint <= partner {
            pairs.join_children(joint, partner);
        }
    }
    skeleton.joints().zip(pairs.partners).map(|(joint, partner)| partner.unwrap_or(joint)).collect()
}

struct Pairs<'a> {
    skeleton: &'a Skeleton,
    partners: Vec<Option<JointIndex>>,
}

/// The side, as the partner would have it, and the words of a name besides; its numbers, or none of them.
type Alike = (Option<Side>, String, String);

impl Pairs<'_> {
    fn join(&mut self, one: JointIndex, other: JointIndex) {
        self.partners[one.index()] = Some(other);
        self.partners[other.index()] = Some(one);
    }

    /// Finds partners among the children of two joints that mirror each other, or of one in the middle.
    fn join_children(&mut self, one: JointIndex, other: JointIndex) {
        let children = |parent| self.skeleton.children(parent).map(|joint| (joint, self.alike(joint)));
        let middle = one == other;
        let mut ours: Vec<(JointIndex, Alike)> = children(one).collect();
        let mut theirs: Vec<(JointIndex, Alike)> = children(other).collect();
        if middle {
            ours.retain(|(_, (side, ..))| *side == Some(Side::Left));
            theirs.retain(|(_, (side, ..))| *side == Some(Side::Right));
        }
        for (_, (side, ..)) in &mut theirs {
            *side = side.map(Side::opposite);
        }
        self.join_in_order(&ours, &theirs);
        for (_, (_, _, numbers)) in ours.iter_mut().chain(&mut theirs) {
            numbers.clear();
        }
        self.join_singles(&ours, &theirs);
    }

    fn join_in_order(&mut self, ours: &[(JointIndex, Alike)], theirs: &[(JointIndex, Alike)]) {
        let mut queues = self.free_by_name(theirs);
        for (joint, name) in ours {
            if self.partners[joint.index()].is_none()
                && let Some(partner) = queues.get_mut(name).and_then(VecDeque::pop_front)
            {
                self.join(*joint, partner);
            }
        }
    }

    fn join_singles(&mut self, ours: &[(JointIndex, Alike)], theirs: &[(JointIndex, Alike)]) {
        let single = |queue: &VecDeque<JointIndex>| queue.front().copied().filter(|_| queue.len() == 1);
        let (ours, theirs) = (self.free_by_name(ours), self.free_by_name(theirs));
        for (name, joints) in &ours {
            if let (Some(joint), Some(partner)) = (single(joints), theirs.get(name).and_then(single)) {
                self.join(joint, partner);
            }
        }
    }

    fn free_by_name<'n>(
        &self,
        joints: &'n [(JointIndex, Alike)],
    ) -> BTreeMap<&'n Alike, VecDeque<JointIndex>> {
        let mut queues: BTreeMap<&Alike, VecDeque<JointIndex>> = BTreeMap::new();
        for (joint, name) in joints.iter().filter(|(joint, _)| self.partners[joint.index()].is_none()) {
            queues.entry(name).or_default().push_back(*joint);
        }
        queues
    }

    fn alike(&self, joint: JointIndex) -> Alike {
        let name = self.skeleton.name(joint);
        let (side, words) = without_side(name);
        let numbers: Vec<&str> =
            name.split(|char: char| !char.is_ascii_digit()).filter(|run| !run.is_empty()).collect();
        (side, words, numbers.join(" "))
    }
}

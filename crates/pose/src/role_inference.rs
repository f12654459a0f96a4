// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::joint_name::{JointName, Part};
use crate::limb_chain::{CERTAIN, Limb, Pick, best_chain, unfamiliar};
use crate::{Evidence, JointIndex, Role, RoleMap, Side, Skeleton, shape_inference};

pub(crate) fn infer(skeleton: &Skeleton) -> RoleMap {
    let names = skeleton.joints().map(|joint| JointName::parse(skeleton.name(joint))).collect();
    let mut inference = Inference { skeleton, names, roles: RoleMap::new() };
    inference.controls_and_fingers();
    for limb in Limb::ALL {
        inference.limb(limb);
    }
    inference.head_and_neck();
    inference.hips();
    inference.trunk();
    inference.neck_without_a_name();
    inference.by_shape();
    inference.root();
    inference.roles
}

struct Inference<'a> {
    skeleton: &'a Skeleton,
    /// One per joint.
    names: Vec<JointName>,
    roles: RoleMap,
}

impl Inference<'_> {
    fn controls_and_fingers(&mut self) {
        for joint in self.skeleton.joints() {
            let name = &self.names[joint.index()];
            match (name.part, name.side) {
                (Part::Control, _) => self.by_name(Role::Control, joint),
                (Part::Finger, Some(side)) => self.by_name(Role::Finger(side), joint),
                _ => {}
            }
        }
    }

    /// The best chain down the tree, then what hangs elsewhere but has a certain name: a foot that an
    /// inverse-kinematics rig keeps on the root.
    fn limb(&mut self, limb: Limb) {
        let chain = best_chain(self.skeleton, &self.names, limb);
        for (place, &Pick { joint, slot, score }) in chain.iter().enumerate() {
            let name = &self.names[joint.index()];
            let evidence = if score + unfamiliar(name) == CERTAIN {
                Evidence::Name(name.said.clone())
            } else {
                Evidence::Chain { place: place + 1, length: chain.len() }
            };
            self.roles.assign(limb.roles()[slot], joint, evidence);
        }
        for (slot, role) in limb.roles().into_iter().enumerate() {
            let certain = |name: &JointName| limb.scores(name)[slot] == CERTAIN;
            if let (None, Some(joint)) = (self.roles.get(role), self.most_familiar(|_, name| certain(name))) {
                self.by_name(role, joint);
            }
        }
    }

    fn head_and_neck(&mut self) {
        let head = self.most_familiar(|_, name| name.part == Part::Head && name.side.is_none());
        let is_neck = |name: &JointName| name.part == Part::Neck && name.side.is_none();
        if let Some(head) = head {
            self.by_name(Role::Head, head);
            let neck = self
                .most_familiar(|joint, name| is_neck(name) && self.skeleton.is_below(head, joint))
                .or_else(|| self.most_familiar(|_, name| is_neck(name)));
            if let Some(neck) = neck {
                self.by_name(Role::Neck, neck);
            }
            return;
        }
        let last = self.free_joints().filter(|joint| is_neck(&self.names[joint.index()])).last();
        let necks: Vec<JointIndex> = last
            .map(|last| {
                self.path_below(None, last).filter(|joint| is_neck(&self.names[joint.index()])).collect()
            })
            .unwrap_or_default();
        self.neck_chain(&necks);
    }

    /// The first of the joints is the neck, the last the head; a single one is the head.
    fn neck_chain(&mut self, joints: &[JointIndex]) {
        let length = joints.len();
        if let &[first, .., last] = joints {
            self.roles.assign(Role::Neck, first, Evidence::Chain { place: 1, length });
            self.roles.assign(Role::Head, last, Evidence::Chain { place: length, length });
        } else if let &[only] = joints {
            self.roles.assign(Role::Head, only, Evidence::Chain { place: 1, length });
        }
    }

    /// A joint called so that has both legs below it; else the joint where legs and trunk part.
    fn hips(&mut self) {
        let legs: Vec<JointIndex> = self.both(Role::UpperLeg).collect();
        let named = self.most_familiar(|joint, name| {
            matches!(name.part, Part::Hips | Part::Hip)
                && name.side.is_none()
                && legs.iter().all(|&leg| self.skeleton.is_below(leg, joint))
        });
        if let Some(hips) = named {
            self.by_name(Role::Hips, hips);
            return;
        }
        let above = legs.iter().filter_map(|&leg| self.skeleton.parent(leg));
        let top = [Role::Neck, Role::Head].into_iter().find_map(|role| self.roles.get(role));
        let top = top.or_else(|| self.arms_carrier());
        let hips =
            above.reduce(|a, b| self.fork(a, b)).map(|legs| top.map_or(legs, |top| self.fork(legs, top)));
        let free = |hips: &JointIndex| {
            self.roles.role_of(*hips).is_none() && self.names[hips.index()].side.is_none()
        };
        if let Some(hips) = hips.filter(free) {
            self.roles.assign(Role::Hips, hips, Evidence::Tree);
        }
    }

    /// The trunk is the path from the hips to where arms and neck hang: the joints on it that are called a part of
    /// the trunk, or all of them if none is.
    fn trunk(&mut self) {
        let neck = self.roles.get(Role::Neck).or_else(|| self.roles.get(Role::Head));
        let ends = [
            self.arms_carrier(),
            neck.and_then(|neck| self.skeleton.parent(neck)),
            self.free_joints().filter(|&joint| self.is_trunk(joint)).last(),
        ];
        let path = ends.into_iter().flatten().map(|end| self.trunk_path(end)).find(|path| !path.is_empty());
        let Some(path) = path else { return };
        let length = path.len();
        if let &[first, .., last] = path.as_slice() {
            self.trunk_joint(Role::Spine, first, 1, length);
            self.trunk_joint(Role::Chest, last, length, length);
        } else if let &[only] = path.as_slice() {
            self.trunk_joint(Role::Chest, only, 1, length);
        }
    }

    /// Without hips above it the path is not known to be the trunk: only what is called so is.
    fn trunk_path(&self, end: JointIndex) -> Vec<JointIndex> {
        let hips = self.roles.get(Role::Hips);
        let on_hips = hips.is_some_and(|hips| self.skeleton.is_below(end, hips));
        let mut path: Vec<JointIndex> = self
            .path_below(hips, end)
            .filter(|&joint| {
                let name = &self.names[joint.index()];
                let above_hips = !on_hips && hips.is_some_and(|hips| self.skeleton.is_below(hips, joint));
                let middle = name.side.is_none() && !matches!(name.part, Part::End | Part::Neck | Part::Head);
                self.roles.role_of(joint).is_none() && middle && !above_hips
            })
            .collect();
        if !on_hips || path.iter().any(|&joint| self.is_trunk(joint)) {
            path.retain(|&joint| self.is_trunk(joint));
        }
        path
    }

    fn trunk_joint(&mut self, role: Role, joint: JointIndex, place: usize, length: usize) {
        let said = match role {
            Role::Chest => "chest",
            _ => "spine",
        };
        if self.names[joint.index()].said.split(' ').any(|word| word == said) {
            self.by_name(role, joint);
        } else {
            self.roles.assign(role, joint, Evidence::Chain { place, length });
        }
    }

    /// Rigify calls neck and head `spine` too: joints of the trunk above the chest.
    fn neck_without_a_name(&mut self) {
        let Some(chest) = self.roles.get(Role::Chest) else { return };
        if self.roles.get(Role::Head).is_some() {
            return;
        }
        let above = |joint| self.is_trunk(joint) && self.skeleton.is_below(joint, chest);
        let Some(last) = self.free_joints().filter(|&joint| above(joint)).last() else { return };
        let necks: Vec<JointIndex> =
            self.path_below(Some(chest), last).filter(|&joint| self.is_trunk(joint)).collect();
        self.neck_chain(&necks);
    }

    /// Where names do not make out a human, its shape may: of roles that no joint has, and joints that have none.
    fn by_shape(&mut self) {
        let has = |role| self.roles.get(role).is_some();
        let legs = Side::BOTH.into_iter().all(|side| has(Role::UpperLeg(side)));
        let arms = Side::BOTH.into_iter().all(|side| has(Role::UpperArm(side)));
        if has(Role::Hips) && legs && (arms || has(Role::Head)) {
            return;
        }
        let outside = |joint| self.roles.role_of(joint) == Some(Role::Control);
        let human = shape_inference::human(self.skeleton, outside);
        for (role, joint) in human.into_iter().flatten() {
            if self.roles.get(role).is_none() && self.roles.role_of(joint).is_none() {
                self.roles.assign(role, joint, Evidence::Shape);
            }
        }
    }

    /// The nearest joint above the hips that is called root; else the skeleton's own root.
    fn root(&mut self) {
        let hips = self.roles.get(Role::Hips);
        let above = std::iter::successors(hips.and_then(|hips| self.skeleton.parent(hips)), |&joint| {
            self.skeleton.parent(joint)
        });
        let is_root = |joint: &JointIndex| self.names[joint.index()].part == Part::Root;
        match above.into_iter().find(is_root).or(Some(JointIndex::ROOT).filter(is_root)) {
            Some(joint) if self.roles.role_of(joint).is_none() => self.by_name(Role::Root, joint),
            _ if self.roles.role_of(JointIndex::ROOT).is_none() => {
                self.roles.assign(Role::Root, JointIndex::ROOT, Evidence::Tree);
            }
            _ => {}
        }
    }

    fn by_name(&mut self, role: Role, joint: JointIndex) {
        self.roles.assign(role, joint, Evidence::Name(self.names[joint.index()].said.clone()));
    }

    fn is_trunk(&self, joint: JointIndex) -> bool {
        let name = &self.names[joint.index()];
        name.part == Part::Trunk && name.side.is_none()
    }

    fn free_joints(&self) -> impl Iterator<Item = JointIndex> + '_ {
        self.skeleton.joints().filter(|&joint| self.roles.role_of(joint).is_none())
    }

    /// Of the joints without a role that fit, the first of those with the fewest words that mean nothing.
    fn most_familiar(&self, fits: impl Fn(JointIndex, &JointName) -> bool) -> Option<JointIndex> {
        let named = self.free_joints().map(|joint| (joint, &self.names[joint.index()]));
        let fitting = named.filter(|&(joint, name)| fits(joint, name));
        fitting.min_by_key(|&(joint, name)| (name.unknown, joint)).map(|(joint, _)| joint)
    }

    /// The joints on the path down to `last`, itself included, below `above` or from the root.
    fn path_below(
        &self,
        above: Option<JointIndex>,
        last: JointIndex,
    ) -> impl Iterator<Item = JointIndex> + use<> {
        let up = std::iter::successors(Some(last), |&joint| self.skeleton.parent(joint));
        let mut path: Vec<JointIndex> = up.take_while(|&joint| Some(joint) != above).collect();
        path.reverse();
        path.into_iter()
    }

    /// The lowest joint that both are at or below.
    fn fork(&self, mut a: JointIndex, mut b: JointIndex) -> JointIndex {
        // A parent's number is below its child's, so the higher one is never an ancestor of the other.
        while a != b {
            let lower = if a > b { &mut a } else { &mut b };
            *lower = self.skeleton.parent(*lower).unwrap_or(JointIndex::ROOT);
        }
        a
    }

    /// The joint that both arms hang on.
    fn arms_carrier(&self) -> Option<JointIndex> {
        let first =
            |side| self.roles.get(Role::Shoulder(side)).or_else(|| self.roles.get(Role::UpperArm(side)));
        let above = Side::BOTH.into_iter().filter_map(first).filter_map(|arm| self.skeleton.parent(arm));
        above.reduce(|a, b| self.fork(a, b))
    }

    fn both(&self, role: fn(Side) -> Role) -> impl Iterator<Item = JointIndex> + '_ {
        Side::BOTH.into_iter().filter_map(move |side| self.roles.get(role(side)))
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::anatomy::{self, BODIES, Bones, Facing};
use crate::followers::{Followers, followers};
use crate::joint_frames::JointFrames;
use crate::rig_file::MAX_BODIES;
use crate::{Body, Link, Rig, RigError, RigReport, Shape, SizedBy, Why, fit};
use glam::Vec3;
use std::collections::HashSet;
use tumble_pose::{JointIndex, Model, Role, RoleMap, Side, Skeleton};

impl Rig {
    /// Finds a character's ragdoll: a body for each part of a human where joint names tell them, else one for each
    /// joint that enough vertices follow or whose bone is long enough.
    ///
    /// Sizes come from the vertices that follow each joint, from the lengths of bones where there are none. Scale
    /// is a power of ten that makes the character between 0.5 and 5 m tall, unless it is given in metres a unit.
    ///
    /// # Errors
    ///
    /// [`RigError::Unrecognised`] when fewer than two joints can have a body.
    pub fn infer(model: &Model, metres_per_unit: Option<f32>) -> Result<(Self, RigReport), RigError> {
        Self::infer_with(model, &RoleMap::infer(&model.skeleton), metres_per_unit)
    }

    /// The same with roles of one's own.
    ///
    /// # Errors
    ///
    /// As [`Rig::infer`], and [`RigError::Scale`] for a scale that is not above 0.
    pub fn infer_with(
        model: &Model,
        roles: &RoleMap,
        metres_per_unit: Option<f32>,
    ) -> Result<(Self, RigReport), RigError> {
        if let Some(found) = metres_per_unit.filter(|scale| !(scale.is_finite() && *scale > 0.0)) {
            return Err(RigError::Scale { found });
        }
        let character = Character::measure(model, roles, metres_per_unit);
        let parts = character.human_parts().map_or_else(|| character.other_parts(), Ok)?;
        Ok(character.rig(&parts))
    }
}

/// What is known of a character before bodies are chosen.
struct Character<'a> {
    model: &'a Model,
    roles: &'a RoleMap,
    rest: JointFrames,
    metres_per_unit: f32,
    scale_given: bool,
    /// In metres.
    height: f32,
    ground: f32,
    facing: Facing,
}

/// A joint that gets a body.
#[derive(Clone, Copy)]
struct PartOf {
    joint: JointIndex,
    role: Option<Role>,
    parent: Option<usize>,
}

impl<'a> Character<'a> {
    fn measure(model: &'a Model, roles: &'a RoleMap, given: Option<f32>) -> Self {
        let skeleton = &model.skeleton;
        let units = JointFrames::new(skeleton, skeleton.rest_pose(), 1.0);
        let whole = riders(skeleton, roles, &[JointIndex::ROOT]);
        let seen = followers(model, &units, 1.0, 1, &whole);
        let mut points: Vec<Vec3> = seen.of_body.into_iter().flatten().chain(seen.worn).collect();
        if points.is_empty() {
            points.clone_from(&units.positions);
        }
        let heights = points.iter().map(|point| point.y);
        let (lowest, highest) =
            heights.fold((f32::MAX, f32::MIN), |(least, most), y| (least.min(y), most.max(y)));
        let tall = (highest - lowest).max(f32::MIN_POSITIVE);
        let metres_per_unit = given.unwrap_or_else(|| scale_of(tall));
        let stands = lowest.abs() < 0.08 * tall;
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
            // Soles are often modelled a little into the ground; a rest pose that hovers a little stands on it too.
            ground: if stands { lowest.min(0.0) } else { lowest } * metres_per_unit,
            facing,
        }
    }

    fn skeleton(&self) -> &'a Skeleton {
        &self.model.skeleton
    }

    fn position(&self, joint: JointIndex) -> Vec3 {
        self.rest.positions[joint.index()]
    }

    /// The parts of a human, or `None` where hips, legs or head and arms are missing.
    fn human_parts(&self) -> Option<Vec<PartOf>> {
        use Side::{Left, Right};
        let legs = [Left, Right].map(Role::UpperLeg);
        let needed = [Role::Hips].into_iter().chain(legs).all(|role| self.roles.get(role).is_some());
        let above = [Role::Head, Role::UpperArm(Left), Role::UpperArm(Right)];
        if !needed || !above.iter().any(|&role| self.roles.get(role).is_some()) {
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
    fn is_one_of_several(&self, hand: JointIndex) -> bool {
        let skeleton = self.skeleton();
        let beside = skeleton.parent(hand).into_iter().flat_map(|arm| skeleton.children(arm));
        let pieces: Vec<JointIndex> = beside.filter(|&piece| piece != hand).collect();
        self.followers_of(&pieces).of_body.iter().any(|points| !points.is_empty())
    }

    /// The joints of any other creature that have enough of it.
    fn other_parts(&self) -> Result<Vec<PartOf>, RigError> {
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
            return Err(self.unrecognised("no vertices follow its joints and no bone has a length"));
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
        let part =
            |&joint: &JointIndex| PartOf { joint, role: self.roles.role_of(joint), parent: parent(joint) };
        Ok(joints.iter().map(part).collect())
    }

    fn unrecognised(&self, what: &'static str) -> RigError {
        let joints = self.skeleton().joint_count();
        RigError::Unrecognised { character: self.model.name.clone(), joints, what }
    }

    fn followers_of(&self, joints: &[JointIndex]) -> Followers {
        let body_of = riders(self.skeleton(), self.roles, joints);
        followers(self.model, &self.rest, self.metres_per_unit, joints.len(), &body_of)
    }

    fn rig(&self, parts: &[PartOf]) -> (Rig, RigReport) {
        let joints: Vec<JointIndex> = parts.iter().map(|part| part.joint).collect();
        let follow = self.followers_of(&joints);
        let shapes: Vec<Shape> = (0..parts.len()).map(|index| self.shape(parts, index, &follow)).collect();
        let human = parts[0].role == Some(Role::Hips) && parts.iter().all(|part| part.role.is_some());
        let size = self.height / 1.75;
        let mut bodies = Vec::with_capacity(parts.len());
        for (index, part) in parts.iter().enumerate() {
            let (position, rotation) = self.rest.at(part.joint);
            let mass = match part.role {
                Some(role) if human => anatomy::mass(role) * size.powi(3),
                _ => 1000.0 * shapes[index].volume(),
            };
            bodies.push(Body {
                joint: self.skeleton().path(part.joint).to_owned(),
                role: part.role,
                shape: fit::into_joint(shapes[index], position, rotation),
                mass: mass.max(1e-3 * size.powi(3)),
                link: part.parent.map(|parent| self.link(parts, index, parent, human)),
            });
        }
        let rig = Rig {
            metres_per_unit: self.metres_per_unit,
            ground: self.ground,
            bodies,
            ignored: self.ignored(&joints),
        };
        let sized_by = follow.of_body.iter().map(|points| match points.len() {
            enough if enough >= fit::ENOUGH => SizedBy::Vertices(enough),
            _ => SizedBy::BoneLength,
        });
        let evidence = |part: &PartOf| self.roles.evidence(part.joint).map(ToString::to_string);
        let report = RigReport {
            height_m: self.height,
            scale_given: self.scale_given,
            human,
            sized_by: sized_by.collect(),
            evidence: parts.iter().map(evidence).collect(),
            loose_vertices: follow.loose,
        };
        (rig, report)
    }

    /// Where the bone of a part ends: at the next body down its limb, or where its vertices or children are.
    fn end(&self, parts: &[PartOf], index: usize, follow: Option<&Followers>) -> Option<Vec3> {
        let part = parts[index];
        let from = self.position(part.joint);
        let next = |role: Role| self.roles.get(role).map(|joint| self.position(joint));
        match part.role {
            Some(Role::UpperArm(side)) => next(Role::LowerArm(side)),
            Some(Role::LowerArm(side)) => next(Role::Hand(side)),
            Some(Role::UpperLeg(side)) => next(Role::LowerLeg(side)),
            Some(Role::LowerLeg(side)) => next(Role::Foot(side)),
            Some(Role::Hips | Role::Spine | Role::Chest | Role::Head | Role::Foot(_)) => None,
            _ => {
                let children = parts.iter().filter(|child| child.parent == Some(index));
                let far = |a: &Vec3, b: &Vec3| a.distance(from).total_cmp(&b.distance(from));
                children.map(|child| self.position(child.joint)).max_by(far)
            }
        }
        .or_else(|| {
            let points = &follow?.of_body[index];
            (points.len() >= fit::ENOUGH).then(|| points.iter().copied().sum::<Vec3>() / points.len() as f32)
        })
        .or_else(|| {
            let children: Vec<Vec3> =
                self.skeleton().children(part.joint).map(|child| self.position(child)).collect();
            (!children.is_empty()).then(|| children.iter().copied().sum::<Vec3>() / children.len() as f32)
        })
        .filter(|end| end.distance(from) > 1e-4 * self.height)
    }

    /// Which way a part's bone points; as its parent's where nothing tells.
    fn direction(&self, parts: &[PartOf], index: usize) -> Vec3 {
        let part = parts[index];
        let own = self.end(parts, index, None).map(|end| (end - self.position(part.joint)).normalize());
        let parent = || {
            let parent = part.parent.map(|parent| self.position(parts[parent].joint))?;
            (self.position(part.joint) - parent).try_normalize()
        };
        own.or_else(parent).unwrap_or(Vec3::Y)
    }

    fn link(&self, parts: &[PartOf], index: usize, parent: usize, human: bool) -> Link {
        let bones = Bones { parent: self.direction(parts, parent), own: self.direction(parts, index) };
        let role = parts[index].role.filter(|_| human);
        let (on_parent, on_child, limits) = match role {
            Some(role) => anatomy::link(role, self.facing, bones),
            None => anatomy::unknown(bones.own),
        };
        Link {
            parent: self.skeleton().path(parts[parent].joint).to_owned(),
            on_parent,
            on_child,
            limits,
            damping: role.map_or(2.0, anatomy::damping),
        }
    }

    /// In model space.
    fn shape(&self, parts: &[PartOf], index: usize, follow: &Followers) -> Shape {
        let part = parts[index];
        let (points, from) = (&follow.of_body[index], self.position(part.joint));
        let (least, turned) = (0.014 * self.height, self.facing.rotation());
        let parent_length = part
            .parent
            .map_or(0.25 * self.height, |parent| self.position(parts[parent].joint).distance(from));
        let end = self.end(parts, index, Some(follow));
        match part.role {
            Some(Role::Hips | Role::Spine | Role::Chest) => {
                let above = parts.iter().filter(|child| child.parent == Some(index));
                let top = above
                    .map(|child| self.position(child.joint))
                    .fold(from, |a, b| if b.y > a.y { b } else { a });
                let half = Vec3::new(0.085, 0.0, 0.055) * self.height;
                let half = half.with_y((0.5 * (top.y - from.y)).max(0.035 * self.height));
                fit::cuboid(
                    points,
                    turned,
                    Vec3::new(0.1, 0.03, 0.1),
                    least,
                    (from + Facing::UP * half.y, half),
                )
            }
            Some(Role::Head) => {
                let radius = 0.06 * self.height;
                fit::upright(points, turned, least, (from + Facing::UP * radius, radius))
            }
            Some(Role::Foot(_)) => {
                let half = Vec3::new(0.026, 0.02, 0.07) * self.height;
                let center = from + self.facing.forward * 0.4 * half.z - Facing::UP * half.y;
                fit::cuboid(points, turned, Vec3::splat(0.03), least, (center, half))
            }
            Some(Role::Hand(_)) => fit::tip(points, from, self.direction(parts, index), parent_length, least),
            _ => match end {
                Some(end) if parts.iter().any(|child| child.parent == Some(index)) => {
                    fit::limb(points, from, end, least)
                }
                Some(end) => fit::tip(points, from, (end - from).normalize(), parent_length, least),
                None => fit::tip(points, from, self.direction(parts, index), parent_length, least),
            },
        }
    }

    fn ignored(&self, bodies: &[JointIndex]) -> Vec<(String, Why)> {
        let skeleton = self.skeleton();
        let with_body: HashSet<JointIndex> = bodies.iter().copied().collect();
        let below = |joint| bodies.iter().any(|&body| skeleton.is_below(body, joint));
        let rides = |joint| {
            std::iter::successors(Some(joint), |&j| skeleton.parent(j)).any(|j| with_body.contains(&j))
        };
        let why = |joint| match self.roles.role_of(joint) {
            Some(Role::Control) => Why::Control,
            Some(Role::Finger(_) | Role::Toes(_)) => Why::Detail,
            _ if !rides(joint) => Why::AboveTheBody,
            _ if below(joint) => Why::Between,
            _ => Why::Small,
        };
        let without = skeleton.joints().filter(|joint| !with_body.contains(joint));
        without.map(|joint| (skeleton.path(joint).to_owned(), why(joint))).collect()
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

fn common_ancestor(skeleton: &Skeleton, a: JointIndex, b: JointIndex) -> JointIndex {
    let above = |joint| std::iter::successors(Some(joint), |&joint| skeleton.parent(joint));
    above(a).find(|&joint| joint == b || skeleton.is_below(b, joint)).unwrap_or(JointIndex::ROOT)
}

/// The power of ten that makes a character of this height between 0.5 and 5 m tall.
fn scale_of(height: f32) -> f32 {
    const POWERS: [f32; 9] = [1.0, 0.1, 0.01, 0.001, 0.0001, 10.0, 100.0, 1000.0, 10_000.0];
    POWERS.into_iter().find(|scale| (0.5..5.0).contains(&(height * scale))).unwrap_or(1.0)
}

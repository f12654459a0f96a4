// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::character::{Character, ground};
use crate::part_choice::PartOf;
use crate::{Body, Rig, RigError, RigReport, Shape, SizedBy, Why, anatomy, fit};
use glam::{Quat, Vec3};
use std::collections::HashSet;
use tumble_pose::{JointIndex, Model, Role, RoleMap};

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

impl Character<'_> {
    fn rig(&self, parts: &[PartOf]) -> (Rig, RigReport) {
        let joints: Vec<JointIndex> = parts.iter().map(|part| part.joint).collect();
        let follow = self.followers_of(&joints);
        let shapes: Vec<Shape> = (0..parts.len()).map(|index| self.shape(parts, index, &follow)).collect();
        let human = parts.iter().all(|part| part.role.is_some());
        let size = self.height / 1.75;
        let mut bodies = Vec::with_capacity(parts.len());
        for (index, part) in parts.iter().enumerate() {
            let (position, rotation) = self.rest.at(part.joint);
            let mass = match part.role {
                Some(role) => anatomy::mass(role) * size.powi(3),
                None => 1000.0 * shapes[index].volume(),
            };
            bodies.push(Body {
                joint: self.skeleton().path(part.joint).to_owned(),
                role: part.role,
                shape: fit::into_joint(shapes[index], position, rotation),
                mass: mass.max(1e-3 * size.powi(3)),
                link: part.parent.map(|parent| self.link(parts, index, parent)),
            });
        }
        let least = |up: Vec3| {
            let heights = shapes.iter().map(|shape| shape.lowest(Vec3::ZERO, Quat::IDENTITY, up));
            heights.fold(f32::INFINITY, f32::min)
        };
        let lowest = least(Vec3::Y);
        // As tall as its bodies are together: a snake has no height but theirs.
        let size_of_bodies = ((-least(Vec3::NEG_Y) - lowest) / 1.75).max(1e-3);
        self.damp_unknown(parts, &shapes, &mut bodies, size_of_bodies);
        let rig = Rig {
            metres_per_unit: self.metres_per_unit,
            ground: self.ground.unwrap_or_else(|| ground(lowest, self.height)),
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

    /// Joints of which nothing is known resist with a share of the torque by which what hangs on them weighs when it is
    /// held out level: about as much as those of people do.
    fn damp_unknown(&self, parts: &[PartOf], shapes: &[Shape], bodies: &mut [Body], size: f32) {
        const SHARE: f32 = 0.25;
        const GRAVITY: f32 = 9.81;
        let mut hanging = vec![(0.0, Vec3::ZERO); parts.len()];
        for (index, part) in parts.iter().enumerate().rev() {
            let (below, moment) = hanging[index];
            let mass = bodies[index].mass;
            let (all, moment) = (below + mass, moment + shapes[index].center() * mass);
            if let Some(parent) = part.parent {
                hanging[parent].0 += all;
                hanging[parent].1 += moment;
            }
            if let (None, Some(link)) = (part.role, &mut bodies[index].link) {
                let arm = (moment / all).distance(self.position(part.joint));
                link.damping = SHARE * all * GRAVITY * arm / size.powi(4);
            }
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

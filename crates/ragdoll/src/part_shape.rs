// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::anatomy::{self, Bones, Facing};
use crate::character::Character;
use crate::followers::Followers;
use crate::part_choice::PartOf;
use crate::{Link, Shape, fit};
use glam::Vec3;
use tumble_pose::Role;

impl Character<'_> {
    /// Where the bone of a part ends: at the next body down its limb, or where its vertices or children are.
    pub(crate) fn end(&self, parts: &[PartOf], index: usize, follow: Option<&Followers>) -> Option<Vec3> {
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
    pub(crate) fn direction(&self, parts: &[PartOf], index: usize) -> Vec3 {
        let part = parts[index];
        let own = self.end(parts, index, None).map(|end| (end - self.position(part.joint)).normalize());
        let parent = || {
            let parent = part.parent.map(|parent| self.position(parts[parent].joint))?;
            (self.position(part.joint) - parent).try_normalize()
        };
        own.or_else(parent).unwrap_or(Vec3::Y)
    }

    pub(crate) fn link(&self, parts: &[PartOf], index: usize, parent: usize) -> Link {
        let bones = Bones { parent: self.direction(parts, parent), own: self.direction(parts, index) };
        let role = parts[index].role;
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
    pub(crate) fn shape(&self, parts: &[PartOf], index: usize, follow: &Followers) -> Shape {
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
}

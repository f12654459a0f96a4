// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::character_kind::CharacterKind;
use crate::orbit_camera::Ray;
use glam::Vec3;
use tumble_fyrox::pose::{LocalPose, Transform};
use tumble_fyrox::ragdoll::RagdollPlan;
use tumble_fyrox::ragdoll::rapier3d::math::Pose;
use tumble_fyrox::ragdoll::rapier3d::parry::query;

/// Where and how a character is hit, in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Hit {
    /// The number of the body in the rig.
    pub(crate) body: usize,
    /// On its skin.
    pub(crate) point: Vec3,
    /// Which way it is pushed; of unit length.
    pub(crate) direction: Vec3,
}

impl Hit {
    /// The first body that a ray meets, and how far away that is in metres. `pose` is the character's, which is
    /// placed at `place`. None where the ray is not one.
    pub(crate) fn by_ray(
        ray: Ray,
        kind: &CharacterKind,
        pose: &LocalPose,
        place: Transform,
    ) -> Option<(Self, f32)> {
        if !ray.origin.is_finite() || !ray.direction.is_normalized() {
            return None;
        }
        let middle = place.translation + Vec3::Y * 0.5 * kind.height();
        let aside = (middle - ray.origin).reject_from_normalized(ray.direction).length();
        if aside > 1.5 * kind.height() {
            return None;
        }
        let plan = RagdollPlan::new(kind.skeleton(), &kind.rig, pose, &kind.physics).ok()?;
        let place = Pose::from_parts(place.translation, place.rotation);
        let cast = query::Ray::new(ray.origin, ray.direction);
        let distances = plan.bodies().iter().enumerate().filter_map(|(index, body)| {
            let shape = body.shape.collider();
            Some((index, shape.cast_ray(&(place * body.start), &cast, f32::MAX, true)?))
        });
        let (body, distance) = distances.min_by(|a, b| a.1.total_cmp(&b.1))?;
        let point = ray.origin + ray.direction * distance;
        Some((Self { body, point, direction: ray.direction }, distance))
    }

    /// A blow to the middle of the chest.
    pub(crate) fn to_chest(
        direction: Vec3,
        kind: &CharacterKind,
        pose: &LocalPose,
        place: Transform,
    ) -> Option<Self> {
        let plan = RagdollPlan::new(kind.skeleton(), &kind.rig, pose, &kind.physics).ok()?;
        let chest = &plan.bodies()[kind.chest];
        let middle = chest.start * chest.shape.center();
        let point = place.translation + place.rotation * middle;
        Some(Self { body: kind.chest, point, direction })
    }
}

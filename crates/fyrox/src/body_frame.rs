// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use glam::{Quat, Vec3};
use std::f32::consts::{FRAC_PI_2, PI};
use tumble_ragdoll::PlannedBody;
use tumble_ragdoll::rapier3d::math::Pose;

/// Where a body's node sits in its joint: in the centre of its mass, along the axes of its inertia, as Fyrox wants it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BodyFrame {
    pub(crate) in_joint: Pose,
    /// About the node's own axes, in kg·m².
    pub(crate) inertia: Vec3,
}

impl BodyFrame {
    /// Of the 24 ways to put a node along those axes the one that turns it least at both of these places of its
    /// joint. Fyrox finds rotations in matrices by 16 steps of a search from no rotation at all, which sometimes
    /// ends elsewhere for turns of more than 100°, and nearly always for one of 180°.
    pub(crate) fn new(body: &PlannedBody, places: [Pose; 2]) -> Self {
        let axes = body.mass.principal_inertia_local_frame;
        let turn = |along: &Quat| {
            let angle = |place: Pose| (place.rotation * axes * *along).w.abs();
            // The cosine of half the larger turn.
            angle(places[0]).min(angle(places[1]))
        };
        let along = quarter_turns().max_by(|a, b| turn(a).total_cmp(&turn(b))).unwrap_or_default();
        let inertia = body.mass.principal_inertia();
        let about = |axis: Vec3| (along * axis).abs().dot(inertia);
        Self {
            in_joint: Pose::from_parts(body.mass.local_com, axes * along),
            inertia: Vec3::new(about(Vec3::X), about(Vec3::Y), about(Vec3::Z)),
        }
    }
}

/// The rotations that take axes to axes.
fn quarter_turns() -> impl Iterator<Item = Quat> {
    let up = [
        Quat::IDENTITY,
        Quat::from_rotation_x(FRAC_PI_2),
        Quat::from_rotation_x(PI),
        Quat::from_rotation_x(-FRAC_PI_2),
        Quat::from_rotation_z(FRAC_PI_2),
        Quat::from_rotation_z(-FRAC_PI_2),
    ];
    let about = |quarter: u8| Quat::from_rotation_y(FRAC_PI_2 * f32::from(quarter));
    up.into_iter().flat_map(move |up| (0..4).map(move |quarter| up * about(quarter)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_24_ways_and_one_is_near_whatever_a_body_is_turned_by() {
        let turns: Vec<Quat> = quarter_turns().collect();
        for (index, turn) in turns.iter().enumerate() {
            assert!(turns[..index].iter().all(|other| other.dot(*turn).abs() < 0.99), "{turn} is new");
            assert!((*turn * Vec3::X).abs().max_element() > 0.999);
        }
        assert_eq!(turns.len(), 24);
        for step in 0..500_u16 {
            let step = f32::from(step);
            let body = Quat::from_euler(glam::EulerRot::YXZ, step * 0.37, step * 0.91, step * 2.3);
            let least =
                turns.iter().map(|turn| 2.0 * (body * *turn).w.abs().min(1.0).acos()).fold(PI, f32::min);
            assert!(least.to_degrees() < 63.0);
        }
    }
}

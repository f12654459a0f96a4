// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::angles::{middle, rapier_angles, swing_twist, twist, upper};
use crate::{Limits, PhysicsSettings};
use glam::{Quat, Vec3};
use rapier3d::prelude::*;

/// The frames of a joint between two bodies, and its limits in rapier's measure: half-ranges about the frame.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hold {
    pub(crate) on_parent: Pose,
    pub(crate) on_child: Pose,
    /// One for a hinge, three for a ball.
    pub(crate) half_ranges: HalfRanges,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum HalfRanges {
    Hinge(f32),
    Ball([f32; 3]),
}

const ANGULAR: [JointAxis; 3] = [JointAxis::AngX, JointAxis::AngY, JointAxis::AngZ];

impl Hold {
    /// `axes` are fixed to parent and child, `places` are where the two joints start.
    pub(crate) fn new(
        limits: &Limits,
        [mut on_parent, on_child]: [Quat; 2],
        [parent, child]: [(Vec3, Quat); 2],
        settings: &PhysicsSettings,
    ) -> Self {
        let start = |on_parent: Quat| upper((parent.1 * on_parent).inverse() * child.1 * on_child);
        let half = |[least, greatest]: [f32; 2]| 0.5 * (greatest - least);
        let half_ranges = match *limits {
            Limits::Hinge { range } => {
                // A hinge turns about one axis alone: what the start pose has beside it moves the axis.
                let (angle, beside) = twist(start(on_parent));
                let (half, center) = (half(range), 0.5 * (range[0] + range[1]));
                let center = center.clamp(angle - half, angle + half);
                on_parent = on_parent * beside * Quat::from_rotation_x(center);
                HalfRanges::Hinge(half)
            }
            Limits::Ball { twist, swing_y, swing_z } => {
                let ranges = [twist, swing_y, swing_z];
                on_parent *= middle(ranges);
                HalfRanges::Ball(ranges.map(half))
            }
        };
        let anchor = parent.1.inverse() * (child.0 - parent.0);
        let mut hold = Self {
            on_parent: Pose::from_parts(anchor, on_parent.normalize()),
            on_child: Pose::from_parts(Vec3::ZERO, on_child.normalize()),
            half_ranges,
        };
        hold.cap(settings.limit_cap);
        hold.admit(start(hold.on_parent.rotation));
        hold
    }

    /// Turns a ball's frame toward `start` until it lies within the limits.
    fn admit(&mut self, start: Quat) {
        let HalfRanges::Ball(half) = self.half_ranges else { return };
        let frame = self.on_parent.rotation;
        for step in 0..=32 {
            let toward = Quat::IDENTITY.slerp(start, step as f32 / 32.0);
            let angles = rapier_angles(toward.inverse() * start).abs();
            self.on_parent.rotation = (frame * toward).normalize();
            if angles.cmple(Vec3::from(half)).all() {
                return;
            }
        }
    }

    /// Shrinks a ball's ranges until Σ sin²(half) is at most `cap`; one below 0, or NaN, is taken as 0.
    fn cap(&mut self, cap: f32) {
        let HalfRanges::Ball(half) = &mut self.half_ranges else { return };
        let sum =
            |half: &[f32; 3]| half.iter().map(|half| Quat::from_rotation_x(*half).x.powi(2)).sum::<f32>();
        while sum(half) > cap.max(0.0) {
            *half = half.map(|half| half * 0.98);
        }
    }

    /// A motor resists motion with at most `torque`, between bodies of these masses.
    pub(crate) fn generic_joint(
        &self,
        settings: &PhysicsSettings,
        torque: f32,
        masses: [&MassProperties; 2],
    ) -> GenericJoint {
        let (locked, half) = match &self.half_ranges {
            HalfRanges::Hinge(half) => (JointAxesMask::LOCKED_REVOLUTE_AXES, std::slice::from_ref(half)),
            HalfRanges::Ball(half) => (JointAxesMask::LOCKED_SPHERICAL_AXES, &half[..]),
        };
        let mut joint = GenericJointBuilder::new(locked)
            .local_frame1(self.on_parent)
            .local_frame2(self.on_child)
            .contacts_enabled(false)
            .softness(settings.joint_softness());
        let rate = settings.joint_damping_rate;
        let damping = match settings.motor_model {
            MotorModel::AccelerationBased => rate,
            MotorModel::ForceBased => rate * self.inertia(half.len(), masses),
        };
        for (axis, half) in ANGULAR.into_iter().zip(half) {
            joint = joint
                .limits(axis, [-half, *half])
                .motor_velocity(axis, 0.0, damping)
                .motor_model(axis, settings.motor_model)
                .motor_max_force(axis, torque);
        }
        joint.build()
    }

    /// What two bodies weigh against each other about the first `free` axes, evenly, in kg·m².
    fn inertia(&self, free: usize, masses: [&MassProperties; 2]) -> f32 {
        let axes = Vec3::AXES.into_iter().take(free);
        let frames = [self.on_parent.rotation, self.on_child.rotation];
        let yielding: f32 = axes
            .flat_map(|axis| {
                masses.into_iter().zip(frames).map(move |(mass, frame)| {
                    let axis = mass.principal_inertia_local_frame.inverse() * frame * axis;
                    (axis * axis).dot(mass.inv_principal_inertia)
                })
            })
            .sum();
        free as f32 / yielding
    }

    /// How far the child is beyond the limits by rapier's measure, and by swing and twist; and how far the two
    /// anchors are apart. In radians and metres, 0 within.
    pub(crate) fn excess(&self, parent: &Pose, child: &Pose) -> (f32, f32, f32) {
        let (on_parent, on_child) = (*parent * self.on_parent, *child * self.on_child);
        let relative = upper(on_parent.rotation.inverse() * on_child.rotation);
        let beyond = |angles: Vec3, half: [f32; 3]| (angles.abs() - Vec3::from(half)).max_element().max(0.0);
        let half = match self.half_ranges {
            HalfRanges::Hinge(half) => [half, 0.0, 0.0],
            HalfRanges::Ball(half) => half,
        };
        let gap = on_parent.translation.distance(on_child.translation);
        (beyond(rapier_angles(relative), half), beyond(swing_twist(relative), half), gap)
    }
}

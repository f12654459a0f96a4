// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use fyrox::scene::joint::{BallJoint, JointMotorParams, JointParams, RevoluteJoint};
use glam::Vec3;
use std::ops::Range;
use tumble_ragdoll::rapier3d::dynamics::{GenericJoint, JointAxesMask, JointAxis};
use tumble_ragdoll::rapier3d::math::Pose;
use tumble_ragdoll::rapier3d::prelude::MassProperties;

const ANGULAR: [JointAxis; 3] = [JointAxis::AngX, JointAxis::AngY, JointAxis::AngZ];

/// Which joint of Fyrox's a joint of a plan is, with its limits.
pub(crate) fn params(joint: &GenericJoint) -> JointParams {
    let [x, y, z] = ANGULAR.map(|axis| limits(joint, axis));
    if joint.locked_axes.contains(JointAxesMask::ANG_Y) {
        return JointParams::RevoluteJoint(RevoluteJoint { limits_enabled: true, limits: x });
    }
    JointParams::BallJoint(BallJoint {
        x_limits_enabled: true,
        x_limits_angles: x,
        y_limits_enabled: true,
        y_limits_angles: y,
        z_limits_enabled: true,
        z_limits_angles: z,
    })
}

fn limits(joint: &GenericJoint, axis: JointAxis) -> Range<f32> {
    joint.limits(axis).map_or(0.0..0.0, |limits| limits.min..limits.max)
}

/// The motor that resists motion. A plan's dies away at a rate, whatever turns; Fyrox's gives a torque for a speed:
/// the rate times the inertia that two bodies (with their joint's frames) have against each other, evenly over the
/// axes that are free.
pub(crate) fn motor(joint: &GenericJoint, bodies: [&MassProperties; 2]) -> JointMotorParams {
    let free = ANGULAR.into_iter().zip([Vec3::X, Vec3::Y, Vec3::Z]);
    let free = free.filter(|(axis, _)| !joint.locked_axes.contains((*axis).into()));
    let frames = [joint.local_frame1, joint.local_frame2];
    let yields = free.map(|(_, axis)| {
        let sides = bodies.iter().zip(&frames);
        sides.map(|(mass, frame)| inverse_inertia(mass, frame, axis)).sum::<f32>()
    });
    let (sum, count) = yields.fold((0.0, 0.0), |(sum, count), one| (sum + one, count + 1.0));
    let motor = joint.motor(JointAxis::AngX).copied().unwrap_or_default();
    JointMotorParams {
        target_vel: 0.0,
        target_pos: 0.0,
        stiffness: 0.0,
        damping: if sum > 0.0 { motor.damping * count / sum } else { 0.0 },
        max_force: motor.max_force,
    }
}

/// Of a body about an axis of a frame that is fixed to it.
fn inverse_inertia(mass: &MassProperties, frame: &Pose, axis: Vec3) -> f32 {
    let axis = mass.principal_inertia_local_frame.inverse() * frame.rotation * axis;
    (axis * axis).dot(mass.inv_principal_inertia)
}

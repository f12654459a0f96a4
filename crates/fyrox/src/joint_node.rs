// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use fyrox::scene::joint::{BallJoint, JointMotorParams, JointParams, RevoluteJoint};
use std::ops::Range;
use tumble_ragdoll::rapier3d::dynamics::{GenericJoint, JointAxesMask, JointAxis};

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

/// The motor that resists motion, about each axis that is free.
pub(crate) fn motor(joint: &GenericJoint) -> JointMotorParams {
    let motor = joint.motor(JointAxis::AngX).copied().unwrap_or_default();
    JointMotorParams {
        target_vel: motor.target_vel,
        target_pos: motor.target_pos,
        stiffness: motor.stiffness,
        damping: motor.damping,
        max_force: motor.max_force,
    }
}

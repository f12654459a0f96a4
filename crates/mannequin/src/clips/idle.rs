// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::stance::{Arm, Foot, Hold, Stance};
use glam::Vec3;
use std::f32::consts::TAU;

/// 4 s: one breath, and the weight once to either side.
pub(super) const SAMPLES: u32 = 120;

/// Standing at ease.
pub(super) fn stance(at: f32) -> Stance {
    let (sway, breath) = (libm::sinf(TAU * at), 0.5 - 0.5 * libm::cosf(TAU * at));
    let arm = |sign: f32| Arm {
        swing: [0.05 + 0.015 * sway * sign, 0.14 + 0.02 * breath],
        twist: 0.04,
        bend: 0.28 + 0.03 * breath,
    };
    let foot =
        |sign: f32| Foot { offset: Vec3::new(0.025 * sign, 0.0, 0.04 * sign), pitch: 0.0, yaw: 0.14 * sign };
    Stance {
        root: (Vec3::ZERO, 0.0),
        hips: Vec3::new(0.012 * sway, -0.014 - 0.003 * breath, -0.005),
        trunk: [
            Vec3::new(0.02, 0.02, 0.012 * sway),
            Vec3::new(-0.01, 0.01 - 0.01 * breath, -0.012 * sway),
            Vec3::new(-0.01, 0.01 - 0.02 * breath, -0.006 * sway),
            Vec3::new(0.0, 0.02, 0.003 * sway),
            Vec3::new(0.03 * sway, -0.05 + 0.02 * breath, 0.0),
        ],
        arms: [arm(1.0), arm(-1.0)],
        feet: [foot(1.0), foot(-1.0)],
        grip: 0.3,
        hold: Hold::EASE,
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Walk and run.

use super::stance::{Arm, Foot, Hold, Stance};
use glam::Vec3;
use std::f32::consts::TAU;

/// A way to get along on two feet. A cycle begins as the left foot comes down.
pub(super) struct Gait {
    pub(super) samples: u32,
    /// Metres in a cycle.
    stride: f32,
    /// The part of a cycle that a foot is on the ground.
    planted: f32,
    /// How far before the hips a foot comes down, in metres.
    ahead: f32,
    /// How high a foot is lifted, in metres.
    lift: f32,
    /// Pitch of the foot as it comes down, leaves the ground, and halfway through the air.
    pitches: [f32; 3],
    /// How high the hips are, and how far up and down they go, twice in a cycle, and when they are highest.
    hips: [f32; 3],
    /// How far the trunk leans, and the hips and the chest turn.
    trunk: [f32; 3],
    /// The middle of the arms' swing, its size, the elbow's bend, and how much more it bends forward.
    arms: [f32; 4],
    grip: f32,
}

/// 1.15 m/s.
pub(super) const WALK: Gait = Gait {
    samples: 32,
    stride: 1.227,
    planted: 0.61,
    ahead: 0.35,
    lift: 0.055,
    pitches: [-0.32, 0.9, 0.3],
    hips: [-0.044, 0.012, 0.31],
    trunk: [0.05, 0.1, 0.14],
    arms: [0.02, 0.42, 0.3, 0.3],
    grip: 0.3,
};

/// 3 m/s.
pub(super) const RUN: Gait = Gait {
    samples: 21,
    stride: 2.1,
    planted: 0.3,
    ahead: 0.26,
    lift: 0.26,
    pitches: [-0.1, 0.95, 0.75],
    hips: [-0.076, 0.024, 0.41],
    trunk: [0.17, 0.14, 0.26],
    arms: [-0.1, 0.75, 1.5, 0.35],
    grip: 0.8,
};

/// From 0 to 1 with no speed and no change of speed at either end.
pub(super) fn eased(part: f32) -> f32 {
    let part = part.clamp(0.0, 1.0);
    part * part * part * (part * (part * 6.0 - 15.0) + 10.0)
}

impl Gait {
    pub(super) fn stance(&self, at: f32) -> Stance {
        let (swing, turn) = (libm::cosf(TAU * (at - 0.04)), libm::cosf(TAU * at));
        let [height, bob, highest] = self.hips;
        let [lean, hips, chest] = self.trunk;
        let [middle, size, bend, more] = self.arms;
        let arm = |sign: f32| Arm {
            swing: [middle - size * swing * sign, 0.12 + 0.04 * self.grip],
            twist: 0.04,
            bend: bend - more * swing * sign * 0.5,
        };
        let rise = bob * libm::cosf(2.0 * TAU * (at - highest));
        let aside = 0.018 * libm::sinf(TAU * (at - 0.03));
        Stance {
            root: (Vec3::Z * self.stride * at, 0.0),
            hips: Vec3::new(aside, height + rise, 0.0),
            trunk: [
                Vec3::new(-hips * turn, 0.4 * lean, 0.03 * libm::sinf(TAU * at)),
                Vec3::new(0.6 * hips * turn, 0.3 * lean, -0.02 * libm::sinf(TAU * at)),
                Vec3::new((0.4 * hips + chest) * turn, 0.3 * lean, -0.015 * libm::sinf(TAU * at)),
                Vec3::new(-0.5 * chest * turn, -0.3 * lean, 0.0),
                Vec3::new(-0.5 * chest * turn, -0.4 * lean - 0.1 * rise, 0.0),
            ],
            arms: [arm(1.0), arm(-1.0)],
            feet: [self.foot(at, 1.0), self.foot(at + 0.5, -1.0)],
            grip: self.grip,
            hold: Hold::EASE,
        }
    }

    /// A foot, from its own coming down. On the ground it goes back under the hips just as fast as they travel.
    fn foot(&self, phase: f32, sign: f32) -> Foot {
        let phase = phase - libm::floorf(phase);
        let [down, off, air] = self.pitches;
        let (away, pitch, lift) = if phase < self.planted {
            let part = phase / self.planted;
            let pitch = down * (1.0 - eased(part / 0.2)) + off * eased((part - 0.55) / 0.6) / eased(0.75);
            (0.0, pitch, 0.0)
        } else {
            let part = (phase - self.planted) / (1.0 - self.planted);
            let up = off + (air - off) * eased(part / 0.5);
            let pitch = up + (down - air) * eased((part - 0.35) / 0.65);
            // Quick up, slow down.
            let rise = libm::sinf(std::f32::consts::PI * libm::powf(part, 0.8));
            (eased(part), pitch, self.lift * rise * rise)
        };
        let ahead = self.ahead + self.stride * (away - phase);
        Foot { offset: Vec3::new(-0.025 * sign, lift, ahead), pitch, yaw: 0.06 * sign }
    }
}

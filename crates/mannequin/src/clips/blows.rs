// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The axe, and being hit by one. All begin and end as [`idle`](super::idle) begins, on the same feet.

use super::gait::eased;
use super::idle;
use super::stance::{Arm, Hold, Stance};
use crate::skeleton::LEG;
use glam::{Quat, Vec3};
use std::f32::consts::{PI, TAU};

/// A motion through key stances.
pub(super) struct Keyed {
    pub(super) samples: u32,
    keys: &'static [Key],
}

/// How a key stance differs from standing at ease.
struct Key {
    /// In parts of the duration.
    at: f32,
    hips: Vec3,
    /// Yaw, pitch and roll of the hips, of spine and chest each, and of neck and head each.
    trunk: [Vec3; 3],
    arms: [Arm; 2],
    grip: f32,
    hold: Hold,
}

const fn key(
    at: f32,
    hips: [f32; 3],
    trunk: [[f32; 3]; 3],
    arms: [[f32; 4]; 2],
    grip: f32,
    hold: [f32; 2],
) -> Key {
    const fn arm([forward, out, twist, bend]: [f32; 4]) -> Arm {
        Arm { swing: [forward, out], twist, bend }
    }
    Key {
        at,
        hips: Vec3::from_array(hips),
        trunk: [Vec3::from_array(trunk[0]), Vec3::from_array(trunk[1]), Vec3::from_array(trunk[2])],
        arms: [arm(arms[0]), arm(arms[1])],
        grip,
        hold: Hold { both: hold[0], cock: hold[1] },
    }
}

/// A blow with both hands from above the right shoulder down to the left; 1.1 s.
pub(super) const SWING: Keyed = Keyed {
    samples: 33,
    keys: &[
        key(
            0.2,
            [-0.02, -0.01, -0.02],
            [[-0.2, 0.0, 0.0], [-0.15, 0.0, 0.0], [0.15, 0.0, 0.0]],
            [[1.2, -0.1, 0.2, 1.2], [1.4, 0.15, 0.2, 1.2]],
            0.9,
            [0.6, 0.3],
        ),
        key(
            0.4,
            [-0.04, 0.0, -0.04],
            [[-0.35, -0.04, 0.05], [-0.28, -0.12, 0.02], [0.28, 0.06, 0.0]],
            [[2.2, -0.35, 0.3, 1.2], [2.4, 0.02, 0.2, 1.25]],
            0.95,
            [1.0, 0.35],
        ),
        key(
            0.47,
            [-0.03, 0.0, -0.03],
            [[-0.25, -0.03, 0.05], [-0.26, -0.14, 0.02], [0.25, 0.06, 0.0]],
            [[2.3, -0.35, 0.3, 1.25], [2.45, -0.08, 0.2, 1.3]],
            1.0,
            [1.0, 0.35],
        ),
        key(
            0.57,
            [0.02, -0.05, 0.05],
            [[0.3, 0.12, 0.0], [0.22, 0.2, 0.0], [-0.15, -0.08, 0.0]],
            [[1.15, -0.3, 0.3, 0.35], [1.15, -0.4, 0.3, 0.3]],
            1.0,
            [1.0, 0.8],
        ),
        key(
            0.66,
            [0.03, -0.08, 0.06],
            [[0.42, 0.2, 0.0], [0.3, 0.28, 0.05], [-0.2, -0.15, 0.0]],
            [[0.5, 0.1, 0.2, 0.5], [0.78, -0.65, 0.4, 0.35]],
            1.0,
            [1.0, 1.0],
        ),
        key(
            0.76,
            [0.025, -0.06, 0.04],
            [[0.36, 0.16, 0.0], [0.24, 0.22, 0.04], [-0.18, -0.12, 0.0]],
            [[0.6, 0.15, 0.2, 0.6], [0.74, -0.55, 0.4, 0.5]],
            0.9,
            [0.9, 0.8],
        ),
    ],
};

/// Struck from before; 0.53 s.
pub(super) const HIT: Keyed = Keyed {
    samples: 16,
    keys: &[
        key(
            0.16,
            [0.0, -0.01, -0.045],
            [[0.08, -0.1, 0.0], [0.1, -0.16, 0.03], [-0.05, 0.16, 0.0]],
            [[0.45, 0.3, 0.2, 0.75], [0.3, 0.4, 0.2, 0.9]],
            0.6,
            [0.0, 0.35],
        ),
        key(
            0.34,
            [0.0, -0.04, -0.07],
            [[0.1, -0.08, 0.0], [0.12, -0.16, 0.05], [-0.05, -0.12, 0.0]],
            [[0.65, 0.4, 0.3, 1.0], [0.5, 0.45, 0.3, 1.1]],
            0.7,
            [0.0, 0.35],
        ),
        key(
            0.64,
            [0.0, -0.035, -0.01],
            [[0.04, 0.08, 0.0], [0.04, 0.1, 0.02], [-0.02, 0.06, 0.0]],
            [[0.3, 0.22, 0.3, 0.7], [0.25, 0.22, 0.3, 0.75]],
            0.4,
            [0.0, 0.35],
        ),
    ],
};

/// 1.3 s.
pub(super) const SPIN_SAMPLES: u32 = 39;

const SPIN: Keyed = Keyed {
    samples: SPIN_SAMPLES,
    keys: &[
        key(
            0.2,
            [0.0, -0.06, 0.0],
            [[-0.3, 0.1, 0.0], [-0.32, 0.08, 0.0], [0.3, -0.06, 0.0]],
            [[1.1, -0.4, 0.2, 0.7], [0.4, 0.8, 0.2, 0.7]],
            0.95,
            [0.0, 0.5],
        ),
        key(
            0.32,
            [0.01, -0.09, 0.0],
            [[-0.2, 0.12, 0.0], [-0.34, 0.1, 0.0], [0.35, -0.08, 0.0]],
            [[0.9, 0.3, 0.2, 0.5], [0.5, 1.2, 0.0, 0.35]],
            1.0,
            [0.0, 0.7],
        ),
        key(
            0.5,
            [0.05, -0.06, 0.0],
            [[0.1, 0.05, -0.08], [0.0, 0.05, -0.05], [0.15, -0.04, 0.05]],
            [[0.4, 1.15, 0.0, 0.3], [0.6, 1.4, 0.0, 0.12]],
            1.0,
            [0.0, 0.9],
        ),
        key(
            0.68,
            [0.02, -0.06, 0.0],
            [[0.3, 0.08, 0.0], [0.25, 0.08, 0.0], [-0.15, -0.04, 0.0]],
            [[0.3, 0.9, 0.0, 0.5], [1.1, 0.7, 0.2, 0.3]],
            1.0,
            [0.0, 0.9],
        ),
        key(
            0.8,
            [0.0, -0.07, 0.0],
            [[0.22, 0.1, 0.0], [0.2, 0.08, 0.0], [-0.16, -0.05, 0.0]],
            [[0.3, 0.5, 0.1, 0.7], [1.0, 0.2, 0.3, 0.6]],
            0.9,
            [0.0, 0.6],
        ),
    ],
};

/// Winds up, turns once to the left on the left foot's ball with both arms out, and comes to stand as before.
pub(super) fn spin(at: f32) -> Stance {
    let mut stance = SPIN.stance(at);
    let part = (at - 0.28) / 0.42;
    let yaw = TAU * eased(part);
    let pivot = LEG[3] + stance.feet[0].offset;
    let pivot = Vec3::new(pivot.x, 0.0, pivot.z);
    stance.root = (pivot - Quat::from_rotation_y(yaw) * pivot, yaw);
    let lift = libm::sinf(PI * part.clamp(0.0, 1.0));
    stance.feet[0].pitch = 0.25 * lift;
    stance.feet[1].pitch = 0.5 * lift;
    stance.feet[1].offset.y += 0.07 * lift * lift;
    stance
}

impl Keyed {
    /// A smooth way through the keys.
    pub(super) fn stance(&self, at: f32) -> Stance {
        let ease = idle::stance(0.0);
        let stances: Vec<(f32, Stance)> = std::iter::once((0.0, ease))
            .chain(self.keys.iter().map(|key| (key.at, key.on(&ease))))
            .chain([(1.0, ease)])
            .collect();
        let last = stances.len() - 2;
        let from = stances.partition_point(|&(time, _)| time <= at).saturating_sub(1).min(last);
        let near = [from.saturating_sub(1), from, from + 1, (from + 2).min(last + 1)];
        let times = near.map(|index| stances[index].0);
        Stance::mixed(&near.map(|index| stances[index].1), spline(times, at))
    }
}

impl Key {
    fn on(&self, ease: &Stance) -> Stance {
        let [hips, trunk, head] = self.trunk;
        let turned = [hips, trunk, trunk, head, head];
        Stance {
            hips: ease.hips + self.hips,
            trunk: std::array::from_fn(|of| ease.trunk[of] + turned[of]),
            arms: self.arms,
            grip: self.grip,
            hold: self.hold,
            ..*ease
        }
    }
}

/// Weights of four keys for a time between the middle two: a Hermite spline whose tangents are the slopes between
/// neighbours; at the first and the last key, which come twice, it rests.
fn spline([a, b, c, d]: [f32; 4], at: f32) -> [f32; 4] {
    let span = c - b;
    let s = ((at - b) / span).clamp(0.0, 1.0);
    let (s2, s3) = (s * s, s * s * s);
    let (leave, arrive) = (s3 - 2.0 * s2 + s, s3 - s2);
    let m0 = if a < b { span * leave / (c - a) } else { 0.0 };
    let m1 = if c < d { span * arrive / (d - b) } else { 0.0 };
    [-m0, 2.0 * s3 - 3.0 * s2 + 1.0 - m1, 3.0 * s2 - 2.0 * s3 + m0, m1]
}

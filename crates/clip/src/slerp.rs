// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use glam::DQuat;

/// Below this angle between two quaternions, in radians, the arc and the chord are one.
const STRAIGHT: f64 = 1e-6;

/// The shorter way from one rotation to another at constant speed.
///
/// In `f64` and through `libm`, so that it is exact to `f32` and the same on every machine. (Shoemake,
/// "Animating rotation with quaternion curves", 1985.)
#[derive(Debug, Clone, Copy)]
pub(crate) struct Arc {
    from: DQuat,
    /// In `from`'s hemisphere.
    to: DQuat,
    angle: f64,
    sine: f64,
}

impl Arc {
    /// Both need a length but not unit length.
    pub(crate) fn new(from: DQuat, to: DQuat) -> Self {
        let (from, to) = (from.normalize(), to.normalize());
        let to = if from.dot(to) < 0.0 { -to } else { to };
        let cosine = from.dot(to);
        let sine = (to - from * cosine).length();
        Self { from, to, angle: libm::atan2(sine, cosine), sine }
    }

    /// The angle between the two quaternions, half of that between the rotations: at most a quarter turn.
    pub(crate) fn angle(&self) -> f64 {
        self.angle
    }

    /// Of unit length; `blend` is 0 at the start and 1 at the end.
    pub(crate) fn at(&self, blend: f64) -> DQuat {
        let (keep, take) = if self.angle < STRAIGHT {
            (1.0 - blend, blend)
        } else {
            let sine = |part: f64| libm::sin(part * self.angle) / self.sine;
            (sine(1.0 - blend), sine(blend))
        };
        (self.from * keep + self.to * take).normalize()
    }
}

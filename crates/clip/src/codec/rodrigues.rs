// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Rotations as modified Rodrigues parameters: the axis times the tangent of a quarter of the angle.
//!
//! Three numbers without a square root to decode, smooth through a half turn and away from it up to a whole
//! one, where (w, x, y, z) with w dropped fails. (Schaub and Junkins, "Stereographic orientation parameters for
//! attitude dynamics", 1996; Terzakis, Lourakis and Ait-Boudaoud, "Modified Rodrigues parameters", 2018.)

use glam::{DQuat, DVec3};

/// The parameters of a unit quaternion, whose sign counts: past a half turn they are longer than 1.
pub(super) fn parameters(rotation: DQuat) -> DVec3 {
    rotation.xyz() / (1.0 + rotation.w)
}

/// The quaternion of parameters, of unit length whatever they are.
pub(super) fn rotation(parameters: DVec3) -> DQuat {
    let square = parameters.length_squared();
    let vector = parameters * 2.0 / (1.0 + square);
    DQuat::from_xyzw(vector.x, vector.y, vector.z, (1.0 - square) / (1.0 + square))
}

/// By what to multiply parameters whose squared length is given for those of the same rotation told by the
/// quaternion of the other sign. Bounded, for the unturned has none.
#[inline(always)]
pub(super) fn other_chart(square: f32) -> f32 {
    -1.0 / square.max(LEAST_SQUARE)
}

const LEAST_SQUARE: f32 = 1.0 / 1024.0;

/// No parameter of a clip that is built is longer: three tenths of a turn short of two whole ones.
pub(super) const LONGEST: f64 = 4.0;

/// A rotation from which others are told: parameters in steps of 1/64.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reference(pub(super) [i8; 3]);

impl Reference {
    const STEPS: f64 = 64.0;
    /// Of one parameter in steps.
    pub(super) const STEP: f32 = 1.0 / Self::STEPS as f32;

    /// Near the mean of rotations that follow one another, or near the first where they have none.
    pub(super) fn new(rotations: impl Iterator<Item = DQuat>) -> Self {
        let mut sum = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);
        let (mut first, mut before, mut count) = (None, None, 0.0);
        for rotation in rotations {
            let next = along(before.unwrap_or(rotation), rotation);
            sum += next;
            first.get_or_insert(next);
            before = Some(next);
            count += 1.0;
        }
        let mean = if sum.length() > 0.3 * count { sum } else { first.unwrap_or(DQuat::IDENTITY) };
        let mean = mean.normalize();
        let near = if mean.w < 0.0 { -mean } else { mean };
        Self(parameters(near).to_array().map(|parameter| (parameter * Self::STEPS).round() as i8))
    }

    pub(super) fn rotation(self) -> DQuat {
        rotation(DVec3::from(self.0.map(|steps| f64::from(steps) / Self::STEPS)))
    }
}

/// `rotation` or its negative, whichever is nearer to `before`.
pub(super) fn along(before: DQuat, rotation: DQuat) -> DQuat {
    if before.dot(rotation) < 0.0 { -rotation } else { rotation }
}

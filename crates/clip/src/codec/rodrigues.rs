// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Rotations as modified Rodrigues parameters: the axis times the tangent of a quarter of the angle.
//!
//! Three numbers without a square root to decode, smooth through a half turn and away from it up to a whole
//! one, where (w, x, y, z) with w dropped fails. (Schaub and Junkins, "Stereographic orientation parameters for
//! attitude dynamics", 1996; Terzakis, Lourakis and Ait-Boudaoud, "Modified Rodrigues parameters", 2018.)

use glam::{DQuat, DVec3, Quat};

/// The parameters of a unit quaternion, of length 1 at most: that of a half turn.
pub(super) fn parameters(rotation: DQuat) -> DVec3 {
    let near = if rotation.w < 0.0 { -rotation } else { rotation };
    near.xyz() / (1.0 + near.w)
}

/// The quaternion (x, y, z, w) of parameters, of unit length whatever they are.
pub(super) fn rotation(parameters: [f32; 3]) -> [f32; 4] {
    let [x, y, z] = parameters;
    let square = x * x + y * y + z * z;
    let scale = 1.0 / (1.0 + square);
    let twice = scale + scale;
    [x * twice, y * twice, z * twice, (1.0 - square) * scale]
}

/// No parameter is larger: a half turn's have length 1, and steps, whose number is a power of two, may go on to
/// 3.
pub(super) const LARGEST: f32 = 4.0;

/// The rotation from which others are told: their mean, give or take, or the first where they have none.
pub(super) fn reference(rotations: impl Iterator<Item = DQuat>) -> Quat {
    let mut sum = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    let mut first = None;
    for rotation in rotations {
        let first = *first.get_or_insert(rotation);
        let towards = if sum.length_squared() > 0.0 { sum } else { first };
        sum = if towards.dot(rotation) < 0.0 { sum - rotation } else { sum + rotation };
    }
    let mean = if sum.length_squared() > 1e-6 { sum } else { first.unwrap_or(DQuat::IDENTITY) };
    mean.normalize().as_quat()
}

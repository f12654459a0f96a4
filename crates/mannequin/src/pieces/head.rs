// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::{Coat, Piece, at};
use crate::materials::Stuff;
use crate::skeleton::{joint, mirrored};
use crate::surface::{Part, Solid};
use glam::Vec3;

pub(super) fn piece() -> Piece {
    use joint::HEAD;
    let mut parts = vec![
        Part::ellipsoid(HEAD, 0.02, at(0.0, 1.68, -0.008), at(0.077, 0.1, 0.099)),
        Part::ellipsoid(HEAD, 0.05, at(0.0, 1.618, 0.026), at(0.06, 0.074, 0.066)),
        // Chin, brow, visor and nose.
        Part::cone(HEAD, 0.04, at(-0.012, 1.567, 0.064), at(0.012, 1.567, 0.064), [0.02; 2]),
        Part::ellipsoid(HEAD, 0.03, at(0.0, 1.702, 0.054), at(0.058, 0.016, 0.038)),
        Part::ellipsoid(HEAD, 0.016, at(0.0, 1.668, 0.046), at(0.066, 0.024, 0.052)),
        Part::cone(HEAD, 0.022, at(0.0, 1.664, 0.088), at(0.0, 1.632, 0.101), [0.007, 0.0105]),
    ];
    for side in 0..2 {
        let ear = mirrored(side, at(0.077, 1.648, -0.008));
        parts.push(Part::ellipsoid(HEAD, 0.012, ear, at(0.01, 0.028, 0.019)));
    }
    Piece {
        solid: Solid { parts, cuts: Vec::new() },
        cell: 0.0125,
        stuff: Stuff::Shell,
        coats: vec![Coat { stuff: Stuff::Visor, edge: eyes }],
    }
}

/// How far a point is from the visor across the eyes.
fn eyes(point: Vec3) -> f32 {
    let out = point.x.abs() - 0.046;
    let up = (point.y - 1.669 - 3.0 * point.x * point.x).abs() - 0.005;
    let edge = Vec3::new(out.max(0.0), up.max(0.0), 0.0).length() + out.max(up).min(0.0) - 0.0155;
    edge.max(-point.z)
}

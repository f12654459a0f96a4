// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::{Coat, Piece, at};
use crate::materials::Stuff;
use crate::skeleton::{joint, mirrored};
use crate::surface::{Cut, Part, Solid};
use glam::Vec3;

/// A shoe that holds the end of the leg.
pub(super) fn piece(side: usize) -> Piece {
    use joint::{FOOT, LOWER_LEG, TOES};
    let own = |point| mirrored(side, point);
    let limb = |joint: [usize; 2], blend: f32, from: Vec3, to: Vec3, radii: [f32; 4]| {
        Part::limb(joint[side], blend, own(from), own(to), radii)
    };
    let parts = vec![
        limb(FOOT, 0.03, at(0.108, 0.048, -0.05), at(0.108, 0.05, -0.03), [0.044, 0.046, 0.046, 0.046]),
        limb(LOWER_LEG, 0.03, at(0.108, 0.18, -0.028), at(0.108, 0.088, -0.03), [0.047, 0.046, 0.045, 0.046]),
        limb(FOOT, 0.04, at(0.108, 0.075, -0.02), at(0.114, 0.03, 0.1), [0.042, 0.045, 0.036, 0.04]),
        limb(TOES, 0.03, at(0.115, 0.03, 0.1), at(0.117, 0.026, 0.142), [0.042, 0.043, 0.042, 0.036]),
        // The sole.
        limb(FOOT, 0.012, at(0.108, 0.008, -0.052), at(0.114, 0.008, 0.09), [0.042, 0.034, 0.042, 0.044])
            .flat(Vec3::Y, 0.6),
        limb(TOES, 0.012, at(0.114, 0.008, 0.09), at(0.117, 0.009, 0.144), [0.044, 0.045, 0.043, 0.037])
            .flat(Vec3::Y, 0.6),
    ];
    let cuts = vec![
        Cut { at: Vec3::ZERO, normal: Vec3::NEG_Y, blend: 0.018 },
        Cut { at: at(0.0, 0.145, -0.03), normal: at(0.0, 0.98, 0.199), blend: 0.02 },
    ];
    Piece {
        solid: Solid { parts, cuts },
        cell: 0.013,
        stuff: Stuff::Accent,
        coats: vec![Coat { stuff: Stuff::Joints, edge: |point| point.y - 0.019 }],
    }
}

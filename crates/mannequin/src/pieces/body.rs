// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The trunk, the neck and the limbs, without head, hands and feet.

use super::{Coat, Piece, at};
use crate::materials::Stuff;
use crate::skeleton::{ARM, LEG, joint, mirrored};
use crate::surface::{Part, Solid};
use glam::Vec3;

pub(super) fn piece() -> Piece {
    let mut parts = trunk();
    for side in 0..2 {
        parts.extend(arm(side));
        parts.extend(leg(side));
    }
    Piece {
        solid: Solid { parts, cuts: Vec::new() },
        cell: 0.019,
        stuff: Stuff::Shell,
        coats: vec![Coat { stuff: Stuff::Joints, edge: bends }, Coat { stuff: Stuff::Accent, edge: stripes }],
    }
}

fn trunk() -> Vec<Part> {
    use joint::{CHEST, HIPS, NECK, SPINE};
    let mut parts = vec![
        Part::cone(HIPS, 0.06, at(-0.066, 0.955, 0.0), at(0.066, 0.955, 0.0), [0.104; 2]).flat(Vec3::Z, 0.9),
        Part::limb(SPINE, 0.07, at(0.0, 1.0, 0.004), at(0.0, 1.2, 0.0), [0.13, 0.118, 0.118, 0.128])
            .flat(Vec3::Z, 0.76),
        Part::limb(CHEST, 0.07, at(0.0, 1.22, -0.006), at(0.0, 1.36, -0.014), [0.136, 0.146, 0.158, 0.152])
            .flat(Vec3::Z, 0.7),
        Part::cone(CHEST, 0.06, at(-0.135, 1.415, -0.02), at(0.135, 1.415, -0.02), [0.057; 2]),
        Part::limb(NECK, 0.04, at(0.0, 1.45, -0.03), at(0.0, 1.6, -0.004), [0.064, 0.056, 0.052, 0.05]),
    ];
    for side in 0..2 {
        let own = |point| mirrored(side, point);
        parts.extend([
            Part::cone(CHEST, 0.05, own(at(0.02, 1.49, -0.034)), own(at(0.14, 1.445, -0.024)), [0.048, 0.04]),
            Part::ellipsoid(CHEST, 0.05, own(at(0.07, 1.36, 0.052)), at(0.083, 0.062, 0.04)),
            Part::ellipsoid(HIPS, 0.05, own(at(0.07, 0.925, -0.05)), at(0.084, 0.088, 0.078)),
        ]);
    }
    parts
}

fn arm(side: usize) -> [Part; 2] {
    let [shoulder, elbow, wrist, ..] = ARM.map(|point| mirrored(side, point));
    [
        Part::limb(joint::UPPER_ARM[side], 0.05, shoulder, elbow, [0.057, 0.064, 0.034, 0.04]),
        Part::limb(joint::LOWER_ARM[side], 0.012, elbow, wrist, [0.04, 0.058, 0.026, 0.026]),
    ]
}

fn leg(side: usize) -> [Part; 3] {
    let own = |point| mirrored(side, point);
    let [hip, knee, ankle, _] = LEG.map(own);
    let low = own(at(0.104, 0.36, -0.024));
    [
        Part::limb(joint::UPPER_LEG[side], 0.03, hip - Vec3::Y * 0.03, knee, [0.088, 0.096, 0.054, 0.053]),
        Part::limb(joint::LOWER_LEG[side], 0.012, knee, ankle, [0.053, 0.05, 0.042, 0.034]),
        Part::ellipsoid(joint::LOWER_LEG[side], 0.04, low, at(0.046, 0.105, 0.042)),
    ]
}

/// How far a point is from where the body bends: neck, belly and hips, elbows and knees, and along the spine.
fn bends(point: Vec3) -> f32 {
    let point = Vec3::new(point.x.abs(), point.y, point.z);
    let band = |middle: Vec3, along: Vec3, half: f32, reach: f32| {
        let out = point - middle;
        (out.dot(along.normalize()).abs() - half).max(out.length() - reach)
    };
    let neck = Vec3::new(point.x, 0.6 * (point.y - 1.56).min(0.0), point.z + 0.016).length() - 0.078;
    let neck = neck.max(1.42 - point.y);
    let ribs = point.y - 1.07 + 0.8 * point.x * point.x;
    let thighs = 0.755 - point.y + 0.08 * point.x;
    let belly = ribs.max(thighs).max(point.x - 0.25);
    let elbow = band(ARM[1], ARM[2] - ARM[0], 0.034, 0.1);
    let knee = band(LEG[1], LEG[2] - LEG[0], 0.04, 0.1);
    let spine = (point.x - 0.016).max(point.z + 0.02).max(1.05 - point.y);
    [belly, elbow, knee, spine].into_iter().fold(neck, f32::min)
}

/// How far a point is from the stripes around the upper arms.
fn stripes(point: Vec3) -> f32 {
    let [shoulder, elbow, ..] = ARM;
    let out = Vec3::new(point.x.abs(), point.y, point.z) - shoulder;
    ((out.dot((elbow - shoulder).normalize()) - 0.135).abs() - 0.014).max(0.22 - point.x.abs())
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The body as an implicit surface: parts whose distances are blended.

use crate::skeleton::{ARM, LEG, THUMB_ROOT, joint, mirrored};
use glam::Vec3;

/// A part of the body, and what of it moves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part {
    shape: Shape,
    /// Over which length it runs into the others.
    blend: f32,
    /// The joint that it follows.
    pub(crate) joint: usize,
    /// What it is made of where that is not told by where it is.
    pub(crate) hair: bool,
}

#[derive(Debug, Clone, Copy)]
enum Shape {
    /// From a sphere to another, thinner by `flat` along `normal`.
    Cone {
        from: Vec3,
        to: Vec3,
        radii: [f32; 2],
        normal: Vec3,
        flat: f32,
    },
    Ellipsoid {
        centre: Vec3,
        radii: Vec3,
    },
}

impl Shape {
    fn distance(&self, point: Vec3) -> f32 {
        match *self {
            Self::Cone { from, to, radii, normal, flat } => {
                let out = point - from;
                let out = out + normal * (out.dot(normal) * (flat.recip() - 1.0));
                let along = to - from;
                let part = (out.dot(along) / along.length_squared()).clamp(0.0, 1.0);
                (out - along * part).length() - (radii[0] + (radii[1] - radii[0]) * part)
            }
            Self::Ellipsoid { centre, radii } => {
                let out = point - centre;
                let (near, far) = ((out / radii).length(), (out / (radii * radii)).length());
                near * (near - 1.0) / far.max(1e-6)
            }
        }
    }
}

/// The whole body.
#[derive(Debug)]
pub(crate) struct Body {
    parts: Vec<Part>,
}

/// The distance of two blended surfaces.
fn blended(a: f32, b: f32, over: f32) -> f32 {
    let near = (over - (a - b).abs()).max(0.0) / over;
    a.min(b) - near * near * over / 4.0
}

impl Body {
    pub(crate) fn new() -> Self {
        let mut parts = trunk();
        parts.extend(head());
        for side in 0..2 {
            parts.extend(arm(side));
            parts.extend(leg(side));
        }
        Self { parts }
    }

    /// Roughly the distance to the surface, negative inside. It changes by no more than [`Self::STEEPEST`] a metre.
    pub(crate) fn distance(&self, point: Vec3) -> f32 {
        let body =
            self.parts.iter().fold(1e3, |all, part| blended(all, part.shape.distance(point), part.blend));
        // The soles are flat.
        -blended(-body, point.y, 0.012)
    }

    pub(crate) const STEEPEST: f32 = 2.2;

    /// Where the distance grows, and how fast.
    pub(crate) fn gradient(&self, point: Vec3) -> Vec3 {
        const STEP: f32 = 1.5e-3;
        let slope = |axis: Vec3| {
            (self.distance(point + axis * STEP) - self.distance(point - axis * STEP)) / (2.0 * STEP)
        };
        Vec3::new(slope(Vec3::X), slope(Vec3::Y), slope(Vec3::Z))
    }

    /// The nearest part.
    pub(crate) fn nearest(&self, point: Vec3) -> &Part {
        let nearer = |a: &&Part, b: &&Part| a.shape.distance(point).total_cmp(&b.shape.distance(point));
        self.parts.iter().min_by(nearer).unwrap_or_else(|| unreachable!("a body has parts"))
    }

    /// How much nearer the hair is than the rest of the head: below 0 under hair.
    pub(crate) fn hairline(&self, point: Vec3) -> f32 {
        let of = |hair: bool| {
            let parts = self.parts.iter().filter(|part| part.hair == hair && part.joint == joint::HEAD);
            parts.map(|part| part.shape.distance(point)).fold(f32::INFINITY, f32::min)
        };
        of(true) - of(false)
    }
}

const fn at(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

const fn cone(joint: usize, blend: f32, from: Vec3, to: Vec3, radii: [f32; 2]) -> Part {
    flat_cone(joint, blend, from, to, radii, (Vec3::Z, 1.0))
}

const fn flat_cone(
    joint: usize,
    blend: f32,
    from: Vec3,
    to: Vec3,
    radii: [f32; 2],
    (normal, flat): (Vec3, f32),
) -> Part {
    Part { shape: Shape::Cone { from, to, radii, normal, flat }, blend, joint, hair: false }
}

const fn ellipsoid(joint: usize, blend: f32, centre: Vec3, radii: Vec3) -> Part {
    Part { shape: Shape::Ellipsoid { centre, radii }, blend, joint, hair: false }
}

fn trunk() -> Vec<Part> {
    use joint::{CHEST, HIPS, NECK, SPINE};
    let mut parts = vec![
        flat_cone(HIPS, 0.06, at(-0.062, 0.955, 0.0), at(0.062, 0.955, 0.0), [0.108; 2], (Vec3::Z, 0.9)),
        flat_cone(SPINE, 0.08, at(0.0, 1.0, 0.003), at(0.0, 1.18, 0.0), [0.14, 0.133], (Vec3::Z, 0.74)),
        flat_cone(
            CHEST,
            0.08,
            at(0.0, 1.22, -0.005),
            at(0.0, 1.355, -0.012),
            [0.142, 0.158],
            (Vec3::Z, 0.72),
        ),
        cone(CHEST, 0.06, at(-0.135, 1.415, -0.02), at(0.135, 1.415, -0.02), [0.058; 2]),
        cone(NECK, 0.03, at(0.0, 1.46, -0.025), at(0.0, 1.575, -0.004), [0.062, 0.056]),
    ];
    for side in 0..2 {
        let own = |point| mirrored(side, point);
        parts.push(cone(
            CHEST,
            0.05,
            own(at(0.02, 1.49, -0.032)),
            own(at(0.14, 1.445, -0.024)),
            [0.048, 0.04],
        ));
        parts.push(ellipsoid(CHEST, 0.05, own(at(0.066, 1.355, 0.058)), at(0.08, 0.06, 0.036)));
        parts.push(ellipsoid(HIPS, 0.05, own(at(0.068, 0.925, -0.052)), at(0.082, 0.09, 0.08)));
    }
    parts
}

fn head() -> Vec<Part> {
    use joint::HEAD;
    let mut parts = vec![
        ellipsoid(HEAD, 0.025, at(0.0, 1.672, 0.0), at(0.076, 0.1, 0.095)),
        ellipsoid(HEAD, 0.04, at(0.0, 1.608, 0.034), at(0.055, 0.065, 0.062)),
        cone(HEAD, 0.016, at(0.0, 1.655, 0.092), at(0.0, 1.628, 0.106), [0.009, 0.013]),
    ];
    for side in 0..2 {
        let own = |point| mirrored(side, point);
        parts.push(ellipsoid(HEAD, 0.012, own(at(0.077, 1.648, -0.005)), at(0.012, 0.032, 0.022)));
    }
    let mut hair = ellipsoid(HEAD, 0.012, at(0.0, 1.688, -0.012), at(0.083, 0.092, 0.099));
    hair.hair = true;
    parts.push(hair);
    parts
}

fn arm(side: usize) -> Vec<Part> {
    use joint::{FINGERS, HAND, LOWER_ARM, THUMB, UPPER_ARM};
    let own = |point| mirrored(side, point);
    let [shoulder, elbow, wrist, knuckles, tips] = ARM.map(own);
    let along = |from: Vec3, to: Vec3, part: f32| from + (to - from) * part;
    let mut parts = vec![
        cone(UPPER_ARM[side], 0.045, shoulder, along(shoulder, elbow, 0.5), [0.056, 0.05]),
        cone(UPPER_ARM[side], 0.006, along(shoulder, elbow, 0.5), elbow, [0.05, 0.041]),
        cone(LOWER_ARM[side], 0.006, elbow, along(elbow, wrist, 0.3), [0.041, 0.043]),
        cone(LOWER_ARM[side], 0.006, along(elbow, wrist, 0.3), wrist, [0.043, 0.028]),
        cone(THUMB[side], 0.03, own(THUMB_ROOT), own(THUMB_ROOT + at(0.024, -0.03, 0.062)), [0.018, 0.015]),
    ];
    // The hand is as broad as two rods next to each other.
    let curled = along(knuckles, tips, 0.75) + own(at(-0.006, -0.006, 0.0));
    let across = (tips - knuckles).cross(own(at(1.0, 1.0, 0.0))).normalize();
    for aside in [-across, across] {
        let (knuckle, tip) = (knuckles + aside * 0.021, curled + aside * 0.014);
        parts.push(cone(
            HAND[side],
            0.02,
            along(wrist, knuckles, 0.1) + aside * 0.006,
            knuckle,
            [0.024, 0.0185],
        ));
        parts.push(cone(FINGERS[side], 0.02, knuckle, tip, [0.0185, 0.015]));
    }
    parts
}

fn leg(side: usize) -> Vec<Part> {
    use joint::{FOOT, LOWER_LEG, TOES, UPPER_LEG};
    let own = |point| mirrored(side, point);
    let [hip, knee, ankle, ball] = LEG.map(own);
    let along = |from: Vec3, to: Vec3, part: f32| from + (to - from) * part;
    let back = |point: Vec3, by: f32| point - Vec3::Z * by;
    vec![
        cone(UPPER_LEG[side], 0.03, along(hip, knee, 0.08), knee, [0.09, 0.056]),
        cone(LOWER_LEG[side], 0.006, knee, back(along(knee, ankle, 0.28), 0.01), [0.056, 0.055]),
        cone(LOWER_LEG[side], 0.006, back(along(knee, ankle, 0.28), 0.01), ankle, [0.055, 0.038]),
        cone(FOOT[side], 0.03, ankle, own(at(0.108, 0.05, -0.045)), [0.04, 0.046]),
        cone(FOOT[side], 0.03, own(at(0.108, 0.046, -0.04)), ball + Vec3::Y * 0.008, [0.045, 0.044]),
        cone(TOES[side], 0.03, ball + Vec3::Y * 0.004, own(at(0.115, 0.027, 0.145)), [0.043, 0.034]),
    ]
}

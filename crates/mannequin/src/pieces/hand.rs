// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::{Coat, Piece, at};
use crate::materials::Stuff;
use crate::skeleton::{ARM, THUMB_ROOT, hand_axes, joint, mirrored};
use crate::surface::{Cut, Part, Solid};
use glam::{Quat, Vec3};

/// From the index to the little finger: how far aside of the middle, how far behind the knuckles, how long, how thick.
const FINGERS: [[f32; 4]; 4] = [
    [0.0265, 0.002, 0.084, 0.0098],
    [0.0088, 0.0, 0.092, 0.01],
    [-0.0088, 0.003, 0.086, 0.0097],
    [-0.0256, 0.008, 0.068, 0.0088],
];

/// A hand in a glove, whose cuff holds the end of the forearm.
pub(super) fn piece(side: usize) -> Piece {
    use joint::{FINGERS as FINGER, HAND, LOWER_ARM, THUMB};
    let own = |point| mirrored(side, point);
    let [_, elbow, wrist, knuckles, _] = ARM;
    let [across, along] = hand_axes(0);
    let back = across.cross(along);
    let forearm = (wrist - elbow).normalize();
    let cone = |joint: [usize; 2], blend: f32, from: Vec3, to: Vec3, radii: [f32; 2]| {
        Part::cone(joint[side], blend, own(from), own(to), radii)
    };
    let cuff = wrist - forearm * 0.05;
    let mut parts = vec![
        cone(LOWER_ARM, 0.01, cuff - forearm * 0.02, wrist, [0.0385, 0.0335]),
        cone(THUMB, 0.01, THUMB_ROOT, THUMB_ROOT + at(0.016, -0.02, 0.032), [0.0165, 0.0115]),
        cone(
            THUMB,
            0.006,
            THUMB_ROOT + at(0.016, -0.02, 0.032),
            THUMB_ROOT + at(0.036, -0.045, 0.05),
            [0.0115, 0.0085],
        ),
    ];
    for [aside, behind, length, thick] in FINGERS {
        let knuckle = knuckles + across * aside - along * behind;
        let root = wrist + along * 0.012 + across * (0.5 * aside);
        parts.push(cone(HAND, 0.016, root, knuckle - back * 0.002, [0.0185, 0.0135]));
        // A little bent, and each beside the next.
        let bent = |by: f32| Quat::from_axis_angle(across, -by) * along;
        let middle = knuckle + bent(0.16) * (0.48 * length);
        let tip = middle + bent(0.5) * (0.52 * length - thick);
        parts.push(cone(FINGER, 0.008, knuckle, middle, [thick * 1.12, thick]));
        parts.push(cone(FINGER, 0.004, middle, tip, [thick, thick * 0.92]));
    }
    let cuts = vec![Cut { at: own(cuff), normal: own(-forearm), blend: 0.006 }];
    Piece {
        solid: Solid { parts, cuts },
        cell: 0.0078,
        stuff: Stuff::Joints,
        coats: vec![Coat { stuff: Stuff::Accent, edge: cuff_edge }],
    }
}

/// How far a point is from the rim of the cuff.
fn cuff_edge(point: Vec3) -> f32 {
    let [_, elbow, wrist, ..] = ARM;
    (Vec3::new(point.x.abs(), point.y, point.z) - wrist).dot((wrist - elbow).normalize()) + 0.036
}

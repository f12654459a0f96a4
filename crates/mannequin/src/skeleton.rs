// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The joints: an adult of 1.78 m who stands at the origin with the arms half lowered.

use glam::Vec3;
use tumble_pose::{Joint, Skeleton, Transform};

/// Joints by their place in the skeleton; of a pair the left one first.
pub(crate) mod joint {
    pub(crate) const ROOT: usize = 0;
    pub(crate) const HIPS: usize = 1;
    pub(crate) const SPINE: usize = 2;
    pub(crate) const UPPER_LEG: [usize; 2] = [3, 4];
    pub(crate) const CHEST: usize = 5;
    pub(crate) const LOWER_LEG: [usize; 2] = [6, 7];
    pub(crate) const NECK: usize = 8;
    pub(crate) const SHOULDER: [usize; 2] = [9, 10];
    pub(crate) const FOOT: [usize; 2] = [11, 12];
    pub(crate) const HEAD: usize = 13;
    pub(crate) const UPPER_ARM: [usize; 2] = [14, 15];
    pub(crate) const TOES: [usize; 2] = [16, 17];
    pub(crate) const LOWER_ARM: [usize; 2] = [18, 19];
    pub(crate) const HAND: [usize; 2] = [20, 21];
    pub(crate) const FINGERS: [usize; 2] = [22, 24];
    pub(crate) const THUMB: [usize; 2] = [23, 25];
    /// In the right hand, for what it holds.
    pub(crate) const SLOT: usize = 26;
    pub(crate) const COUNT: usize = 27;
}

/// The figure's left is +X: side 0 is as written here, side 1 its mirror image.
pub(crate) const fn mirrored(side: usize, point: Vec3) -> Vec3 {
    if side == 0 { point } else { Vec3::new(-point.x, point.y, point.z) }
}

/// Name, parent, and where the joint is in model space. Both sides of a pair stand next to each other, parents
/// before children, level by level, as a skeleton orders them.
const JOINTS: [(&str, usize, Vec3); joint::COUNT] = {
    use joint::{
        CHEST, FOOT, HAND, HIPS, LOWER_ARM, LOWER_LEG, NECK, ROOT, SHOULDER, SPINE, UPPER_ARM, UPPER_LEG,
    };
    const fn at(x: f32, y: f32, z: f32) -> Vec3 {
        Vec3::new(x, y, z)
    }
    const fn right(left: Vec3) -> Vec3 {
        mirrored(1, left)
    }
    [
        ("root", ROOT, Vec3::ZERO),
        ("hips", ROOT, at(0.0, 0.98, 0.0)),
        ("spine", HIPS, at(0.0, 1.08, -0.005)),
        ("upperleg.l", HIPS, LEG[0]),
        ("upperleg.r", HIPS, right(LEG[0])),
        ("chest", SPINE, at(0.0, 1.24, -0.012)),
        ("lowerleg.l", UPPER_LEG[0], LEG[1]),
        ("lowerleg.r", UPPER_LEG[1], right(LEG[1])),
        ("neck", CHEST, at(0.0, 1.485, -0.022)),
        ("shoulder.l", CHEST, at(0.035, 1.43, -0.005)),
        ("shoulder.r", CHEST, at(-0.035, 1.43, -0.005)),
        ("foot.l", LOWER_LEG[0], LEG[2]),
        ("foot.r", LOWER_LEG[1], right(LEG[2])),
        ("head", NECK, at(0.0, 1.565, -0.005)),
        ("upperarm.l", SHOULDER[0], ARM[0]),
        ("upperarm.r", SHOULDER[1], right(ARM[0])),
        ("toes.l", FOOT[0], LEG[3]),
        ("toes.r", FOOT[1], right(LEG[3])),
        ("lowerarm.l", UPPER_ARM[0], ARM[1]),
        ("lowerarm.r", UPPER_ARM[1], right(ARM[1])),
        ("hand.l", LOWER_ARM[0], ARM[2]),
        ("hand.r", LOWER_ARM[1], right(ARM[2])),
        ("fingers.l", HAND[0], ARM[3]),
        ("thumb.l", HAND[0], THUMB_ROOT),
        ("fingers.r", HAND[1], right(ARM[3])),
        ("thumb.r", HAND[1], right(THUMB_ROOT)),
        ("handslot.r", HAND[1], right(GRIP)),
    ]
};

/// The left hip's socket, knee, ankle and ball of the foot.
pub(crate) const LEG: [Vec3; 4] = [
    Vec3::new(0.092, 0.935, 0.0),
    Vec3::new(0.102, 0.51, 0.012),
    Vec3::new(0.108, 0.088, -0.03),
    Vec3::new(0.116, 0.03, 0.1),
];

/// The left shoulder's socket, elbow, wrist, knuckles and finger tips: 45° below the horizontal, the forearm a
/// little forward.
pub(crate) const ARM: [Vec3; 5] = [
    Vec3::new(0.183, 1.43, -0.015),
    Vec3::new(0.3838, 1.2292, -0.02),
    Vec3::new(0.5582, 1.0548, 0.008),
    Vec3::new(0.6232, 0.9898, 0.02),
    Vec3::new(0.6862, 0.9268, 0.032),
];

/// Where the left thumb begins.
pub(crate) const THUMB_ROOT: Vec3 = Vec3::new(0.575, 1.038, 0.03);

/// Where the left hand holds a handle, when closed.
pub(crate) const GRIP: Vec3 = Vec3::new(0.5852, 0.9882, 0.0166);

/// Across a hand to the side of its thumb, and along it to the fingers, at rest; of unit length.
pub(crate) fn hand_axes(side: usize) -> [Vec3; 2] {
    let [.., wrist, knuckles, _] = ARM;
    let along = (knuckles - wrist).normalize();
    [(Vec3::Z - along * along.z).normalize(), along].map(|axis| mirrored(side, axis))
}

/// Where a joint is in model space at rest.
pub(crate) const fn rest(joint: usize) -> Vec3 {
    JOINTS[joint].2
}

/// The joint on which a joint hangs; the root's is itself.
pub(crate) const fn parent(joint: usize) -> usize {
    JOINTS[joint].1
}

/// The path of a joint relative to the root.
pub(crate) fn path(joint: usize) -> String {
    match joint {
        joint::ROOT => String::new(),
        _ if parent(joint) == joint::ROOT => JOINTS[joint].0.to_owned(),
        _ => format!("{}/{}", path(parent(joint)), JOINTS[joint].0),
    }
}

/// The skeleton of the figure: at rest all joints' axes lie along the character's own.
#[must_use]
pub fn skeleton() -> Skeleton {
    let joints: Vec<Joint> = (0..joint::COUNT)
        .map(|index| Joint {
            name: JOINTS[index].0.to_owned(),
            parent: (index != joint::ROOT).then(|| parent(index)),
            rest: Transform::from_translation(rest(index) - rest(parent(index))),
        })
        .collect();
    Skeleton::new(&joints).unwrap_or_else(|error| unreachable!("the list is a tree: {error}"))
}

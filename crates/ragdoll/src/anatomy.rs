// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! What is known of a human body: shares of mass, how far joints turn, and which way.

use crate::{Axes, Limits};
use glam::{Quat, Vec3};
use tumble_pose::{Role, Side};

/// The character's own directions, at rest.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Facing {
    pub(crate) left: Vec3,
    pub(crate) forward: Vec3,
}

impl Facing {
    pub(crate) const UP: Vec3 = Vec3::Y;

    /// From where the two legs begin; facing +Z where that tells nothing.
    pub(crate) fn from_hips(left: Vec3, right: Vec3) -> Self {
        let across = left - right;
        let left = (across - Self::UP * across.dot(Self::UP)).try_normalize().unwrap_or(Vec3::X);
        Self { left, forward: left.cross(Self::UP) }
    }

    /// From the character's own axes to model space.
    pub(crate) fn rotation(&self) -> Quat {
        Quat::from_mat3(&glam::Mat3::from_cols(self.left, Self::UP, self.forward)).normalize()
    }
}

/// The roles that get a body, parents first, each with the roles on which it hangs: the first that has a body.
pub(crate) const BODIES: &[(Role, &[Role])] = {
    use Role::{Chest, Foot, Hand, Head, Hips, LowerArm, LowerLeg, Spine, UpperArm, UpperLeg};
    use Side::{Left, Right};
    &[
        (Hips, &[]),
        (Spine, &[Hips]),
        (Chest, &[Spine, Hips]),
        (Head, &[Chest, Spine, Hips]),
        (UpperArm(Left), &[Chest, Spine, Hips]),
        (LowerArm(Left), &[UpperArm(Left)]),
        (Hand(Left), &[LowerArm(Left)]),
        (UpperArm(Right), &[Chest, Spine, Hips]),
        (LowerArm(Right), &[UpperArm(Right)]),
        (Hand(Right), &[LowerArm(Right)]),
        (UpperLeg(Left), &[Hips]),
        (LowerLeg(Left), &[UpperLeg(Left)]),
        (Foot(Left), &[LowerLeg(Left)]),
        (UpperLeg(Right), &[Hips]),
        (LowerLeg(Right), &[UpperLeg(Right)]),
        (Foot(Right), &[LowerLeg(Right)]),
    ]
};

/// Mass in kilograms of that part of a body of 75 kg and 1.75 m (de Leva 1996, adjusted to these parts).
pub(crate) fn mass(role: Role) -> f32 {
    0.75 * match role {
        Role::Hips => 11.2,
        Role::Spine => 16.3,
        Role::Chest => 15.9,
        Role::Head => 6.9,
        Role::UpperArm(_) => 2.7,
        Role::LowerArm(_) => 1.6,
        Role::Hand(_) => 0.6,
        Role::UpperLeg(_) => 14.2,
        Role::LowerLeg(_) => 4.3,
        _ => 1.4,
    }
}

/// The most torque with which the joint above that part resists, in N·m at 1.75 m.
pub(crate) fn damping(role: Role) -> f32 {
    match role {
        Role::Spine | Role::Chest => 8.0,
        Role::Head => 2.0,
        Role::UpperArm(_) => 2.5,
        Role::LowerArm(_) => 1.2,
        Role::Hand(_) => 0.3,
        Role::UpperLeg(_) => 6.0,
        Role::LowerLeg(_) => 3.0,
        _ => 1.0,
    }
}

/// Where a bone points: the parent's and the part's own, in model space at rest.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bones {
    pub(crate) parent: Vec3,
    pub(crate) own: Vec3,
}

/// The axes and limits of the joint above that part. Angles count from a standing body with its arms stretched out
/// to the sides, wherever the limbs are at rest.
pub(crate) fn link(role: Role, facing: Facing, bones: Bones) -> (Axes, Axes, Limits) {
    let up = Facing::UP;
    let same = |along, across, limits| {
        let axes = Axes { along, across };
        (axes, axes, limits)
    };
    match role {
        Role::Spine => same(up, facing.left, ball([-18., 18.], [-12., 34.], [-18., 18.])),
        Role::Chest => same(up, facing.left, ball([-18., 18.], [-12., 26.], [-18., 18.])),
        Role::Head => same(up, facing.left, ball([-60., 60.], [-45., 45.], [-35., 35.])),
        Role::UpperArm(side) => {
            let out = outward(side, facing);
            let forward = mirrored(side, [-110., 35.]);
            from_reference(out, up, bones.own, ball([-60., 60.], forward, [-95., 75.]))
        }
        Role::LowerArm(_) => hinge(facing.forward, up, bones, [0., 145.]),
        Role::Hand(side) => {
            let turned = Quat::from_rotation_arc(outward(side, facing), bones.parent);
            same(bones.parent, turned * up, ball([-20., 20.], [-25., 25.], [-60., 60.]))
        }
        Role::UpperLeg(side) => {
            let limits = ball([-35., 35.], [-110., 25.], mirrored(side, [-20., 45.]));
            from_reference(-up, facing.left, bones.own, limits)
        }
        Role::LowerLeg(_) => hinge(-facing.forward, -up, bones, [0., 145.]),
        _ => same(-up, facing.left, ball([-15., 15.], [-25., 45.], [-20., 20.])),
    }
}

/// Limits of a joint of which nothing is known, about its rest.
pub(crate) fn unknown(along: Vec3) -> (Axes, Axes, Limits) {
    let axes = Axes { along, across: along.any_orthonormal_vector() };
    (axes, axes, ball([-20., 20.], [-35., 35.], [-35., 35.]))
}

fn outward(side: Side, facing: Facing) -> Vec3 {
    match side {
        Side::Left => facing.left,
        Side::Right => -facing.left,
    }
}

/// A range of angles about an axis that the mirror turns over.
fn mirrored(side: Side, [least, greatest]: [f32; 2]) -> [f32; 2] {
    match side {
        Side::Left => [least, greatest],
        Side::Right => [-greatest, -least],
    }
}

fn ball(twist: [f32; 2], swing_y: [f32; 2], swing_z: [f32; 2]) -> Limits {
    let radians = |range: [f32; 2]| range.map(f32::to_radians);
    Limits::Ball { twist: radians(twist), swing_y: radians(swing_y), swing_z: radians(swing_z) }
}

/// Angles count from where the bone points along `along`; at rest it points to `own`.
fn from_reference(along: Vec3, across: Vec3, own: Vec3, limits: Limits) -> (Axes, Axes, Limits) {
    let turned = Quat::from_rotation_arc(along, own);
    (Axes { along, across }, Axes { along: turned * along, across: turned * across }, limits)
}

/// A hinge that bends the bone from straight toward `toward` (toward `instead` where the bone points there already).
fn hinge(toward: Vec3, instead: Vec3, bones: Bones, range: [f32; 2]) -> (Axes, Axes, Limits) {
    let square = |toward: Vec3| Some(bones.parent.cross(toward)).filter(|axis| axis.length() > 0.35);
    let known = square(toward).or_else(|| square(instead)).unwrap_or(Vec3::X).normalize_or(Vec3::X);
    // A limb that is bent at rest shows its hinge.
    let bent = bones.parent.cross(bones.own);
    let along = match bent.try_normalize() {
        Some(shown) if bent.length() > 0.2 && shown.dot(known) > 0.3 => shown,
        _ => known,
    };
    let limits = Limits::Hinge { range: range.map(f32::to_radians) };
    (Axes { along, across: bones.parent }, Axes { along, across: bones.own }, limits)
}

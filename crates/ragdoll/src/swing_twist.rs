// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::angles::{twist, upper};
use glam::{Mat3, Quat, Vec3, Vec3Swizzles};

/// How far a bone may turn about itself, and the half axes of the ellipse of rotation vectors by which it may swing:
/// about y and z of the joint's frame. In radians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SwingTwist {
    pub(crate) twist: f32,
    pub(crate) swing: [f32; 2],
}

/// How far a joint is beyond a limit, below 0 within; and the axis in the parent's frame, of unit length, about which
/// the child would turn farther beyond.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Excess {
    pub(crate) angle: f32,
    pub(crate) axis: Vec3,
}

/// Half axes are at least this, in radians: an ellipse without width has no normal.
const LEAST: f32 = 1e-3;

impl SwingTwist {
    /// Excesses of twist and of swing at `relative`, the child's frame in the parent's. Angles are turned about the
    /// axes that are given with them; so that of the swing is first-order, and exact at the limit.
    pub(crate) fn excess(&self, relative: Quat) -> [Excess; 2] {
        let (turned, swing) = twist(relative);
        let bone = swing * Vec3::X;
        [self.twist_excess(turned, bone), self.swing_excess(upper(swing).to_scaled_axis(), bone)]
    }

    /// The twist grows fastest about the bisector of both bones.
    fn twist_excess(&self, turned: f32, bone: Vec3) -> Excess {
        let along = Vec3::X + bone;
        let half_cosine = along.length() * 0.5;
        let axis = along.normalize_or(Vec3::X) * if turned < 0.0 { -1.0 } else { 1.0 };
        Excess { angle: (turned.abs() - self.twist) * half_cosine, axis }
    }

    fn swing_excess(&self, swing: Vec3, bone: Vec3) -> Excess {
        let [y, z] = self.swing.map(|half| half.max(LEAST));
        let normal = Vec3::new(0.0, swing.y / (y * y), swing.z / (z * z));
        let share = (swing.y / y).hypot(swing.z / z);
        let steep = normal.length();
        if share < 1e-3 || steep < 1e-6 {
            return Excess { angle: -y.min(z), axis: Vec3::Y };
        }
        let beyond = (share - 1.0) * share / steep;
        // The swing in terms of where the bone points: about y by -stretch·z, about z by stretch·y.
        let angle = swing.length();
        let (sine, cosine) = (bone.yz().length().max(1e-6), bone.x);
        let stretch = if angle < 1e-3 { 1.0 } else { angle / sine };
        let bend = if angle < 1e-2 { 0.0 } else { (sine - angle * cosine) / (sine * sine * sine) };
        let normal = normal / steep;
        let (about_y, about_z) = (normal.y, normal.z);
        let gradient =
            Vec3::new((about_y * bone.z - about_z * bone.y) * bend, about_z * stretch, -about_y * stretch);
        let axis = bone.cross(gradient);
        let speed = axis.length().max(1e-3);
        Excess { angle: beyond / speed, axis: axis / speed }
    }
}

/// A frame whose x is `x`, and whose y is as near to `y` as it can be.
pub(crate) fn frame(x: Vec3, y: Vec3) -> Quat {
    let y = (y - x * x.dot(y)).try_normalize().unwrap_or_else(|| x.any_orthonormal_vector());
    Quat::from_mat3(&Mat3::from_cols(x, y, x.cross(y))).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::angles::swing_twist;

    const LIMITS: SwingTwist = SwingTwist { twist: 0.4, swing: [1.1, 0.6] };

    /// Some rotations with swings of up to two radians.
    fn rotations() -> impl Iterator<Item = Quat> {
        let mut random = fastrand::Rng::with_seed(5);
        (0..500).map(move |_| {
            let mut within = |most: f32| (random.f32() * 2.0 - 1.0) * most;
            let (twist, y, z) = (within(1.5), within(1.4), within(1.4));
            Quat::from_scaled_axis(Vec3::new(0.0, y, z)) * Quat::from_rotation_x(twist)
        })
    }

    #[test]
    fn within_is_below_zero_and_beyond_is_above() {
        for relative in rotations() {
            let angles = swing_twist(relative);
            let [twist, swing] = LIMITS.excess(relative);
            assert_eq!(angles.x.abs() > LIMITS.twist, twist.angle > 0.0, "{angles}");
            let share = (angles.y / LIMITS.swing[0]).hypot(angles.z / LIMITS.swing[1]);
            assert_eq!(share > 1.0, swing.angle > 0.0, "{angles}");
        }
    }

    /// Turning the child by a little about an axis raises an excess by as much as the axis lies along its own.
    #[test]
    fn the_axes_are_those_about_which_excesses_grow() {
        let step = 1e-3;
        for relative in rotations() {
            let now = LIMITS.excess(relative);
            if now[1].angle.abs() > 0.3 || now[0].angle.abs() > 0.3 {
                continue;
            }
            for (index, excess) in now.into_iter().enumerate() {
                let there = LIMITS.excess(Quat::from_scaled_axis(excess.axis * step) * relative)[index];
                let grown = (there.angle - excess.angle) / step;
                assert!((grown - 1.0).abs() < 0.25, "{index}: {grown} at {}", swing_twist(relative));
            }
        }
    }

    #[test]
    fn a_joint_without_swing_has_an_axis_nevertheless() {
        for relative in [Quat::IDENTITY, -Quat::IDENTITY, Quat::from_rotation_x(3.0)] {
            for excess in LIMITS.excess(relative) {
                assert!(excess.axis.is_normalized() && excess.angle.is_finite(), "{excess:?}");
            }
        }
    }
}

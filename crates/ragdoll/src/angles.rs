// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Angles of a jointed child against its parent, by rapier's measure and as swing and twist.

use glam::{Quat, Vec3};

/// The same rotation with `w` at or above 0.
pub(crate) fn upper(rotation: Quat) -> Quat {
    if rotation.w < 0.0 { -rotation } else { rotation }
}

/// What rapier compares with a ball joint's limits: twice the arcsine of each imaginary component.
pub(crate) fn rapier_angles(relative: Quat) -> Vec3 {
    let q = upper(relative);
    Vec3::new(q.x, q.y, q.z).map(|component| 2.0 * libm_asin(component))
}

/// The rotation about x that is nearest, in radians, and what is left: `relative = rest * about_x`.
pub(crate) fn twist(relative: Quat) -> (f32, Quat) {
    let q = upper(relative);
    let about_x = Quat::from_xyzw(q.x, 0.0, 0.0, q.w);
    if about_x.length_squared() < 1e-12 {
        return (0.0, q);
    }
    let about_x = about_x.normalize();
    let angle = about_x.to_scaled_axis().x;
    (angle, (q * about_x.inverse()).normalize())
}

/// Twist about x, then swing about y and z, in radians.
pub(crate) fn swing_twist(relative: Quat) -> Vec3 {
    let (angle, rest) = twist(relative);
    let swing = upper(rest).to_scaled_axis();
    Vec3::new(angle, swing.y, swing.z)
}

/// The rotation in the middle of three ranges of angles: twist about x first, then swing.
pub(crate) fn middle(ranges: [[f32; 2]; 3]) -> Quat {
    let [x, y, z] = ranges.map(|[least, greatest]| 0.5 * (least + greatest));
    Quat::from_scaled_axis(Vec3::new(0.0, y, z)) * Quat::from_rotation_x(x)
}

/// The arcsine, through glam so that it is the same on every platform. Clamped to where it exists.
fn libm_asin(sine: f32) -> f32 {
    // The angle of a rotation about x whose half-angle has this sine.
    let sine = sine.clamp(-1.0, 1.0);
    let cosine = (1.0 - sine * sine).max(0.0).sqrt();
    Quat::from_xyzw(sine, 0.0, 0.0, cosine).to_scaled_axis().x * 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rapiers_angle_is_the_angle_of_a_turn_about_one_axis() {
        for angle in [-2.9_f32, -1.0, 0.0, 0.3, 2.0, 3.0] {
            let measured = rapier_angles(Quat::from_rotation_y(angle));
            assert!((measured - Vec3::new(0.0, angle, 0.0)).length() < 1e-3, "{angle}: {measured}");
        }
    }

    #[test]
    fn swing_and_twist_make_up_the_rotation() {
        for (turn, swing) in [(0.4, Vec3::new(0.0, 0.7, -0.2)), (-1.9, Vec3::new(0.0, 0.0, 1.2))] {
            let relative = Quat::from_scaled_axis(swing) * Quat::from_rotation_x(turn);
            let found = swing_twist(-relative);
            assert!((found - (swing + Vec3::X * turn)).length() < 1e-3, "{found}");
        }
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Between glam, which Tumble speaks, and nalgebra, which Fyrox does. Axes, handedness and units are the same in
//! both, so only the types change: every number stays as it is.

use fyrox::core::algebra::{Matrix4, Quaternion, UnitQuaternion, Vector2, Vector3};
use fyrox::scene;
use glam::{Affine3A, Mat3A, Quat, Vec2, Vec3, Vec3A};
use tumble_pose::Transform;

/// A vector for Fyrox.
#[must_use]
pub fn to_vector3(from: Vec3) -> Vector3<f32> {
    Vector3::new(from.x, from.y, from.z)
}

/// A vector from Fyrox.
#[must_use]
pub fn to_vec3(from: &Vector3<f32>) -> Vec3 {
    Vec3::new(from.x, from.y, from.z)
}

/// Texture coordinates for Fyrox.
#[must_use]
pub fn to_vector2(from: Vec2) -> Vector2<f32> {
    Vector2::new(from.x, from.y)
}

/// A rotation for Fyrox. Its length, which should be 1, is kept.
#[must_use]
pub fn to_unit_quaternion(from: Quat) -> UnitQuaternion<f32> {
    UnitQuaternion::new_unchecked(Quaternion::new(from.w, from.x, from.y, from.z))
}

/// A rotation from Fyrox.
#[must_use]
pub fn to_quat(from: &UnitQuaternion<f32>) -> Quat {
    Quat::from_xyzw(from.i, from.j, from.k, from.w)
}

/// A matrix for Fyrox.
#[must_use]
pub fn to_matrix4(from: &Affine3A) -> Matrix4<f32> {
    let (m, t) = (from.matrix3, from.translation);
    Matrix4::new(
        m.x_axis.x, m.y_axis.x, m.z_axis.x, t.x, //
        m.x_axis.y, m.y_axis.y, m.z_axis.y, t.y, //
        m.x_axis.z, m.y_axis.z, m.z_axis.z, t.z, //
        0.0, 0.0, 0.0, 1.0,
    )
}

/// A matrix from Fyrox; its last row, which holds nothing in transforms of nodes, is left out.
#[must_use]
pub fn to_affine(from: &Matrix4<f32>) -> Affine3A {
    let column = |index: usize| Vec3A::new(from[(0, index)], from[(1, index)], from[(2, index)]);
    let matrix3 = Mat3A::from_cols(column(0), column(1), column(2));
    Affine3A { matrix3, translation: column(3) }
}

/// A joint's place in its parent, as a node's. Rotation lengths are kept.
pub(crate) fn to_transform(from: Transform) -> scene::transform::Transform {
    scene::transform::TransformBuilder::new()
        .with_local_position(to_vector3(from.translation))
        .with_local_rotation(to_unit_quaternion(from.rotation))
        .with_local_scale(to_vector3(from.scale))
        .build()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tumble_pose::generators::{rotations, transforms, vectors};

    proptest! {
        #[test]
        fn what_goes_over_and_back_is_the_same_bit_by_bit(v in vectors(1e6), q in rotations(), t in transforms()) {
            prop_assert_eq!(to_vec3(&to_vector3(v)), v);
            prop_assert_eq!(to_quat(&to_unit_quaternion(q)), q);
            let matrix = t.to_affine();
            prop_assert_eq!(to_affine(&to_matrix4(&matrix)), matrix);
        }

        #[test]
        fn both_libraries_move_a_point_alike(point in vectors(2.0), t in transforms()) {
            let here = t.to_affine().transform_point3(point);
            let there = to_matrix4(&t.to_affine()).transform_point(&to_vector3(point).into());
            prop_assert!(here.distance(to_vec3(&there.coords)) < 1e-5);
            let turned = to_vec3(&to_unit_quaternion(t.rotation).transform_vector(&to_vector3(point)));
            prop_assert!(turned.distance(t.rotation * point) < 1e-5);
        }
    }
}

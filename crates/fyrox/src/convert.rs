// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Between glam, which Tumble speaks, and nalgebra, which Fyrox speaks. Both are metres, right-handed, +Y up.

use fyrox::core::algebra::{Quaternion, UnitQuaternion, Vector3};
use glam::{Quat, Vec3};

/// A glam vector as Fyrox's.
#[must_use]
pub fn to_vector3(vector: Vec3) -> Vector3<f32> {
    Vector3::new(vector.x, vector.y, vector.z)
}

/// A Fyrox vector as glam's.
#[must_use]
pub fn to_vec3(vector: &Vector3<f32>) -> Vec3 {
    Vec3::new(vector.x, vector.y, vector.z)
}

/// A glam rotation of unit length as Fyrox's, unchanged.
#[must_use]
pub fn to_unit_quaternion(rotation: Quat) -> UnitQuaternion<f32> {
    UnitQuaternion::new_unchecked(Quaternion::new(rotation.w, rotation.x, rotation.y, rotation.z))
}

/// A Fyrox rotation as glam's, unchanged.
#[must_use]
pub fn to_quat(rotation: &UnitQuaternion<f32>) -> Quat {
    Quat::from_xyzw(rotation.i, rotation.j, rotation.k, rotation.w)
}

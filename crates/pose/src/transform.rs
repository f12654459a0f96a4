// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};

/// A joint's place in its parent: scaled, then rotated, then moved.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Transform {
    /// Where the joint sits, in the parent's units.
    pub translation: Vec3,
    /// How the joint is turned; of unit length.
    pub rotation: Quat,
    /// Size along the joint's own axes.
    pub scale: Vec3,
}

impl Transform {
    /// At the parent, unturned, as large as it is.
    pub const IDENTITY: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    /// A transform that only moves.
    #[must_use]
    pub const fn from_translation(translation: Vec3) -> Self {
        Self { translation, ..Self::IDENTITY }
    }

    /// A transform that only turns.
    #[must_use]
    pub const fn from_rotation(rotation: Quat) -> Self {
        Self { rotation, ..Self::IDENTITY }
    }

    /// The nearest transform to `affine`. Shear, which a transform cannot hold, is lost; a matrix that is
    /// flat along an axis keeps a scale of 0 there and some rotation.
    #[must_use]
    pub fn from_affine(affine: &Affine3A) -> Self {
        let (scale, rotation, translation) = affine.to_scale_rotation_translation();
        let rotation = if rotation.is_finite() { rotation.normalize() } else { Quat::IDENTITY };
        Self { translation, rotation, scale }
    }

    /// The matrix of this transform.
    #[must_use]
    pub fn to_affine(self) -> Affine3A {
        Affine3A::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }

    /// Whether every number in it is finite.
    #[must_use]
    pub fn is_finite(self) -> bool {
        self.translation.is_finite() && self.rotation.is_finite() && self.scale.is_finite()
    }

    /// Between `self` at 0 and `other` at 1: translation and scale straight, rotation along the shorter arc
    /// (slerp).
    #[must_use]
    pub fn interpolate(self, other: Self, blend: f32) -> Self {
        Self {
            translation: self.translation.lerp(other.translation, blend),
            rotation: self.rotation.slerp(other.rotation, blend),
            scale: self.scale.lerp(other.scale, blend),
        }
    }
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl From<Transform> for Affine3A {
    fn from(transform: Transform) -> Self {
        transform.to_affine()
    }
}

/// The rotation of an affine map whose axes may be scaled: its axes made unit length, a flat one replaced.
pub(crate) fn rotation_of(affine: &Affine3A) -> Quat {
    let unit = |axis: Vec3A, fallback: Vec3A| axis.try_normalize().unwrap_or(fallback);
    let x = unit(affine.matrix3.x_axis, Vec3A::X);
    let y = unit(affine.matrix3.y_axis - x * x.dot(affine.matrix3.y_axis), x.any_orthonormal_vector());
    let z = x.cross(y);
    Quat::from_mat3a(&Mat3A::from_cols(x, y, z)).normalize()
}

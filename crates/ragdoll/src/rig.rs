// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};
use tumble_pose::Role;

/// What a character's ragdoll is made of: bodies, how they are jointed, and the joints left without one.
///
/// Lengths are metres and masses kilograms. Directions are the character's at rest: +X its left, +Y up, +Z the
/// way it faces. A rig is saved and read as RON ([`Rig::to_ron`], [`Rig::from_ron`]), to be changed by hand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rig {
    /// Metres a unit of the character's own lengths.
    pub metres_per_unit: f32,
    /// Height of the ground that the resting character stands on.
    pub ground: f32,
    /// The bodies, each after its parent. The first has no parent and is the only one.
    pub bodies: Vec<Body>,
    /// Joints that get no body and ride on the joint above them, by path, and why.
    pub ignored: Vec<(String, Why)>,
}

/// A rigid part of a ragdoll. It moves one joint of the skeleton.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// Path of the joint that it moves.
    pub joint: String,
    /// What part of a human that joint is; `None` for other creatures.
    pub role: Option<Role>,
    /// Its form.
    pub shape: Shape,
    /// In kilograms.
    pub mass: f32,
    /// How it hangs on another body; `None` for the first.
    pub link: Option<Link>,
}

/// The form of a body, placed in its joint: from the joint's origin, along the joint's own axes, in metres.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Shape {
    /// All points within a radius of a line.
    Capsule {
        /// One end of the line.
        from: Vec3,
        /// The other end.
        to: Vec3,
        /// The radius.
        radius: f32,
    },
    /// A box.
    Cuboid {
        /// Its middle.
        center: Vec3,
        /// How it is turned in the joint.
        rotation: Quat,
        /// Half of each side.
        half_extents: Vec3,
    },
}

/// How a body hangs on its parent: the two share the place of the child's joint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// Path of the parent body's joint: not always an ancestor in the skeleton.
    pub parent: String,
    /// The axes from which angles are measured, fixed to the parent.
    pub on_parent: Axes,
    /// The axes whose angles are measured, fixed to the child.
    pub on_child: Axes,
    /// How far it can turn.
    pub limits: Limits,
    /// The most torque with which the joint resists motion, in N·m for a character of 1.75 m; it grows with the
    /// fourth power of size.
    pub damping: f32,
}

/// A right-handed set of axes by two of them, as directions in the character's space at rest.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Axes {
    /// The x axis: the hinge, or the axis of twist.
    pub along: Vec3,
    /// The y axis; made square to `along`.
    pub across: Vec3,
}

/// How far a child can turn against its parent, as ranges of angles in radians.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Limits {
    /// About `along` alone.
    Hinge {
        /// Least and greatest angle.
        range: [f32; 2],
    },
    /// About all three axes.
    Ball {
        /// About `along`.
        twist: [f32; 2],
        /// About `across`.
        swing_y: [f32; 2],
        /// About the third axis.
        swing_z: [f32; 2],
    },
}

/// Why a joint has no body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Why {
    /// It is above the first body: the character's root.
    AboveTheBody,
    /// It steers others or holds things: an IK control, a pole target, a weapon's slot.
    Control,
    /// It is part of a body's end: fingers, toes, face.
    Detail,
    /// Between two bodies, too short for one of its own.
    Between,
    /// Too few vertices follow it, or its bone is too short.
    Small,
}

impl Axes {
    /// The rotation from these axes to the character's.
    #[must_use]
    pub fn rotation(&self) -> Quat {
        let x = self.along.try_normalize().unwrap_or(Vec3::X);
        let y = (self.across - x * x.dot(self.across)).try_normalize();
        let y = y.unwrap_or_else(|| x.any_orthonormal_vector());
        Quat::from_mat3(&glam::Mat3::from_cols(x, y, x.cross(y))).normalize()
    }

    /// The axes that a rotation turns the character's x and y to.
    #[must_use]
    pub fn from_rotation(rotation: Quat) -> Self {
        Self { along: rotation * Vec3::X, across: rotation * Vec3::Y }
    }
}

impl Shape {
    /// Half-way point, in the joint.
    #[must_use]
    pub fn center(&self) -> Vec3 {
        match *self {
            Self::Capsule { from, to, .. } => (from + to) * 0.5,
            Self::Cuboid { center, .. } => center,
        }
    }

    /// In cubic metres.
    #[must_use]
    pub fn volume(&self) -> f32 {
        match *self {
            Self::Capsule { from, to, radius } => {
                std::f32::consts::PI * radius * radius * (from.distance(to) + radius * 4.0 / 3.0)
            }
            Self::Cuboid { half_extents, .. } => 8.0 * half_extents.element_product(),
        }
    }

    /// The least height of any of its points above the plane through the origin with this normal, when the joint
    /// is placed at `position`, turned by `rotation`.
    #[must_use]
    pub fn lowest(&self, position: Vec3, rotation: Quat, normal: Vec3) -> f32 {
        match *self {
            Self::Capsule { from, to, radius } => {
                let height = |point: Vec3| (position + rotation * point).dot(normal);
                height(from).min(height(to)) - radius
            }
            Self::Cuboid { center, rotation: own, half_extents } => {
                let normal_inside = (rotation * own).inverse() * normal;
                (position + rotation * center).dot(normal) - normal_inside.abs().dot(half_extents)
            }
        }
    }
}

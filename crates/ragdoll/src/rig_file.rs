// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{Body, Limits, Rig, Shape};
use glam::{Quat, Vec3};
use std::collections::HashSet;
use tumble_pose::{JointIndex, Skeleton};

/// The most bodies that a ragdoll can have: each has one of 32 collision groups, and the ground the last.
pub const MAX_BODIES: usize = 31;

impl Rig {
    /// The rig as text.
    ///
    /// # Errors
    ///
    /// [`RigError::Text`] should the text format refuse, which no valid rig makes it do.
    pub fn to_ron(&self) -> Result<String, RigError> {
        let config = ron::ser::PrettyConfig::new().depth_limit(4).new_line("\n");
        let text = ron::ser::to_string_pretty(self, config);
        text.map(|text| text + "\n").map_err(|error| RigError::Text { what: error.to_string() })
    }

    /// Reads a rig from text and checks it.
    ///
    /// # Errors
    ///
    /// [`RigError`] when the text is not a rig, or the rig does not pass [`Rig::validate`].
    pub fn from_ron(text: &str) -> Result<Self, RigError> {
        let rig: Self = ron::from_str(text).map_err(|error| RigError::Text { what: error.to_string() })?;
        rig.validate()?;
        Ok(rig)
    }

    /// Checks what can be checked without a skeleton: numbers in range, each body once, parents before children.
    ///
    /// # Errors
    ///
    /// The first fault found.
    pub fn validate(&self) -> Result<(), RigError> {
        let fault = |body: &Body, what| RigError::Body { joint: body.joint.clone(), what };
        if !(self.metres_per_unit.is_finite() && self.metres_per_unit > 0.0) {
            return Err(RigError::Scale { found: self.metres_per_unit });
        }
        if !self.ground.is_finite() {
            return Err(RigError::Ground { found: self.ground });
        }
        if self.bodies.len() < 2 {
            return Err(RigError::TooFewBodies { found: self.bodies.len() });
        }
        if self.bodies.len() > MAX_BODIES {
            return Err(RigError::TooManyBodies { found: self.bodies.len() });
        }
        let mut seen = HashSet::new();
        for body in &self.bodies {
            if !(body.mass.is_finite() && body.mass > 0.0) {
                return Err(fault(body, "its mass is not above 0"));
            }
            if !body.shape.is_valid() {
                return Err(fault(body, "its shape is not finite or has no size"));
            }
            match &body.link {
                None if seen.is_empty() => {}
                None => return Err(fault(body, "only the first body may have no link")),
                Some(_) if seen.is_empty() => return Err(fault(body, "the first body must have no link")),
                Some(link) if !seen.contains(link.parent.as_str()) => {
                    return Err(fault(body, "its link's parent is no body before it"));
                }
                Some(link) if !link.limits.are_valid() => {
                    return Err(fault(body, "its limits are not ranges within half a turn"));
                }
                Some(link) => {
                    let axes = [link.on_parent, link.on_child];
                    let skew = axes.iter().any(|axes| {
                        let area = axes.along.cross(axes.across).length();
                        !(area.is_finite() && area > 1e-6)
                    });
                    if skew || !(link.damping.is_finite() && link.damping >= 0.0) {
                        return Err(fault(body, "its axes are parallel, or its damping is below 0"));
                    }
                }
            }
            if !seen.insert(body.joint.as_str()) {
                return Err(fault(body, "another body moves the same joint"));
            }
        }
        Ok(())
    }

    /// The joint that each body moves, and the number of each body's parent.
    pub(crate) fn bind(&self, skeleton: &Skeleton) -> Result<Vec<(JointIndex, Option<usize>)>, RigError> {
        self.validate()?;
        let place = |path: &str| self.bodies.iter().position(|body| body.joint == path);
        let bind = |body: &Body| {
            let joint = skeleton.find(&body.joint);
            let joint = joint.ok_or_else(|| RigError::MissingJoint { joint: body.joint.clone() })?;
            Ok((joint, body.link.as_ref().and_then(|link| place(&link.parent))))
        };
        self.bodies.iter().map(bind).collect()
    }

    /// The mass of all bodies, in kilograms.
    #[must_use]
    pub fn mass(&self) -> f32 {
        self.bodies.iter().map(|body| body.mass).sum()
    }
}

impl Shape {
    fn is_valid(&self) -> bool {
        let positive = |size: f32| size.is_finite() && size > 0.0;
        match *self {
            Self::Capsule { from, to, radius } => from.is_finite() && to.is_finite() && positive(radius),
            Self::Cuboid { center, rotation, half_extents: Vec3 { x, y, z } } => {
                let turned = Quat::is_finite(rotation) && (rotation.length() - 1.0).abs() < 1e-3;
                center.is_finite() && turned && [x, y, z].into_iter().all(positive)
            }
        }
    }
}

impl Limits {
    fn are_valid(&self) -> bool {
        let pi = std::f32::consts::PI;
        let valid = |[least, greatest]: [f32; 2]| least >= -pi && least <= greatest && greatest <= pi;
        match *self {
            Self::Hinge { range } => valid(range),
            Self::Ball { twist, swing_y, swing_z } => [twist, swing_y, swing_z].into_iter().all(valid),
        }
    }
}

/// Why a [`Rig`] cannot be used.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RigError {
    /// Text that is not a rig, with line and column.
    #[error("not a rig: {what}")]
    Text {
        /// What the reader says.
        what: String,
    },
    /// A scale that is not above 0.
    #[error("metres_per_unit must be finite and above 0, found {found}")]
    Scale {
        /// The scale.
        found: f32,
    },
    /// Ground at no height.
    #[error("ground must be finite, found {found}")]
    Ground {
        /// The height.
        found: f32,
    },
    /// A ragdoll of one body has nothing to bend.
    #[error("a ragdoll needs at least two bodies, found {found}")]
    TooFewBodies {
        /// How many there are.
        found: usize,
    },
    /// More bodies than collision groups.
    #[error("a ragdoll can have {MAX_BODIES} bodies, found {found}")]
    TooManyBodies {
        /// How many there are.
        found: usize,
    },
    /// A body that cannot be.
    #[error("body {joint:?}: {what}")]
    Body {
        /// The joint that it moves.
        joint: String,
        /// What is wrong.
        what: &'static str,
    },
    /// A body for a joint that the skeleton has not.
    #[error("the skeleton has no joint {joint:?}")]
    MissingJoint {
        /// The joint's path.
        joint: String,
    },
    /// A start pose in which nothing can stand.
    #[error("joint {joint:?} of the start pose is not finite or has a rotation that is not of unit length")]
    Start {
        /// The joint's path.
        joint: String,
    },
    /// A character in which no bodies are found.
    #[error("no body found in the {joints} joints of {character:?}: {what}")]
    Unrecognised {
        /// The character's name.
        character: String,
        /// How many joints it has.
        joints: usize,
        /// What is missing.
        what: &'static str,
    },
}

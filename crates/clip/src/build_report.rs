// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{Bones, Tolerance};
use tumble_pose::Seconds;

/// What a [`Clip`](crate::Clip) cost and how near it is to what it was built from. It is stored in the file.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BuildReport {
    /// Joints of the skeleton.
    pub joints: usize,
    /// Joints of which some part changes over time.
    pub animated_joints: usize,
    /// Scalar tracks.
    pub scalars: usize,
    /// Samples over time.
    pub samples: usize,
    /// 40 bytes a joint a sample and 4 a scalar a sample.
    pub raw_bytes: usize,
    /// What sampling reads, shared by all who play the clip: without names, metadata and this report.
    pub memory_bytes: usize,
    /// The joint and scalar tracks as they are in the file.
    pub track_bytes: usize,
    /// The largest error of any joint at any sample, in metres.
    pub max_error_m: f64,
    /// The error that 99 in 100 joints and samples stay below, in metres.
    pub p99_error_m: f64,
    /// The largest error half-way between samples, in metres: there a clip goes straight, and its source need
    /// not.
    pub max_between_m: f64,
    /// The largest error of any scalar at any sample, in the scalar's own unit.
    pub max_scalar_error: f64,
    /// Path of the joint that has the largest error.
    pub worst_joint: String,
    /// When it has it.
    pub worst_time: Seconds,
    /// How far the last pose is from the first, where the clip loops.
    pub seam: Option<Seam>,
    /// What was asked for.
    pub tolerance: Tolerance,
    /// Whether joints were to move in their parents as they were recorded.
    pub bones: Bones,
    /// Paths of the source's tracks that are not in the clip: no joint of the skeleton has them.
    pub unbound: Vec<String>,
}

/// Where a looping clip starts again.
///
/// Its last pose gives way to its first there. Ends that meet in the source meet here to within the bound of either, so
/// within twice the precision. A clip that travels jumps back by as far as it went, until its root's motion is taken
/// out.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Seam {
    /// How far the joint that jumps farthest does, in metres: as an error is measured, in object space.
    pub jump_m: f64,
    /// Its path.
    pub joint: String,
}

impl BuildReport {
    /// What [`max_error_m`](Self::max_error_m) was held to, in metres: the precision and, for rigid bones, what was
    /// allowed for them.
    #[must_use]
    pub fn bound_m(&self) -> f64 {
        f64::from(self.tolerance.precision) + f64::from(self.bones.allowance())
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::Tolerance;
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
    /// What was asked for.
    pub tolerance: Tolerance,
    /// Paths of the source's tracks that are not in the clip: no joint of the skeleton has them.
    pub unbound: Vec<String>,
}

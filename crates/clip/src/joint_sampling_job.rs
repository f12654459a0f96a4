// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{Clip, Rounding, SamplingContext, SamplingError};
use tumble_pose::{JointIndex, Seconds, Transform};

/// Samples one joint of a clip at a time: where a hand will be, how far the root has come.
#[derive(Debug)]
pub struct JointSamplingJob<'a> {
    /// The clip.
    pub clip: &'a Clip,
    /// Caches, as in a [`SamplingJob`](crate::SamplingJob).
    pub context: &'a mut SamplingContext,
    /// The joint, of the clip's skeleton.
    pub joint: JointIndex,
    /// When, as in a [`SamplingJob`](crate::SamplingJob).
    pub at: Seconds,
    /// What to take between two samples.
    pub rounding: Rounding,
}

impl JointSamplingJob<'_> {
    /// The joint in its parent, to the bit as in the whole pose.
    ///
    /// # Errors
    ///
    /// [`SamplingError::Joint`] when the clip's skeleton has no such joint.
    pub fn run(self) -> Result<Transform, SamplingError> {
        let skeleton = self.clip.skeleton();
        let joints = skeleton.joint_count();
        if self.joint.index() >= joints {
            return Err(SamplingError::Joint { joint: self.joint, joints });
        }
        let seek = self.clip.timeline().seek(self.at, self.rounding);
        let scratch = self.context.scratch();
        Ok(self.clip.tracks().sample_joint(seek, scratch, self.joint, skeleton.rest_pose()))
    }
}

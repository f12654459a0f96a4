// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{Clip, Rounding, SamplingContext, SamplingError};
use tumble_pose::{JointMask, LocalPose, Seconds};

/// Samples some joints of a clip's pose at a time: fewer for what is far away, or for a layer that moves but an arm.
#[derive(Debug)]
pub struct MaskedSamplingJob<'a> {
    /// The clip.
    pub clip: &'a Clip,
    /// Caches, as in a [`SamplingJob`](crate::SamplingJob).
    pub context: &'a mut SamplingContext,
    /// Joints of any weight above 0 are sampled, all others left as they are.
    pub mask: &'a JointMask,
    /// When, as in a [`SamplingJob`](crate::SamplingJob).
    pub at: Seconds,
    /// What to take between two samples.
    pub rounding: Rounding,
    /// The pose, with the joints of the clip's skeleton in its order.
    pub output: &'a mut LocalPose,
}

impl MaskedSamplingJob<'_> {
    /// Does it: the joints' bits are those of the whole pose. What takes the time is what is wanted, and little more.
    ///
    /// # Errors
    ///
    /// [`SamplingError`] when output or mask have not one entry per joint of the clip's skeleton.
    pub fn run(self) -> Result<(), SamplingError> {
        let skeleton = self.clip.skeleton();
        let (joints, masked) = (skeleton.joint_count(), self.mask.joint_count());
        SamplingError::check_joints(joints, self.output)?;
        if masked != joints {
            return Err(SamplingError::Mask { expected: joints, found: masked });
        }
        let seek = self.clip.timeline().seek(self.at, self.rounding);
        let scratch = self.context.scratch();
        self.clip.tracks().sample_masked(seek, scratch, self.mask, skeleton.rest_pose(), self.output);
        Ok(())
    }
}

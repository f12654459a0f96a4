// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{Clip, Rounding, SamplingContext, SamplingError, SamplingJob};
use tumble_pose::{LocalPose, Seconds};

/// Samples one clip at many times, for a crowd that plays it: with one context, and the clip's memory at hand.
#[derive(Debug)]
pub struct SampleManyJob<'a> {
    /// The clip.
    pub clip: &'a Clip,
    /// Caches, as in a [`SamplingJob`](crate::SamplingJob).
    pub context: &'a mut SamplingContext,
    /// When, one for each pose.
    pub at: &'a [Seconds],
    /// What to take between two samples.
    pub rounding: Rounding,
    /// The poses, each with the joints of the clip's skeleton in its order.
    pub output: &'a mut [LocalPose],
}

impl SampleManyJob<'_> {
    /// Does it. Each pose is what a [`SamplingJob`] would give.
    ///
    /// # Errors
    ///
    /// [`SamplingError`] when there are not as many poses as times, or one has not one entry per joint of the clip's
    /// skeleton. All poses are then unchanged.
    pub fn run(self) -> Result<(), SamplingError> {
        let Self { clip, context, at, rounding, output } = self;
        if at.len() != output.len() {
            return Err(SamplingError::Poses { expected: at.len(), found: output.len() });
        }
        for pose in output.iter() {
            SamplingError::check_joints(clip.skeleton().joint_count(), pose)?;
        }
        for (&at, output) in at.iter().zip(output) {
            SamplingJob { clip, context, at, rounding, output }.run()?;
        }
        Ok(())
    }
}

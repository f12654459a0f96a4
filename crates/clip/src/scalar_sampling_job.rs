// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{Clip, Rounding, SamplingError};
use tumble_pose::{ScalarPose, Seconds};

/// Samples a clip's scalars at a time.
#[derive(Debug)]
pub struct ScalarSamplingJob<'a> {
    /// The clip.
    pub clip: &'a Clip,
    /// When, as in a [`SamplingJob`](crate::SamplingJob).
    pub at: Seconds,
    /// What to take between two samples.
    pub rounding: Rounding,
    /// The values, one per key in the order of [`Clip::scalar_keys`].
    pub output: &'a mut ScalarPose,
}

impl ScalarSamplingJob<'_> {
    /// Does it. Nothing is allocated.
    ///
    /// # Errors
    ///
    /// [`SamplingError::Scalars`] when the output has not one entry per scalar of the clip.
    pub fn run(self) -> Result<(), SamplingError> {
        SamplingError::check_scalars(self.clip.scalar_keys().len(), self.output)?;
        let seek = self.clip.timeline().seek(self.at, self.rounding);
        self.clip.scalars().sample(seek, self.output.values_mut());
        Ok(())
    }
}

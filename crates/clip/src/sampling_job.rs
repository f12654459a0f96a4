// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::codec::Scratch;
use crate::{Clip, Rounding, SamplingError};
use tumble_pose::{LocalPose, Seconds};

/// Samples a clip's pose at a time.
#[derive(Debug)]
pub struct SamplingJob<'a> {
    /// The clip.
    pub clip: &'a Clip,
    /// Caches. Any will do, one for a thread as well as one for a character.
    pub context: &'a mut SamplingContext,
    /// When. NaN is taken as 0; times outside the clip as its [`Looping`](crate::Looping) says.
    pub at: Seconds,
    /// What to take between two samples.
    pub rounding: Rounding,
    /// The pose, with the joints of the clip's skeleton in its order.
    pub output: &'a mut LocalPose,
}

/// Room that sampling needs, 2,048 bytes whatever the clip. It never changes a result, and may go from clip to clip and
/// from character to character: one for a thread is enough.
#[derive(Debug, Clone, Default)]
pub struct SamplingContext {
    scratch: Scratch,
}

impl SamplingContext {
    /// A context with enough room for this clip, so that sampling it never allocates.
    ///
    /// One made by [`default`](Self::default) gets it when it is first used.
    #[must_use]
    pub fn for_clip(clip: &Clip) -> Self {
        let mut context = Self::default();
        clip.tracks().reserve(&mut context.scratch);
        context
    }

    pub(crate) fn scratch(&mut self) -> &mut Scratch {
        &mut self.scratch
    }

    /// The memory that it takes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.scratch.bytes()
    }
}

impl SamplingJob<'_> {
    /// Does it, in the same time whichever time was sampled before. Rotations are blended straight and made
    /// unit length (nlerp), along the shorter way; all else is blended straight.
    ///
    /// # Errors
    ///
    /// [`SamplingError::Joints`] when the output has not one entry per joint of the clip's skeleton.
    pub fn run(self) -> Result<(), SamplingError> {
        SamplingError::check_joints(self.clip.skeleton().joint_count(), self.output)?;
        let seek = self.clip.timeline().seek(self.at, self.rounding);
        self.clip.tracks().sample(
            seek,
            &mut self.context.scratch,
            self.clip.skeleton().rest_pose(),
            self.output,
        );
        Ok(())
    }

    /// The same with no more instructions than every machine of the kind has, to measure what more of them give.
    ///
    /// # Errors
    ///
    /// Those of [`run`](Self::run).
    #[cfg(feature = "bench")]
    #[doc(hidden)]
    pub fn run_plainly(self) -> Result<(), SamplingError> {
        SamplingError::check_joints(self.clip.skeleton().joint_count(), self.output)?;
        let seek = self.clip.timeline().seek(self.at, self.rounding);
        let (tracks, rest) = (self.clip.tracks(), self.clip.skeleton().rest_pose());
        tracks.sample_plainly(seek, &mut self.context.scratch, rest, self.output);
        Ok(())
    }
}

#[cfg(test)]
mod tests;

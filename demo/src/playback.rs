// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use tumble_fyrox::clip::{Clip, Rounding, SamplingContext, SamplingJob};
use tumble_fyrox::pose::{LocalPose, Seconds, Skeleton};

/// What playing clips needs, shared by all characters that do.
#[derive(Debug)]
pub(crate) struct Playback {
    context: SamplingContext,
    sampled: LocalPose,
}

impl Playback {
    /// Room enough for clips of this skeleton.
    pub(crate) fn new<'a>(skeleton: &Skeleton, clips: impl Iterator<Item = &'a Clip>) -> Self {
        let largest = clips.map(SamplingContext::for_clip).max_by_key(SamplingContext::memory_bytes);
        Self { context: largest.unwrap_or_default(), sampled: LocalPose::rest(skeleton) }
    }

    /// The pose of a clip. Nothing is allocated.
    pub(crate) fn sample(&mut self, clip: &Clip, at: Seconds, output: &mut LocalPose) {
        let job = SamplingJob { clip, context: &mut self.context, at, rounding: Rounding::None, output };
        // Clips are built for the skeleton whose poses these are: there is no error.
        let _ = job.run();
    }

    /// The pose of a clip, with `share` in `0.0..=1.0` of it, the rest from another pose. Nothing is allocated.
    pub(crate) fn sample_from(
        &mut self,
        before: &LocalPose,
        share: f32,
        clip: &Clip,
        at: Seconds,
        output: &mut LocalPose,
    ) {
        if share >= 1.0 {
            return self.sample(clip, at, output);
        }
        let mut sampled = std::mem::replace(&mut self.sampled, LocalPose::identity(0));
        self.sample(clip, at, &mut sampled);
        output.interpolate(before, &sampled, share);
        self.sampled = sampled;
    }
}

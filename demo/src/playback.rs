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

#[cfg(test)]
mod tests {
    use super::*;
    use allocation_counter::measure;
    use tumble_fyrox::clip::ClipBuilder;
    use tumble_fyrox::mannequin;

    #[test]
    fn sampling_and_blending_allocate_nothing() {
        let skeleton = mannequin::skeleton();
        let clips: Vec<Clip> = mannequin::clips()
            .iter()
            .map(|clip| ClipBuilder::default().build(&skeleton, clip).expect("our own"))
            .collect();
        let mut playback = Playback::new(&skeleton, clips.iter());
        let (before, mut pose) = (LocalPose::rest(&skeleton), LocalPose::rest(&skeleton));
        let counted = measure(|| {
            for clip in &clips {
                for step in 0..60 {
                    let at = Seconds(f64::from(step) / 60.0);
                    playback.sample_from(&before, step as f32 / 9.0, clip, at, &mut pose);
                }
            }
        });
        assert_eq!(counted.count_total, 0);
    }

    #[test]
    fn a_blend_goes_from_the_pose_before_to_the_clips_own() {
        let skeleton = mannequin::skeleton();
        let clip = ClipBuilder::default().build(&skeleton, &mannequin::clips()[0]).expect("our own");
        let mut playback = Playback::new(&skeleton, std::iter::once(&clip));
        let before = LocalPose::identity(skeleton.joint_count());
        let mut poses = [0.0, 0.5, 1.0].map(|share| {
            let mut pose = LocalPose::rest(&skeleton);
            playback.sample_from(&before, share, &clip, Seconds(0.4), &mut pose);
            pose
        });
        assert_eq!(poses[0], before);
        let end = poses[2].clone();
        poses[0].interpolate(&before, &end, 0.5);
        assert_eq!(poses[1], poses[0]);
    }
}

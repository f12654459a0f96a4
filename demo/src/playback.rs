// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use glam::Quat;
use tumble_fyrox::clip::{Clip, Rounding, SamplingContext, SamplingJob};
use tumble_fyrox::pose::{LocalPose, Seconds, Skeleton, Transform};

/// What playing clips needs, shared by all characters that do.
#[derive(Debug)]
pub(crate) struct Playback {
    context: SamplingContext,
}

impl Playback {
    /// Room enough for these clips.
    pub(crate) fn new<'a>(clips: impl Iterator<Item = &'a Clip>) -> Self {
        let largest = clips.map(SamplingContext::for_clip).max_by_key(SamplingContext::memory_bytes);
        Self { context: largest.unwrap_or_default() }
    }

    /// The pose of a clip. Nothing is allocated.
    pub(crate) fn sample(&mut self, clip: &Clip, at: Seconds, output: &mut LocalPose) {
        let job = SamplingJob { clip, context: &mut self.context, at, rounding: Rounding::None, output };
        // Clips are built for the skeleton whose poses these are: there is no error.
        let _ = job.run();
    }
}

/// How a pose differs from the first one of a clip that is to follow it: added to the clip's poses, and less and less
/// of it, it leads over without a jump and without holding the clip's motion back.
#[derive(Debug)]
pub(crate) struct Transition {
    /// For each joint what follows its rotation, and is added to the rest.
    offset: LocalPose,
}

impl Transition {
    pub(crate) fn new(skeleton: &Skeleton) -> Self {
        Self { offset: LocalPose::identity(skeleton.joint_count()) }
    }

    /// From one pose to a clip that begins with another. Nothing is allocated.
    pub(crate) fn start(&mut self, from: &LocalPose, first: &LocalPose, skeleton: &Skeleton) {
        for joint in skeleton.joints() {
            let (from, first) = (from.get(joint), first.get(joint));
            self.offset.set(
                joint,
                Transform {
                    translation: from.translation - first.translation,
                    rotation: first.rotation.inverse() * from.rotation,
                    scale: from.scale - first.scale,
                },
            );
        }
    }

    /// Adds what is `left` of it, in `0.0..=1.0`, to a pose of the clip. Nothing is allocated.
    pub(crate) fn add(&self, left: f32, pose: &mut LocalPose, skeleton: &Skeleton) {
        if left <= 0.0 {
            return;
        }
        for joint in skeleton.joints() {
            let (of_clip, offset) = (pose.get(joint), self.offset.get(joint));
            pose.set(
                joint,
                Transform {
                    translation: of_clip.translation + offset.translation * left,
                    rotation: of_clip.rotation * Quat::IDENTITY.slerp(offset.rotation, left),
                    scale: of_clip.scale + offset.scale * left,
                },
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use allocation_counter::measure;
    use tumble_fyrox::clip::ClipBuilder;
    use tumble_fyrox::mannequin;

    fn clips(skeleton: &Skeleton) -> Vec<Clip> {
        let build = |raw| ClipBuilder::default().build(skeleton, raw).expect("our own");
        mannequin::clips().iter().map(build).collect()
    }

    #[test]
    fn sampling_and_blending_allocate_nothing() {
        let skeleton = mannequin::skeleton();
        let clips = clips(&skeleton);
        let mut playback = Playback::new(clips.iter());
        let mut transition = Transition::new(&skeleton);
        let (before, mut pose) = (LocalPose::rest(&skeleton), LocalPose::rest(&skeleton));
        let counted = measure(|| {
            for clip in &clips {
                playback.sample(clip, Seconds::ZERO, &mut pose);
                transition.start(&before, &pose, &skeleton);
                for step in 0..60_u8 {
                    playback.sample(clip, Seconds(f64::from(step) / 60.0), &mut pose);
                    transition.add(1.0 - f32::from(step) / 9.0, &mut pose, &skeleton);
                }
            }
        });
        assert_eq!(counted.count_total, 0);
    }

    #[test]
    fn a_transition_begins_with_the_pose_before_and_ends_with_the_clips_own() {
        let skeleton = mannequin::skeleton();
        let clips = clips(&skeleton);
        let mut playback = Playback::new(clips.iter());
        let mut sample = |clip: &Clip, at| {
            let mut pose = LocalPose::rest(&skeleton);
            playback.sample(clip, Seconds(at), &mut pose);
            pose
        };
        let (before, first, later) = (sample(&clips[1], 0.3), sample(&clips[4], 0.0), sample(&clips[4], 0.4));
        let mut transition = Transition::new(&skeleton);
        transition.start(&before, &first, &skeleton);
        let mut begins = first.clone();
        transition.add(1.0, &mut begins, &skeleton);
        for joint in skeleton.joints() {
            let (begins, before) = (begins.get(joint), before.get(joint));
            assert!(begins.rotation.angle_between(before.rotation) < 3e-3);
            assert!(begins.translation.distance(before.translation) < 1e-5);
        }
        let mut ends = later.clone();
        transition.add(0.0, &mut ends, &skeleton);
        assert_eq!(ends, later);

        transition.start(&first, &first, &skeleton);
        let mut same = later.clone();
        transition.add(0.5, &mut same, &skeleton);
        for joint in skeleton.joints() {
            let turned = same.get(joint).rotation.angle_between(later.get(joint).rotation);
            assert!(turned < 3e-3, "where nothing differs the clip is played as it is: {turned}");
        }
    }
}

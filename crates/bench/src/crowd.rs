// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{BenchError, Moments};
use std::hint::black_box;
use tumble_clip::{Clip, Rounding, SamplingContext, SamplingJob};
use tumble_pose::{LocalPose, LocalToModelJob, ModelPose, Seconds};

/// Many who play one clip, each at a time and in a place of their own, with a second layer over it.
#[derive(Debug)]
pub struct Crowd<'a> {
    clip: &'a Clip,
    context: SamplingContext,
    second: LocalPose,
    sampled: LocalPose,
    blended: LocalPose,
    members: Vec<(Moments, ModelPose)>,
}

impl<'a> Crowd<'a> {
    /// How much of the second layer is blended in.
    pub const SECOND_WEIGHT: f32 = 0.3;

    /// When the clip's second layer, which does not move, is taken from it.
    #[must_use]
    pub fn second_at(duration: Seconds) -> Seconds {
        Seconds(duration.0 / 2.0)
    }

    /// The moments of one of a crowd, who is ahead of the one before.
    #[must_use]
    pub fn moments(duration: Seconds, number: usize) -> Moments {
        Moments::forward(duration).after(number * 7)
    }

    /// So many, with all the room they will need. The second layer is the clip's own pose at its middle.
    ///
    /// # Errors
    ///
    /// [`BenchError::Sampling`].
    pub fn new(clip: &'a Clip, size: usize) -> Result<Self, BenchError> {
        let mut context = SamplingContext::for_clip(clip);
        let mut second = LocalPose::rest(clip.skeleton());
        let (at, rounding) = (Self::second_at(clip.duration()), Rounding::None);
        SamplingJob { clip, context: &mut context, at, rounding, output: &mut second }.run()?;
        let model = ModelPose::identity(clip.skeleton().joint_count());
        let member = |number| (Self::moments(clip.duration(), number), model.clone());
        let members = (0..size).map(member).collect();
        Ok(Self { clip, context, sampled: second.clone(), blended: second.clone(), second, members })
    }

    /// A frame: for each, the clip's pose, the second layer blended into it, and every joint in model space,
    /// where the character keeps it to be drawn. Allocates nothing.
    ///
    /// # Errors
    ///
    /// [`BenchError::Sampling`], [`BenchError::LocalToModel`].
    pub fn frame(&mut self) -> Result<(), BenchError> {
        let (clip, rounding) = (black_box(self.clip), Rounding::None);
        let skeleton = clip.skeleton();
        for (moments, model) in &mut self.members {
            let (at, context, output) = (moments.step(), &mut self.context, &mut self.sampled);
            SamplingJob { clip, context, at, rounding, output }.run()?;
            self.blended.interpolate(&self.sampled, black_box(&self.second), Self::SECOND_WEIGHT);
            LocalToModelJob { skeleton, local: &self.blended, output: black_box(model) }.run()?;
        }
        Ok(())
    }

    /// Where everyone's joints are.
    #[must_use]
    pub fn models(&self) -> impl ExactSizeIterator<Item = &ModelPose> {
        self.members.iter().map(|(_, model)| model)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure;
    use tumble_clip::ClipBuilder;

    #[test]
    fn a_frame_moves_everyone_to_a_pose_of_their_own_and_allocates_nothing() -> Result<(), BenchError> {
        let skeleton = figure::skeleton()?;
        let clip = ClipBuilder::default().build(&skeleton, &figure::motion(&skeleton))?;
        let mut crowd = Crowd::new(&clip, 10)?;
        let mut result = Ok(());
        let used = allocation_counter::measure(|| result = crowd.frame());
        result?;
        assert_eq!(used.count_total, 0);
        let identity = ModelPose::identity(60);
        let models: Vec<&ModelPose> = crowd.models().collect();
        for (number, model) in models.iter().enumerate() {
            assert_ne!(**model, identity);
            assert!(models[..number].iter().all(|other| other != model), "number {number} stands as another");
        }
        Ok(())
    }
}

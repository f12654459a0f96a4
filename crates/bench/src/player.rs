// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::BenchError;
use std::hint::black_box;
use tumble_clip::{Clip, Rounding, SamplingContext, SamplingJob};
use tumble_pose::{LocalPose, Seconds};

/// Moments of a clip, one after the other, that go round for ever.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moments {
    at: f64,
    step: f64,
    end: f64,
}

impl Moments {
    /// Frames at 60 Hz of something so long.
    #[must_use]
    pub fn forward(duration: Seconds) -> Self {
        Self { at: 0.0, step: (1.0 / 60.0_f64).min(duration.0), end: duration.0 }
    }

    /// All over it, each far from the one before (the golden ratio's multiples, which never meet).
    #[must_use]
    pub fn random(duration: Seconds) -> Self {
        Self { at: 0.0, step: duration.0 * 0.618_033_988_749_894_9, end: duration.0 }
    }

    /// The same moments, begun so many later.
    #[must_use]
    pub fn after(mut self, moments: usize) -> Self {
        for _ in 0..moments {
            self.step();
        }
        self
    }

    /// The next one.
    pub fn step(&mut self) -> Seconds {
        self.at += self.step;
        if self.at > self.end {
            self.at -= self.end;
        }
        Seconds(self.at)
    }
}

/// Someone who plays a clip.
#[derive(Debug, Clone)]
pub struct Player<'a> {
    clip: &'a Clip,
    context: SamplingContext,
    pose: LocalPose,
}

impl<'a> Player<'a> {
    /// With all the room it will need.
    #[must_use]
    pub fn new(clip: &'a Clip) -> Self {
        let pose = LocalPose::rest(clip.skeleton());
        Self { clip, context: SamplingContext::for_clip(clip), pose }
    }

    /// Samples the whole pose. Allocates nothing.
    ///
    /// # Errors
    ///
    /// [`BenchError::Sampling`].
    pub fn sample(&mut self, at: Seconds) -> Result<&LocalPose, BenchError> {
        let (clip, context, output) = (black_box(self.clip), &mut self.context, &mut self.pose);
        SamplingJob { clip, context, at, rounding: Rounding::None, output }.run()?;
        Ok(black_box(&self.pose))
    }

    /// The same with no more instructions than every machine of the kind has.
    ///
    /// # Errors
    ///
    /// [`BenchError::Sampling`].
    pub fn sample_plainly(&mut self, at: Seconds) -> Result<&LocalPose, BenchError> {
        let (clip, context, output) = (black_box(self.clip), &mut self.context, &mut self.pose);
        SamplingJob { clip, context, at, rounding: Rounding::None, output }.run_plainly()?;
        Ok(black_box(&self.pose))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_stay_within_the_clip_and_come_everywhere() {
        for mut moments in [Moments::forward(Seconds(2.0)), Moments::random(Seconds(2.0)).after(3)] {
            let mut seen = [false; 20];
            for _ in 0..1000 {
                let at = moments.step().0;
                assert!((0.0..=2.0).contains(&at), "{at}");
                seen[((at * 10.0) as usize).min(19)] = true;
            }
            assert_eq!(seen, [true; 20]);
        }
    }

    #[test]
    fn a_clip_of_one_moment_has_that_one() {
        assert_eq!(Moments::forward(Seconds::ZERO).step(), Seconds::ZERO);
        assert_eq!(Moments::random(Seconds::ZERO).step(), Seconds::ZERO);
    }
}

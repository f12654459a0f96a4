// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use serde::Serialize;
use std::ops::AddAssign;
use std::time::{Duration, Instant};

/// How long the parts of a step took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StepTimes {
    /// The whole step.
    pub total: Duration,
    /// The engine's physics.
    pub physics: Duration,
    /// Sampling and blending of clips.
    pub playback: Duration,
    /// From bodies to poses, from poses to nodes, and where the nodes then are in the world.
    pub apply: Duration,
}

impl StepTimes {
    const PARTS: usize = 4;

    fn parts(&self) -> [Duration; Self::PARTS] {
        [self.total, self.physics, self.playback, self.apply]
    }
}

impl AddAssign for StepTimes {
    fn add_assign(&mut self, other: Self) {
        self.total += other.total;
        self.physics += other.physics;
        self.playback += other.playback;
        self.apply += other.apply;
    }
}

/// The times of a few frames and of the steps in them, to be read by people.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Averages {
    frames: (Duration, u32),
    steps: (StepTimes, u32),
}

impl Averages {
    pub(crate) fn add_frame(&mut self, took: Duration) {
        self.frames.0 += took;
        self.frames.1 += 1;
    }

    pub(crate) fn add_step(&mut self, took: StepTimes) {
        self.steps.0 += took;
        self.steps.1 += 1;
    }

    pub(crate) fn frame(&self) -> Duration {
        self.frames.0.checked_div(self.frames.1).unwrap_or_default()
    }

    pub(crate) fn step(&self) -> StepTimes {
        let (sum, steps) = self.steps;
        let [total, physics, playback, apply] =
            sum.parts().map(|time| time.checked_div(steps).unwrap_or_default());
        StepTimes { total, physics, playback, apply }
    }
}

/// Runs something and adds how long it took.
pub(crate) fn timed<T>(time: &mut Duration, run: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let result = run();
    *time += begin.elapsed();
    result
}

/// The times of many steps, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TimeFigures {
    /// Whole steps.
    pub total_ms: Percentiles,
    /// The engine's physics.
    pub physics_ms: Percentiles,
    /// Sampling and blending of clips.
    pub playback_ms: Percentiles,
    /// From bodies to poses, from poses to nodes, and where the nodes then are in the world.
    pub apply_ms: Percentiles,
}

/// What half of the steps and what all but one in a hundred took at most.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Percentiles {
    /// The median.
    pub p50: f64,
    /// 99 of 100 steps took at most so long.
    pub p99: f64,
}

impl TimeFigures {
    /// The figures of these steps; zero where there are none.
    #[must_use]
    pub fn of(steps: &[StepTimes]) -> Self {
        let [total_ms, physics_ms, playback_ms, apply_ms] = std::array::from_fn(|part| {
            let mut times: Vec<Duration> = steps.iter().map(|step| step.parts()[part]).collect();
            times.sort_unstable();
            Percentiles { p50: percentile(&times, 50), p99: percentile(&times, 99) }
        });
        Self { total_ms, physics_ms, playback_ms, apply_ms }
    }
}

/// In milliseconds: the least of the sorted times that so many of a hundred do not exceed.
fn percentile(sorted: &[Duration], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
    sorted.get(rank).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_and_the_slowest_but_one_in_a_hundred() {
        let step = |ms: u64| StepTimes { physics: Duration::from_millis(ms), ..StepTimes::default() };
        let steps: Vec<StepTimes> = (1..=200).rev().map(step).collect();
        assert_eq!(TimeFigures::of(&steps).physics_ms, Percentiles { p50: 100.0, p99: 198.0 });
        assert_eq!(TimeFigures::of(&steps[..1]).physics_ms, Percentiles { p50: 200.0, p99: 200.0 });
        assert_eq!(TimeFigures::of(&[]).total_ms, Percentiles { p50: 0.0, p99: 0.0 });
    }
}

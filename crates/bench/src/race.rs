// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::BenchError;
use std::time::{Duration, Instant};

/// How long is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// How often everyone runs; at least once.
    pub laps: u32,
    /// How often clips are built and loaded; at least once.
    pub builds: u32,
}

impl Effort {
    /// To see that all of it works. What it measures says little.
    pub const QUICK: Self = Self { laps: 2, builds: 1 };

    /// For figures.
    pub const FULL: Self = Self { laps: 60, builds: 5 };
}

/// One of several whose time is taken in turn.
pub struct Runner<'a> {
    calls: u32,
    lap: Box<dyn FnMut() -> Result<Duration, BenchError> + 'a>,
}

impl std::fmt::Debug for Runner<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Runner").field("calls", &self.calls).finish_non_exhaustive()
    }
}

impl<'a> Runner<'a> {
    /// A lap is so many calls of `work`.
    pub fn new(calls: u32, mut work: impl FnMut() -> Result<(), BenchError> + 'a) -> Self {
        let lap = move || {
            let start = Instant::now();
            for _ in 0..calls {
                work()?;
            }
            Ok(start.elapsed())
        };
        Self::timed(calls, lap)
    }

    /// A lap takes its own time, which is that of so many calls: what else it does is not counted.
    pub fn timed(calls: u32, lap: impl FnMut() -> Result<Duration, BenchError> + 'a) -> Self {
        Self { calls, lap: Box::new(lap) }
    }
}

/// What a race gave: for each lap the nanoseconds a call of everyone.
#[derive(Debug, Clone, PartialEq)]
pub struct Times<const N: usize> {
    laps: Vec<[f64; N]>,
}

impl<const N: usize> Times<N> {
    /// Nanoseconds a call in a runner's best lap.
    #[must_use]
    pub fn best_ns(&self, runner: usize) -> f64 {
        self.laps.iter().map(|lap| lap[runner]).fold(f64::INFINITY, f64::min)
    }

    /// How many times longer one takes than another, each in its best lap: what disturbs a lap only ever makes it
    /// longer, and laps in turn meet the same disturbances.
    #[must_use]
    pub fn ratio(&self, slow: usize, fast: usize) -> f64 {
        self.best_ns(slow) / self.best_ns(fast)
    }
}

/// Lets everyone run, in turn, lap by lap, after a lap that does not count.
///
/// # Errors
///
/// The first of a runner.
pub fn race<const N: usize>(laps: u32, mut runners: [Runner<'_>; N]) -> Result<Times<N>, BenchError> {
    let mut lap = || {
        let mut times = [0.0; N];
        for (runner, time) in runners.iter_mut().zip(&mut times) {
            // A clock that is too coarse for a lap must not make it take no time.
            let took = (runner.lap)()?.max(Duration::from_nanos(1));
            *time = took.as_secs_f64() * 1e9 / f64::from(runner.calls);
        }
        Ok(times)
    };
    lap()?;
    let laps = (0..laps.max(1)).map(|_| lap()).collect::<Result<_, BenchError>>()?;
    Ok(Times { laps })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lap_that_was_disturbed_changes_neither_the_best_time_nor_the_ratio() {
        let times = Times { laps: vec![[30.0, 10.0], [90.0, 29.0], [33.0, 500.0], [30.0, 10.0]] };
        assert!((times.best_ns(0) - 30.0).abs() < 1e-9 && (times.best_ns(1) - 10.0).abs() < 1e-9);
        assert!((times.ratio(0, 1) - 3.0).abs() < 1e-9, "{}", times.ratio(0, 1));
    }

    #[test]
    fn everyone_runs_as_often_and_in_turn() -> Result<(), BenchError> {
        let order = std::cell::RefCell::new(Vec::new());
        let runner = |name: char, calls| {
            let order = &order;
            Runner::new(calls, move || {
                order.borrow_mut().push(name);
                Ok(())
            })
        };
        let times = race(2, [runner('a', 2), runner('b', 1)])?;
        assert_eq!(order.into_inner(), "aabaabaab".chars().collect::<Vec<_>>());
        assert!(times.best_ns(0) > 0.0 && times.ratio(0, 1).is_finite());
        Ok(())
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::arena::Arena;
use crate::demo_error::DemoError;
use crate::input::{Action, Input};
use crate::mode::Mode;
use crate::times::{Percentiles, StepTimes, TimeFigures};
use fyrox::scene::Scene;
use glam::Vec3;
use serde::Serialize;
use std::fmt;

/// How long a step is where no clock tells, in seconds.
pub(crate) const STEP: f32 = 1.0 / 60.0;

/// Which way the blow of the command line pushes: characters look to where it comes from.
pub(crate) const BLOW: Vec3 = Vec3::NEG_Z;

/// A run without a window.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Headless {
    /// How long it runs.
    pub(crate) seconds: f64,
    /// When all are struck.
    pub(crate) strike: f64,
}

/// What a run took.
#[derive(Debug, Serialize)]
pub(crate) struct HeadlessFigures {
    mode: Mode,
    crowd: usize,
    frames: usize,
    #[serde(flatten)]
    times: TimeFigures,
}

/// The number of the step at a time.
pub(crate) fn step_at(seconds: f64) -> usize {
    (seconds / f64::from(STEP)).round() as usize
}

impl Headless {
    pub(crate) fn figures(self, mut arena: Arena, scene: &mut Scene) -> HeadlessFigures {
        let (frames, strike) = (step_at(self.seconds), step_at(self.strike));
        let steps: Vec<StepTimes> = (0..frames)
            .map(|step| {
                let blow = [Action::StrikeAll(BLOW)];
                let actions: &[Action] = if step == strike { &blow } else { &[] };
                arena.step(scene, &Input { actions, ..Input::NONE }, STEP);
                arena.times()
            })
            .collect();
        HeadlessFigures {
            mode: arena.mode(),
            crowd: arena.crowd().count(),
            frames,
            times: TimeFigures::of(&steps),
        }
    }
}

/// The figures as one line of JSON.
pub(crate) fn json(figures: &HeadlessFigures) -> Result<String, DemoError> {
    Ok(serde_json::to_string(figures)? + "\n")
}

impl fmt::Display for HeadlessFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} characters, {}, {} steps of 1/60 s", self.crowd, self.mode, self.frames)?;
        writeln!(f, "{:10}{:>10}{:>10}  ms", "", "median", "p99")?;
        let TimeFigures { total_ms, physics_ms, playback_ms, apply_ms } = self.times;
        let rows =
            [("total", total_ms), ("physics", physics_ms), ("playback", playback_ms), ("to nodes", apply_ms)];
        for (name, Percentiles { p50, p99 }) in rows {
            writeln!(f, "{name:10}{p50:>10.3}{p99:>10.3}")?;
        }
        Ok(())
    }
}

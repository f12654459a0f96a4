// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::mode::Mode;
use crate::times::StepTimes;
use std::fmt;
use std::time::Duration;

/// What the panel shows of the arena.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Status<'a> {
    pub(crate) mode: Mode,
    pub(crate) crowd: Crowd,
    /// Of one frame.
    pub(crate) frame: Duration,
    /// Of one step.
    pub(crate) times: StepTimes,
    pub(crate) recording: Option<&'static str>,
    pub(crate) message: Option<&'a str>,
}

/// How many characters do what.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Crowd {
    /// Stand at ease.
    pub standing: usize,
    /// Fall or lie in physics.
    pub live: usize,
    /// Play a recorded death or lie at its end.
    pub baked: usize,
}

impl Crowd {
    /// All of them.
    #[must_use]
    pub fn count(&self) -> usize {
        self.standing + self.live + self.baked
    }
}

impl Status<'_> {
    /// What is shown, and its value.
    pub(crate) fn rows(&self) -> Vec<(&'static str, String)> {
        let Crowd { standing, live, baked } = self.crowd;
        let frame = self.frame.as_secs_f64();
        let mut rows = vec![
            ("hits are", self.mode.to_string()),
            ("characters", format!("{}: {standing} stand, {live} live, {baked} baked", self.crowd.count())),
            (
                "frame",
                if frame > 0.0 {
                    format!("{:.1} ms, {:.0} a second", frame * 1e3, 1.0 / frame)
                } else {
                    "–".to_owned()
                },
            ),
            ("physics", Cost(self.times.physics, live).to_string()),
            ("playback", Cost(self.times.playback, standing + baked).to_string()),
            ("to nodes", Cost(self.times.apply, self.crowd.count()).to_string()),
        ];
        rows.extend(self.recording.map(|recording| ("recording", recording.to_owned())));
        rows
    }
}

/// What something cost each of those who needed it.
struct Cost(Duration, usize);

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let micros = self.0.as_secs_f64() * 1e6;
        match self.1 {
            0 => f.write_str("–"),
            count => write!(f, "{:.1} µs a character", micros / count as f64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_those_of_the_characters_that_cause_them() {
        let status = Status {
            mode: Mode::Baked,
            crowd: Crowd { standing: 2, live: 4, baked: 3 },
            frame: Duration::from_millis(20),
            times: StepTimes {
                physics: Duration::from_micros(240),
                playback: Duration::from_micros(5),
                apply: Duration::from_micros(18),
                ..StepTimes::default()
            },
            recording: Some("running"),
            message: None,
        };
        let rows = status.rows();
        for (what, value) in [
            ("hits are", "baked"),
            ("characters", "9: 2 stand, 4 live, 3 baked"),
            ("frame", "20.0 ms, 50 a second"),
            ("physics", "60.0 µs a character"),
            ("playback", "1.0 µs a character"),
            ("to nodes", "2.0 µs a character"),
            ("recording", "running"),
        ] {
            assert!(rows.contains(&(what, value.to_owned())), "{what}: {value} in {rows:?}");
        }
        let nobody = Status { crowd: Crowd::default(), ..status };
        assert!(nobody.rows().contains(&("physics", "–".to_owned())));
    }
}

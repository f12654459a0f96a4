// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{RecorderSettings, SettingsError};
use tumble_pose::Seconds;

/// Instants `index / rate`, computed from the index and never summed, so that an hour of frames ends on the same
/// instant as one step of an hour.
///
/// Waiting in each frame until a sample interval has passed, and then sampling *that frame*, records 45, 75 and
/// 144 frames a second at 22.5, 25 and 28.8 Hz when 30 are asked for (`DrunkenMonday/AnimationRecorder` does so).
#[derive(Debug, Clone, Copy)]
pub(crate) struct SampleGrid {
    rate_hz: f64,
}

impl SampleGrid {
    /// A grid of `rate_hz` samples a second.
    pub(crate) fn new(rate_hz: f64) -> Result<Self, SettingsError> {
        if !rate_hz.is_finite() || rate_hz <= 0.0 {
            return Err(SettingsError::Rate { found: rate_hz });
        }
        Ok(Self { rate_hz })
    }

    /// When sample `index` is, counted from sample 0.
    pub(crate) fn instant(self, index: u64) -> Seconds {
        Seconds(index as f64 / self.rate_hz)
    }

    /// The last sample at or before a time of the settings, which is 0 or more.
    pub(crate) fn last_within(self, setting: &'static str, time: Seconds) -> Result<usize, SettingsError> {
        let last = self.last_by(time);
        let too_long = SettingsError::TooLong { setting, found: time, rate_hz: self.rate_hz };
        usize::try_from(last).ok().filter(|_| last < RecorderSettings::MAX_SAMPLES).ok_or(too_long)
    }

    /// The last sample at or before `time`; sample 0 where there is none.
    pub(crate) fn last_by(self, time: Seconds) -> u64 {
        self.first_after(|instant| instant > time, time).saturating_sub(1)
    }

    /// The first sample at or after `time`.
    pub(crate) fn first_from(self, time: Seconds) -> u64 {
        self.first_after(|instant| instant >= time, time)
    }

    /// The first sample that has come to `there`, near `time`. The product may round down across an instant, so its
    /// neighbours decide.
    fn first_after(self, there: impl Fn(Seconds) -> bool, time: Seconds) -> u64 {
        let near = (time.0 * self.rate_hz).floor() as u64;
        let mut candidates = near..near.saturating_add(3);
        candidates.find(|&index| there(self.instant(index))).unwrap_or(near)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn instants_are_found_on_either_side_of_any_time(rate in 0.5..500.0_f64, time in 0.0..10_000.0_f64) {
            let grid = SampleGrid::new(rate).expect("a rate");
            let (before, after) = (grid.last_by(Seconds(time)), grid.first_from(Seconds(time)));
            prop_assert!(grid.instant(before) <= Seconds(time) && Seconds(time) < grid.instant(before + 1));
            prop_assert!(grid.instant(after) >= Seconds(time));
            prop_assert!(after == 0 || grid.instant(after - 1) < Seconds(time));
        }

        #[test]
        fn an_instant_is_its_own_sample_at_any_rate(rate in 0.5..500.0_f64, index in 0..10_000_000_u64) {
            let grid = SampleGrid::new(rate).expect("a rate");
            prop_assert_eq!(grid.last_by(grid.instant(index)), index);
            prop_assert_eq!(grid.first_from(grid.instant(index)), index);
        }
    }

    #[test]
    fn times_past_all_counting_end_the_grid_and_do_not_hang() {
        let grid = SampleGrid::new(30.0).expect("a rate");
        assert_eq!(grid.first_from(Seconds(f64::MAX)), u64::MAX);
        assert_eq!(grid.last_by(Seconds(-1.0)), 0, "none before the first");
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::RawClip;

/// How far a key may lie off the grid, in sample periods: times are often stored as `f32`.
const OFF_GRID: f64 = 0.01;

impl RawClip {
    /// The rate, in hertz, at which this clip was sampled: every key of every curve lies on a grid from 0 to the
    /// duration, and some curve has a key at each of its instants. `None` where there is no such grid.
    #[must_use]
    pub fn uniform_rate(&self) -> Option<f64> {
        let times = self.densest_times()?;
        let (first, last) = (*times.first()?, *times.last()?);
        let intervals = (times.len() - 1) as f64;
        let rate = (intervals / (last - first)).clamp(0.0, f64::MAX);
        let round = (rate * 1000.0).round() / 1000.0;
        // 29.99998 Hz is 30 Hz with times in `f32`.
        let rate = if (round - rate).abs() * (last - first) < OFF_GRID { round } else { rate };
        let on_grid = |time: f64| (time * rate - (time * rate).round()).abs() < OFF_GRID;
        let whole = on_grid(self.duration.0) && self.all_times().all(on_grid);
        let dense = times.windows(2).all(|pair| ((pair[1] - pair[0]) * rate - 1.0).abs() < 2.0 * OFF_GRID);
        (rate > 0.0 && whole && dense).then_some(rate)
    }

    /// Key times of the first curve that has more than one key, of those that have the most.
    fn densest_times(&self) -> Option<Vec<f64>> {
        let mut densest: Option<Vec<f64>> = None;
        for times in self.curve_times().filter(|times| times.len() > 1) {
            if densest.as_ref().is_none_or(|so_far| so_far.len() < times.len()) {
                densest = Some(times);
            }
        }
        densest
    }

    fn all_times(&self) -> impl Iterator<Item = f64> + '_ {
        self.curve_times().flatten()
    }

    fn curve_times(&self) -> impl Iterator<Item = Vec<f64>> + '_ {
        let tracks = self.tracks.iter().flat_map(|track| {
            let translation = track.translation.as_ref().map(|curve| curve.times().collect());
            let rotation = track.rotation.as_ref().map(|curve| curve.times().collect());
            let scale = track.scale.as_ref().map(|curve| curve.times().collect());
            [translation, rotation, scale].into_iter().flatten()
        });
        tracks.chain(self.scalars.iter().map(|(_, curve)| curve.times().collect()))
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::RangeInclusive;
use tumble_pose::Seconds;

/// How far a key may lie off the grid, as a part of one step. Times are stored as `f32`; only where no grid
/// holds them as closely as that, they may be ones that an exporter rounded to milliseconds.
const OFF_GRID: [f64; 2] = [0.002, 0.05];

/// What is taken for a rate, in hertz.
const RATES: RangeInclusive<f64> = 0.1..=1000.0;

/// At least one instant of the grid in so many has a key: what asks for samples at the rate must not be sent
/// far beyond the file's size by two keys a century apart.
const SPARSEST: f64 = 64.0;

/// The rate of the coarsest grid from time 0 on which all keys lie, in hertz.
///
/// Channels of one or two keys say nothing of a rate and are not asked. `None` where the keys lie on no grid
/// whose step is the smallest distance between two of them.
pub(super) fn sample_rate(channels: &[Vec<Seconds>]) -> Option<f64> {
    let sampled = channels.iter().filter(|times| times.len() > 2);
    let mut times: Vec<f64> = sampled.flatten().map(|time| time.0).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    let last = *times.last()?;
    // Keys of two channels that are meant to be at one time may differ by rounding: no step is that small.
    let rounding = last * f64::from(f32::EPSILON) * 4.0;
    let steps = times.windows(2).map(|pair| pair[1] - pair[0]).filter(|step| *step > rounding);
    let mut step = steps.min_by(f64::total_cmp)?;
    // The step is known as well as `f32` tells it near its two keys; each key farther out tells it better.
    let mut index = 0.0;
    let mut at = 0.0;
    for &time in &times {
        index += ((time - at) / step).round();
        at = time;
        if index > 0.0 {
            step = time / index;
        }
    }
    if index > SPARSEST * times.len() as f64 {
        return None;
    }
    let rate = index / last;
    // Film and video run at whole rates, or at those divided by 1.001.
    let candidates = [rate.round(), (rate * 1.001).round() / 1.001, rate];
    let candidates = candidates.map(|rate| RATES.contains(&rate).then_some(rate));
    let fits = |off| candidates.into_iter().flatten().find(|rate| lie_on(&times, *rate, off));
    OFF_GRID.into_iter().find_map(fits)
}

fn lie_on(times: &[f64], rate: f64, off: f64) -> bool {
    times.iter().all(|time| (time * rate - (time * rate).round()).abs() <= off)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(times: impl IntoIterator<Item = f64>) -> Vec<Seconds> {
        times.into_iter().map(|time| Seconds(f64::from(time as f32))).collect()
    }

    #[test]
    fn a_grid_is_known_by_its_keys_whatever_rounded_them() {
        let channel = |rate: f64, count: u32| seconds((0..count).map(|index| f64::from(index) / rate));
        for rate in [1.0, 24.0, 25.0, 30.0, 30.0 / 1.001, 60.0, 120.0, 30.003] {
            for count in [3, 100, 30_000] {
                let found = sample_rate(&[channel(rate, count)]).expect("a grid");
                let drift = (found - rate).abs() / rate * f64::from(count);
                assert!(drift < 0.05, "{rate} Hz, {count} keys: {found} Hz");
            }
        }
        let milliseconds = seconds((0..200).map(|index| (f64::from(index) / 60.0 * 1000.0).round() / 1000.0));
        assert_eq!(sample_rate(&[milliseconds]), Some(60.0));
    }

    #[test]
    fn keys_may_be_missing_and_channels_may_be_short() {
        let reduced = seconds([0.0, 1.0 / 30.0, 5.0 / 30.0, 6.0 / 30.0, 40.0 / 30.0]);
        assert_eq!(sample_rate(&[reduced, seconds([0.0, 1.23])]), Some(30.0));
    }

    #[test]
    fn there_is_no_rate_where_there_is_no_grid() {
        for times in [
            vec![],
            vec![0.0, 1.0],
            vec![0.0, 0.1, 0.25],
            vec![0.01, 0.11, 0.21],
            vec![0.0, 1e-30, 1e-29],
            vec![0.0, 0.001, 1e30],
            vec![0.0, f64::MIN_POSITIVE, 1e-300],
        ] {
            assert_eq!(sample_rate(&[seconds(times.clone())]), None, "{times:?}");
        }
    }
}

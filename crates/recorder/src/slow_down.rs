// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::sample_grid::SampleGrid;
use tumble_pose::Seconds;

/// Brings a motion to a hold by letting its time run ever slower.
///
/// In the clip's time it begins `from` and takes `span`; meanwhile the source's time slows evenly from full speed
/// to none and so covers half of `span`. Poses stay poses that the source really had, velocities are continuous at
/// both ends, and the last pose is reached with none, so that nothing creeps or stops with a jerk.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SlowDown {
    from: Seconds,
    span: Seconds,
}

impl SlowDown {
    /// A hold after about `span`: the first sample at or after that is the last one, and is returned.
    pub(crate) fn to_sample(grid: SampleGrid, from: Seconds, span: Seconds) -> (Self, u64) {
        let last = grid.first_from(from + span);
        (Self { from, span: grid.instant(last) - from }, last)
    }

    /// The instant of the source that the clip shows at `time`, which is not after the hold; both counted from the
    /// first sample.
    pub(crate) fn source_instant(self, time: Seconds) -> Seconds {
        let into = time - self.from;
        if into <= Seconds::ZERO { time } else { time - into * (0.5 * (into / self.span)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_falls_evenly_from_full_to_none_on_a_sample() {
        let grid = SampleGrid::new(30.0).expect("a rate");
        let (ease, last) = SlowDown::to_sample(grid, Seconds(2.51), Seconds(0.3));
        assert_eq!(last, 85, "2.81 s lies before sample 85");
        let speed = |time: f64| {
            let h = 1e-6;
            (ease.source_instant(Seconds(time + h)) - ease.source_instant(Seconds(time - h)))
                / Seconds(2.0 * h)
        };
        let end = 85.0 / 30.0;
        let middle = f64::midpoint(2.51, end);
        for (time, expected) in
            [(1.0, 1.0), (2.509_99, 1.0), (2.510_01, 1.0), (middle, 0.5), (end - 1e-5, 0.0)]
        {
            assert!((speed(time) - expected).abs() < 1e-3, "{} at {time}", speed(time));
        }
        let covered = ease.source_instant(Seconds(end)).0 - 2.51;
        assert!((covered - (end - 2.51) / 2.0).abs() < 1e-12, "half of its span");
    }

    #[test]
    fn no_span_stops_at_the_sample() {
        let grid = SampleGrid::new(10.0).expect("a rate");
        let (ease, last) = SlowDown::to_sample(grid, Seconds(0.5), Seconds::ZERO);
        assert_eq!((last, ease.source_instant(Seconds(0.5))), (5, Seconds(0.5)));
    }
}

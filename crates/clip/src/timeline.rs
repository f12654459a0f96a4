// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use tumble_pose::Seconds;

/// What a clip does before its start and after its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Looping {
    /// It holds its first and its last pose.
    #[default]
    Once,
    /// It starts again, forwards and backwards, however often. A time of exactly the duration is still its last pose;
    /// how far that is from the first the [report](crate::BuildReport::seam) tells.
    Loop,
}

/// What to sample at a time between two samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rounding {
    /// Between the two.
    #[default]
    None,
    /// The earlier one.
    Floor,
    /// The later one.
    Ceil,
    /// The nearer one; half-way, the later one.
    Nearest,
}

/// The instants of a clip's samples: index / rate, and the duration itself for the last.
///
/// The duration need not be a multiple of the period: then the last interval is the shorter one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Timeline {
    rate_hz: f64,
    duration: Seconds,
    samples: u32,
    looping: Looping,
}

/// A place on a timeline: a sample, or between two neighbouring ones.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Seek {
    pub(crate) lower: u32,
    /// The same as `lower` where `blend` is 0.
    pub(crate) upper: u32,
    /// In `0.0..1.0`.
    pub(crate) blend: f32,
}

impl Seek {
    pub(crate) const fn sample(index: u32) -> Self {
        Self { lower: index, upper: index, blend: 0.0 }
    }

    /// Between a sample and the one after. What an `f32` cannot tell from either is at it: times and rates round.
    fn between(lower: u32, blend: f32) -> Self {
        const AT_IT: f32 = f32::EPSILON / 2.0;
        if blend <= AT_IT {
            Self::sample(lower)
        } else if blend >= 1.0 - AT_IT {
            Self::sample(lower + 1)
        } else {
            Self { lower, upper: lower + 1, blend }
        }
    }
}

impl Timeline {
    pub(crate) const MAX_SAMPLES: u32 = 1 << 24;

    /// A duration this near to a multiple of the period, in periods, is one: durations are often `f32`.
    const WHOLE: f64 = 1e-3;

    pub(crate) fn new(rate_hz: f64, duration: Seconds, looping: Looping) -> Result<Self, TimelineError> {
        if !(rate_hz.is_finite() && rate_hz > 0.0) {
            return Err(TimelineError::Rate { found: rate_hz });
        }
        if !(duration.is_finite() && duration >= Seconds::ZERO) {
            return Err(TimelineError::Duration { found: duration });
        }
        let exact = duration.0 * rate_hz;
        let whole = exact.round();
        let intervals = if (exact - whole).abs() <= Self::WHOLE { whole } else { exact.ceil() };
        let intervals = if duration > Seconds::ZERO { intervals.max(1.0) } else { 0.0 };
        if intervals >= f64::from(Self::MAX_SAMPLES) {
            return Err(TimelineError::Samples { duration, rate_hz });
        }
        Ok(Self { rate_hz, duration, samples: intervals as u32 + 1, looping })
    }

    pub(crate) fn rate_hz(&self) -> f64 {
        self.rate_hz
    }

    pub(crate) fn duration(&self) -> Seconds {
        self.duration
    }

    pub(crate) fn looping(&self) -> Looping {
        self.looping
    }

    /// At least one.
    pub(crate) fn samples(&self) -> u32 {
        self.samples
    }

    /// The samples' instants, in order.
    pub(crate) fn instants(&self) -> impl ExactSizeIterator<Item = Seconds> + use<> {
        let timeline = *self;
        (0..self.samples).map(move |index| timeline.instant(index))
    }

    /// The rate, where the duration is a multiple of the period: then all intervals are alike.
    pub(crate) fn uniform_rate(&self) -> Option<f64> {
        let whole = f64::from(self.samples - 1);
        ((self.duration.0 * self.rate_hz - whole).abs() <= Self::WHOLE).then_some(self.rate_hz)
    }

    /// The instant of a sample; the duration from the last sample on.
    pub(crate) fn instant(&self, index: u32) -> Seconds {
        if index + 1 >= self.samples { self.duration } else { Seconds(f64::from(index) / self.rate_hz) }
    }

    /// NaN is taken as 0.
    pub(crate) fn seek(&self, at: Seconds, rounding: Rounding) -> Seek {
        let Some(last_interval) = self.samples.checked_sub(2) else {
            return Seek::sample(0);
        };
        let at = self.inside(at);
        let position = at.0 * self.rate_hz;
        let near = (position as u32).min(last_interval);
        if rounding == Rounding::None && near < last_interval {
            return Seek::between(near, (position - f64::from(near)) as f32);
        }
        let (mut lower, mut start, mut end) = (near, self.instant(near), self.instant(near + 1));
        // The product may round across an instant.
        if start > at && lower > 0 {
            lower -= 1;
            (start, end) = (self.instant(lower), start);
        } else if end <= at && lower < last_interval {
            lower += 1;
            (start, end) = (end, self.instant(lower + 1));
        }
        let up = match rounding {
            Rounding::None => {
                return Seek::between(lower, ((at - start) / (end - start)) as f32);
            }
            Rounding::Floor => at >= end,
            Rounding::Ceil => at > start,
            Rounding::Nearest => at - start >= end - at,
        };
        Seek::sample(if up { lower + 1 } else { lower })
    }

    fn inside(&self, at: Seconds) -> Seconds {
        let inside = (Seconds::ZERO..=self.duration).contains(&at);
        let at = match self.looping {
            Looping::Loop if !inside => Seconds(at.0.rem_euclid(self.duration.0)),
            Looping::Loop | Looping::Once => at,
        };
        if at.0.is_nan() { Seconds::ZERO } else { at.max(Seconds::ZERO).min(self.duration) }
    }
}

/// Why there is no such timeline.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TimelineError {
    /// The rate is zero, negative or not finite.
    #[error("the sample rate must be finite and above 0 Hz, found {found}")]
    Rate {
        /// The rate, in hertz.
        found: f64,
    },
    /// The duration is negative or not finite.
    #[error("the duration must be finite and at least 0 s, found {found}")]
    Duration {
        /// The duration.
        found: Seconds,
    },
    /// There would be too many samples.
    #[error("{duration} at {rate_hz} Hz are more than {} samples", Timeline::MAX_SAMPLES)]
    Samples {
        /// The duration.
        duration: Seconds,
        /// The rate, in hertz.
        rate_hz: f64,
    },
}

#[cfg(test)]
mod tests;

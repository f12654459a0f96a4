// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::slerp::Arc;
use glam::{Quat, Vec3};
use std::ops::{Add, Mul, Sub};
use tumble_pose::Seconds;

/// Two times that differ by less than this part of themselves are one: twice what `f32` can tell apart.
pub(crate) const SAME_TIME: f64 = 1.0 / (1 << 22) as f64;

/// How a [`Curve`] runs between its keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Interpolation {
    /// Each key's value holds until the next key.
    Step,
    /// Straight from key to key; rotations along the shorter arc at constant speed (slerp).
    #[default]
    Linear,
    /// A cubic Hermite spline through the keys with their tangents; rotations component by component, then
    /// normalised, as in glTF.
    Cubic,
}

/// A value at a time.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Key<T> {
    /// When, from the clip's start.
    pub time: Seconds,
    /// What.
    pub value: T,
    /// Change per second arriving at the key; used by [`Interpolation::Cubic`] alone.
    pub in_tangent: T,
    /// Change per second leaving the key; used by [`Interpolation::Cubic`] alone.
    pub out_tangent: T,
}

/// A value over time.
///
/// Keys are in order of time, no two at one time. Before the first key and after the last the curve holds.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Curve<T> {
    /// How it runs between keys.
    pub interpolation: Interpolation,
    /// Its keys, in order of time.
    pub keys: Vec<Key<T>>,
}

/// What a [`Curve`] can hold: `f32`, `Vec3` or `Quat`.
pub trait CurveValue:
    Copy + PartialEq + std::fmt::Debug + Add<Output = Self> + Sub<Output = Self> + Mul<f32, Output = Self>
{
    /// No change.
    const NO_CHANGE: Self;

    /// Between `self` at 0 and `other` at 1: straight, but for rotations.
    #[must_use]
    fn between(self, other: Self, blend: f32) -> Self {
        self + (other - self) * blend
    }

    /// `a·self + b·m0 + c·other + d·m1`; rotations the shorter way, and normalised.
    #[must_use]
    fn hermite(self, m0: Self, other: Self, m1: Self, [a, b, c, d]: [f32; 4]) -> Self {
        self * a + m0 * b + other * c + m1 * d
    }

    /// Whether every number in it is finite.
    #[must_use]
    fn is_finite(self) -> bool;
}

impl CurveValue for f32 {
    const NO_CHANGE: Self = 0.0;

    fn is_finite(self) -> bool {
        self.is_finite()
    }
}

impl CurveValue for Vec3 {
    const NO_CHANGE: Self = Vec3::ZERO;

    fn is_finite(self) -> bool {
        self.is_finite()
    }
}

impl CurveValue for Quat {
    const NO_CHANGE: Self = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);

    fn between(self, other: Self, blend: f32) -> Self {
        Arc::new(self.as_dquat(), other.as_dquat()).at(f64::from(blend)).as_quat()
    }

    fn hermite(self, m0: Self, other: Self, m1: Self, [a, b, c, d]: [f32; 4]) -> Self {
        // `q` and `-q` are one rotation, but a spline between them would go the long way round.
        let (other, m1) = if self.dot(other) < 0.0 { (-other, -m1) } else { (other, m1) };
        let mixed = self * a + m0 * b + other * c + m1 * d;
        if mixed.length_squared() > f32::MIN_POSITIVE { mixed.normalize() } else { self }
    }

    fn is_finite(self) -> bool {
        self.is_finite()
    }
}

impl<T: CurveValue> Key<T> {
    /// A key without tangents.
    #[must_use]
    pub const fn new(time: Seconds, value: T) -> Self {
        Self { time, value, in_tangent: T::NO_CHANGE, out_tangent: T::NO_CHANGE }
    }
}

impl<T: CurveValue> Curve<T> {
    /// A curve of keys without tangents.
    #[must_use]
    pub fn new(interpolation: Interpolation, keys: impl IntoIterator<Item = (Seconds, T)>) -> Self {
        let keys = keys.into_iter().map(|(time, value)| Key::new(time, value)).collect();
        Self { interpolation, keys }
    }

    /// A curve that keeps one value, by one key at 0.
    #[must_use]
    pub fn constant(value: T) -> Self {
        Self::new(Interpolation::Linear, [(Seconds::ZERO, value)])
    }

    /// The value at a time; `None` where there are no keys. NaN is taken as a time before the first key.
    ///
    /// A stepped curve's key is taken to be at any time that an `f32` cannot tell from its own: files hold
    /// times as `f32`, and a step meant for sample 7 of a 30 Hz clip must not come a sample late because
    /// `7.0_f32 / 30.0` is above 7 / 30.
    #[must_use]
    pub fn sample(&self, time: Seconds) -> Option<T> {
        self.sample_near(time, 0.0)
    }

    /// The value at a time, or of a key that is no farther from it than `slack` times itself; at least
    /// [`SAME_TIME`] for a stepped curve.
    pub(crate) fn sample_near(&self, time: Seconds, slack: f64) -> Option<T> {
        let slack = if self.interpolation == Interpolation::Step { slack.max(SAME_TIME) } else { slack };
        let after = self.keys_until(time);
        let before = after.checked_sub(1).and_then(|before| self.keys.get(before));
        let (from, to) = match (before, self.keys.get(after)) {
            (Some(from), Some(to)) => (from, to),
            (only, None) | (None, only) => return only.map(|key| key.value),
        };
        let (since, until) = (time - from.time, to.time - time);
        if since.min(until).0 <= time.0.abs() * slack {
            return Some(if since <= until { from.value } else { to.value });
        }
        let span = to.time - from.time;
        let blend = (since / span) as f32;
        Some(match self.interpolation {
            Interpolation::Step => from.value,
            Interpolation::Linear => from.value.between(to.value, blend),
            Interpolation::Cubic => {
                let (s2, s3) = (blend * blend, blend * blend * blend);
                let h = span.0 as f32;
                let weights = [
                    2.0 * s3 - 3.0 * s2 + 1.0,
                    h * (s3 - 2.0 * s2 + blend),
                    3.0 * s2 - 2.0 * s3,
                    h * (s3 - s2),
                ];
                from.value.hermite(from.out_tangent, to.value, to.in_tangent, weights)
            }
        })
    }

    /// How many keys are at or before a time. Where keys are evenly spaced they are found without a search.
    fn keys_until(&self, time: Seconds) -> usize {
        let is_it = |&count: &usize| {
            let (before, after) = self.keys.split_at(count);
            before.last().is_none_or(|key| key.time <= time)
                && after.first().is_none_or(|key| key.time > time)
        };
        let guess = match self.keys.as_slice() {
            [first, .., last] => {
                let along = (time - first.time) / (last.time - first.time);
                ((along * (self.keys.len() - 1) as f64) as usize).min(self.keys.len() - 1) + 1
            }
            _ => 0,
        };
        let near = [guess, guess.saturating_sub(1)].into_iter().find(is_it);
        near.unwrap_or_else(|| self.keys.partition_point(|key| key.time <= time))
    }
}

#[cfg(test)]
mod tests;

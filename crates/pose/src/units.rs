// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

/// A time or a duration, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Seconds(pub f64);

impl Seconds {
    /// No time at all.
    pub const ZERO: Self = Self(0.0);

    /// Whether this is a number, and not an infinite one.
    #[must_use]
    pub fn is_finite(self) -> bool {
        self.0.is_finite()
    }

    /// The earlier of two times. Of a time and a NaN, the time.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }

    /// The later of two times. Of a time and a NaN, the time.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }
}

impl Add for Seconds {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Seconds {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Seconds {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Seconds {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<f64> for Seconds {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self(self.0 * factor)
    }
}

/// The ratio of two durations.
impl Div for Seconds {
    type Output = f64;
    fn div(self, other: Self) -> f64 {
        self.0 / other.0
    }
}

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)?;
        f.write_str(" s")
    }
}

/// How much of something is taken, in `0.0..=1.0`.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "f32", into = "f32"))]
pub struct Weight(f32);

impl Weight {
    /// None of it.
    pub const ZERO: Self = Self(0.0);
    /// All of it.
    pub const FULL: Self = Self(1.0);

    /// A weight, clamped to `0.0..=1.0`; NaN is taken as 0.
    #[must_use]
    pub fn new(value: f32) -> Self {
        if value.is_nan() {
            return Self::ZERO;
        }
        Self(value.clamp(0.0, 1.0))
    }

    /// The number, in `0.0..=1.0`.
    #[must_use]
    pub const fn value(self) -> f32 {
        self.0
    }
}

impl From<f32> for Weight {
    fn from(value: f32) -> Self {
        Self::new(value)
    }
}

impl From<Weight> for f32 {
    fn from(weight: Weight) -> Self {
        weight.0
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::{Add, Div, Mul, Sub};
use tumble_pose::LANES;

/// Eight numbers side by side. Each operation is IEEE's in each lane, so the result does not depend on how many a
/// machine does at once.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(32))]
pub(super) struct Lanes(pub(super) [f32; LANES]);

impl Lanes {
    #[inline(always)]
    pub(super) fn splat(value: f32) -> Self {
        Self([value; LANES])
    }

    #[inline(always)]
    pub(super) fn map(self, of: impl Fn(f32) -> f32) -> Self {
        let mut lanes = self.0;
        for lane in &mut lanes {
            *lane = of(*lane);
        }
        Self(lanes)
    }

    #[inline(always)]
    fn zip(self, other: Self, of: impl Fn(f32, f32) -> f32) -> Self {
        let mut lanes = self.0;
        for lane in 0..LANES {
            lanes[lane] = of(lanes[lane], other.0[lane]);
        }
        Self(lanes)
    }

    #[inline(always)]
    pub(super) fn sqrt(self) -> Self {
        self.map(f32::sqrt)
    }

    /// The number, with its sign changed in lanes in which `sign` is below 0.
    #[inline(always)]
    pub(super) fn signed_by(self, sign: Self) -> Self {
        self.zip(sign, |value, sign| f32::from_bits(value.to_bits() ^ (sign.to_bits() & 0x8000_0000)))
    }
}

impl Add for Lanes {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }
}

impl Sub for Lanes {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }
}

impl Mul for Lanes {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, |a, b| a * b)
    }
}

impl Div for Lanes {
    type Output = Self;

    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self.zip(other, |a, b| a / b)
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! How large integers are, and were of late, on a scale of logarithms.

/// A number on a scale of octaves.
pub(super) const OCTAVE: i32 = 64;

/// One, in the unit of magnitudes.
const UNIT: u32 = 256;
/// Magnitudes above are all alike; so large, eighths of their sums still fit.
const MOST: u32 = 1 << 22;

#[inline(always)]
fn magnitude(value: i32) -> u32 {
    value.unsigned_abs().min(MOST) * UNIT
}

/// The logarithm of a value's magnitude and a quarter more, in 64ths of an octave: 3 octaves for 1, 1 for 0.
#[inline(always)]
pub(super) fn log(value: i32) -> i32 {
    log_of(magnitude(value))
}

/// Within an octave the logarithm is drawn as a straight line.
#[inline(always)]
fn log_of(magnitude: u32) -> i32 {
    let sum = magnitude + UNIT / 4;
    let octave = sum.ilog2();
    let along = sum << (31 - octave) >> 25 & 63;
    (octave as i32 - 5) * OCTAVE + along as i32
}

/// Means of the magnitudes of one component at one level.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lately {
    /// Over about two values.
    fast: u32,
    /// Over all, later over about eight.
    slow: u32,
    count: u16,
    /// Sign of the latest value: -1, 0 or 1.
    pub(super) sign: i16,
}

impl Default for Lately {
    fn default() -> Self {
        Self { fast: UNIT, slow: UNIT, count: 0, sign: 0 }
    }
}

impl Lately {
    /// Logarithms of the two means.
    #[inline(always)]
    pub(super) fn logs(&self) -> [i32; 2] {
        [log_of(self.fast), log_of(self.slow)]
    }

    #[inline(always)]
    pub(super) fn learn(&mut self, value: i32) {
        let magnitude = magnitude(value);
        let rate = 1 + u32::from(self.count >= 2) + u32::from(self.count >= 6);
        self.fast = (self.fast + magnitude) / 2;
        self.slow = self.slow - (self.slow >> rate) + (magnitude >> rate);
        self.count = (self.count + 1).min(6);
        self.sign = value.signum() as i16;
    }
}

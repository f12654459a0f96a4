// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! How large integers are, and were of late, on a scale of logarithms.

/// A number on a scale of octaves.
pub(super) const OCTAVE: i32 = 64;

/// One number for each of the three components of a value, and one that does not count, for the sake of vectors.
pub(super) type Lanes = [i32; 4];

/// One, in the unit of magnitudes.
const UNIT: i32 = 256;
/// Magnitudes above are all alike, so that sums of two fit.
const MOST: u32 = 1 << 21;

#[inline]
fn magnitude(value: i32) -> i32 {
    value.unsigned_abs().min(MOST) as i32 * UNIT
}

/// The logarithm of a value's magnitude and a quarter more, in 64ths of an octave: 3 octaves for 1, 1 for 0.
#[inline]
pub(super) fn log(value: i32) -> i32 {
    log_of(magnitude(value))
}

/// Within an octave the logarithm is drawn as a straight line: so it stands in the bits of a float, and turning
/// an integer into one is exact but for a rounding that is the same everywhere.
#[inline]
fn log_of(magnitude: i32) -> i32 {
    const EXPONENT_OF_ONE: i32 = 127;
    let bits = ((magnitude + UNIT / 4) as f32).to_bits();
    (bits >> 17) as i32 - (EXPONENT_OF_ONE + 5) * OCTAVE
}

/// Means of the magnitudes of a part's components at one level.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lately {
    /// Over about two values.
    fast: Lanes,
    /// Over more.
    slow: Lanes,
}

impl Default for Lately {
    fn default() -> Self {
        Self { fast: [UNIT; 4], slow: [UNIT; 4] }
    }
}

impl Lately {
    /// Logarithms of the two means.
    #[inline]
    pub(super) fn logs(&self) -> [Lanes; 2] {
        [self.fast.map(log_of), self.slow.map(log_of)]
    }

    /// The slow mean takes over a 2^`slowness`th of the value.
    #[inline]
    pub(super) fn learn(&mut self, values: Lanes, slowness: u32) {
        let magnitudes = values.map(magnitude);
        for ((fast, slow), magnitude) in self.fast.iter_mut().zip(&mut self.slow).zip(magnitudes) {
            *fast = (*fast + magnitude) >> 1;
            *slow += (magnitude >> slowness) - (*slow >> slowness);
        }
    }
}

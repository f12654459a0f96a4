// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::distribution::{Distribution, SYMBOLS};
use super::magnitude::OCTAVE;
use super::rans::Coder;
use super::skew::Skew;

/// Learns how values lie about zero, given how large they are expected to be and of which sign.
///
/// A value is a symbol for −7…7 or "beyond" and, where large ones are expected, low bits that are written as
/// they are, so many that the rest is in the topmost octave that has distributions.
#[derive(Debug)]
pub(super) struct ValueModel {
    /// By skew, then an octave apart.
    distributions: [[Distribution; SCALES]; Skew::CLASSES],
    /// Bits of what lies beyond.
    lengths: Distribution,
}

const SCALES: usize = 7;
/// Where the first distribution lies, in 64ths of an octave.
const FIRST: i32 = -51;
/// The most low bits.
const MOST_LOW_BITS: i32 = 28;
/// The symbol of a value beyond those that have their own.
const BEYOND: usize = 0;
/// The symbol of zero.
const ZERO: i32 = 8;
/// The longest that a symbol of `lengths` tells alone.
const LONGEST: u32 = SYMBOLS as u32 - 1;

impl ValueModel {
    pub(super) fn new() -> Self {
        let distributions = [std::array::from_fn(two_sided); Skew::CLASSES];
        Self { distributions, lengths: Distribution::new([1; SYMBOLS]) }
    }

    /// Codes a value of which the logarithm is expected to be about `expected`, in the unit of
    /// [`magnitude::log`](super::magnitude::log).
    #[inline]
    pub(super) fn code(&mut self, coder: &mut impl Coder, expected: i32, skew: Skew, value: i32) -> i32 {
        let mirror = |value: i32| if skew.is_negative { value.wrapping_neg() } else { value };
        let scale = (expected - FIRST).max(0) / OCTAVE;
        let low_bits = (scale - (SCALES as i32 - 2)).clamp(0, MOST_LOW_BITS);
        let half = (1 << low_bits) >> 1;
        let shifted = mirror(value).wrapping_add(half);
        let place = expected - FIRST - low_bits * OCTAVE;
        let high = self.high(coder, place, skew.class, shifted >> low_bits);
        if low_bits == 0 {
            return mirror(high);
        }
        coder.require((high << low_bits) >> low_bits == high);
        let low = coder.bits(low_bits as u32, shifted as u32);
        mirror((high << low_bits | low as i32).wrapping_sub(half))
    }

    /// `place` is in 64ths of an octave above the first distribution.
    #[inline]
    fn high(&mut self, coder: &mut impl Coder, place: i32, class: usize, high: i32) -> i32 {
        let place = place.clamp(0, (SCALES as i32 - 1) * OCTAVE - 1);
        let scale = (place / OCTAVE) as usize;
        let [lower, upper] = &mut self.distributions[class % Skew::CLASSES][scale..][..2] else { return 0 };
        let symbol = if high.unsigned_abs() < ZERO as u32 { (high + ZERO) as usize } else { BEYOND };
        let symbol = coder.symbol(&lower.between(upper, place % OCTAVE), symbol);
        lower.learn(symbol);
        upper.learn(symbol);
        if symbol == BEYOND { self.beyond(coder, high) } else { symbol as i32 - ZERO }
    }

    /// A number of magnitude 8 and more: how many bits the rest has, and the bits.
    #[cold]
    fn beyond(&mut self, coder: &mut impl Coder, value: i32) -> i32 {
        let rest = value.unsigned_abs().wrapping_sub(ZERO as u32) << 1 | u32::from(value < 0);
        let length = u32::BITS - rest.leading_zeros();
        let symbol = coder.symbol(self.lengths.starts(), length.min(LONGEST) as usize);
        self.lengths.learn(symbol);
        let mut length_read = symbol as u32;
        if length_read == LONGEST {
            length_read += coder.bits(5, length.wrapping_sub(LONGEST));
        }
        coder.require(length_read <= u32::BITS);
        let rest = match length_read.min(u32::BITS) {
            0 => 0,
            length => 1 << (length - 1) | coder.bits(length - 1, rest),
        };
        let magnitude = (rest >> 1) + ZERO as u32;
        let value = if rest & 1 == 0 { magnitude as i32 } else { (magnitude as i32).wrapping_neg() };
        coder.require(magnitude <= i32::MIN.unsigned_abs() && (value < 0) == (rest & 1 == 1));
        value
    }
}

/// Distribution of values whose logarithm is that of the distribution's place: it falls off like 1, θ, θ²… on
/// either side of zero, with more than that at zero.
fn two_sided(scale: usize) -> Distribution {
    const ONE: u64 = 1 << 24;
    /// Mean magnitude at the first place: an eighth of 2^(-51/64).
    const FIRST_MEAN: u64 = ONE * 72 / 1000;
    let mean = (FIRST_MEAN << scale).max(ONE / 20);
    let fall = mean * ONE / (ONE + mean);
    let mut weights = [0; SYMBOLS];
    let mut weight = ONE;
    for away in 0..ZERO as usize {
        let side = if away == 0 { ONE } else { weight * 7 / 10 };
        weights[ZERO as usize + away] = side;
        weights[ZERO as usize - away] = side;
        weight = weight * fall / ONE;
    }
    weights[BEYOND] = 2 * weights[SYMBOLS - 1] * mean / ONE + ONE / 500;
    Distribution::new(weights)
}

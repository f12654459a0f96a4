// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::distribution::{Distribution, SYMBOLS};
use super::rans::Coder;

/// How large a number is going to be: its magnitude in eighths.
pub(super) type Expected = u32;

/// Where a value's two distributions are found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context {
    pub(super) expected: [Expected; 2],
    /// Below the `classes` of the model.
    pub(super) class: [usize; 2],
    /// Whether it is more likely below zero than above.
    pub(super) is_mirrored: bool,
}

/// Learns how values lie about zero, given how large they are expected to be.
///
/// A value is a symbol for −7…7 or "beyond" and, where large ones are expected, low bits that are written as
/// they are.
#[derive(Debug)]
pub(super) struct ValueModel {
    first: Vec<Distribution>,
    second: Vec<Distribution>,
    /// Bits of what lies beyond.
    lengths: Distribution,
}

/// Distributions a class: two an octave.
const SCALES: usize = 20;
/// The symbol of a value beyond those that have their own.
const BEYOND: usize = 0;
/// The symbol of zero.
const ZERO: i32 = 8;
/// The longest that a symbol of `lengths` tells alone.
const LONGEST: u32 = SYMBOLS as u32 - 1;

impl ValueModel {
    pub(super) fn new(classes: usize) -> Self {
        let scales: Vec<Distribution> = (0..SCALES).map(two_sided).collect();
        let all = scales.repeat(classes);
        Self { first: all.clone(), second: all, lengths: Distribution::flat() }
    }

    #[inline(always)]
    pub(super) fn code(&mut self, coder: &mut impl Coder, context: Context, value: i32) -> i32 {
        let mirror = |value: i32| if context.is_mirrored { value.wrapping_neg() } else { value };
        let [first, second] = context.expected;
        let low_bits = low_bits((first + second) / 2);
        let half = (1 << low_bits) >> 1;
        let shifted = mirror(value).wrapping_add(half);
        let high = self.high(coder, context, shifted >> low_bits);
        coder.require((high << low_bits) >> low_bits == high);
        let low = if low_bits > 0 { coder.bits(low_bits, shifted as u32) } else { 0 };
        mirror((high << low_bits | low as i32).wrapping_sub(half))
    }

    #[inline(always)]
    fn high(&mut self, coder: &mut impl Coder, context: Context, high: i32) -> i32 {
        let place = |which: usize| context.class[which] * SCALES + scale(context.expected[which]);
        let (first, second) = (&mut self.first[place(0)], &mut self.second[place(1)]);
        let symbol = if high.unsigned_abs() < ZERO as u32 { (high + ZERO) as usize } else { BEYOND };
        let symbol = coder.symbol(&first.mean(second), symbol);
        first.learn(symbol);
        second.learn(symbol);
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

/// Bits that are not worth a model where values of this size are expected.
#[inline(always)]
fn low_bits(expected: Expected) -> u32 {
    (expected / 11).checked_ilog2().unwrap_or(0)
}

/// Number of the distribution for values of this size.
#[inline(always)]
fn scale(expected: Expected) -> usize {
    if expected < 4 {
        return (expected / 2) as usize;
    }
    let octave = expected.ilog2();
    let upper_half = expected >> (octave - 1) & 1;
    ((2 * (octave - 1) + upper_half) as usize).min(SCALES - 1)
}

/// What [`scale`] stands for, in sixteenths.
fn typical(scale: usize) -> u64 {
    match scale {
        0 => 11,
        1 => 40,
        _ => (20 + 8 * (scale as u64 % 2)) << (scale / 2 + 1),
    }
}

/// A distribution that falls off like 1, θ, θ²… on either side of zero, for values of a size.
fn two_sided(number: usize) -> Distribution {
    const ONE: u64 = 1 << 24;
    let expected = typical(number);
    // In 2^24ths.
    let mean = (((expected * ONE) / 128) >> low_bits((expected / 16 * 2) as u32 / 2)).max(ONE / 20);
    let fall = mean * ONE / (ONE + mean);
    let mut weights = [0; SYMBOLS];
    let mut weight = ONE;
    for away in 0..ZERO as usize {
        let side = if away == 0 { ONE } else { weight * 11 / 20 };
        weights[ZERO as usize + away] = side;
        weights[ZERO as usize - away] = side;
        weight = weight * fall / ONE;
    }
    weights[BEYOND] = 2 * weights[SYMBOLS - 1] * mean / ONE + ONE / 500;
    Distribution::new(weights)
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The instructions that sampling is made of, eight lanes each.
//!
//! Each is exact or IEEE's in each lane, so a result does not depend on which machine it comes from.

use super::page::Row;
use std::ops::{Add, Div, Mul, Sub};
use tumble_pose::LANES;

mod avx2;
mod plain;
mod sse2;

pub(super) use plain::Plain;
/// Where in memory the pairs of a group's lanes lie; where it says, the lane lies that is asked for by the same
/// number, so it is its own inverse.
///
/// What is brought together by halves of registers ends up so.
pub(super) const PAIR_OF_LANE: [usize; LANES] = [0, 1, 4, 5, 2, 3, 6, 7];

/// Eight numbers at once.
pub(super) trait Simd: Copy {
    type Floats: Copy;
    type Unit: WordUnit;

    fn floats(self, of: [f32; LANES]) -> Self::Floats;
    fn array(self, floats: Self::Floats) -> [f32; LANES];
    fn splat(self, value: f32) -> Self::Floats;
    fn of_bytes(self, of: [i8; LANES]) -> Self::Floats;
    fn of_words(self, of: [i16; LANES]) -> Self::Floats;
    fn of_integers(self, of: [i32; LANES]) -> Self::Floats;
    /// Of the upper 16 bits, the rest being 0.
    fn of_upper_halves(self, of: [u16; LANES]) -> Self::Floats;
    fn add(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    fn sub(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    fn mul(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    fn div(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    fn sqrt(self, a: Self::Floats) -> Self::Floats;
    /// The number, with its sign changed in lanes in which `sign` is below 0.
    fn signed_by(self, a: Self::Floats, sign: Self::Floats) -> Self::Floats;
    /// `new` in lanes whose bits are set.
    fn chosen(self, lanes: u8, new: Self::Floats, old: [f32; LANES]) -> [f32; LANES];

    /// Signed numbers out of two rows of bits: moved up, then down; 0 where up is 32 or more.
    fn taken(self, low: &Row, high: &Row, up: u32, down: u32) -> Self::Floats;
    /// Two numbers of each lane, side by side, in the order of [`PAIR_OF_LANE`].
    fn pairs(self, first: Self::Floats, second: Self::Floats) -> [u64; LANES];
    /// The first and second numbers of pairs, in the order of lanes.
    fn unpaired(self, pairs: [u64; LANES]) -> [Self::Floats; 2];

    fn word_unit(self) -> Self::Unit;
}

/// Eight whole numbers of 16 bits without a sign at once.
pub(super) trait WordUnit: Copy {
    type Words: Copy;

    fn words(self, of: [u16; LANES]) -> Self::Words;
    fn array(self, words: Self::Words) -> [u16; LANES];
    /// Each as one of 32 bits.
    fn wide(self, words: Self::Words) -> [u32; LANES];
    fn splat(self, value: u16) -> Self::Words;
    /// These wrap.
    fn add(self, a: Self::Words, b: Self::Words) -> Self::Words;
    fn sub(self, a: Self::Words, b: Self::Words) -> Self::Words;
    fn mul(self, a: Self::Words, b: Self::Words) -> Self::Words;
    fn and(self, a: Self::Words, b: Self::Words) -> Self::Words;
    fn or(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// All bits where equal, none elsewhere.
    fn equal(self, a: Self::Words, b: Self::Words) -> Self::Words;
    fn down<const BY: i32>(self, a: Self::Words) -> Self::Words;
    /// Each with all before it.
    fn sums(self, a: Self::Words) -> Self::Words;
}

/// Eight numbers side by side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lanes<S: Simd> {
    simd: S,
    floats: S::Floats,
}

impl<S: Simd> Lanes<S> {
    #[inline(always)]
    pub(super) fn new(simd: S, floats: S::Floats) -> Self {
        Self { simd, floats }
    }

    #[inline(always)]
    pub(super) fn splat(simd: S, value: f32) -> Self {
        Self::new(simd, simd.splat(value))
    }

    #[inline(always)]
    pub(super) fn floats(self) -> S::Floats {
        self.floats
    }

    #[inline(always)]
    pub(super) fn sqrt(self) -> Self {
        Self::new(self.simd, self.simd.sqrt(self.floats))
    }

    /// The number, with its sign changed in lanes in which `sign` is below 0.
    #[inline(always)]
    pub(super) fn signed_by(self, sign: Self) -> Self {
        Self::new(self.simd, self.simd.signed_by(self.floats, sign.floats))
    }
}

impl<S: Simd> Add for Lanes<S> {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::new(self.simd, self.simd.add(self.floats, other.floats))
    }
}

impl<S: Simd> Sub for Lanes<S> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::new(self.simd, self.simd.sub(self.floats, other.floats))
    }
}

impl<S: Simd> Mul for Lanes<S> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self::new(self.simd, self.simd.mul(self.floats, other.floats))
    }
}

impl<S: Simd> Div for Lanes<S> {
    type Output = Self;

    #[inline(always)]
    fn div(self, other: Self) -> Self {
        Self::new(self.simd, self.simd.div(self.floats, other.floats))
    }
}

#[cfg(test)]
mod tests;

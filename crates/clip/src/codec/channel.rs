// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::DecodeError;
use crate::file::{ByteReader, ByteWriter};

/// The widest steps: an `f32` counts to here without a gap.
const WIDEST: u32 = 24;

/// The width of an `f32` stored as it is.
const RAW: u32 = 32;

/// How a number that changes over time is stored: in steps from the least it is, or as an `f32`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Span {
    least: f32,
    step: f32,
    width: u32,
}

impl Span {
    /// Stored as it is.
    pub(super) const RAW: Self = Self { least: 0.0, step: 0.0, width: RAW };

    /// Steps from `least` to `most`; `None` where there would be too many, or a number is not finite.
    pub(super) fn steps(least: f64, most: f64, step: f64) -> Option<Self> {
        let (least, step) = (least as f32, step as f32);
        let count = ((most - f64::from(least)) / f64::from(step)).round();
        let fits = count < f64::from(1_u32 << WIDEST) && least.is_finite() && step.is_finite();
        fits.then(|| Self { least, step, width: u32::BITS - (count as u32).leading_zeros() })
    }

    pub(super) fn width(self) -> u32 {
        self.width
    }

    /// The bits that stand for a value.
    pub(super) fn bits(self, value: f64) -> u32 {
        if self.is_raw() {
            return (value as f32).to_bits();
        }
        let steps = ((value - f64::from(self.least)) / f64::from(self.step)).round();
        // Saturates, and NaN, of a step of no size, is 0.
        (steps as u32).min(self.mask())
    }

    fn mask(self) -> u32 {
        ((1_u64 << self.width) - 1) as u32
    }

    pub(super) fn is_raw(self) -> bool {
        self.width == RAW
    }

    /// The largest value that it can stand for, of either sign.
    pub(super) fn largest(self) -> f32 {
        self.least.abs().max((self.least + self.mask() as f32 * self.step).abs())
    }

    pub(super) fn write(self, bytes: &mut ByteWriter) {
        bytes.u8(self.width as u8);
        bytes.f32(self.least);
        bytes.f32(self.step);
    }

    pub(super) fn read(bytes: &mut ByteReader<'_>) -> Result<Self, DecodeError> {
        let byte = bytes.offset();
        let span = Self { width: u32::from(bytes.u8()?), least: bytes.f32()?, step: bytes.f32()? };
        let right = span == Self::RAW || span.width <= WIDEST && span.largest().is_finite();
        right
            .then_some(span)
            .ok_or(DecodeError::value(byte, "at most 24 bits of finite steps, or 32 of none"))
    }

    /// How to read it from its place in a row.
    pub(super) fn at(self, bit: u32) -> Channel {
        Channel { bit, mask: self.mask(), least: self.least, step: self.step }
    }
}

/// Where in a row of bits a number is, and what its steps mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Channel {
    bit: u32,
    mask: u32,
    least: f32,
    step: f32,
}

impl Channel {
    /// Its first bit in a row.
    #[inline]
    pub(super) fn bit(&self) -> usize {
        self.bit as usize
    }

    /// Whether it is an `f32` as it came: then its bits may mean anything.
    #[inline]
    pub(super) fn is_raw(&self) -> bool {
        self.mask == u32::MAX
    }

    /// Whether it has no bits.
    pub(super) fn is_constant(&self) -> bool {
        self.mask == 0
    }

    /// What its bits mean; higher bits than its own do not matter.
    #[inline]
    pub(super) fn value(&self, bits: u32) -> f32 {
        let bits = bits & self.mask;
        if self.is_raw() { f32::from_bits(bits) } else { self.least + bits as f32 * self.step }
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::coefficients::Coefficients;
use super::hats::{Hats, levels, peaks};
use super::neighbours::{Neighbours, shares};
use super::scalar_section::{ScalarForm, ScalarSteps};
use super::simd::{Lanes, Plain};
use tumble_pose::LANES;

/// Levels of hats, and samples of a segment.
const LEVELS: usize = levels(SEGMENT);
pub(super) const SEGMENT: usize = 16;

/// Scalars in steps, laid out for sampling.
///
/// Most scalars of a face rest while one moves. So each has, for each segment and level, a width of its own, and eight
/// do not share one as the numbers of joints do: that would take twice the memory.
#[derive(Debug, Clone)]
pub(super) struct ScalarCurves {
    hats: Hats,
    samples: usize,
    size: f32,
    /// Which scalar each curve is, what it is counted from, and how many bits its boundaries have.
    places: Box<[u32]>,
    bases: Box<[f32]>,
    ends: Box<[u8]>,
    /// Bits of all curves at one boundary.
    stride: usize,
    /// For each segment, each curve's widths: four bits a level, widest hats lowest.
    widths: Box<[u16]>,
    /// For each segment, where the bits of its hats begin.
    starts: Box<[u32]>,
    /// All boundaries, one after another, then for each segment and curve its hats, level by level.
    bits: Box<[u8]>,
}

/// What four bits of width mean: 24 bits from any place in a byte on lie in four bytes.
static WIDTHS: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 19, 24];

/// The four bits that hold so many.
fn code(width: u8) -> u16 {
    WIDTHS.iter().position(|&there| there >= width).unwrap_or(WIDTHS.len() - 1) as u16
}

impl ScalarCurves {
    pub(super) fn new(forms: &[ScalarForm], steps: &ScalarSteps) -> Self {
        let shape = &steps.coefficients.shape;
        let (places, bases): (Vec<u32>, Vec<f32>) =
            (0..).zip(forms).filter_map(|(place, form)| Some((place, form.base()?))).unzip();
        let boundaries = || (0..shape.boundaries()).map(|boundary| boundary * SEGMENT);
        let curves: Vec<Curve<'_>> =
            (0..places.len()).map(|number| Curve { of: &steps.coefficients, number }).collect();
        let ends: Vec<u8> = curves.iter().map(|curve| curve.width(boundaries())).collect();
        let mut bits = BitWriter::default();
        for boundary in boundaries() {
            for (curve, &width) in curves.iter().zip(&ends) {
                bits.write(curve.at(boundary), width);
            }
        }
        let (mut widths, mut starts) = (Vec::new(), Vec::new());
        widths.reserve_exact(curves.len() * shape.segments());
        starts.reserve_exact(shape.segments());
        for start in (0..shape.segments()).map(|segment| segment * SEGMENT) {
            starts.push(bits.len() as u32);
            for curve in &curves {
                let mut codes = 0;
                for level in 1..=LEVELS {
                    let rows = || peaks(SEGMENT, level).map(|peak| start + peak);
                    let rows = || rows().filter(|&row| row < shape.samples);
                    let code = code(curve.width(rows()));
                    codes |= code << (4 * (level - 1));
                    rows().for_each(|row| bits.write(curve.at(row), WIDTHS[usize::from(code)]));
                }
                widths.push(codes);
            }
        }
        Self {
            hats: steps.hats,
            samples: shape.samples,
            size: steps.size,
            places: places.into(),
            bases: bases.into(),
            stride: ends.iter().copied().map(usize::from).sum(),
            ends: ends.into(),
            widths: widths.into(),
            starts: starts.into(),
            bits: bits.into_bytes(),
        }
    }

    pub(super) fn memory_bytes(&self) -> usize {
        size_of_val(&*self.places)
            + size_of_val(&*self.bases)
            + size_of_val(&*self.ends)
            + size_of_val(&*self.widths)
            + size_of_val(&*self.starts)
            + size_of_val(&*self.bits)
            + size_of::<Self>()
    }

    /// Writes what is between sample `lower` and the one after, at the scalars' places. `lower` is not the last of
    /// several.
    #[inline(always)]
    pub(super) fn sample(&self, lower: usize, blend: f32, output: &mut [f32]) {
        let place = Neighbours::new(lower, self.samples, self.hats);
        let shares = shares(lower, blend);
        let widths = &self.widths[place.segment * self.places.len()..][..self.places.len()];
        let mut cursor = Cursor {
            bits: &self.bits,
            ends: [place.segment * self.stride, (place.segment + 1) * self.stride],
            hats: self.starts[place.segment] as usize,
        };
        let groups = self.ends.chunks(LANES).zip(widths.chunks(LANES));
        let outputs = self.bases.chunks(LANES).zip(self.places.chunks(LANES));
        for ((ends, widths), (bases, places)) in groups.zip(outputs) {
            let [even, odd] = cursor.eight(ends, widths, &place);
            let steps = even * Lanes::splat(Plain, shares[0]) + odd * Lanes::splat(Plain, shares[1]);
            let values = steps * Lanes::splat(Plain, self.size);
            for ((&scalar, base), value) in places.iter().zip(bases).zip(values.floats()) {
                output[scalar as usize] = base + value;
            }
        }
    }
}

/// Where the next curves' bits are.
struct Cursor<'a> {
    bits: &'a [u8],
    /// At both boundaries.
    ends: [usize; 2],
    hats: usize,
}

/// The numbers of eight curves, still in their bits.
#[derive(Debug, Clone, Copy)]
struct Packed {
    words: [u32; LANES],
    /// The shifts that leave but them: first up, then down.
    up: [u32; LANES],
    down: [u32; LANES],
}

impl Cursor<'_> {
    /// Up to eight curves at both samples, in steps.
    #[inline(always)]
    fn eight(&mut self, ends: &[u8], widths: &[u16], place: &Neighbours<LEVELS>) -> [Lanes<Plain>; 2] {
        const NONE: Packed = Packed { words: [0; LANES], up: [0; LANES], down: [0; LANES] };
        let (mut start, mut end, mut hats) = (NONE, NONE, [NONE; LEVELS]);
        for (lane, (&width, &codes)) in ends.iter().zip(widths).enumerate().take(LANES) {
            start.take(lane, self.bits, self.ends[0], width);
            end.take(lane, self.bits, self.ends[1], width);
            self.ends[0] += usize::from(width);
            self.ends[1] += usize::from(width);
            for level in 0..LEVELS {
                let width = WIDTHS[usize::from(codes >> (4 * level) & 15)];
                // One that a last segment does not have is whatever lies there, and counts nothing.
                let bit = self.hats + place.indices[level] as usize * usize::from(width);
                hats[level].take(lane, self.bits, bit, width);
                self.hats += place.counts[level] as usize * usize::from(width);
            }
        }
        let (start, end) = (start.numbers(), end.numbers());
        let mut both = [Lanes::splat(Plain, 0.0); 2];
        for (sum, [before, after]) in both.iter_mut().zip(place.ends) {
            *sum = start * Lanes::splat(Plain, before) + end * Lanes::splat(Plain, after);
        }
        for level in 0..LEVELS {
            let hats = hats[level].numbers();
            for (sum, weights) in both.iter_mut().zip(&place.hats) {
                *sum = *sum + hats * Lanes::splat(Plain, weights[level]);
            }
        }
        both
    }
}

impl Packed {
    /// A whole number of up to 24 bits, the highest for its sign.
    #[inline(always)]
    fn take(&mut self, lane: usize, bits: &[u8], bit: usize, width: u8) {
        let bytes = bits.get(bit / 8..).and_then(<[u8]>::first_chunk);
        let there = 0_u32.wrapping_sub(u32::from(width > 0));
        self.words[lane] = bytes.map_or(0, |&bytes| u32::from_le_bytes(bytes)) & there;
        self.down[lane] = u32::BITS - u32::from(width);
        self.up[lane] = self.down[lane].wrapping_sub(bit as u32 % 8);
    }

    #[inline(always)]
    fn numbers(&self) -> Lanes<Plain> {
        let mut numbers = [0.0; LANES];
        for lane in 0..LANES {
            let (up, down) = (self.up[lane] & 31, self.down[lane] & 31);
            numbers[lane] = ((self.words[lane] << up).cast_signed() >> down) as f32;
        }
        Lanes::new(Plain, numbers)
    }
}

/// The integers of one scalar.
struct Curve<'a> {
    of: &'a Coefficients,
    number: usize,
}

impl Curve<'_> {
    fn at(&self, row: usize) -> i32 {
        self.of.values[row * self.of.shape.parts.len() + self.number / 3][self.number % 3]
    }

    /// The bits that hold the integers of some rows.
    fn width(&self, rows: impl Iterator<Item = usize>) -> u8 {
        let any = rows.map(|row| self.at(row)).fold(0, |any, integer| {
            // Its bits but for the sign, and one for being there at all.
            any | (integer ^ (integer >> 31)).cast_unsigned() << 1 | u32::from(integer != 0)
        });
        (u32::BITS - any.leading_zeros()) as u8
    }
}

/// Writes numbers of any width, lowest bit first, without gaps.
#[derive(Debug, Default)]
struct BitWriter {
    bytes: Vec<u8>,
    /// Bits that make no whole byte yet.
    pending: u64,
    count: u32,
}

impl BitWriter {
    fn len(&self) -> usize {
        self.bytes.len() * 8 + self.count as usize
    }

    /// The lowest bits, at most 24.
    fn write(&mut self, value: i32, width: u8) {
        let mask = (1_u64 << width) - 1;
        self.pending |= (u64::from(value.cast_unsigned()) & mask) << self.count;
        self.count += u32::from(width);
        while self.count >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }

    /// Filled up with zeros, so that four bytes can be read wherever a number begins.
    fn into_bytes(mut self) -> Box<[u8]> {
        self.bytes.extend(self.pending.to_le_bytes().iter().take(4));
        self.bytes.into()
    }
}

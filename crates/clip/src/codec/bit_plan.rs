// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::neighbours::Neighbours;
use super::simd::Simd;
use tumble_pose::LANES;

/// Where eight groups' coefficients of each level are: the first of two rows, and the shifts that leave but them.
#[derive(Debug, Clone, Copy)]
pub(super) struct BitPlan<const K: usize> {
    /// From which the others are counted.
    pub(super) first_row: u32,
    pub(super) rows: [[u16; LANES]; K],
    /// Nothing is left of numbers of no bits, which are moved up by 32 or more.
    pub(super) up: [[u16; LANES]; K],
    pub(super) down: [[u16; LANES]; K],
}

impl<const K: usize> BitPlan<K> {
    /// Of eight groups with these codes of widths, whose bits begin at `start`; and where the next eight begin.
    ///
    /// Sixteen bits are enough for places, for eight groups have fewer bits than that in a segment.
    #[inline(always)]
    pub(super) fn new<S: Simd>(
        simd: S,
        codes: [u16; LANES],
        start: u32,
        place: &Neighbours<K>,
    ) -> (Self, u32) {
        let (two, fifteen, most) = (simd.word_splat(2), simd.word_splat(15), simd.word_splat(32));
        let mut codes = simd.words(codes);
        let (mut widths, mut taken) = ([simd.word_splat(0); K], [simd.word_splat(0); K]);
        let mut sizes = simd.word_splat(0);
        for level in 0..K {
            let code = simd.word_and(codes, fifteen);
            codes = simd.word_down::<4>(codes);
            let wide = simd.word_and(simd.word_equal(code, fifteen), two);
            widths[level] = simd.word_add(code, wide);
            taken[level] = simd.word_mul(widths[level], simd.word_splat(place.counts[level] as u16));
            sizes = simd.word_add(sizes, taken[level]);
        }
        let behind = simd.word_sums(sizes);
        let mut begins = simd.word_sub(simd.word_add(behind, simd.word_splat((start & 15) as u16)), sizes);
        let mut plan =
            Self { first_row: start >> 4, rows: [[0; LANES]; K], up: [[0; LANES]; K], down: [[0; LANES]; K] };
        for level in 0..K {
            let width = widths[level];
            let bits =
                simd.word_add(begins, simd.word_mul(width, simd.word_splat(place.indices[level] as u16)));
            begins = simd.word_add(begins, taken[level]);
            let down = simd.word_sub(most, width);
            let up = simd.word_sub(down, simd.word_and(bits, fifteen));
            let none = simd.word_and(simd.word_equal(width, simd.word_splat(0)), most);
            plan.rows[level] = simd.word_array(simd.word_down::<4>(bits));
            plan.up[level] = simd.word_array(simd.word_or(up, none));
            plan.down[level] = simd.word_array(down);
        }
        (plan, start + u32::from(simd.word_array(behind)[LANES - 1]))
    }
}

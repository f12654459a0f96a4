// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::neighbours::Neighbours;
use super::simd::WordUnit;
use tumble_pose::LANES;

/// Where eight groups' coefficients of each level are: the first of two rows, and the shifts that leave but them.
#[derive(Debug, Clone, Copy)]
pub(super) struct BitPlan<const K: usize> {
    /// Counted from the one in which the first bit is.
    pub(super) rows: [[u16; LANES]; K],
    /// Nothing is left of numbers of no bits, which are moved up by 32 or more.
    pub(super) up: [[u32; LANES]; K],
    pub(super) down: [[u32; LANES]; K],
}

impl<const K: usize> BitPlan<K> {
    /// Of eight groups with these codes of widths, whose bits begin at `start`; and where the next eight begin.
    ///
    /// Sixteen bits are enough for places, for eight groups have fewer bits than that in a segment.
    #[inline(always)]
    pub(super) fn new<U: WordUnit>(
        unit: U,
        codes: [u16; LANES],
        start: u32,
        place: &Neighbours<K>,
    ) -> (Self, u32) {
        let (two, fifteen, most) = (unit.splat(2), unit.splat(15), unit.splat(32));
        let mut codes = unit.words(codes);
        let (mut widths, mut taken) = ([unit.splat(0); K], [unit.splat(0); K]);
        let mut sizes = unit.splat(0);
        for level in 0..K {
            let code = unit.and(codes, fifteen);
            codes = unit.down::<4>(codes);
            let wide = unit.and(unit.equal(code, fifteen), two);
            widths[level] = unit.add(code, wide);
            taken[level] = unit.mul(widths[level], unit.splat(place.counts[level] as u16));
            sizes = unit.add(sizes, taken[level]);
        }
        let behind = unit.sums(sizes);
        let mut begins = unit.sub(unit.add(behind, unit.splat((start & 15) as u16)), sizes);
        let mut plan = Self { rows: [[0; LANES]; K], up: [[0; LANES]; K], down: [[0; LANES]; K] };
        for level in 0..K {
            let width = widths[level];
            let bits = unit.add(begins, unit.mul(width, unit.splat(place.indices[level] as u16)));
            begins = unit.add(begins, taken[level]);
            let down = unit.sub(most, width);
            let up = unit.sub(down, unit.and(bits, fifteen));
            let none = unit.and(unit.equal(width, unit.splat(0)), most);
            plan.rows[level] = unit.array(unit.down::<4>(bits));
            plan.up[level] = unit.wide(unit.or(up, none));
            plan.down[level] = unit.wide(down);
        }
        (plan, start + u32::from(unit.array(behind)[LANES - 1]))
    }
}

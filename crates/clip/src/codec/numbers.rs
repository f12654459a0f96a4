// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::simd::{Lanes, Simd};
use tumble_pose::LANES;

/// Numbers that a place in a page can tell apart.
const PLACES: usize = 256;

/// The numbers of a page at two neighbouring samples, the even one first, side by side: so one load takes both.
#[derive(Debug, Clone)]
#[repr(C, align(32))]
pub(super) struct Numbers([[u64; LANES]; PLACES / LANES]);

impl Default for Numbers {
    fn default() -> Self {
        Self([[0; LANES]; PLACES / LANES])
    }
}

impl Numbers {
    #[inline(always)]
    pub(super) fn set_group<S: Simd>(&mut self, simd: S, group: usize, [from, to]: [Lanes<S>; 2]) {
        self.0[group % (PLACES / LANES)] = simd.pairs(from.floats(), to.floats());
    }

    /// Eight numbers from anywhere, at both samples.
    #[inline(always)]
    pub(super) fn gather<S: Simd>(&self, simd: S, places: [u8; LANES]) -> [Lanes<S>; 2] {
        let mut pairs = [0; LANES];
        for lane in 0..LANES {
            pairs[lane] = self.0.as_flattened()[usize::from(places[lane])];
        }
        let [from, to] = simd.unpaired(pairs);
        [Lanes::new(simd, from), Lanes::new(simd, to)]
    }

    /// Adds to one number at both samples.
    pub(super) fn add(&mut self, place: u8, more: [f32; 2]) {
        let pair = &mut self.0.as_flattened_mut()[usize::from(place)];
        let both = [*pair as u32, (*pair >> 32) as u32];
        let sums = [f32::from_bits(both[0]) + more[0], f32::from_bits(both[1]) + more[1]];
        *pair = u64::from(sums[0].to_bits()) | u64::from(sums[1].to_bits()) << 32;
    }
}

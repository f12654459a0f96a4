// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::simd::{Lanes, Simd};
use tumble_pose::LANES;

/// The size of a step: the upper half of an `f32`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Step(u16);

/// 2 to the power of minus eighths.
const EIGHTHS: [f32; 8] =
    [1.0, 0.917_004_05, 0.840_896_4, 0.771_105_4, 0.707_106_77, 0.648_419_8, 0.594_603_54, 0.545_253_9];

impl Step {
    /// How many eighths of an octave finer than `coarsest` steps of some size are, nearest.
    pub(super) fn eighths(size: f64, coarsest: f64) -> u8 {
        // Saturates, and NaN is 0.
        (8.0 * libm::log2(coarsest / size)).round() as u8
    }

    /// The step that is so many eighths of an octave finer than the coarsest.
    pub(super) fn finer(coarsest: f32, eighths: u8) -> Self {
        let octaves = f32::from_bits((127 - u32::from(eighths / 8)) << 23);
        let size = coarsest * EIGHTHS[usize::from(eighths % 8)] * octaves;
        Self((size.to_bits() >> 16) as u16)
    }

    #[inline(always)]
    pub(super) fn size(self) -> f32 {
        f32::from_bits(u32::from(self.0) << 16)
    }

    #[inline(always)]
    pub(super) fn sizes<S: Simd>(simd: S, steps: [Self; LANES]) -> Lanes<S> {
        let mut halves = [0; LANES];
        for lane in 0..LANES {
            halves[lane] = steps[lane].0;
        }
        Lanes::new(simd, simd.of_upper_halves(halves))
    }
}

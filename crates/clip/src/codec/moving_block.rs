// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::forms::{Forms, MovingSteps};
use super::numbers::Numbers;
use super::simd::{Lanes, Simd};
use super::steps::Step;
use tumble_pose::LANES;

/// Eight joints side by side of which some move, or change their scale.
#[derive(Debug, Clone)]
pub(super) struct MovingBlock {
    pub(super) places: [[u8; LANES]; 3],
    bases: [[i16; LANES]; 3],
    steps: [Step; LANES],
    pub(super) block: u16,
    /// The first of the three rows in a block of a pose.
    pub(super) row: u8,
    pub(super) lanes: u8,
}

/// First rows of translation and scale in a block.
pub(super) const TRANSLATION: u8 = 4;
pub(super) const SCALE: u8 = 7;

impl MovingBlock {
    /// The block of a joint's translation or scale, the last one there is or a new one.
    pub(super) fn of(blocks: &mut Vec<Self>, joint: usize, row: u8) -> &mut Self {
        let block = (joint / LANES) as u16;
        let known = blocks.iter().position(|known| (known.block, known.row) == (block, row));
        let place = known.unwrap_or_else(|| {
            let (places, steps) = ([[0; LANES]; 3], [Step::default(); LANES]);
            blocks.push(Self { places, bases: [[0; LANES]; 3], steps, block, row, lanes: 0 });
            blocks.len() - 1
        });
        &mut blocks[place]
    }

    pub(super) fn set(&mut self, lane: usize, places: [u8; 3], steps: MovingSteps, forms: &Forms) {
        for axis in 0..3 {
            self.places[axis][lane] = places[axis];
            self.bases[axis][lane] = steps.base[axis];
        }
        self.steps[lane] = forms.step(steps.eighths);
        self.lanes |= 1 << lane;
    }

    /// Eight vectors, blended straight.
    #[inline(always)]
    pub(super) fn vectors<S: Simd>(&self, simd: S, numbers: &Numbers, shares: [f32; 2]) -> [Lanes<S>; 3] {
        let sizes = Step::sizes(simd, self.steps);
        [
            self.steps_along(simd, numbers, shares, 0) * sizes,
            self.steps_along(simd, numbers, shares, 1) * sizes,
            self.steps_along(simd, numbers, shares, 2) * sizes,
        ]
    }

    #[inline(always)]
    fn steps_along<S: Simd>(&self, simd: S, numbers: &Numbers, shares: [f32; 2], axis: usize) -> Lanes<S> {
        let shares = [Lanes::splat(simd, shares[0]), Lanes::splat(simd, shares[1])];
        let [even, odd] = numbers.gather(simd, self.places[axis]);
        let bases = Lanes::new(simd, simd.of_words(self.bases[axis]));
        bases * Lanes::splat(simd, MovingSteps::BASE) + (even * shares[0] + odd * shares[1])
    }
}

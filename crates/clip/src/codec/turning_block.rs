// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::forms::{Forms, TurningSteps};
use super::numbers::Numbers;
use super::rodrigues::Reference;
use super::simd::{Lanes, Simd};
use super::steps::Step;
use tumble_pose::LANES;

/// Eight joints side by side of which some turn.
#[derive(Debug, Clone)]
pub(super) struct TurningBlock {
    /// Which numbers are their parameters, x of all, then y, then z.
    pub(super) places: [[u8; LANES]; 3],
    pub(super) steps: [[Step; LANES]; 3],
    references: [[i8; LANES]; 3],
    /// Which eight joints.
    pub(super) block: u16,
    /// One bit for each lane that turns.
    pub(super) lanes: u8,
}

impl TurningBlock {
    /// The block of a joint, the last one there is or a new one.
    pub(super) fn of(blocks: &mut Vec<Self>, joint: usize) -> &mut Self {
        let block = (joint / LANES) as u16;
        let known = blocks.iter().position(|known| known.block == block);
        let place = known.unwrap_or_else(|| {
            let (places, steps) = ([[0; LANES]; 3], [[Step::default(); LANES]; 3]);
            blocks.push(Self { places, steps, references: [[0; LANES]; 3], block, lanes: 0 });
            blocks.len() - 1
        });
        &mut blocks[place]
    }

    pub(super) fn set(&mut self, lane: usize, places: [u8; 3], steps: TurningSteps, forms: &Forms) {
        for axis in 0..3 {
            self.places[axis][lane] = places[axis];
            self.steps[axis][lane] = forms.step(steps.eighths[axis]);
            self.references[axis][lane] = steps.reference.0[axis];
        }
        self.lanes |= 1 << lane;
    }

    /// Eight rotations from their references: decoded at both samples and blended straight along the shorter way, but
    /// not made unit length.
    ///
    /// A quaternion of parameters is (2x, 2y, 2z, 1 - s) / (1 + s), with s the square of their length. What the
    /// blend is divided by does not matter, since it is made unit length after: so instead of dividing each end,
    /// the other is multiplied.
    #[inline(always)]
    pub(super) fn blended<S: Simd>(&self, simd: S, numbers: &Numbers, shares: [f32; 2]) -> [Lanes<S>; 4] {
        let one = Lanes::splat(simd, 1.0);
        let [ax, bx] = self.parameters(simd, numbers, 0);
        let [ay, by] = self.parameters(simd, numbers, 1);
        let [az, bz] = self.parameters(simd, numbers, 2);
        let (a, b) = (ax * ax + ay * ay + az * az, bx * bx + by * by + bz * bz);
        let (aw, bw) = (one - a, one - b);
        let dot = (ax * bx + ay * by + az * bz) * Lanes::splat(simd, 4.0) + aw * bw;
        let keep = (one + b) * Lanes::splat(simd, shares[0]);
        let take = ((one + a) * Lanes::splat(simd, shares[1])).signed_by(dot);
        let (keep2, take2) = (keep + keep, take + take);
        [ax * keep2 + bx * take2, ay * keep2 + by * take2, az * keep2 + bz * take2, aw * keep + bw * take]
    }

    /// By what to multiply such rotations, once they are turned, for their unit length.
    #[inline(always)]
    pub(super) fn inverse_length<S: Simd>(&self, simd: S, [x, y, z, w]: [Lanes<S>; 4]) -> Lanes<S> {
        let one = Lanes::splat(simd, 1.0);
        let [rx, ry, rz] = self.references(simd);
        let r = rx * rx + ry * ry + rz * rz;
        one / ((x * x + y * y + z * z + w * w).sqrt() * (one + r))
    }

    /// Turns rotations from their references. The reference's quaternion is not divided: that is in the
    /// [inverse length](Self::inverse_length).
    #[inline(always)]
    pub(super) fn turned<S: Simd>(
        &self,
        simd: S,
        [x, y, z, w]: [Lanes<S>; 4],
        inverse_length: Lanes<S>,
    ) -> [Lanes<S>; 4] {
        let [rx, ry, rz] = self.references(simd);
        let r = rx * rx + ry * ry + rz * rz;
        let (rx, ry, rz, rw) = (rx + rx, ry + ry, rz + rz, Lanes::splat(simd, 1.0) - r);
        let (x, y, z, w) = (x * inverse_length, y * inverse_length, z * inverse_length, w * inverse_length);
        [
            rw * x + rx * w + ry * z - rz * y,
            rw * y - rx * z + ry * w + rz * x,
            rw * z + rx * y - ry * x + rz * w,
            rw * w - rx * x - ry * y - rz * z,
        ]
    }

    /// One parameter of eight rotations at both samples.
    #[inline(always)]
    fn parameters<S: Simd>(&self, simd: S, numbers: &Numbers, axis: usize) -> [Lanes<S>; 2] {
        let sizes = Step::sizes(simd, self.steps[axis]);
        let [even, odd] = numbers.gather(simd, self.places[axis]);
        [even * sizes, odd * sizes]
    }

    #[inline(always)]
    fn references<S: Simd>(&self, simd: S) -> [Lanes<S>; 3] {
        let step = Lanes::splat(simd, Reference::STEP);
        [
            Lanes::new(simd, simd.of_bytes(self.references[0])) * step,
            Lanes::new(simd, simd.of_bytes(self.references[1])) * step,
            Lanes::new(simd, simd.of_bytes(self.references[2])) * step,
        ]
    }
}

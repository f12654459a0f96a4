// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::Tracks;
use super::neighbours::shares;
use super::numbers::Numbers;
use super::simd::{Lanes, Plain, Simd};
use super::turning_block::TurningBlock;
use super::wanted::Wanted;
use crate::timeline::Seek;
use tumble_pose::{Block, LANES};

/// Sampling, whatever the instructions, into the blocks of a pose that are wanted.
pub(super) struct Sample<'a, W> {
    pub(super) tracks: &'a Tracks,
    pub(super) wanted: W,
    pub(super) seek: Seek,
    pub(super) numbers: &'a mut Numbers,
    /// Of the pose, from [`Wanted::first_block`] on.
    pub(super) blocks: &'a mut [Block],
}

/// Sampling, to be called where a compiler may use the instructions.
pub(super) struct Vectorized<'a, S, W> {
    pub(super) simd: S,
    pub(super) sample: Sample<'a, W>,
}

impl<S: Simd, W: Wanted> pulp::NullaryFnOnce for Vectorized<'_, S, W> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.sample.run(self.simd);
    }
}

impl<W: Wanted> Sample<'_, W> {
    /// With no more instructions than every machine of the kind has.
    pub(super) fn run_plainly(self) {
        #[cfg(target_arch = "x86_64")]
        if let Some(simd) = pulp::x86::V1::try_new() {
            return simd.vectorize(Vectorized { simd, sample: self });
        }
        self.run(Plain);
    }

    #[inline(always)]
    pub(super) fn run<S: Simd>(self, simd: S) {
        let Self { tracks, wanted, seek, numbers, blocks } = self;
        let first = wanted.first_block();
        let lower = seek.lower as usize;
        // The last sample is the far end of the last pair.
        let last = lower + 1 >= tracks.samples && lower > 0;
        let (lower, blend) = if last { (lower - 1, 1.0) } else { (lower, seek.blend) };
        tracks.as_it_came.sample(wanted, lower, blend, blocks);
        let shares = shares(lower, blend);
        for page in &tracks.pages {
            let groups = wanted.groups(page);
            if tracks.segment == 8 {
                page.unpack::<S, 3>(simd, lower, groups, numbers);
            } else {
                page.unpack::<S, 4>(simd, lower, groups, numbers);
            }
            for some in page.turning.chunks(AT_ONCE) {
                turn(simd, wanted, some, numbers, shares, blocks);
            }
            for moving in &page.moving {
                let lanes = moving.lanes & wanted.lanes(usize::from(moving.block));
                if lanes != 0 {
                    let rows = &mut blocks[usize::from(moving.block) - first].0[usize::from(moving.row)..];
                    for (row, values) in rows.iter_mut().zip(moving.vectors(simd, numbers, shares)) {
                        put(simd, row, values, lanes);
                    }
                }
            }
        }
    }
}

/// Blocks whose rotations are made at once.
const AT_ONCE: usize = 4;

/// Writes the rotations of up to [`AT_ONCE`] blocks: step by step for all, since each waits long for the one before.
#[inline(always)]
fn turn<S: Simd, W: Wanted>(
    simd: S,
    wanted: W,
    some: &[TurningBlock],
    numbers: &Numbers,
    shares: [f32; 2],
    blocks: &mut [Block],
) {
    let zero = Lanes::splat(simd, 0.0);
    let (mut blended, mut inverse_lengths) = ([[zero; 4]; AT_ONCE], [zero; AT_ONCE]);
    for (turning, blended) in some.iter().zip(&mut blended) {
        if wanted.lanes(usize::from(turning.block)) != 0 {
            *blended = turning.blended(simd, numbers, shares);
        }
    }
    for ((turning, blended), inverse_length) in some.iter().zip(&blended).zip(&mut inverse_lengths) {
        *inverse_length = turning.inverse_length(simd, *blended);
    }
    for ((turning, blended), inverse_length) in some.iter().zip(&blended).zip(&inverse_lengths) {
        let lanes = turning.lanes & wanted.lanes(usize::from(turning.block));
        if lanes != 0 {
            let rows = &mut blocks[usize::from(turning.block) - wanted.first_block()].0;
            let values = turning.turned(simd, *blended, *inverse_length);
            put(simd, &mut rows[0], values[0], lanes);
            put(simd, &mut rows[1], values[1], lanes);
            put(simd, &mut rows[2], values[2], lanes);
            put(simd, &mut rows[3], values[3], lanes);
        }
    }
}

/// Takes over the lanes whose bits are set.
#[inline(always)]
fn put<S: Simd>(simd: S, row: &mut [f32; LANES], values: Lanes<S>, lanes: u8) {
    *row = match lanes {
        u8::MAX => simd.array(values.floats()),
        _ => simd.chosen(lanes, values.floats(), *row),
    };
}

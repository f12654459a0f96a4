// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::bit_plan::BitPlan;
use super::neighbours::Neighbours;
use super::numbers::Numbers;
use super::page::{Page, Row};
use super::rodrigues;
use super::simd::{Lanes, PAIR_OF_LANE, Simd};
use tumble_pose::LANES;

impl Page {
    /// The numbers of some groups, one bit for each, at sample `lower` and the one after, in steps. `lower` is not
    /// the last of several.
    #[inline(always)]
    pub(super) fn unpack<S: Simd, const K: usize>(
        &self,
        simd: S,
        lower: usize,
        wanted: u32,
        numbers: &mut Numbers,
    ) {
        let place = Neighbours::<K>::new(lower, self.samples, self.hats);
        let (fours, twos) = (self.fours, self.twos);
        let ones = self.groups - fours - twos;
        let ends4 = both(&self.ends4, place.segment, fours);
        let ends2 = both(&self.ends2, place.segment, twos);
        let ends1 = both(&self.ends1, place.segment, ones);
        let mut start = self.starts[place.segment];
        for octet in 0..self.groups.div_ceil(LANES) {
            let first = octet * LANES;
            let codes = &self.codes[place.segment * self.groups + first..];
            let Some(codes) = codes.first_chunk::<LANES>() else { return };
            let (plan, next) = BitPlan::new(simd.word_unit(), *codes, start, &place);
            let rows = &self.rows[(start >> 4) as usize..];
            start = next;
            let mut left = wanted >> first & 0xff;
            while left != 0 {
                let lane = left.trailing_zeros() as usize;
                left &= left - 1;
                let group = first + lane;
                let ends = if group < fours {
                    [simd.of_integers(ends4[0][group]), simd.of_integers(ends4[1][group])]
                } else if group < fours + twos {
                    [simd.of_words(ends2[0][group - fours]), simd.of_words(ends2[1][group - fours])]
                } else {
                    [
                        simd.of_bytes(ends1[0][group - fours - twos]),
                        simd.of_bytes(ends1[1][group - fours - twos]),
                    ]
                };
                numbers.set_group(simd, group, add_up(simd, ends, &plan, lane, &place, rows));
            }
        }
        if !self.crossings.is_empty() {
            self.cross(&place, numbers);
        }
    }

    /// Rotations at the end of their segment that are told by the quaternion of the other sign count with parameters
    /// that are told by this one.
    #[cold]
    fn cross<const K: usize>(&self, place: &Neighbours<K>, numbers: &mut Numbers) {
        let first = self.crossings.partition_point(|crossing| (crossing.segment as usize) < place.segment);
        for crossing in &self.crossings[first..] {
            if crossing.segment as usize != place.segment {
                break;
            }
            let (block, lane) = (&self.turning[usize::from(crossing.block)], usize::from(crossing.lane));
            let places = block.places.map(|places| places[lane]);
            let steps = block.steps.map(|steps| steps[lane].size());
            let mut end = [0.0; 3];
            for axis in 0..3 {
                end[axis] = self.end(place.segment + 1, usize::from(places[axis])) * steps[axis];
            }
            let other = rodrigues::other_chart(end[0] * end[0] + end[1] * end[1] + end[2] * end[2]);
            for axis in 0..3 {
                let more = (end[axis] * other - end[axis]) / steps[axis];
                numbers.add(places[axis], place.ends.map(|ends| more * ends[1]));
            }
        }
    }

    /// The number at a boundary, in steps.
    fn end(&self, boundary: usize, place: usize) -> f32 {
        let (group, lane) = (place / LANES, PAIR_OF_LANE[place % LANES]);
        let ones = self.groups - self.fours - self.twos;
        if group < self.fours {
            self.ends4[boundary * self.fours + group][lane] as f32
        } else if group < self.fours + self.twos {
            f32::from(self.ends2[boundary * self.twos + group - self.fours][lane])
        } else {
            f32::from(self.ends1[boundary * ones + group - self.fours - self.twos][lane])
        }
    }
}

/// What of so many groups there is at the boundaries of a segment.
#[inline(always)]
fn both<T>(ends: &[T], segment: usize, groups: usize) -> [&[T]; 2] {
    [&ends[segment * groups..][..groups], &ends[(segment + 1) * groups..][..groups]]
}

/// A group's numbers at both samples: what its boundaries count, and its coefficient of each level.
#[inline(always)]
fn add_up<S: Simd, const K: usize>(
    simd: S,
    [start, end]: [S::Floats; 2],
    plan: &BitPlan<K>,
    lane: usize,
    place: &Neighbours<K>,
    rows: &[Row],
) -> [Lanes<S>; 2] {
    let (start, end, lane) = (Lanes::new(simd, start), Lanes::new(simd, end), lane % LANES);
    let ends = place.ends;
    let even = start * Lanes::splat(simd, ends[0][0]) + end * Lanes::splat(simd, ends[0][1]);
    let odd = start * Lanes::splat(simd, ends[1][0]) + end * Lanes::splat(simd, ends[1][1]);
    let mut sums = [even, odd];
    // Not a loop, for compilers leave it one.
    sums = add_level(simd, sums, plan, lane, place, rows, 0);
    sums = add_level(simd, sums, plan, lane, place, rows, 1);
    if K > 3 {
        sums = add_level(simd, sums, plan, lane, place, rows, 2);
    }
    let [even, odd] = sums;
    [even, odd + taken(simd, plan, lane, rows, K - 1)]
}

#[inline(always)]
fn add_level<S: Simd, const K: usize>(
    simd: S,
    [even, odd]: [Lanes<S>; 2],
    plan: &BitPlan<K>,
    lane: usize,
    place: &Neighbours<K>,
    rows: &[Row],
    level: usize,
) -> [Lanes<S>; 2] {
    let taken = taken(simd, plan, lane, rows, level);
    [
        even + taken * Lanes::splat(simd, place.hats[0][level]),
        odd + taken * Lanes::splat(simd, place.hats[1][level]),
    ]
}

/// A group's coefficients of one level.
#[inline(always)]
fn taken<S: Simd, const K: usize>(
    simd: S,
    plan: &BitPlan<K>,
    lane: usize,
    rows: &[Row],
    level: usize,
) -> Lanes<S> {
    let row = usize::from(plan.rows[level][lane]);
    let [low, high] = &rows[row..row + 2] else { return Lanes::splat(simd, 0.0) };
    Lanes::new(simd, simd.taken(low, high, plan.up[level][lane], plan.down[level][lane]))
}

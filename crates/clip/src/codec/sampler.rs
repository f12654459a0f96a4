// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::forms::MovingSteps;
use super::lanes::Lanes;
use super::neighbours::Neighbours;
use super::page::{MovingBlock, Page, Row, TurningBlock, width};
use super::rodrigues::{self, Reference};
use tumble_pose::{Block, LANES};

/// Numbers that a place in a page can tell apart.
pub(super) const PLACES: usize = 256;

/// Where four groups' coefficients of each level are: the first of two rows, and the shifts that leave but them.
#[derive(Debug, Clone, Copy)]
struct Plan<const K: usize> {
    rows: [[u32; 4]; K],
    up: [[u32; 4]; K],
    down: [[u32; 4]; K],
}

impl<const K: usize> Plan<K> {
    /// Of four groups whose bits begin at `start`; and where the next four begin.
    ///
    /// One loop for each operation, and no branch: so each is one instruction for all four.
    #[inline(always)]
    fn new(codes: [u16; 4], start: u32, place: &Neighbours<K>) -> (Self, u32) {
        let codes = codes.map(u32::from);
        let mut widths = [[0; 4]; K];
        let mut sizes = [0; 4];
        for level in 0..K {
            for group in 0..4 {
                widths[level][group] = width(codes[group] >> (4 * level) & 15);
            }
            for group in 0..4 {
                sizes[group] += place.counts[level] * widths[level][group];
            }
        }
        let second = start + sizes[0];
        let third = second + sizes[1];
        let fourth = third + sizes[2];
        let mut begins = [start, second, third, fourth];
        let mut plan = Self { rows: [[0; 4]; K], up: [[0; 4]; K], down: [[0; 4]; K] };
        for level in 0..K {
            let widths = &widths[level];
            let mut bits = [0; 4];
            for group in 0..4 {
                bits[group] = begins[group] + place.indices[level] * widths[group];
            }
            for group in 0..4 {
                begins[group] += place.counts[level] * widths[group];
            }
            for group in 0..4 {
                let there = 0_u32.wrapping_sub(u32::from(widths[group] != 0));
                plan.rows[level][group] = bits[group] >> 4 & there;
            }
            for group in 0..4 {
                plan.up[level][group] = 32_u32.wrapping_sub(widths[group] + (bits[group] & 15)) & 31;
            }
            for group in 0..4 {
                plan.down[level][group] = 32_u32.wrapping_sub(widths[group]) & 31;
            }
        }
        (plan, fourth + sizes[3])
    }
}

impl Page {
    /// Writes what is between sample `lower` and the one after into the lanes that it moves. `lower` is not the last
    /// of several; `numbers` has room for [`numbers`](Self::numbers) of this page.
    #[inline(always)]
    pub(super) fn sample<const K: usize>(
        &self,
        lower: usize,
        blend: f32,
        numbers: &mut [f32],
        blocks: &mut [Block],
    ) {
        let place = Neighbours::<K>::new(lower, self.samples, self.hats);
        let second = self.groups * LANES;
        {
            let (from, to) = numbers.split_at_mut(second);
            let (from, to) = (from.as_chunks_mut::<LANES>().0, to.as_chunks_mut::<LANES>().0);
            self.unpack(&place, from, to);
        }
        if !self.crossings.is_empty() {
            self.cross(&place, numbers);
        }
        let (Some(from), Some(to)) =
            (numbers.first_chunk::<PLACES>(), numbers[second..].first_chunk::<PLACES>())
        else {
            return;
        };
        for turning in &self.turning {
            let [x, y, z, w] = turning.rotations(from, to, blend);
            let block = &mut blocks[usize::from(turning.block)].0;
            put(&mut block[0], x, turning.lanes);
            put(&mut block[1], y, turning.lanes);
            put(&mut block[2], z, turning.lanes);
            put(&mut block[3], w, turning.lanes);
        }
        for moving in &self.moving {
            let block = &mut blocks[usize::from(moving.block)].0;
            for axis in 0..3 {
                let value = moving.values(axis, from, to, blend);
                put(&mut block[usize::from(moving.row) + axis], value, moving.lanes);
            }
        }
    }

    /// How much room sampling takes: the numbers of two samples, and as many more as make the second's places
    /// right whatever they are.
    pub(super) fn numbers(&self) -> usize {
        self.groups * LANES + PLACES
    }

    /// The numbers of both samples, in steps.
    #[inline(always)]
    fn unpack<const K: usize>(
        &self,
        place: &Neighbours<K>,
        from: &mut [[f32; LANES]],
        to: &mut [[f32; LANES]],
    ) {
        let (fours, twos) = (self.fours, self.twos);
        let ones = self.groups - fours - twos;
        let fours_end = fours;
        let twos_end = fours + twos;
        let ends4 = &self.ends4[place.segment * fours..][..2 * fours];
        let ends2 = &self.ends2[place.segment * twos..][..2 * twos];
        let ends1 = &self.ends1[place.segment * ones..][..2 * ones];
        let quads = self.groups.div_ceil(4);
        let widths = &self.widths[place.segment * quads..][..quads];
        let mut start = self.starts[place.segment];
        let numbers = from[..self.groups].chunks_mut(4).zip(to[..self.groups].chunks_mut(4));
        for (quad, (codes, (from, to))) in widths.iter().zip(numbers).enumerate() {
            let (plan, next) = Plan::new(*codes, start, place);
            start = next;
            for (lane, (from, to)) in from.iter_mut().zip(to).enumerate() {
                let group = quad * 4 + lane;
                let ends = if group < fours_end {
                    [ends4[group].map(|end| end as f32), ends4[fours + group].map(|end| end as f32)]
                } else if group < twos_end {
                    let group = group - fours_end;
                    [ends2[group].map(f32::from), ends2[twos + group].map(f32::from)]
                } else {
                    let group = group - twos_end;
                    [ends1[group].map(f32::from), ends1[ones + group].map(f32::from)]
                };
                add_up(ends, &plan, lane & 3, place, &self.rows, from, to);
            }
        }
    }

    /// Rotations at the end of their segment that are told by the quaternion of the other sign count with parameters
    /// that are told by this one.
    #[cold]
    fn cross<const K: usize>(&self, place: &Neighbours<K>, numbers: &mut [f32]) {
        let first = self.crossings.partition_point(|crossing| (crossing.segment as usize) < place.segment);
        for crossing in &self.crossings[first..] {
            if crossing.segment as usize != place.segment {
                break;
            }
            let (block, lane) = (&self.turning[usize::from(crossing.block)], usize::from(crossing.lane));
            let places = block.places.map(|places| usize::from(places[lane]));
            let steps = block.steps.map(|steps| steps[lane].size());
            let mut end = [0.0; 3];
            for axis in 0..3 {
                end[axis] = self.end(place.segment + 1, places[axis]) * steps[axis];
            }
            let other = rodrigues::other_chart(end[0] * end[0] + end[1] * end[1] + end[2] * end[2]);
            for axis in 0..3 {
                let more = (end[axis] * other - end[axis]) / steps[axis];
                numbers[places[axis]] += more * place.ends[0][1];
                numbers[self.groups * LANES + places[axis]] += more * place.ends[1][1];
            }
        }
    }

    /// The number at a boundary, in steps.
    pub(super) fn end(&self, boundary: usize, place: usize) -> f32 {
        let (group, lane) = (place / LANES, place % LANES);
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

/// A group's numbers at both samples: what its boundaries count, and its coefficient of each level.
#[inline(always)]
fn add_up<const K: usize>(
    [start, end]: [[f32; LANES]; 2],
    plan: &Plan<K>,
    group: usize,
    place: &Neighbours<K>,
    rows: &[Row],
    from: &mut [f32; LANES],
    to: &mut [f32; LANES],
) {
    let (mut lower, mut upper) = ([0.0; LANES], [0.0; LANES]);
    for lane in 0..LANES {
        lower[lane] = start[lane] * place.ends[0][0] + end[lane] * place.ends[0][1];
        upper[lane] = start[lane] * place.ends[1][0] + end[lane] * place.ends[1][1];
    }
    for level in 0..K {
        let row = plan.rows[level][group] as usize;
        let [low, high] = &rows[row..row + 2] else { continue };
        let (up, down) = (plan.up[level][group] & 31, plan.down[level][group] & 31);
        for lane in 0..LANES {
            let bits = u32::from(low[lane]) | u32::from(high[lane]) << 16;
            let value = ((bits << up).cast_signed() >> down) as f32;
            lower[lane] += value * place.hats[0][level];
            upper[lane] += value * place.hats[1][level];
        }
    }
    *from = lower;
    *to = upper;
}

/// Takes over the lanes whose bits are set.
#[inline(always)]
fn put(row: &mut [f32; LANES], values: Lanes, lanes: u8) {
    if lanes == u8::MAX {
        *row = values.0;
        return;
    }
    for lane in 0..LANES {
        let taken = 0_u32.wrapping_sub(u32::from(lanes) >> lane & 1);
        row[lane] = f32::from_bits((values.0[lane].to_bits() & taken) | (row[lane].to_bits() & !taken));
    }
}

#[inline(always)]
fn gather(places: &[u8; LANES], numbers: &[f32; PLACES]) -> Lanes {
    let mut lanes = [0.0; LANES];
    for lane in 0..LANES {
        lanes[lane] = numbers[usize::from(places[lane])];
    }
    Lanes(lanes)
}

#[inline(always)]
fn sizes(steps: &[super::steps::Step; LANES]) -> Lanes {
    let mut lanes = [0.0; LANES];
    for lane in 0..LANES {
        lanes[lane] = steps[lane].size();
    }
    Lanes(lanes)
}

impl TurningBlock {
    /// Eight rotations: decoded at both samples, blended straight along the shorter way, turned from their
    /// references.
    ///
    /// A quaternion of parameters is (2x, 2y, 2z, 1 - s) / (1 + s), with s the square of their length. What the
    /// blend is divided by does not matter, since it is made unit length after: so instead of dividing each end,
    /// the other is multiplied, and the reference is not divided at all.
    #[inline(always)]
    fn rotations(&self, from: &[f32; PLACES], to: &[f32; PLACES], blend: f32) -> [Lanes; 4] {
        let one = Lanes::splat(1.0);
        let sizes = [sizes(&self.steps[0]), sizes(&self.steps[1]), sizes(&self.steps[2])];
        let parameters = |numbers: &[f32; PLACES]| {
            let axis = |axis: usize| gather(&self.places[axis], numbers) * sizes[axis];
            [axis(0), axis(1), axis(2)]
        };
        let ([ax, ay, az], [bx, by, bz]) = (parameters(from), parameters(to));
        let (a, b) = (ax * ax + ay * ay + az * az, bx * bx + by * by + bz * bz);
        let (aw, bw) = (one - a, one - b);
        let dot = (ax * bx + ay * by + az * bz) * Lanes::splat(4.0) + aw * bw;
        let keep = (one + b) * Lanes::splat(1.0 - blend);
        let take = ((one + a) * Lanes::splat(blend)).signed_by(dot);
        let (keep2, take2) = (keep + keep, take + take);
        let (x, y, z) = (ax * keep2 + bx * take2, ay * keep2 + by * take2, az * keep2 + bz * take2);
        let w = aw * keep + bw * take;
        let axis = |axis: usize| {
            let mut lanes = [0.0; LANES];
            for lane in 0..LANES {
                lanes[lane] = f32::from(self.references[axis][lane]) * Reference::STEP;
            }
            Lanes(lanes)
        };
        let (rx, ry, rz) = (axis(0), axis(1), axis(2));
        let r = rx * rx + ry * ry + rz * rz;
        let (rx, ry, rz, rw) = (rx + rx, ry + ry, rz + rz, one - r);
        let inverse = one / ((x * x + y * y + z * z + w * w).sqrt() * (one + r));
        let (x, y, z, w) = (x * inverse, y * inverse, z * inverse, w * inverse);
        [
            rw * x + rx * w + ry * z - rz * y,
            rw * y - rx * z + ry * w + rz * x,
            rw * z + rx * y - ry * x + rz * w,
            rw * w - rx * x - ry * y - rz * z,
        ]
    }
}

impl MovingBlock {
    /// One axis of eight joints.
    #[inline(always)]
    fn values(&self, axis: usize, from: &[f32; PLACES], to: &[f32; PLACES], blend: f32) -> Lanes {
        let (from, to) = (gather(&self.places[axis], from), gather(&self.places[axis], to));
        let mut bases = [0.0; LANES];
        for lane in 0..LANES {
            bases[lane] = f32::from(self.bases[axis][lane]) * MovingSteps::BASE;
        }
        let steps = from * Lanes::splat(1.0 - blend) + to * Lanes::splat(blend);
        (Lanes(bases) + steps) * sizes(&self.steps)
    }
}

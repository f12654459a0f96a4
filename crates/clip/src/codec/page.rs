// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::coefficients::Coefficients;
use super::forms::{Form, Forms};
use super::hats::{Hats, levels, peaks};
use super::lane_groups::{EndWidth, LaneGroup, lane_groups};
use super::moving_block::{MovingBlock, SCALE, TRANSLATION};
use super::simd::PAIR_OF_LANE;
use super::turning_block::TurningBlock;
use tumble_pose::LANES;

/// Eight numbers of 16 bits, one of each lane: a piece of eight columns of bits.
pub(super) type Row = [u16; LANES];

/// Up to [`PARTS`](Self::PARTS) parts in steps, laid out for sampling.
///
/// Numbers lie in groups of eight, whichever joints they belong to. A group's boundaries are whole integers; its
/// coefficients are columns of bits, one a lane, in which all lanes have the same widths: so a number is where its
/// neighbours are, and eight are taken out at once.
#[derive(Debug, Clone)]
pub(super) struct Page {
    pub(super) hats: Hats,
    pub(super) samples: usize,
    /// Groups there are, and how many of them have boundaries of four bytes, then of two.
    pub(super) groups: usize,
    pub(super) fours: usize,
    pub(super) twos: usize,
    pub(super) ends4: Vec<[i32; LANES]>,
    pub(super) ends2: Vec<[i16; LANES]>,
    pub(super) ends1: Vec<[i8; LANES]>,
    /// For each segment and group the widths of its levels, four bits each. Eight more at the end are none's.
    pub(super) codes: Vec<u16>,
    /// For each segment, where its bits begin.
    pub(super) starts: Vec<u32>,
    /// The columns. The first two rows and the last one hold nothing.
    pub(super) rows: Vec<Row>,
    pub(super) turning: Vec<TurningBlock>,
    pub(super) moving: Vec<MovingBlock>,
    /// In order: rotations whose segment ends in the other chart.
    pub(super) crossings: Vec<Crossing>,
}

/// A rotation at the end of a segment that is told by the quaternion of the other sign.
#[derive(Debug, Clone, Copy)]
pub(super) struct Crossing {
    pub(super) segment: u32,
    /// Of [`Page::turning`].
    pub(super) block: u16,
    pub(super) lane: u8,
}

/// The widest number of which any sixteen places in a row of bits lie in two rows.
pub(super) const WIDEST: u8 = 17;

/// What four bits of width mean.
#[inline(always)]
pub(super) fn width(code: u16) -> u16 {
    code + 2 * u16::from(code == 15)
}

/// The four bits that hold so many.
fn code(width: u8) -> u8 {
    width.min(15)
}

impl Page {
    /// As many as have numbers that a byte can tell apart.
    pub(super) const PARTS: usize = 85;

    /// The parts of one page, of which the first is that of some joint.
    pub(super) fn new(
        forms: &Forms,
        coefficients: &Coefficients,
        hats: Hats,
        parts: std::ops::Range<usize>,
    ) -> Self {
        let shape = &coefficients.shape;
        let groups = lane_groups(coefficients, parts.clone());
        let count = |ends: EndWidth| groups.iter().filter(|group| group.ends == ends).count();
        let mut page = Self {
            hats,
            samples: shape.samples,
            groups: groups.len(),
            fours: count(EndWidth::Four),
            twos: count(EndWidth::Two),
            ends4: Vec::new(),
            ends2: Vec::new(),
            ends1: Vec::new(),
            codes: Vec::new(),
            starts: Vec::new(),
            rows: Vec::new(),
            turning: Vec::new(),
            moving: Vec::new(),
            crossings: Vec::new(),
        };
        page.lay_ends(coefficients, &groups);
        page.lay_hats(coefficients, &groups);
        page.lay_joints(forms, &groups, &parts);
        page.lay_crossings(forms, coefficients, &parts);
        page
    }

    pub(super) fn memory_bytes(&self) -> usize {
        size_of_val(self.ends4.as_slice())
            + size_of_val(self.ends2.as_slice())
            + size_of_val(self.ends1.as_slice())
            + size_of_val(self.codes.as_slice())
            + size_of_val(self.starts.as_slice())
            + size_of_val(self.rows.as_slice())
            + size_of_val(self.turning.as_slice())
            + size_of_val(self.moving.as_slice())
            + size_of_val(self.crossings.as_slice())
            + size_of::<Self>()
    }

    fn lay_ends(&mut self, coefficients: &Coefficients, groups: &[LaneGroup]) {
        let shape = &coefficients.shape;
        let of = |ends| groups.iter().filter(|group| group.ends == ends).count() * shape.boundaries();
        self.ends4.reserve_exact(of(EndWidth::Four));
        self.ends2.reserve_exact(of(EndWidth::Two));
        self.ends1.reserve_exact(of(EndWidth::One));
        for boundary in 0..shape.boundaries() {
            for group in groups {
                let values = row_of(coefficients, group, boundary * shape.segment);
                match group.ends {
                    EndWidth::Four => self.ends4.push(values),
                    EndWidth::Two => self.ends2.push(values.map(|value| value as i16)),
                    EndWidth::One => self.ends1.push(values.map(|value| value as i8)),
                }
            }
        }
    }

    fn lay_hats(&mut self, coefficients: &Coefficients, groups: &[LaneGroup]) {
        let shape = &coefficients.shape;
        let (segment, levels) = (shape.segment, levels(shape.segment));
        let mut columns = Columns::new();
        self.starts.reserve_exact(shape.segments());
        self.codes.reserve_exact(shape.segments() * groups.len() + LANES);
        for number in 0..shape.segments() {
            self.starts.push(columns.bit as u32);
            for group in groups {
                let mut codes = 0;
                for level in 1..=levels {
                    let code = code(group.widths[number * levels + level - 1]);
                    codes |= u16::from(code) << (4 * (level - 1));
                    let rows = peaks(segment, level).map(|peak| number * segment + peak);
                    for row in rows.filter(|&row| code > 0 && row < shape.samples) {
                        columns.push(row_of(coefficients, group, row), u32::from(width(u16::from(code))));
                    }
                }
                self.codes.push(codes);
            }
        }
        self.codes.extend([0; LANES]);
        self.rows = columns.into_rows();
    }

    fn lay_joints(&mut self, forms: &Forms, groups: &[LaneGroup], parts: &std::ops::Range<usize>) {
        let mut places = vec![[0; 3]; parts.len()];
        let all = groups.iter().enumerate().flat_map(|(number, group)| {
            let lanes = group.channels.iter().zip(PAIR_OF_LANE);
            lanes.map(move |(channel, lane)| (number * LANES + lane, channel))
        });
        for (place, channel) in all {
            places[channel.part - parts.start][channel.axis] = place as u8;
        }
        let mut part = 0;
        let mut next = || {
            part += 1;
            parts.contains(&(part - 1)).then(|| places[part - 1 - parts.start])
        };
        for (joint, of_joint) in forms.joints.iter().enumerate() {
            if let Form::Steps(steps) = of_joint.rotation
                && let Some(places) = next()
            {
                let block = TurningBlock::of(&mut self.turning, joint);
                block.set(joint % LANES, places, steps, forms);
            }
            for (row, form) in [(TRANSLATION, of_joint.translation), (SCALE, of_joint.scale)] {
                if let Form::Steps(steps) = form
                    && let Some(places) = next()
                {
                    MovingBlock::of(&mut self.moving, joint, row).set(joint % LANES, places, steps, forms);
                }
            }
        }
        self.turning.shrink_to_fit();
        self.moving.shrink_to_fit();
    }

    fn lay_crossings(&mut self, forms: &Forms, coefficients: &Coefficients, parts: &std::ops::Range<usize>) {
        let stride = coefficients.shape.parts.len();
        let joints = forms.joints.iter().enumerate();
        let mut numbers = 0..;
        let rotations: Vec<(usize, usize)> = joints
            .flat_map(|(joint, forms)| forms.parts().into_iter().enumerate().map(move |part| (joint, part)))
            .filter(|&(_, (_, in_steps))| in_steps)
            .map(|(joint, (part, _))| (joint, part, numbers.next().unwrap_or(0)))
            .filter(|&(_, part, number)| part == 0 && parts.contains(&number))
            .map(|(joint, _, number)| (joint, number))
            .collect();
        for segment in 0..coefficients.shape.segments() {
            for &(joint, part) in &rotations {
                let chart = |boundary: usize| coefficients.charts[boundary * stride + part];
                if chart(segment) != chart(segment + 1) {
                    let block =
                        self.turning.iter().position(|block| usize::from(block.block) == joint / LANES);
                    let block = block.unwrap_or(0) as u16;
                    let lane = (joint % LANES) as u8;
                    self.crossings.push(Crossing { segment: segment as u32, block, lane });
                }
            }
        }
        self.crossings.shrink_to_fit();
    }
}

/// The numbers of a group in one row of the coefficients; lanes that are not used hold 0.
fn row_of(coefficients: &Coefficients, group: &LaneGroup, row: usize) -> [i32; LANES] {
    let row = row * coefficients.shape.parts.len();
    let mut values = [0; LANES];
    for (value, channel) in values.iter_mut().zip(&group.channels) {
        *value = coefficients.values[row + channel.part][channel.axis];
    }
    values
}

/// Eight columns of bits as they grow.
#[derive(Debug)]
struct Columns {
    rows: Vec<Row>,
    bit: usize,
}

impl Columns {
    /// Begins below two rows of nothing, for numbers of no bits to be read from.
    fn new() -> Self {
        Self { rows: vec![[0; LANES]; 2], bit: 2 * 16 }
    }

    /// The lowest `width` bits, 1 to 17, of each.
    fn push(&mut self, values: [i32; LANES], width: u32) {
        let (row, shift) = (self.bit / 16, self.bit % 16);
        self.bit += width as usize;
        self.rows.resize(self.rows.len().max(row + 3), [0; LANES]);
        for (lane, value) in values.into_iter().enumerate() {
            let bits = u64::from(value.cast_unsigned() & (u32::MAX >> (32 - width))) << shift;
            for (later, row) in self.rows[row..row + 3].iter_mut().enumerate() {
                row[lane] |= (bits >> (16 * later)) as u16;
            }
        }
    }

    fn into_rows(mut self) -> Vec<Row> {
        // A number that a last segment does not have is looked for behind its last bit, and counts nothing.
        self.rows.resize(self.bit / 16 + 2, [0; LANES]);
        self.rows.shrink_to_fit();
        self.rows
    }
}

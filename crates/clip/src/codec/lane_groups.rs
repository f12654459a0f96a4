// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::coefficients::Coefficients;
use super::hats::{levels, peaks};
use std::cmp::Reverse;
use tumble_pose::LANES;

/// One of the three numbers of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Channel {
    pub(super) part: usize,
    pub(super) axis: usize,
}

/// In how many bytes the boundaries of a group are held; the widest come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum EndWidth {
    Four,
    Two,
    One,
}

impl EndWidth {
    fn of(bits: u8) -> Self {
        match bits {
            0..=8 => Self::One,
            9..=16 => Self::Two,
            _ => Self::Four,
        }
    }

    fn bits(self) -> u32 {
        match self {
            Self::One => 8,
            Self::Two => 16,
            Self::Four => 32,
        }
    }
}

/// Up to eight channels that share their widths.
#[derive(Debug, Clone)]
pub(super) struct LaneGroup {
    pub(super) channels: Vec<Channel>,
    pub(super) ends: EndWidth,
    /// Bits of the coefficients of each segment and level.
    pub(super) widths: Vec<u8>,
}

/// What a channel takes.
#[derive(Debug)]
struct Need {
    channel: Channel,
    ends: EndWidth,
    widths: Vec<u8>,
    own: u32,
}

/// Groups the channels of some parts by how alike their widths run, whichever joints they belong to: each group
/// begins with the dearest that is left and takes in what costs it least.
pub(super) fn lane_groups(coefficients: &Coefficients, parts: std::ops::Range<usize>) -> Vec<LaneGroup> {
    let counts = counts(coefficients);
    let ends = coefficients.shape.boundaries() as u32;
    let mut left = needs(coefficients, parts, &counts);
    let mut groups = Vec::new();
    while let Some(dearest) = (0..left.len()).max_by_key(|&place| (left[place].own, Reverse(place))) {
        let first = left.swap_remove(dearest);
        let mut group = LaneGroup { channels: vec![first.channel], ends: first.ends, widths: first.widths };
        while group.channels.len() < LANES {
            let cost = |need: &Need| {
                let wider = group.widths.iter().zip(&need.widths).zip(&counts);
                let wider: u32 = wider
                    .map(|((&has, &needs), &count)| u32::from(needs.saturating_sub(has)) * u32::from(count))
                    .sum();
                let ends = need.ends.bits().saturating_sub(group.ends.bits()) * ends;
                i64::from(wider + ends) * LANES as i64 - i64::from(need.own)
            };
            let Some(next) = (0..left.len()).min_by_key(|&place| (cost(&left[place]), place)) else { break };
            let next = left.swap_remove(next);
            group.channels.push(next.channel);
            group.ends = group.ends.min(next.ends);
            group.widths.iter_mut().zip(next.widths).for_each(|(has, needs)| *has = needs.max(*has));
        }
        groups.push(group);
    }
    groups.sort_by_key(|group| group.ends);
    groups
}

/// Coefficients of each segment and level.
fn counts(coefficients: &Coefficients) -> Vec<u8> {
    let shape = &coefficients.shape;
    let mut counts = Vec::with_capacity(shape.segments() * levels(shape.segment));
    for segment in 0..shape.segments() {
        for level in 1..=levels(shape.segment) {
            let start = segment * shape.segment;
            counts
                .push(peaks(shape.segment, level).filter(|peak| start + peak < shape.samples).count() as u8);
        }
    }
    counts
}

fn needs(coefficients: &Coefficients, parts: std::ops::Range<usize>, counts: &[u8]) -> Vec<Need> {
    let shape = &coefficients.shape;
    let (stride, segment) = (shape.parts.len(), shape.segment);
    let mut needs = Vec::with_capacity(3 * parts.len());
    for part in parts {
        let bits = |rows: &mut dyn Iterator<Item = usize>| {
            let mut any = [0_u32; 3];
            for row in rows {
                let values = coefficients.values[row * stride + part];
                // The bits of a value but for its sign, and one for being there at all.
                any.iter_mut().zip(values).for_each(|(any, value)| *any |= spread(value));
            }
            any.map(|any| (u32::BITS - any.leading_zeros()) as u8)
        };
        let ends = bits(&mut (0..shape.boundaries()).map(|boundary| boundary * segment));
        let mut widths = [const { Vec::new() }; 3];
        for start in (0..shape.segments()).map(|number| number * segment) {
            for level in 1..=levels(segment) {
                let rows = peaks(segment, level).map(|peak| start + peak);
                let bits = bits(&mut rows.filter(|&row| row < shape.samples));
                widths.iter_mut().zip(bits).for_each(|(widths, bits)| widths.push(bits));
            }
        }
        for (axis, widths) in widths.into_iter().enumerate() {
            let ends = EndWidth::of(ends[axis]);
            let hats: u32 =
                widths.iter().zip(counts).map(|(&w, &count)| u32::from(w) * u32::from(count)).sum();
            let own = hats + ends.bits() * shape.boundaries() as u32;
            needs.push(Need { channel: Channel { part, axis }, ends, widths, own });
        }
    }
    needs
}

/// A number of as many bits as the value takes with its sign.
fn spread(value: i32) -> u32 {
    let magnitude = (value ^ (value >> 31)).cast_unsigned();
    magnitude << 1 | u32::from(value != 0)
}

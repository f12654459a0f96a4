// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::magnitude::{Lately, OCTAVE, log};
use super::rans::Coder;
use super::skew::Agreement;
use super::value_model::ValueModel;
use crate::codec::coefficients::{PartKind, PartShape};

/// Levels: changes from boundary to boundary, and hats in a segment of 32.
const LEVELS: usize = 1 + 5;

/// A row of values, and those that tell of it. Places are those of the row's first part.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    /// 0 for changes from boundary to boundary, 1 for the widest hats.
    pub(super) level: usize,
    pub(super) start: usize,
    /// The hats twice as wide on whose flank these stand.
    pub(super) above: Option<usize>,
    /// The change over the segment, for hats.
    pub(super) change: Option<usize>,
}

/// Learns what the values of a row are like from those before it, above it and beside it.
#[derive(Debug)]
pub(super) struct RowModel {
    values: ValueModel,
    lately: Vec<[[Lately; 3]; LEVELS]>,
    agreement: Vec<[Agreement; 3]>,
    /// Of this row's parts: by how much their values were larger than of late, a mean of logarithms.
    surprise: Vec<i32>,
}

impl RowModel {
    pub(super) fn new(parts: usize) -> Self {
        Self {
            values: ValueModel::new(),
            lately: vec![[[Lately::default(); 3]; LEVELS]; parts],
            agreement: vec![[Agreement::default(); 3]; parts],
            surprise: vec![0; parts],
        }
    }

    #[inline(always)]
    pub(super) fn code(
        &mut self,
        coder: &mut impl Coder,
        row: Row,
        parts: &[PartShape],
        values: &mut [[i32; 3]],
    ) {
        // Of the row so far, in eighths.
        let mut row_surprise = 0;
        for (part, shape) in parts.iter().enumerate() {
            let weights = &WEIGHTS[shape.kind as usize][row.level.min(WEIGHTS[0].len() - 1)];
            let above = row.above.map(|above| values[above + part]);
            let change = row.change.map(|change| values[change + part]);
            let near = shape.parent.or(part.checked_sub(1));
            let (parent, parent_surprise) =
                near.map_or(([0; 3], 0), |near| (values[row.start + near], self.surprise[near]));
            let above_signs = above.unwrap_or_default().map(sign);
            let parent = parent.map(sign);
            let value = &mut values[row.start + part];
            let lately = &mut self.lately[part][row.level];
            let mut surprises = [0; 3];
            for component in 0..3 {
                let lately = &mut lately[component];
                let [fast, slow] = lately.logs();
                let (siblings, sibling_signs) = match component {
                    0 => (0, [0, 0]),
                    1 => (surprises[0], [sign(value[0]), 0]),
                    _ => ((surprises[0] + surprises[1]) / 2, [sign(value[1]), sign(value[0])]),
                };
                let facts = [
                    OCTAVE,
                    fast,
                    slow,
                    above.map_or(if row.level == 0 { 0 } else { fast }, |above| log(above[component])),
                    siblings,
                    parent_surprise,
                    row_surprise >> 3,
                    change.map_or(0, |change| log(change[component])),
                ];
                let expected: i32 = facts.iter().zip(weights).map(|(fact, weight)| fact * weight).sum();
                let signs = [
                    lately.sign,
                    above_signs[component],
                    sibling_signs[0],
                    sibling_signs[1],
                    parent[0],
                    parent[1],
                    parent[2],
                    0,
                ];
                let agreement = &mut self.agreement[part][component];
                let skew = agreement.skew(&signs);
                let coded = self.values.code(coder, expected >> 6, skew, value[component]);
                value[component] = coded;
                agreement.learn(&signs, coded);
                lately.learn(coded);
                surprises[component] = log(coded) - (fast + slow) / 2;
                row_surprise += surprises[component] - (row_surprise >> 3);
            }
            self.surprise[part] = surprises.iter().sum::<i32>() / 3;
        }
    }
}

#[inline(always)]
fn sign(value: i32) -> i16 {
    value.signum() as i16
}

/// How much each of a value's facts tells of its logarithm, in 64ths: for rotations and vectors, by level. Found
/// once by least cost on ten clips: falls, motion capture, hand-made and procedural ones.
const WEIGHTS: [[[i32; 8]; 5]; 2] = [
    [
        [157, 67, -5, 0, 28, -2, 60, 0],
        [-24, 39, -4, 0, 12, -5, 40, 34],
        [-99, 25, 9, 26, 10, 7, 27, 15],
        [-126, 29, 15, 26, 12, 13, 26, 8],
        [-131, 31, 21, 23, 12, 17, 31, 5],
    ],
    [
        [78, 49, 10, 0, 16, 1, 56, 0],
        [52, 41, -2, 0, 13, 5, 28, 21],
        [20, 28, 8, 17, 18, 6, 26, 10],
        [-17, 25, 21, 18, 14, 9, 28, 5],
        [-38, 23, 32, 16, 15, 11, 31, 1],
    ],
];
const _: () = assert!(PartKind::Rotation as usize == 0 && PartKind::Vector as usize == 1);

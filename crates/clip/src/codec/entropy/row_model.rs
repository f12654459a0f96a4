// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::magnitude::{Lanes, Lately, OCTAVE, log};
use super::rans::Coder;
use super::skew::{Agreement, Skew};
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

/// What is remembered of a coded value.
#[derive(Debug, Clone, Copy, Default)]
struct Coded {
    /// Logarithms.
    logs: Lanes,
    /// Each -1, 0 or 1.
    signs: [i16; 4],
}

/// Learns what the values of a row are like from those before it, above it and beside it.
#[derive(Debug)]
pub(super) struct RowModel {
    values: ValueModel,
    lately: Vec<[Lately; LEVELS]>,
    agreement: Vec<Agreement>,
    /// Rows there were of each level.
    rows: [u32; LEVELS],
    /// Of one segment: each row's place is its own but for whole segments.
    coded: Vec<Coded>,
    /// Of this row's parts: by how much their values were larger than of late, a mean of logarithms.
    surprise: Vec<i32>,
}

impl RowModel {
    pub(super) fn new(parts: usize, segment: usize) -> Self {
        Self {
            values: ValueModel::new(),
            lately: vec![[Lately::default(); LEVELS]; parts],
            agreement: vec![Agreement::default(); parts],
            rows: [0; LEVELS],
            coded: vec![Coded::default(); segment * parts],
            surprise: vec![0; parts],
        }
    }

    #[inline]
    pub(super) fn code(
        &mut self,
        coder: &mut impl Coder,
        row: Row,
        parts: &[PartShape],
        values: &mut [[i32; 3]],
    ) {
        let segment = self.coded.len().max(1);
        let (start, change) = (row.start % segment, row.change.map(|change| change % segment));
        let above = row.above.map(|above| above % segment);
        // At first the slow means run over all, later over about eight.
        let slowness = 1 + u32::from(self.rows[row.level] >= 2) + u32::from(self.rows[row.level] >= 6);
        self.rows[row.level] += 1;
        // Of the row so far, in eighths.
        let mut row_surprise = 0;
        for (part, shape) in parts.iter().enumerate() {
            let weights = &WEIGHTS[shape.kind as usize][row.level.min(WEIGHTS[0].len() - 1)];
            let near = shape.parent.or(part.checked_sub(1));
            let parent = near.map_or(Coded::default(), |near| self.coded[start + near]);
            let parent_surprise = near.map_or(0, |near| self.surprise[near]);
            let lately = &mut self.lately[part][row.level];
            let [fast, slow] = lately.logs();
            let above = above.map(|above| self.coded[above + part]);
            let above_logs = above.map_or(if row.level == 0 { [0; 4] } else { fast }, |above| above.logs);
            let change = change.map_or([0; 4], |change| self.coded[change + part].logs);
            let known = weights.known * OCTAVE + weights.parent * parent_surprise;
            let guess: Lanes = std::array::from_fn(|lane| {
                let late = weights.fast * fast[lane] + weights.slow * slow[lane];
                known + late + weights.above * above_logs[lane] + weights.change * change[lane]
            });
            let agreement = &mut self.agreement[part];
            let [a, b, c, _] = above.unwrap_or_default().signs;
            let [d, e, f, _] = parent.signs;
            let around = [a, b, c, 0, d, e, f, 0];
            let votes = agreement.votes(&around);
            let mut coded = Coded::default();
            let (mut siblings, mut sum) = ([0; 2], 0);
            let value = &mut values[row.start + part];
            for component in 0..3 {
                let sibling_surprise = if component == 2 { sum / 2 } else { sum };
                let expected = guess[component]
                    + weights.siblings * sibling_surprise
                    + weights.row * (row_surprise >> 3);
                let skew = Skew::new(votes[component] + agreement.sibling_votes(component, siblings));
                let new = self.values.code(coder, expected >> 6, skew, value[component]);
                value[component] = new;
                coded.logs[component] = log(new);
                coded.signs[component] = new.signum() as i16;
                siblings = [coded.signs[component], siblings[0]];
                let surprise = coded.logs[component] - (fast[component] + slow[component]) / 2;
                sum += surprise;
                row_surprise += surprise - (row_surprise >> 3);
            }
            let [x, y, z] = *value;
            lately.learn([x, y, z, 0], slowness);
            let [x, y, z, _] = coded.signs;
            agreement.learn(&around, [x, y, z]);
            self.coded[start + part] = coded;
            self.surprise[part] = sum / 3;
        }
    }
}

/// How much each thing known of a value tells of its logarithm, in 64ths.
#[derive(Debug, Clone, Copy)]
struct Weights {
    /// One octave.
    known: i32,
    /// The logarithms of the two means of late.
    fast: i32,
    slow: i32,
    /// That of the hat above.
    above: i32,
    /// By how much the components before it surprised, the parent's, and the row so far.
    siblings: i32,
    parent: i32,
    row: i32,
    /// The logarithm of the change over the segment.
    change: i32,
}

const fn weights([known, fast, slow, above, siblings, parent, row, change]: [i32; 8]) -> Weights {
    Weights { known, fast, slow, above, siblings, parent, row, change }
}

/// For rotations and vectors, by level. Found once by least cost on ten clips: falls, motion capture, hand-made and procedural ones.
static WEIGHTS: [[Weights; 5]; 2] = [
    [
        weights([157, 67, -5, 0, 28, -2, 60, 0]),
        weights([-24, 39, -4, 0, 12, -5, 40, 34]),
        weights([-99, 25, 9, 26, 10, 7, 27, 15]),
        weights([-126, 29, 15, 26, 12, 13, 26, 8]),
        weights([-131, 31, 21, 23, 12, 17, 31, 5]),
    ],
    [
        weights([78, 49, 10, 0, 16, 1, 56, 0]),
        weights([52, 41, -2, 0, 13, 5, 28, 21]),
        weights([20, 28, 8, 17, 18, 6, 26, 10]),
        weights([-17, 25, 21, 18, 14, 9, 28, 5]),
        weights([-38, 23, 32, 16, 15, 11, 31, 1]),
    ],
];
const _: () = assert!(PartKind::Rotation as usize == 0 && PartKind::Vector as usize == 1);

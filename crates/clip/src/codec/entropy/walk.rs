// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::distribution::{Distribution, SYMBOLS};
use super::rans::Coder;
use super::value_model::{Context, Expected, ValueModel};
use crate::codec::coefficients::{Coefficients, PartKind, PartShape, Shape};

/// Goes over all integers, in the order of the file: the first boundary, then for each segment its far
/// boundary and its hats, coarse ones first.
pub(super) fn code<C: Coder>(coder: &mut C, coefficients: &mut Coefficients) {
    let Coefficients { shape, values, charts } = coefficients;
    let mut walk = Walk { coder, shape, values, charts, models: Models::new(), history: Vec::new() };
    walk.history = vec![[History::default(); 3]; shape.parts.len()];
    walk.boundary(0);
    for segment in 0..shape.segments() {
        walk.boundary(segment + 1);
        walk.hats(segment);
    }
}

struct Walk<'a, C> {
    coder: &'a mut C,
    shape: &'a Shape,
    values: &'a mut [[i32; 3]],
    charts: &'a mut [bool],
    models: Models,
    history: Vec<[History; 3]>,
}

/// One for rotations, one for vectors.
struct Models {
    /// By the chart before.
    charts: [Distribution; 2],
    starts: [ValueModel; 2],
    boundaries: [ValueModel; 2],
    hats: [ValueModel; 2],
}

/// Levels of hats in a segment of 32.
const LEVELS: usize = 5;
/// Levels with distributions of their own; finer ones share.
const LEVEL_CLASSES: usize = 4;

/// The symbol of a chart of −q; that of q is 0.
const OTHER_CHART: usize = SYMBOLS - 1;

/// What a component was like so far.
#[derive(Debug, Clone, Copy, Default)]
struct History {
    /// Magnitudes of late, of boundaries and each level.
    expected: [Expected; 1 + LEVELS],
    /// The latest of each.
    last: [i32; 1 + LEVELS],
}

impl Models {
    fn new() -> Self {
        let each = |classes| [ValueModel::new(classes), ValueModel::new(classes)];
        Self {
            charts: [Distribution::flat(), Distribution::flat()],
            starts: each(1),
            boundaries: each(1),
            hats: each(2 * LEVEL_CLASSES),
        }
    }
}

/// A magnitude in eighths, cut where sums of a few could be too large.
#[inline(always)]
fn eighths(value: i32) -> Expected {
    value.unsigned_abs().min(1 << 24) * 8
}

impl<C: Coder> Walk<'_, C> {
    /// The values of one row between segments, as differences from the boundary before.
    fn boundary(&mut self, boundary: usize) {
        let parts = self.shape.parts.len();
        let row = boundary * self.shape.segment * parts;
        let before = row.checked_sub(self.shape.segment * parts);
        let mut size = 4096;
        for (part, &PartShape { kind, .. }) in self.shape.parts.iter().enumerate() {
            if kind == PartKind::Rotation {
                self.chart(boundary * parts + part);
            }
            let before = before.map(|before| self.values[before + part]);
            for component in 0..3 {
                let value = &mut self.values[row + part][component];
                let Some(before) = before else {
                    let context = Context { expected: [size; 2], class: [0; 2], is_mirrored: false };
                    *value = self.models.starts[kind as usize].code(self.coder, context, *value);
                    size = size / 2 + eighths(*value) / 2;
                    continue;
                };
                let history = &self.history[part];
                let own = history[component].expected[0];
                let siblings = match component {
                    0 => own,
                    _ => (eighths(history[component - 1].last[0]) + eighths(history[0].last[0])) / 2,
                };
                let context = Context { expected: [own, siblings], class: [0; 2], is_mirrored: false };
                let change = value.wrapping_sub(before[component]);
                let change = self.models.boundaries[kind as usize].code(self.coder, context, change);
                *value = change.wrapping_add(before[component]);
                self.history[part][component].came(0, change);
            }
        }
    }

    fn chart(&mut self, at: usize) {
        let before = at.checked_sub(self.shape.parts.len()).is_some_and(|before| self.charts[before]);
        let model = &mut self.models.charts[usize::from(before)];
        let symbol = self.coder.symbol(model.starts(), usize::from(self.charts[at]) * OTHER_CHART);
        self.coder.require(symbol % OTHER_CHART == 0);
        model.learn(symbol);
        self.charts[at] = symbol == OTHER_CHART;
    }

    /// All between two boundaries.
    fn hats(&mut self, segment: usize) {
        let length = self.shape.segment;
        for level in 1..=length.trailing_zeros() as usize {
            let width = length >> (level - 1);
            for offset in (width / 2..length).step_by(width) {
                if segment * length + offset < self.shape.samples {
                    self.row(segment * length, offset, level, width);
                }
            }
        }
    }

    /// The hats of a width that are highest at one sample.
    fn row(&mut self, start: usize, offset: usize, level: usize, width: usize) {
        let parts = self.shape.parts.len();
        let row = (start + offset) * parts;
        // The hat twice as wide on whose flank these stand.
        let above = start + offset / (2 * width) * 2 * width + width;
        let above = (level > 1 && above < self.shape.samples).then_some(above * parts);
        let side = offset / width % 2;
        let class = level.min(LEVEL_CLASSES) * 2 - 2;
        let (mut actual, mut expected) = (64, 64);
        let mut sum_before = 0;
        for (part, &PartShape { kind, parent }) in self.shape.parts.iter().enumerate() {
            let parent = parent.map_or(sum_before, |parent| {
                self.values[row + parent].iter().map(|value| value.unsigned_abs().min(1 << 24)).sum::<u32>()
            });
            let above = above.map_or([0; 3], |above| self.values[above + part]);
            let ratio = (actual << 8) / expected.max(1);
            let mut sum = 0;
            for component in 0..3 {
                let history = &mut self.history[part][component];
                let late = history.expected[level];
                let own = (late * 3 + if level == 1 { 0 } else { eighths(above[component]) }) / 4;
                let scaled = ((u64::from(own.min(65535)) * u64::from(ratio)) >> 8) as u32;
                let scaled = scaled.min(own * 4 + 8);
                let around = match component {
                    0 => (scaled * 3 + (parent * 8 / 3).min(late * 4 + 16)) / 4,
                    1 => (scaled + sum * 8) / 2,
                    _ => (scaled * 2 + sum * 8) / 4,
                };
                let left = history.last[level];
                let is_first = left == 0;
                let is_mirrored = if is_first { above[component] < 0 } else { left < 0 };
                let context = Context {
                    expected: [own, around],
                    class: [class + side, class + usize::from(is_first)],
                    is_mirrored,
                };
                let value = &mut self.values[row + part][component];
                *value = self.models.hats[kind as usize].code(self.coder, context, *value);
                let size = eighths(*value);
                sum += size / 8;
                actual = actual - actual / 8 + size.min(own * 6 + 16).min(3000);
                expected = expected - expected / 8 + own.min(3000) + 2;
                history.came(level, *value);
            }
            sum_before = sum;
        }
    }
}

impl History {
    #[inline(always)]
    fn came(&mut self, level: usize, value: i32) {
        self.expected[level] = (self.expected[level] + eighths(value)) / 2;
        self.last[level] = value;
    }
}

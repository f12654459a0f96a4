// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::distribution::{Distribution, SYMBOLS};
use super::magnitude::{Lately, log};
use super::rans::Coder;
use super::row_model::{Row, RowModel};
use super::skew::Skew;
use super::value_model::ValueModel;
use crate::codec::coefficients::{Coefficients, PartKind, Shape};

/// Goes over all integers in the order of the file: the first boundary, then for each segment the change to its
/// far boundary and its hats, wide ones first.
pub(super) fn code(coder: &mut impl Coder, coefficients: &mut Coefficients) {
    let Coefficients { shape, values, charts } = coefficients;
    code_charts(coder, shape, charts);
    code_starts(coder, &mut values[..shape.parts.len()]);
    let mut model = RowModel::new(shape.parts.len(), shape.segment);
    for segment in 0..shape.segments() {
        for row in rows(shape, segment) {
            model.code(coder, row, &shape.parts, values);
        }
    }
}

/// Each boundary but the first as the difference from the one before.
pub(super) fn to_changes(coefficients: &mut Coefficients) {
    each_boundary(coefficients, (1..=coefficients.shape.segments()).rev(), i32::wrapping_sub);
}

/// Undoes [`to_changes`].
pub(super) fn from_changes(coefficients: &mut Coefficients) {
    each_boundary(coefficients, 1..=coefficients.shape.segments(), i32::wrapping_add);
}

fn each_boundary(
    coefficients: &mut Coefficients,
    boundaries: impl Iterator<Item = usize>,
    combine: impl Fn(i32, i32) -> i32,
) {
    let parts = coefficients.shape.parts.len();
    let distance = coefficients.shape.segment * parts;
    for at in boundaries.flat_map(|boundary| boundary * distance..boundary * distance + parts) {
        let before = coefficients.values[at - distance];
        for (value, before) in coefficients.values[at].iter_mut().zip(before) {
            *value = combine(*value, before);
        }
    }
}

/// Whether the charts of rotations change from boundary to boundary.
fn code_charts(coder: &mut impl Coder, shape: &Shape, charts: &mut [bool]) {
    const OTHER: usize = SYMBOLS - 1;
    let mut weights = [0; SYMBOLS];
    (weights[0], weights[OTHER]) = (100, 1);
    let mut model = Distribution::new(weights);
    let parts = shape.parts.len();
    for at in 0..charts.len() {
        if shape.parts[at % parts].kind == PartKind::Vector {
            continue;
        }
        let before = at.checked_sub(parts).is_some_and(|before| charts[before]);
        let symbol = coder.symbol(model.starts(), if charts[at] == before { 0 } else { OTHER });
        coder.require(symbol % OTHER == 0);
        model.learn(symbol);
        charts[at] = before != (symbol == OTHER);
    }
}

/// The values of the first boundary, which nothing tells of.
fn code_starts(coder: &mut impl Coder, values: &mut [[i32; 3]]) {
    let mut model = ValueModel::new();
    let mut expected = log(500);
    let mut lately = Lately::default();
    for value in values.as_flattened_mut() {
        *value = model.code(coder, expected, Skew::NONE, *value);
        lately.learn([*value; 4], 1);
        [[expected, ..], _] = lately.logs();
    }
}

/// The rows of a segment as far as they exist, its far boundary first.
fn rows(shape: &Shape, segment: usize) -> impl Iterator<Item = Row> {
    let (samples, length, parts) = (shape.samples, shape.segment, shape.parts.len());
    let near = segment * length;
    let place = move |sample: usize| sample * parts;
    let change = place(near + length);
    let boundary = Row { level: 0, start: change, above: None, change: None };
    let hats = (1..=length.trailing_zeros() as usize).flat_map(move |level| {
        let width = length >> (level - 1);
        (width / 2..length).step_by(width).map(move |offset| {
            let above = near + offset / (2 * width) * 2 * width + width;
            let above = (level > 1 && above < samples).then_some(place(above));
            Row { level, start: place(near + offset), above, change: Some(change) }
        })
    });
    std::iter::once(boundary).chain(hats.filter(move |row| row.start < place(samples)))
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::coefficients::Coefficients;
use super::hats::{Hats, hat_width, levels, peaks};
use super::scalar_curves::SEGMENT;
use super::scalar_section::{
    ScalarForm, ScalarSection, ScalarSteps, WIDEST_END, WIDEST_HAT, is_countable, shape,
};
use super::scalar_tracks::ScalarTracks;
use crate::file::ByteReader;
use crate::timeline::Seek;
use crate::{DecodeError, TrackKey};

/// How many times the precision a step is: twice would leave nothing for the decoder's rounding.
const SIZES: [f64; 3] = [1.98, 1.8, 1.4];

/// The tracks of scalars in steps that keep them within `precision` at every sample, which is checked with the decoder
/// that a game uses. Scalars that are too large for that are stored as they came.
///
/// `values` has one list of finite values, one a sample, per key.
pub(crate) fn encode_scalars(
    keys: &[TrackKey],
    values: &[Vec<f32>],
    precision: f32,
) -> Result<ScalarTracks, DecodeError> {
    let scalars = Scalars { keys, values, precision: f64::from(precision) };
    let mut unfit = vec![false; keys.len()];
    let mut sizes = SIZES.into_iter();
    let mut size = SIZES[0];
    // Each time round steps are finer or, in the end, fewer scalars are in steps.
    loop {
        let finer = sizes.next();
        size = finer.unwrap_or(size);
        let tracks = scalars.in_steps((size * scalars.precision) as f32, &unfit)?;
        let out = scalars.out_of_bound(&tracks);
        if !out.contains(&true) {
            return Ok(tracks);
        }
        if finer.is_none() {
            unfit.iter_mut().zip(out).for_each(|(unfit, out)| *unfit |= out);
        }
    }
}

struct Scalars<'a> {
    keys: &'a [TrackKey],
    values: &'a [Vec<f32>],
    precision: f64,
}

impl Scalars<'_> {
    /// The smaller of what is in steps under straight and under curved hats.
    fn in_steps(&self, size: f32, unfit: &[bool]) -> Result<ScalarTracks, DecodeError> {
        let [straight, curved] = [Hats::Straight, Hats::Curved].map(|hats| self.section(size, hats, unfit));
        let smaller = if curved.len() < straight.len() { curved } else { straight };
        let samples = self.values.first().map_or(1, Vec::len) as u32;
        ScalarTracks::read(ByteReader::new(&smaller, 0), samples)
    }

    fn section(&self, size: f32, hats: Hats, unfit: &[bool]) -> Vec<u8> {
        let (mut forms, mut in_steps) = (Vec::new(), Vec::new());
        for (values, unfit) in self.values.iter().zip(unfit) {
            forms.push(match self.constant(values) {
                Some(value) => ScalarForm::Constant(value),
                None => match (!unfit).then(|| self.steps(values, size, hats)).flatten() {
                    Some((base, integers)) => {
                        in_steps.push(integers);
                        ScalarForm::Steps(base)
                    }
                    None => ScalarForm::Raw,
                },
            });
        }
        let samples = self.values.first().map_or(0, Vec::len);
        let raw = || forms.iter().zip(self.values).filter(|(form, _)| **form == ScalarForm::Raw);
        let numbers = (0..samples).flat_map(|sample| raw().map(move |(_, values)| values[sample])).collect();
        let steps = (!in_steps.is_empty()).then(|| {
            let shape = shape(samples, in_steps.len());
            let parts = shape.parts.len();
            let mut values = vec![[0; 3]; shape.rows() * parts];
            for (scalar, integers) in in_steps.iter().enumerate() {
                for (row, &integer) in integers.iter().enumerate() {
                    values[row * parts + scalar / 3][scalar % 3] = integer;
                }
            }
            let charts = vec![false; shape.boundaries() * parts];
            ScalarSteps { size, hats, coefficients: Coefficients { shape, values, charts } }
        });
        ScalarSection { keys: self.keys.to_vec(), forms, numbers, steps }.write()
    }

    /// A number near enough to all values; to the last bit, where they are the same.
    fn constant(&self, values: &[f32]) -> Option<f32> {
        let first = *values.first()?;
        if values.iter().all(|value| value.to_bits() == first.to_bits()) {
            return Some(first);
        }
        let (least, most) = range(values);
        let middle = f64::midpoint(f64::from(least), f64::from(most)) as f32;
        let is_near = |end: f32| (f64::from(end) - f64::from(middle)).abs() <= self.precision;
        (is_near(least) && is_near(most)).then_some(middle)
    }

    /// What is counted from, and the integers; `None` where some would be too large.
    ///
    /// Counted from 0 wherever that is among the values: what rests there, a segment long, is exactly there.
    fn steps(&self, values: &[f32], size: f32, hats: Hats) -> Option<(f32, Vec<i32>)> {
        let (least, most) = range(values);
        let base = if least > 0.0 { least } else { most.min(0.0) };
        let largest = f64::from(least.abs().max(most.abs()));
        let is_exact = largest * f64::from(f32::EPSILON) < self.precision / 8.0;
        if !is_exact || !is_countable(base, size) {
            return None;
        }
        let in_steps = |&value: &f32| (f64::from(value) - f64::from(base)) / f64::from(size);
        integers(&values.iter().map(in_steps).collect::<Vec<f64>>(), hats).map(|integers| (base, integers))
    }

    /// Which scalars are farther off than they may be at some sample.
    fn out_of_bound(&self, tracks: &ScalarTracks) -> Vec<bool> {
        let mut out = vec![false; self.keys.len()];
        let mut played = vec![0.0; self.keys.len()];
        for sample in 0..self.values.first().map_or(0, Vec::len) {
            tracks.sample(Seek::sample(sample as u32), &mut played);
            for ((out, played), values) in out.iter_mut().zip(&played).zip(self.values) {
                let off = (f64::from(*played) - f64::from(values[sample])).abs();
                *out |= off > self.precision;
            }
        }
        out
    }
}

fn range(values: &[f32]) -> (f32, f32) {
    values
        .iter()
        .fold((f32::INFINITY, f32::NEG_INFINITY), |(least, most), &value| (least.min(value), most.max(value)))
}

/// Boundaries and the coefficients of hats, each the nearest to what is missing of a value once those before it are
/// decoded: one a sample, but for the last boundary, which may lie past the last sample.
fn integers(values: &[f64], hats: Hats) -> Option<Vec<i32>> {
    let (rows, last) = (shape(values.len(), 0).rows(), values.len() - 1);
    let mut integers = vec![0; rows];
    let counted = |value: f64, widest: u32| {
        let integer = value.round();
        (integer.abs() <= f64::from(widest)).then_some(integer as i32)
    };
    for boundary in (0..rows).step_by(SEGMENT) {
        integers[boundary] = counted(values[boundary.min(last)], WIDEST_END)?;
    }
    let mut line = [0.0; SEGMENT];
    for start in (0..rows - 1).step_by(SEGMENT) {
        let (from, to) = (f64::from(integers[start]), f64::from(integers[start + SEGMENT]));
        for (offset, line) in line.iter_mut().enumerate() {
            *line = from + (to - from) * (offset as f64 / SEGMENT as f64);
        }
        for level in 1..=levels(SEGMENT) {
            let width = hat_width(SEGMENT, level);
            for peak in peaks(SEGMENT, level).take_while(|peak| start + peak <= last) {
                let missing = counted(values[start + peak] - line[peak], WIDEST_HAT)?;
                integers[start + peak] = missing;
                let under = &mut line[peak - width / 2..(peak + width / 2).min(SEGMENT)];
                for (offset, line) in (0..).zip(under) {
                    *line += f64::from(missing) * f64::from(hats.weight(offset, width as u32));
                }
            }
        }
    }
    Some(integers)
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::coefficients::Coefficients;
use super::hats::{hat_width, levels, peaks};
use super::pose_quantiser::{Ahead, Aim, OutOfBound, PoseQuantiser};
use super::setting::{Setting, Unfit};
use super::source::Source;
use glam::DVec3;

/// What came of putting a clip into steps.
#[derive(Debug)]
pub(super) enum Quantised {
    /// These integers, and the error of half the samples, in metres.
    Integers(Coefficients, f64),
    /// Some sample is out of the bound.
    OutOfBound,
    /// Some parts take integers larger than there are, or are out of the bound.
    Unfit(Unfit),
}

/// Puts every sample into steps: all boundaries first, then each segment's hats from the widest to the narrowest, each
/// against what is decoded of those before.
///
/// The segment of sample `first` comes first, and `first` becomes the one that is out of the bound, if any is: the next
/// time, with other steps, it likely is so again, and no time is lost with the others.
pub(super) fn quantise(
    source: &Source<'_>,
    setting: &Setting,
    bound: f64,
    aim: Aim,
    first: &mut usize,
) -> Quantised {
    let mut walk = Walk {
        setting,
        pose: PoseQuantiser::new(source, setting, bound, aim),
        values: vec![[0; 3]; setting.shape.rows() * setting.shape.parts.len()],
        errors: Vec::new(),
    };
    if let Err(sample) = walk.all(*first) {
        *first = sample;
        return Quantised::OutOfBound;
    }
    let Walk { pose, values, mut errors, .. } = walk;
    if pose.wide().contains(&true) {
        return Quantised::Unfit(unfit(setting, pose.wide()));
    }
    if pose.out().contains(&true) {
        return Quantised::Unfit(setting.nearest_in_steps(source, pose.out()));
    }
    let (_, median, _) = errors.select_nth_unstable_by(setting.shape.samples / 2, f64::total_cmp);
    let error = *median;
    let (shape, charts) = (setting.shape.clone(), setting.charts.clone());
    Quantised::Integers(Coefficients { shape, values, charts }, error)
}

struct Walk<'a> {
    setting: &'a Setting,
    pose: PoseQuantiser<'a>,
    values: Vec<[i32; 3]>,
    /// Of each sample so far.
    errors: Vec<f64>,
}

impl Walk<'_> {
    /// # Errors
    ///
    /// The sample that is out of the bound.
    fn all(&mut self, first: usize) -> Result<(), usize> {
        let Setting { shape, charts, .. } = self.setting;
        let (parts, segment) = (shape.parts.len(), shape.segment);
        // What is decoded of the boundaries.
        let mut ends = vec![DVec3::ZERO; shape.boundaries() * parts];
        let predicted = vec![DVec3::ZERO; parts];
        for boundary in from(first / segment, shape.boundaries()) {
            let sample = (boundary * segment).min(shape.samples - 1);
            let charts = &charts[boundary * parts..][..parts];
            let ahead = Ahead { sample, charts, predicted: &predicted, is_end: true };
            self.sample(&ahead, boundary * segment)?;
            ends[boundary * parts..][..parts].copy_from_slice(self.pose.values());
        }
        for number in from((first / segment).min(shape.segments() - 1), shape.segments()) {
            self.segment(number, &ends)?;
        }
        Ok(())
    }

    fn segment(&mut self, number: usize, ends: &[DVec3]) -> Result<(), usize> {
        let Setting { shape, charts, hats, .. } = self.setting;
        let (parts, segment) = (shape.parts.len(), shape.segment);
        let after = &charts[(number + 1) * parts..][..parts];
        let charts = &charts[number * parts..][..parts];
        let mut lines = vec![DVec3::ZERO; segment * parts];
        for part in 0..parts {
            let (start, mut end) = (ends[number * parts + part], ends[(number + 1) * parts + part]);
            if charts[part] != after[part] {
                end *= -1.0 / end.length_squared().max(1e-12);
            }
            for offset in 0..segment {
                lines[offset * parts + part] = start.lerp(end, offset as f64 / segment as f64);
            }
        }
        for level in 1..=levels(segment) {
            let width = hat_width(segment, level);
            let there = |&peak: &usize| number * segment + peak < shape.samples;
            for peak in peaks(segment, level).filter(there) {
                let sample = number * segment + peak;
                let predicted = lines[peak * parts..][..parts].to_vec();
                self.sample(&Ahead { sample, charts, predicted: &predicted, is_end: false }, sample)?;
                for offset in (1..width).filter(|&offset| offset != width / 2) {
                    let weight = f64::from(hats.weight(offset as u32, width as u32));
                    let line = &mut lines[(peak - width / 2 + offset) * parts..][..parts];
                    for ((line, after), before) in line.iter_mut().zip(self.pose.values()).zip(&predicted) {
                        *line += (*after - *before) * weight;
                    }
                }
            }
        }
        Ok(())
    }

    /// Puts a sample into steps, and keeps them in a row of the values.
    fn sample(&mut self, ahead: &Ahead<'_>, row: usize) -> Result<(), usize> {
        self.pose.quantise(ahead).map_err(|OutOfBound| ahead.sample)?;
        let parts = ahead.charts.len();
        self.values[row * parts..][..parts].copy_from_slice(self.pose.integers());
        self.errors.push(self.pose.error());
        Ok(())
    }
}

/// All below `count`, beginning with one.
fn from(one: usize, count: usize) -> impl Iterator<Item = usize> {
    (one..count).chain(0..one)
}

/// The parts of joints that are these parts in steps.
fn unfit(setting: &Setting, wide: &[bool]) -> Unfit {
    let mut wide = wide.iter();
    setting
        .forms
        .joints
        .iter()
        .map(|joint| joint.parts().map(|in_steps| in_steps && wide.next().is_some_and(|&wide| wide)))
        .collect()
}

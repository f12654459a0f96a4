// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::coefficients::Coefficients;
use super::hats::{hat_width, levels, peaks};
use super::pose_quantiser::PoseQuantiser;
use super::setting::{Setting, Unfit};
use super::source::Source;
use glam::DVec3;

/// What came of putting a clip into steps.
#[derive(Debug)]
pub(super) enum Quantised {
    /// These integers.
    Integers(Coefficients),
    /// Some sample is out of the bound.
    OutOfBound,
    /// Some parts take integers larger than there are.
    Unfit(Unfit),
}

/// Puts every sample into steps: all boundaries first, then each segment's hats from the widest to the narrowest, each
/// against what is decoded of those before. A sample is tried again up to `tries` times while it is out of the
/// bound; with none, whatever comes is taken.
pub(super) fn quantise(source: &Source<'_>, setting: &Setting, bound: f64, tries: usize) -> Quantised {
    let shape = &setting.shape;
    let (parts, segment) = (shape.parts.len(), shape.segment);
    let last = shape.samples - 1;
    let mut values = vec![[0; 3]; shape.rows() * parts];
    let mut pose = PoseQuantiser::new(source, setting, bound, tries);
    // What is decoded of the boundaries.
    let mut ends = vec![DVec3::ZERO; shape.boundaries() * parts];
    let mut predicted = vec![DVec3::ZERO; parts];
    for (boundary, ends) in ends.chunks_exact_mut(parts.max(1)).enumerate() {
        let charts = &setting.charts[boundary * parts..][..parts];
        if !pose.quantise((boundary * segment).min(last), charts, &predicted, true) {
            return Quantised::OutOfBound;
        }
        values[boundary * segment * parts..][..parts].copy_from_slice(pose.integers());
        ends.copy_from_slice(pose.values());
    }
    let mut lines = vec![DVec3::ZERO; segment * parts];
    for number in 0..shape.segments() {
        let charts = &setting.charts[number * parts..][..parts];
        let after = &setting.charts[(number + 1) * parts..][..parts];
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
            for peak in peaks(segment, level) {
                let row = number * segment + peak;
                if row > last {
                    continue;
                }
                predicted.copy_from_slice(&lines[peak * parts..][..parts]);
                if !pose.quantise(row, charts, &predicted, false) {
                    return Quantised::OutOfBound;
                }
                values[row * parts..][..parts].copy_from_slice(pose.integers());
                for offset in (1..width).filter(|&offset| offset != width / 2) {
                    let weight = f64::from(setting.hats.weight(offset as u32, width as u32));
                    let line = &mut lines[(peak - width / 2 + offset) * parts..][..parts];
                    for ((line, after), before) in line.iter_mut().zip(pose.values()).zip(&predicted) {
                        *line += (*after - *before) * weight;
                    }
                }
            }
        }
    }
    if let Some(wide) = pose.too_wide() {
        return Quantised::Unfit(unfit(setting, wide));
    }
    Quantised::Integers(Coefficients { shape: shape.clone(), values, charts: setting.charts.clone() })
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

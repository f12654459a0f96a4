// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::shell_error::ShellError;

/// For each joint, the most that any chain through it adds up to, of so much for each joint.
pub(crate) fn largest_sums_along_chains(errors: &ShellError, mut sums: Vec<f64>) -> Vec<f64> {
    for joint in 0..sums.len() {
        if let Some(parent) = errors.parent(joint) {
            sums[joint] += sums[parent];
        }
    }
    for joint in (0..sums.len()).rev() {
        if let Some(parent) = errors.parent(joint) {
            sums[parent] = sums[parent].max(sums[joint]);
        }
    }
    sums
}

/// By what to multiply what each joint may be off, when a bound is held at the end of every chain: less than 1
/// for joints that have `reached` more than `bound` and for those above them, such that they come to `aim`
/// times it.
pub(crate) fn tightening(errors: &ShellError, reached: &[f64], bound: f64, aim: f64) -> Vec<f64> {
    let factor =
        |&reached: &f64| if reached <= bound { 1.0 } else { (aim * bound / reached).clamp(0.25, aim) };
    let mut factors: Vec<f64> = reached.iter().map(factor).collect();
    for joint in (0..factors.len()).rev() {
        if let Some(parent) = errors.parent(joint) {
            factors[parent] = factors[parent].min(factors[joint]);
        }
    }
    factors
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::coefficients::Coefficients;
use super::forms::Forms;
use super::hats::Hats;
use super::pose_quantiser::Aim;
use super::quantiser::{Quantised, quantise};
use super::section::write;
use super::setting::{Setting, Unfit};
use super::source::Source;
use super::{Scratch, Tracks};
use crate::DecodeError;
use crate::dense_samples::DenseSamples;
use crate::file::ByteReader;
use crate::shell_error::ShellError;
use crate::timeline::Seek;
use glam::DAffine3;
use std::cell::Cell;
use tumble_pose::{LocalPose, Skeleton};

/// How much of the bound the search uses: the rest is for the decoder's rounding.
const USED: f64 = 0.995;

/// How coarse steps are while a basis is chosen.
const PROBE: f64 = 0.8;

/// By how much steps are coarser or finer until both some that hold the bound and some that do not are known, how many are
/// tried, and when those are near enough.
const BESIDE: f64 = 1.08;
const MOST_BESIDE: usize = 12;
const NEAR_ENOUGH: f64 = 1.045;

/// By how much finer steps are where none of those held the bound, or what is decoded of them does not, and how often.
const FINER: f64 = 0.7;
const MOST_FINER: usize = 24;

/// How much smaller the integers of long segments must be to be worth the time of their one more level.
const WORTH: f64 = 0.93;

/// How many bounds off half-way between samples is too far, if there are other steps to choose from.
const TOO_FAR: f64 = 2.0;

/// How often joints that are out of the bound are taken out of those in steps.
const ROUNDS: usize = 16;

/// Samples of a segment.
const SHORT: usize = 8;
const LONG: usize = 16;

/// Why there are no tracks.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum EncodeError {
    /// No step holds the bound. This is the worst that is left, in metres.
    OutOfBound { joint: usize, sample: usize, error: f64 },
    /// What was written cannot be read again.
    Unreadable(DecodeError),
}

/// The tracks of a clip in steps as coarse as the bound, in metres, allows at every sample.
pub(crate) fn encode(
    samples: &DenseSamples,
    skeleton: &Skeleton,
    errors: &ShellError,
    bound: f64,
) -> Result<Tracks, EncodeError> {
    let source = Source::new(samples, skeleton, errors, bound);
    let search = Search { source: &source, skeleton, bound, hard: Cell::new(0) };
    if let Some(tracks) = search.steps()? {
        return Ok(tracks);
    }
    let everything = vec![[true; 3]; samples.joints()];
    let setting = Setting::new(&source, SHORT, Hats::Straight, 1.0, &everything);
    let tracks = search.tracks(&setting.forms, None)?;
    let check = search.check(&tracks);
    if check.error <= bound {
        return Ok(tracks);
    }
    Err(EncodeError::OutOfBound { joint: check.joint, sample: check.sample, error: check.error })
}

struct Search<'a> {
    source: &'a Source<'a>,
    skeleton: &'a Skeleton,
    bound: f64,
    /// The sample that was out of the bound last.
    hard: Cell<usize>,
}

/// The length of segments, and the form of hats.
type Basis = (usize, Hats);

/// Steps that hold the bound, and how coarse they are.
struct Found {
    setting: Setting,
    coefficients: Coefficients,
    coarse: f64,
    /// In bits, give or take.
    size: f64,
    /// The error of half the samples, in metres.
    median: f64,
}

/// How far decoded tracks are off their source, in metres: most at a sample, and most half-way between.
struct Check {
    joint: usize,
    sample: usize,
    error: f64,
    between: f64,
    /// One entry per joint: whether it is out of the bound at some sample.
    out: Vec<bool>,
}

impl Search<'_> {
    /// The coarsest steps, if any hold the bound, of all parts or of as many as do.
    fn steps(&self) -> Result<Option<Tracks>, EncodeError> {
        let mut unfit = vec![[false; 3]; self.source.joints.len()];
        let Some((basis, guess)) = self.basis(&unfit) else { return Ok(None) };
        for _ in 0..ROUNDS {
            let mut all = self.coarsest(basis, guess, &mut unfit);
            let mut out = Vec::new();
            // What is decoded may be out of the bound by its rounding: then finer steps leave more for that.
            for _ in 0..2 {
                let mut second_best = None;
                for found in &all {
                    let tracks = self.tracks(&found.setting.forms, Some((basis.1, &found.coefficients)))?;
                    let check = self.check(&tracks);
                    if check.error <= self.bound && check.between <= self.bound * TOO_FAR {
                        return Ok(Some(tracks));
                    } else if check.error <= self.bound {
                        second_best.get_or_insert(tracks);
                    } else {
                        out = found.setting.nearest_in_steps(self.source, &check.out);
                    }
                }
                if second_best.is_some() {
                    return Ok(second_best);
                }
                let Some(finest) = all.iter().map(|found| found.coarse).min_by(f64::total_cmp) else { break };
                all = self.at(basis, finest * FINER, Aim::Bound, &mut unfit).into_iter().collect();
            }
            if !join(&mut unfit, &out) {
                break;
            }
        }
        Ok(None)
    }

    /// The length of segments and the hats that suit the clip, and about how coarse its steps can be. `None` where nothing
    /// is in steps.
    fn basis(&self, unfit: &Unfit) -> Option<(Basis, f64)> {
        let probe = |basis| self.at(basis, PROBE, Aim::Any, &mut unfit.clone()).map(|found| (basis, found));
        let straight = probe((SHORT, Hats::Straight))?;
        let curved = probe((SHORT, Hats::Curved))?;
        let short = if curved.1.size < straight.1.size { curved } else { straight };
        let long = probe((LONG, short.0.1))?;
        let (basis, found) = if long.1.size < short.1.size * WORTH { long } else { short };
        // As many samples are brought into the bound by what is tried as would be out of it without.
        let guess = PROBE * (self.bound / found.median).clamp(0.2, 5.0);
        Some((basis, guess))
    }

    /// Steps about as coarse as hold the bound, those that take least first.
    fn coarsest(&self, basis: Basis, guess: f64, unfit: &mut Unfit) -> Vec<Found> {
        let (mut holds, mut fails) = (None, None);
        let mut all = Vec::new();
        let mut next = guess;
        for _ in 0..MOST_BESIDE {
            if let Some(found) = self.at(basis, next, Aim::Bound, unfit) {
                holds = Some(next);
                all.push(found);
            } else {
                fails = Some(next);
            }
            next = match (holds, fails) {
                (Some(holds), Some(fails)) if fails / holds < NEAR_ENOUGH => break,
                (Some(holds), Some(fails)) => (holds * fails).sqrt(),
                (Some(holds), None) => holds * BESIDE,
                (None, Some(fails)) => fails / BESIDE,
                (None, None) => next,
            };
        }
        if all.is_empty() {
            all.extend(self.finer(basis, next, unfit));
        }
        all.sort_by(|a, b| a.size.total_cmp(&b.size));
        all
    }

    /// Steps that hold the bound, no coarser than asked for: in the end of no more parts than do hold it.
    fn finer(&self, basis: Basis, coarse: f64, unfit: &mut Unfit) -> Option<Found> {
        let all = std::iter::successors(Some(coarse), |coarse| Some(coarse * FINER)).take(MOST_FINER);
        let mut finest = coarse;
        for coarse in all {
            if let Some(found) = self.at(basis, coarse, Aim::Bound, unfit) {
                return Some(found);
            }
            finest = coarse;
        }
        self.at(basis, finest, Aim::BoundOrTold, unfit)
    }

    /// Steps so coarse, if they are what is wanted.
    fn at(&self, basis: Basis, coarse: f64, aim: Aim, unfit: &mut Unfit) -> Option<Found> {
        let (segment, hats) = basis;
        // Each time round there are fewer parts in steps.
        for _ in 0..=3 * unfit.len() {
            let setting = Setting::new(self.source, segment, hats, coarse, unfit);
            if !setting.forms.has_steps() {
                return None;
            }
            let mut hard = self.hard.get();
            let quantised = quantise(self.source, &setting, self.bound * USED, aim, &mut hard);
            self.hard.set(hard);
            match quantised {
                Quantised::Integers(coefficients, median) => {
                    let size = size(&coefficients);
                    return Some(Found { setting, coefficients, coarse, size, median });
                }
                Quantised::OutOfBound => return None,
                Quantised::Unfit(more) => {
                    join(unfit, &more);
                }
            }
        }
        None
    }

    fn tracks(&self, forms: &Forms, steps: Option<(Hats, &Coefficients)>) -> Result<Tracks, EncodeError> {
        let samples = self.source.samples;
        let section = write(samples, forms, steps);
        Tracks::read(ByteReader::new(&section, 0), self.skeleton, samples.samples() as u32)
            .map_err(EncodeError::Unreadable)
    }

    /// Measures tracks with the decoder that a game uses.
    fn check(&self, tracks: &Tracks) -> Check {
        let Source { samples, errors, .. } = *self.source;
        let joints = samples.joints();
        let mut check = Check { joint: 0, sample: 0, error: 0.0, between: 0.0, out: vec![false; joints] };
        let mut pose = LocalPose::identity(joints);
        let mut scratch = Scratch::default();
        let mut decoded = vec![DAffine3::IDENTITY; joints];
        let mut objects = decoded.clone();
        let mut measure = |seek, objects: &[DAffine3], each: &mut dyn FnMut(usize, f64)| {
            tracks.sample(seek, &mut scratch, self.skeleton.rest_pose(), &mut pose);
            errors.rebuild_pose(&pose, &mut decoded);
            for (joint, (decoded, object)) in decoded.iter().zip(objects).enumerate() {
                each(joint, errors.between(joint, decoded, object));
            }
        };
        for sample in 0..samples.samples() {
            let now = samples.pose(sample);
            errors.rebuild(now.iter().copied(), &mut objects);
            measure(Seek::sample(sample as u32), &objects, &mut |joint, error| {
                check.out[joint] |= error > self.bound;
                if error > check.error {
                    (check.joint, check.sample, check.error) = (joint, sample, error);
                }
            });
            if sample + 1 < samples.samples() {
                let half_way =
                    now.iter().zip(samples.pose(sample + 1)).map(|(now, next)| now.interpolate(*next, 0.5));
                errors.rebuild(half_way, &mut objects);
                let seek = Seek { lower: sample as u32, upper: sample as u32 + 1, blend: 0.5 };
                measure(seek, &objects, &mut |_, error| check.between = check.between.max(error));
            }
        }
        check
    }
}

/// Whether there are more unfit parts then.
fn join(unfit: &mut Unfit, more: &[[bool; 3]]) -> bool {
    let mut any = false;
    for (unfit, &more) in unfit.iter_mut().flatten().zip(more.iter().flatten()) {
        any |= more && !*unfit;
        *unfit |= more;
    }
    any
}

/// What integers take in bits, give or take: each a logarithm, which may as well be drawn as straight lines, as the bits of
/// a float have it.
fn size(coefficients: &Coefficients) -> f64 {
    const ONE: u32 = 1.0_f32.to_bits();
    let bits = |&value: &i32| u64::from((1.0 + 1.5 * value.unsigned_abs() as f32).to_bits() - ONE);
    let bits: u64 = coefficients.values.iter().flatten().map(bits).sum();
    bits as f64 / f64::from(1 << 23)
}

#[cfg(test)]
mod tests;

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::coefficients::Coefficients;
use super::forms::Forms;
use super::hats::Hats;
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
use tumble_pose::{LocalPose, Skeleton};

/// How much of the bound the search uses: the rest is for the decoder's rounding.
const USED: f64 = 0.995;

/// Attempts at a sample that is out of the bound.
const TRIES: usize = 8;

/// How coarse steps are at first, at most and at least, and when the search for the coarsest ends.
const FIRST: f64 = 0.85;
const COARSEST: f64 = 2.0;
const FINEST: f64 = 0.25;
const NEAR_ENOUGH: f64 = 1.015;
const PASSES: usize = 8;

/// How coarse steps are while a basis is chosen.
const PROBE: f64 = 0.8;

/// By how much finer steps are where those before were not fine enough, and how often that is tried.
const FINER: f64 = 0.7;
const FINEST_PASSES: usize = 24;

/// How much smaller the integers of long segments must be to be worth the time of their one more level.
const WORTH: f64 = 0.93;

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
    let search = Search { source: &source, skeleton, bound };
    if let Some(tracks) = search.steps()? {
        return Ok(tracks);
    }
    let everything = vec![[true; 3]; samples.joints()];
    let setting = Setting::new(&source, SHORT, Hats::Straight, 1.0, &everything);
    let tracks = search.tracks(&setting.forms, None)?;
    match search.worst(&tracks) {
        (_, _, error) if error <= bound => Ok(tracks),
        (joint, sample, error) => Err(EncodeError::OutOfBound { joint, sample, error }),
    }
}

struct Search<'a> {
    source: &'a Source<'a>,
    skeleton: &'a Skeleton,
    bound: f64,
}

/// Steps that hold the bound, and how coarse they are.
struct Found {
    setting: Setting,
    coefficients: Coefficients,
    coarse: f64,
}

impl Search<'_> {
    /// The coarsest steps, if any hold the bound.
    fn steps(&self) -> Result<Option<Tracks>, EncodeError> {
        let mut unfit = vec![[false; 3]; self.source.joints.len()];
        let Some((segment, hats)) = self.basis(&unfit) else { return Ok(None) };
        let mut found = self.coarsest(segment, hats, &mut unfit);
        for _ in 0..FINEST_PASSES {
            let Some(Found { setting, coefficients, coarse }) = found else { break };
            let tracks = self.tracks(&setting.forms, Some((hats, &coefficients)))?;
            if self.worst(&tracks).2 <= self.bound {
                return Ok(Some(tracks));
            }
            found = self.finer(segment, hats, coarse * 0.97, &mut unfit);
        }
        Ok(None)
    }

    /// The length of segments and the hats that suit the clip. `None` where nothing is in steps.
    fn basis(&self, unfit: &Unfit) -> Option<(usize, Hats)> {
        let size = |segment, hats| {
            let found = self.at(segment, hats, PROBE, 0, &mut unfit.clone())?;
            Some(size(&found.coefficients))
        };
        let straight = size(SHORT, Hats::Straight)?;
        let curved = size(SHORT, Hats::Curved)?;
        let (short, hats) =
            if curved < straight { (curved, Hats::Curved) } else { (straight, Hats::Straight) };
        let long = size(LONG, hats)?;
        Some(if long < short * WORTH { (LONG, hats) } else { (SHORT, hats) })
    }

    /// The coarsest steps that hold the bound, give or take.
    fn coarsest(&self, segment: usize, hats: Hats, unfit: &mut Unfit) -> Option<Found> {
        let (mut fine, mut coarse) = (FINEST, COARSEST);
        let mut best = None;
        for pass in 0..PASSES {
            let next = if pass == 0 { FIRST } else { (fine * coarse).sqrt() };
            match self.at(segment, hats, next, TRIES, unfit) {
                Some(found) => {
                    best = Some(found);
                    fine = next;
                }
                None => coarse = next,
            }
            if coarse / fine < NEAR_ENOUGH {
                break;
            }
        }
        best.or_else(|| self.finer(segment, hats, FINEST, unfit))
    }

    /// Steps that hold the bound, no coarser than asked for.
    fn finer(&self, segment: usize, hats: Hats, coarse: f64, unfit: &mut Unfit) -> Option<Found> {
        let passes = std::iter::successors(Some(coarse), |coarse| Some(coarse * FINER)).take(FINEST_PASSES);
        for coarse in passes {
            if let Some(found) = self.at(segment, hats, coarse, TRIES, unfit) {
                return Some(found);
            }
        }
        None
    }

    /// Steps so coarse, if they hold the bound; with no `tries` they need not.
    fn at(&self, segment: usize, hats: Hats, coarse: f64, tries: usize, unfit: &mut Unfit) -> Option<Found> {
        // Each time round there are fewer parts in steps.
        for _ in 0..=3 * unfit.len() {
            let setting = Setting::new(self.source, segment, hats, coarse, unfit);
            if !setting.forms.has_steps() {
                return None;
            }
            match quantise(self.source, &setting, self.bound * USED, tries) {
                Quantised::Integers(coefficients) => return Some(Found { setting, coefficients, coarse }),
                Quantised::OutOfBound => return None,
                Quantised::Unfit(more) => {
                    for (unfit, more) in unfit.iter_mut().zip(more) {
                        unfit.iter_mut().zip(more).for_each(|(unfit, more)| *unfit |= more);
                    }
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

    /// The joint, sample and error, in metres, at which the tracks are worst: with the decoder that a game uses.
    fn worst(&self, tracks: &Tracks) -> (usize, usize, f64) {
        let joints = self.source.joints.len();
        let mut pose = LocalPose::identity(joints);
        let mut scratch = Scratch::default();
        let mut decoded = vec![DAffine3::IDENTITY; joints];
        let mut worst = (0, 0, 0.0);
        let mut objects = decoded.clone();
        for sample in 0..self.source.samples.samples() {
            self.source.errors.rebuild(self.source.samples.pose(sample).iter().copied(), &mut objects);
            tracks.sample(Seek::sample(sample as u32), &mut scratch, self.skeleton.rest_pose(), &mut pose);
            self.source.errors.rebuild_pose(&pose, &mut decoded);
            for (joint, (decoded, object)) in decoded.iter().zip(&objects).enumerate() {
                let error = self.source.errors.between(joint, decoded, object);
                if error > worst.2 {
                    worst = (joint, sample, error);
                }
            }
        }
        worst
    }
}

/// What integers take in bits, give or take.
fn size(coefficients: &Coefficients) -> f64 {
    let bits = |&value: &i32| libm::log2(1.0 + 1.5 * f64::from(value.unsigned_abs()));
    coefficients.values.iter().flatten().map(bits).sum()
}

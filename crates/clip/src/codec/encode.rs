// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::section::write;
use super::source::{JointForm, JointSource, Steps};
use super::{Scratch, Tracks};
use crate::DecodeError;
use crate::chains::{largest_sums_along_chains, tightening};
use crate::dense_samples::DenseSamples;
use crate::file::ByteReader;
use crate::levers::{Extent, Levers};
use crate::shell_error::ShellError;
use crate::timeline::Seek;
use glam::DAffine3;
use tumble_pose::{LocalPose, Skeleton};

/// How much of the bound is used: the rest is for whoever measures with other roundings.
const USED: f64 = 0.99;

/// How much coarser than chance would have it steps are at first: a little too coarse for most clips, which the
/// search mends. (Half as much takes 2 to 5 % more bytes on ten clips, twice as much one pass more.)
const START: f64 = 2.5;

/// What the search aims for in the joints that were over the bound.
const AIM: f64 = 0.95;

/// After so many passes the steps of joints over the bound are at least halved.
const PATIENCE: usize = 12;

/// After so many passes every step is too fine to be anything but raw.
const PASSES: usize = 64;

/// Why there are no tracks.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum EncodeError {
    /// No step holds the bound. This is the worst that is left, in metres.
    OutOfBound { joint: usize, sample: usize, error: f64 },
    /// What was written cannot be read again.
    Unreadable(DecodeError),
}

/// The tracks of a clip in steps as coarse as the bound, in metres, allows at every sample.
///
/// Steps start from how far each joint's errors carry, and are made finer along the chains that the decoder,
/// run on the encoded bytes, shows to be over the bound.
pub(crate) fn encode(
    samples: &DenseSamples,
    skeleton: &Skeleton,
    errors: &ShellError,
    bound: f64,
) -> Result<Tracks, EncodeError> {
    let joints: Vec<JointSource> = skeleton
        .joints()
        .map(|joint| JointSource::new(samples, joint.index(), skeleton.rest_pose().get(joint)))
        .collect();
    let mut steps = first_steps(samples, errors, &joints, bound);
    let mut reached = Vec::new();
    for pass in 0..PASSES {
        let forms: Vec<JointForm> =
            joints.iter().zip(&steps).map(|(joint, steps)| joint.form(*steps)).collect();
        let section = write(samples, &joints, &forms);
        let tracks = Tracks::read(ByteReader::new(&section, 0), skeleton, samples.samples() as u32)
            .map_err(EncodeError::Unreadable)?;
        reached = worst_of_joints(samples, errors, &tracks);
        let aim = if pass < PATIENCE { AIM } else { 0.5 };
        let errors_reached: Vec<f64> = reached.iter().map(|&(_, error)| error).collect();
        let factors = tightening(errors, &errors_reached, bound * USED, aim);
        if factors.iter().all(|&factor| factor >= 1.0) {
            return Ok(tracks);
        }
        for (steps, factor) in steps.iter_mut().zip(factors) {
            steps.rotation *= factor;
            steps.translation *= factor;
            steps.scale *= factor;
        }
    }
    Err(out_of_bound(&reached))
}

/// Steps for which errors that add up as if by chance would stay near the bound.
fn first_steps(
    samples: &DenseSamples,
    errors: &ShellError,
    joints: &[JointSource],
    bound: f64,
) -> Vec<Steps> {
    let extents: Vec<Extent> = (0..joints.len())
        .map(|joint| {
            let mut extent = Extent::default();
            samples.joint(joint).for_each(|local| extent.include(local.translation, local.scale));
            extent
        })
        .collect();
    let levers = Levers::new(errors, &extents);
    let longest =
        largest_sums_along_chains(errors, joints.iter().map(|joint| joint.animated_parts() as f64).collect());
    (0..joints.len())
        .map(|joint| {
            let (lever, share) = (levers.of(joint), START * bound / longest[joint].max(1.0).sqrt());
            // A step of parameters turns by up to four times itself.
            Steps {
                rotation: share / (4.0 * lever.rotation),
                translation: share / lever.translation,
                scale: share / lever.scale,
            }
        })
        .collect()
}

/// The sample and the error, in metres, at which each joint is worst.
fn worst_of_joints(samples: &DenseSamples, errors: &ShellError, tracks: &Tracks) -> Vec<(usize, f64)> {
    let joints = samples.joints();
    let mut pose = LocalPose::identity(joints);
    let mut values = Scratch::default();
    let mut source = vec![DAffine3::IDENTITY; joints];
    let mut decoded = source.clone();
    let mut worst = vec![(0, 0.0); joints];
    for sample in 0..samples.samples() {
        tracks.sample(Seek::sample(sample as u32), &mut values, &mut pose);
        errors.rebuild(samples.pose(sample).iter().copied(), &mut source);
        errors.rebuild_pose(&pose, &mut decoded);
        for (joint, worst) in worst.iter_mut().enumerate() {
            let error = errors.between(joint, &decoded[joint], &source[joint]);
            if error > worst.1 {
                *worst = (sample, error);
            }
        }
    }
    worst
}

fn out_of_bound(reached: &[(usize, f64)]) -> EncodeError {
    let worst = reached.iter().enumerate().min_by(|(_, a), (_, b)| b.1.total_cmp(&a.1));
    let (joint, &(sample, error)) = worst.unwrap_or((0, &(0, f64::INFINITY)));
    EncodeError::OutOfBound { joint, sample, error }
}

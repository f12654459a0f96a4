// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::bit_rows::BitWriter;
use super::channel::Span;
use super::source::{Form, JointForm, JointSource, Steps};
use super::{Scratch, Tracks};
use crate::dense_samples::DenseSamples;
use crate::file::{ByteReader, ByteWriter};
use crate::levers::{Extent, Levers, parts_along_chains};
use crate::shell_error::ShellError;
use crate::timeline::Seek;
use glam::{DAffine3, Quat, Vec3};
use tumble_pose::{LocalPose, Skeleton};

/// How much of the bound is used: the rest is for whoever measures with other roundings.
const USED: f64 = 0.99;

/// What the search aims for in the joints that were over the bound.
const AIM: f64 = 0.95;

/// After so many passes the steps of joints over the bound are halved, whatever their error says.
const PATIENCE: usize = 12;

/// After so many passes every step is too fine to be anything but raw.
const PASSES: usize = 64;

/// No step holds the bound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct OutOfBound {
    pub(crate) joint: usize,
    pub(crate) sample: usize,
    /// In metres.
    pub(crate) error: f64,
}

/// The tracks of a clip in steps as coarse as the bound, in metres, allows at every sample.
///
/// Steps start from how far each joint's errors carry, and are made finer along the chains that the decoder, run on
/// the encoded bytes, shows to be over the bound.
pub(crate) fn encode(
    samples: &DenseSamples,
    skeleton: &Skeleton,
    errors: &ShellError,
    bound: f64,
) -> Result<Tracks, OutOfBound> {
    let joints: Vec<JointSource> = skeleton
        .joints()
        .map(|joint| JointSource::new(samples, joint.index(), skeleton.rest_pose().get(joint)))
        .collect();
    let mut steps = first_steps(samples, errors, &joints, bound);
    let mut worst = OutOfBound { joint: 0, sample: 0, error: f64::INFINITY };
    for pass in 0..PASSES {
        let forms: Vec<JointForm> =
            joints.iter().zip(&steps).map(|(joint, steps)| joint.form(*steps)).collect();
        let section = write(samples, &joints, &forms);
        let tracks = Tracks::read(ByteReader::new(&section, 0), skeleton, samples.samples() as u32);
        let Ok(tracks) = tracks else {
            break;
        };
        let reached = worst_of_joints(samples, errors, &tracks);
        let factors = tighten(errors, &reached, bound, pass);
        if factors.iter().all(|&factor| factor >= 1.0) {
            return Ok(tracks);
        }
        worst = worst_joint(&reached);
        for (steps, factor) in steps.iter_mut().zip(factors) {
            steps.rotation *= factor;
            steps.translation *= factor;
            steps.scale *= factor;
        }
    }
    Err(worst)
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
    let longest = parts_along_chains(errors, joints.iter().map(JointSource::animated_parts).collect());
    (0..joints.len())
        .map(|joint| {
            let (lever, share) = (levers.of(joint), bound / (longest[joint].max(1) as f64).sqrt());
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

fn worst_joint(reached: &[(usize, f64)]) -> OutOfBound {
    let mut worst = OutOfBound { joint: 0, sample: 0, error: 0.0 };
    for (joint, &(sample, error)) in reached.iter().enumerate() {
        if error > worst.error {
            worst = OutOfBound { joint, sample, error };
        }
    }
    worst
}

/// By what to multiply each joint's steps: less than 1 for joints over the bound and those above them.
fn tighten(errors: &ShellError, reached: &[(usize, f64)], bound: f64, pass: usize) -> Vec<f64> {
    let mut factors: Vec<f64> = reached
        .iter()
        .map(|&(_, error)| match error <= bound * USED {
            true => 1.0,
            false if pass >= PATIENCE || !error.is_finite() => 0.5,
            false => (AIM * bound / error).clamp(0.25, AIM),
        })
        .collect();
    for joint in (0..factors.len()).rev() {
        if let Some(parent) = errors.parent(joint) {
            factors[parent] = factors[parent].min(factors[joint]);
        }
    }
    factors
}

/// The section: a byte of forms a joint; what each form needs; then the samples' rows of bits.
fn write(samples: &DenseSamples, joints: &[JointSource], forms: &[JointForm]) -> Vec<u8> {
    let mut section = ByteWriter::default();
    for form in forms {
        section.u8(form.rotation.code() | form.translation.code() << 2 | form.scale.code() << 4);
    }
    for (joint, form) in joints.iter().zip(forms) {
        match &form.rotation {
            Form::Constant(rotation) => section.quat(*rotation),
            Form::Steps(spans) => {
                section.quat(joint.reference());
                write_spans(spans, &mut section);
            }
            Form::Rest | Form::Raw => {}
        }
        for form in [&form.translation, &form.scale] {
            match form {
                Form::Constant(value) => section.vec3(*value),
                Form::Steps(spans) => write_spans(spans, &mut section),
                Form::Rest | Form::Raw => {}
            }
        }
    }
    let mut rows = BitWriter::default();
    for sample in 0..samples.samples() {
        for ((joint, form), local) in joints.iter().zip(forms).zip(samples.pose(sample)) {
            write_rotation(&mut rows, joint, form.rotation, local.rotation);
            write_vector(&mut rows, form.translation, local.translation);
            write_vector(&mut rows, form.scale, local.scale);
        }
    }
    section.raw(&rows.into_bytes());
    section.into_bytes()
}

fn write_spans(spans: &[Span; 3], section: &mut ByteWriter) {
    for span in spans {
        span.write(section);
    }
}

fn write_rotation(rows: &mut BitWriter, joint: &JointSource, form: Form<Quat>, rotation: Quat) {
    match form {
        Form::Steps(spans) => {
            let parameters = joint.parameters(rotation).to_array();
            spans.iter().zip(parameters).for_each(|(span, value)| rows.write(span.bits(value), span.width()));
        }
        Form::Raw => rotation.to_array().into_iter().for_each(|value| rows.write(value.to_bits(), u32::BITS)),
        Form::Rest | Form::Constant(_) => {}
    }
}

fn write_vector(rows: &mut BitWriter, form: Form<Vec3>, vector: Vec3) {
    let spans = match form {
        Form::Steps(spans) => spans,
        Form::Raw => [Span::RAW; 3],
        Form::Rest | Form::Constant(_) => return,
    };
    let values = vector.as_dvec3().to_array();
    spans.iter().zip(values).for_each(|(span, value)| rows.write(span.bits(value), span.width()));
}

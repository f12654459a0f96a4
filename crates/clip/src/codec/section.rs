// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::as_it_came::AsItCame;
use super::coefficients::{Coefficients, PartKind, Shape};
use super::entropy;
use super::forms::{Form, Forms, MovingSteps};
use super::hats::{Hats, levels, peaks};
use super::page::WIDEST;
use crate::DecodeError;
use crate::dense_samples::DenseSamples;
use crate::file::{ByteReader, ByteWriter};
use tumble_pose::{JointIndex, Skeleton};

/// What a tracks section says.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) forms: Forms,
    pub(super) as_it_came: AsItCame,
    /// What is in steps, if anything is.
    pub(super) steps: Option<(Hats, Coefficients)>,
}

/// Bits of the first byte of what is in steps: segments of 16 samples rather than 8, and curved hats.
const LONG: u8 = 1;
const CURVED: u8 = 2;

const SHORT_SEGMENT: usize = 8;
const LONG_SEGMENT: usize = 16;

/// Values that a section may hold whatever its length, and how many more for each byte: so that a small file does not
/// take much memory. One of which less is left is filled up with zeros.
const FREE_VALUES: usize = 1 << 14;
const VALUES_A_BYTE: usize = 16;

/// The largest number that a part of a rotation may come to, by whatever coefficients.
const LARGEST_PARAMETER: f64 = 64.0;

pub(super) fn write(samples: &DenseSamples, forms: &Forms, steps: Option<(Hats, &Coefficients)>) -> Vec<u8> {
    let mut section = ByteWriter::default();
    forms.write(&mut section);
    AsItCame::write(samples, forms, &mut section);
    if let Some((hats, coefficients)) = steps {
        let long = if coefficients.shape.segment == LONG_SEGMENT { LONG } else { 0 };
        section.u8(long | if hats == Hats::Curved { CURVED } else { 0 });
        write_integers(&mut section, coefficients);
    }
    section.into_bytes()
}

/// Integers as they are at the end of a section, filled up so that a small file cannot ask for much memory.
pub(super) fn write_integers(section: &mut ByteWriter, coefficients: &Coefficients) {
    let coded = entropy::encode(coefficients);
    let fill = least_bytes(&coefficients.shape).saturating_sub(coded.len());
    section.count(fill);
    section.raw(&vec![0; fill]);
    section.raw(&coded);
}

/// What [`write_integers`] wrote, to the end of the section.
pub(super) fn read_integers(mut section: ByteReader<'_>, shape: Shape) -> Result<Coefficients, DecodeError> {
    let fill = section.count(1)?;
    let (byte, left, least) = (section.offset(), section.remaining(), least_bytes(&shape));
    if left < least {
        return Err(DecodeError::Ended { byte, needed: least, left });
    }
    if (fill > 0 && left > least) || section.raw(fill)?.iter().any(|&zero| zero != 0) {
        return Err(DecodeError::value(byte, "as many zeros as are needed"));
    }
    entropy::decode(section, shape)
}

/// How many bytes the values of a shape and their filling must take.
fn least_bytes(shape: &Shape) -> usize {
    let values = shape.samples.saturating_mul(shape.parts.len());
    values.saturating_sub(FREE_VALUES).div_ceil(VALUES_A_BYTE)
}

impl Section {
    pub(super) fn read(
        mut section: ByteReader<'_>,
        skeleton: &Skeleton,
        samples: u32,
    ) -> Result<Self, DecodeError> {
        DenseSamples::check_count(skeleton.joint_count(), samples, &section)?;
        let samples = samples as usize;
        let forms = Forms::read(&mut section, skeleton)?;
        let as_it_came = AsItCame::read(&mut section, &forms, samples)?;
        if !forms.has_steps() {
            section.end()?;
            return Ok(Self { forms, as_it_came, steps: None });
        }
        let flags = section.choice(4, "a length of segments and a form of hats")?;
        let segment = if flags & LONG == 0 { SHORT_SEGMENT } else { LONG_SEGMENT };
        let hats = if flags & CURVED == 0 { Hats::Straight } else { Hats::Curved };
        let parent = |joint: usize| skeleton.parent(JointIndex(joint as u16)).map(JointIndex::index);
        let shape = Shape { samples, segment, parts: forms.parts(parent) };
        let byte = section.offset();
        let coefficients = read_integers(section, shape)?;
        if !is_playable(&forms, &coefficients) {
            return Err(DecodeError::value(byte, "numbers that rotations and lengths can be"));
        }
        Ok(Self { forms, as_it_came, steps: Some((hats, coefficients)) })
    }
}

/// Whether the sampler can take the integers apart, and whatever it makes of them is a pose.
fn is_playable(forms: &Forms, coefficients: &Coefficients) -> bool {
    let shape = &coefficients.shape;
    let parts = shape.parts.len();
    let mut largest = vec![[0.0; 3]; parts];
    let mut add = |rows: &mut dyn Iterator<Item = usize>, widest: u32| {
        let mut most = vec![[0_u32; 3]; parts];
        for row in rows {
            for (most, values) in most.iter_mut().zip(&coefficients.values[row * parts..][..parts]) {
                most.iter_mut().zip(values).for_each(|(most, value)| *most = value.unsigned_abs().max(*most));
            }
        }
        for (largest, most) in largest.iter_mut().zip(&most) {
            largest.iter_mut().zip(most).for_each(|(largest, &most)| *largest += f64::from(most));
        }
        most.iter().flatten().all(|&most| most <= widest)
    };
    if !add(&mut (0..shape.boundaries()).map(|boundary| boundary * shape.segment), 1 << 24) {
        return false;
    }
    for level in 1..=levels(shape.segment) {
        let starts = (0..shape.segments()).map(|segment| segment * shape.segment);
        let mut rows = starts.flat_map(|start| peaks(shape.segment, level).map(move |peak| start + peak));
        if !add(&mut rows, (1 << (WIDEST - 1)) - 1) {
            return false;
        }
    }
    let mut parts = largest.iter().zip(&shape.parts);
    let size = |eighths: u8| f64::from(forms.step(eighths).size());
    forms.joints.iter().all(|joint| {
        let turning = match joint.rotation {
            Form::Steps(steps) => parts.next().is_some_and(|(largest, part)| {
                let short = |(&largest, &eighths): (&f64, &u8)| largest * size(eighths) <= LARGEST_PARAMETER;
                part.kind == PartKind::Rotation && largest.iter().zip(&steps.eighths).all(short)
            }),
            _ => true,
        };
        let moving = [joint.translation, joint.scale].into_iter().all(|form| match form {
            Form::Steps(steps) => parts.next().is_some_and(|(largest, _)| {
                let base = f64::from(i16::MAX) * f64::from(MovingSteps::BASE);
                largest.iter().all(|largest| (largest + base) * size(steps.eighths) < 1e37)
            }),
            _ => true,
        });
        turning && moving
    })
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::coefficients::{Coefficients, PartKind, PartShape, Shape};
use super::hats::{Hats, levels, peaks};
use super::scalar_curves::SEGMENT;
use super::section::{read_integers, write_integers};
use crate::dense_samples::DenseSamples;
use crate::file::{ByteReader, ByteWriter};
use crate::{DecodeError, ScalarTarget, TrackKey};

/// How one scalar is stored.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum ScalarForm {
    /// Always so.
    Constant(f32),
    /// In steps from a number.
    Steps(f32),
    /// As it came.
    Raw,
}

/// What a section of scalars says.
#[derive(Debug, Clone)]
pub(super) struct ScalarSection {
    pub(super) keys: Vec<TrackKey>,
    /// One entry per key.
    pub(super) forms: Vec<ScalarForm>,
    /// Sample by sample: the scalars as they came.
    pub(super) numbers: Vec<f32>,
    /// What is in steps, if anything is.
    pub(super) steps: Option<ScalarSteps>,
}

/// Scalars in steps, three to a part.
#[derive(Debug, Clone)]
pub(super) struct ScalarSteps {
    pub(super) size: f32,
    pub(super) hats: Hats,
    pub(super) coefficients: Coefficients,
}

/// Bits of a scalar's first byte: its form, that it is no morph target, that its path is that of the scalar before,
/// and that a number other than 0 follows, which it always is or is counted from.
const FORM: u8 = 0b11;
const CUSTOM: u8 = 1 << 2;
const SAME_PATH: u8 = 1 << 3;
const NUMBER: u8 = 1 << 4;
const KNOWN: u8 = FORM | CUSTOM | SAME_PATH | NUMBER;

/// The least bytes that a scalar takes: its first byte and the length of its name.
const SMALLEST: usize = 2;

/// The most bytes of paths that are not there because they are those before.
const MOST_REPEATED: usize = 1 << 16;

/// The largest integers at boundaries and of hats: far from where an `f32` of steps has gaps.
pub(super) const WIDEST_END: u32 = 1 << 20;
pub(super) const WIDEST_HAT: u32 = 1 << 22;

/// Whether scalars in such steps are finite whatever their integers.
pub(super) fn is_countable(base: f32, size: f32) -> bool {
    let hats = levels(SEGMENT) as f64 * f64::from(WIDEST_HAT);
    let most = f64::from(base).abs() + f64::from(size) * (f64::from(WIDEST_END) + hats);
    size > 0.0 && most < f64::from(f32::MAX) / 4.0
}

/// The integers of so many scalars in steps: each is a component of a part.
pub(super) fn shape(samples: usize, scalars: usize) -> Shape {
    let part = PartShape { kind: PartKind::Vector, parent: None };
    Shape { samples, segment: SEGMENT, parts: vec![part; scalars.div_ceil(3)] }
}

/// Keeps from repeating more than small files may.
#[derive(Debug)]
struct Paths {
    left: usize,
}

impl Paths {
    fn may_repeat(&mut self, path: &str) -> bool {
        let left = self.left.checked_sub(path.len());
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }
}

impl ScalarSection {
    pub(super) fn write(&self) -> Vec<u8> {
        let mut section = ByteWriter::default();
        section.count(self.keys.len());
        let (mut paths, mut before) = (Paths { left: MOST_REPEATED }, None);
        for (key, form) in self.keys.iter().zip(&self.forms) {
            let (form, number) = match *form {
                ScalarForm::Constant(value) => (0, value),
                ScalarForm::Steps(base) => (1, base),
                ScalarForm::Raw => (2, 0.0),
            };
            let (custom, name) = match &key.target {
                ScalarTarget::Morph(name) => (0, name),
                ScalarTarget::Custom(name) => (CUSTOM, name),
            };
            let same = before == Some(&key.path) && paths.may_repeat(&key.path);
            let there = number.to_bits() != 0;
            section.u8(form | custom | if same { SAME_PATH } else { 0 } | if there { NUMBER } else { 0 });
            if !same {
                section.text(&key.path);
            }
            section.text(name);
            if there {
                section.f32(number);
            }
            before = Some(&key.path);
        }
        self.numbers.iter().for_each(|&number| section.f32(number));
        if let Some(ScalarSteps { size, hats, coefficients }) = &self.steps {
            section.f32(*size);
            section.u8(u8::from(*hats == Hats::Curved));
            write_integers(&mut section, coefficients);
        }
        section.into_bytes()
    }

    pub(super) fn read(mut section: ByteReader<'_>, samples: u32) -> Result<Self, DecodeError> {
        let count = section.count(SMALLEST)?;
        DenseSamples::check_count(count, samples, &section)?;
        let (mut keys, mut forms) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let (mut paths, mut path) = (Paths { left: MOST_REPEATED }, None);
        for _ in 0..count {
            let byte = section.offset();
            let code = section.u8()?;
            if code & SAME_PATH == 0 {
                path = Some(section.text()?);
            } else if !path.is_some_and(|path| paths.may_repeat(path)) {
                return Err(DecodeError::value(byte, "a path"));
            }
            let name = section.text()?.to_owned();
            let target =
                if code & CUSTOM == 0 { ScalarTarget::Morph(name) } else { ScalarTarget::Custom(name) };
            let number = if code & NUMBER == 0 { 0.0 } else { section.f32()? };
            let form = match code & FORM {
                0 => Some(ScalarForm::Constant(number)),
                1 => Some(ScalarForm::Steps(number)),
                2 => Some(ScalarForm::Raw),
                _ => None,
            };
            let form = form.filter(|_| code & !KNOWN == 0);
            forms.push(form.ok_or(DecodeError::value(byte, "a form that is known"))?);
            keys.push(TrackKey { path: path.unwrap_or_default().to_owned(), target });
        }
        let samples = samples as usize;
        let numbers = read_numbers(&mut section, &forms, samples)?;
        let bases: Vec<f32> = forms.iter().filter_map(|form| form.base()).collect();
        let steps = if bases.is_empty() {
            section.end()?;
            None
        } else {
            Some(ScalarSteps::read(section, samples, &bases)?)
        };
        Ok(Self { keys, forms, numbers, steps })
    }
}

impl ScalarForm {
    /// What it is counted from, if it is in steps.
    pub(super) fn base(self) -> Option<f32> {
        if let Self::Steps(base) = self { Some(base) } else { None }
    }
}

fn read_numbers(
    section: &mut ByteReader<'_>,
    forms: &[ScalarForm],
    samples: usize,
) -> Result<Vec<f32>, DecodeError> {
    let count = forms.iter().filter(|form| **form == ScalarForm::Raw).count() * samples;
    let needed = count.saturating_mul(size_of::<f32>());
    if needed > section.remaining() {
        return Err(DecodeError::Ended { byte: section.offset(), needed, left: section.remaining() });
    }
    let mut numbers = Vec::with_capacity(count);
    for _ in 0..count {
        numbers.push(section.f32()?);
    }
    Ok(numbers)
}

impl ScalarSteps {
    fn read(mut section: ByteReader<'_>, samples: usize, bases: &[f32]) -> Result<Self, DecodeError> {
        let byte = section.offset();
        let size = section.f32()?;
        if !bases.iter().all(|&base| is_countable(base, size)) {
            return Err(DecodeError::value(byte, "a step that can be counted"));
        }
        let hats = match section.choice(2, "0 for straight hats or 1 for curved ones")? {
            0 => Hats::Straight,
            _ => Hats::Curved,
        };
        let byte = section.offset();
        let coefficients = read_integers(section, shape(samples, bases.len()))?;
        if is_playable(&coefficients, bases.len()) {
            Ok(Self { size, hats, coefficients })
        } else {
            Err(DecodeError::value(byte, "numbers that scalars can be"))
        }
    }
}

/// Whether no integer is too large, and those of no scalar are 0.
fn is_playable(coefficients: &Coefficients, scalars: usize) -> bool {
    let Coefficients { shape, values, .. } = coefficients;
    let parts = shape.parts.len();
    let is_right = |row: usize, most: u32| {
        let integers = values[row * parts..][..parts].as_flattened();
        let (own, none) = integers.split_at(scalars);
        own.iter().all(|integer| integer.unsigned_abs() <= most) && none.iter().all(|&integer| integer == 0)
    };
    (0..shape.segments()).map(|segment| segment * SEGMENT).all(|start| {
        let mut hats = (1..=levels(SEGMENT)).flat_map(|level| peaks(SEGMENT, level));
        is_right(start, WIDEST_END) && hats.all(|peak| is_right(start + peak, WIDEST_HAT))
    }) && is_right(shape.segments() * SEGMENT, WIDEST_END)
}

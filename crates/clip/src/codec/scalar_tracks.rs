// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::bit_rows::{BitRows, BitWriter};
use super::channel::{Channel, Span};
use crate::dense_samples::DenseSamples;
use crate::file::{ByteReader, ByteWriter};
use crate::timeline::Seek;
use crate::{DecodeError, ScalarTarget, TrackKey};
use std::mem::size_of_val;

/// The version of the section that [`ScalarTracks`] reads.
pub(crate) const SCALARS_VERSION: u16 = 1;

/// The scalars' values: the section as it is in the file, and a plan for reading it.
#[derive(Debug, Clone)]
pub(crate) struct ScalarTracks {
    rows: BitRows,
    keys: Vec<TrackKey>,
    channels: Vec<Channel>,
}

/// Writes the section of scalars: `values` has one list of finite values, one a sample, per key.
///
/// A scalar in steps errs by at most half a step: `precision`, less a little for roundings. One whose steps
/// would be too many is stored as it came.
pub(crate) fn encode_scalars(keys: &[TrackKey], values: &[Vec<f32>], precision: f32) -> Vec<u8> {
    let spans: Vec<Span> = values.iter().map(|values| span(values, precision)).collect();
    let mut section = ByteWriter::default();
    section.count(keys.len());
    for (key, span) in keys.iter().zip(&spans) {
        let (kind, name) = match &key.target {
            ScalarTarget::Morph(name) => (0, name),
            ScalarTarget::Custom(name) => (1, name),
        };
        section.text(&key.path);
        section.u8(kind);
        section.text(name);
        span.write(&mut section);
    }
    let mut rows = BitWriter::default();
    for sample in 0..values.first().map_or(0, Vec::len) {
        for (values, span) in values.iter().zip(&spans) {
            rows.write(span.bits(f64::from(values[sample])), span.width());
        }
    }
    section.raw(&rows.into_bytes());
    section.into_bytes()
}

fn span(values: &[f32], precision: f32) -> Span {
    let step = 1.9 * f64::from(precision);
    let all = || values.iter().map(|&value| f64::from(value));
    let least = all().fold(f64::INFINITY, f64::min);
    let most = all().fold(f64::NEG_INFINITY, f64::max);
    let span = Span::steps(least, most, step).filter(|span| {
        let channel = span.at(0);
        all().all(|value| (f64::from(channel.value(span.bits(value))) - value).abs() <= f64::from(precision))
    });
    span.unwrap_or(Span::RAW)
}

/// The least bytes that a scalar takes: path, kind, name, span.
const SMALLEST: usize = 1 + 1 + 1 + 9;

impl ScalarTracks {
    pub(crate) fn read(mut section: ByteReader<'_>, samples: u32) -> Result<Self, DecodeError> {
        let bytes = section.clone().raw(section.remaining())?;
        let count = section.count(SMALLEST)?;
        DenseSamples::check_count(count, samples, &section)?;
        let (mut keys, mut channels) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut stride = 0;
        for _ in 0..count {
            let path = section.text()?.to_owned();
            let kind = section.choice(2, "0 for a morph target or 1 for a curve of the game's own")?;
            let name = section.text()?.to_owned();
            let target = if kind == 0 { ScalarTarget::Morph(name) } else { ScalarTarget::Custom(name) };
            let span = Span::read(&mut section)?;
            keys.push(TrackKey { path, target });
            channels.push(span.at(stride));
            stride += span.width();
        }
        let byte = section.offset();
        let tracks = Self { rows: BitRows::read(bytes, section, stride, samples)?, keys, channels };
        let raw: Vec<Channel> = tracks.channels.iter().copied().filter(Channel::is_raw).collect();
        let finite = |sample| tracks.rows.values(sample, &raw).all(f32::is_finite);
        let right = raw.is_empty() || (0..samples).all(finite);
        right.then_some(tracks).ok_or(DecodeError::value(byte, "finite numbers"))
    }

    /// The section as it is in the file.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.rows.section()
    }

    pub(crate) fn keys(&self) -> &[TrackKey] {
        &self.keys
    }

    /// Whether the scalar has bits of its own at every sample: without any it never changes.
    pub(crate) fn is_animated(&self, scalar: usize) -> bool {
        !self.channels[scalar].is_constant()
    }

    /// What sampling reads.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.rows.row_bytes() + size_of_val(self.channels.as_slice())
    }

    /// Writes one value per key. Nothing is allocated.
    pub(crate) fn sample(&self, seek: Seek, output: &mut [f32]) {
        let from = self.rows.values(seek.lower, &self.channels);
        let to = self.rows.values(seek.upper, &self.channels);
        for (output, (from, to)) in output.iter_mut().zip(from.zip(to)) {
            *output = from * (1.0 - seek.blend) + to * seek.blend;
        }
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::scalar_curves::ScalarCurves;
use super::scalar_section::{ScalarForm, ScalarSection};
use crate::file::ByteReader;
use crate::timeline::Seek;
use crate::{DecodeError, TrackKey};

/// The version of the section that [`ScalarTracks`] reads.
pub(crate) const SCALARS_VERSION: u16 = 2;

/// The scalars' values: laid out for sampling, and the section as it is in the file.
#[derive(Debug, Clone)]
pub(crate) struct ScalarTracks {
    section: Vec<u8>,
    keys: Vec<TrackKey>,
    samples: usize,
    /// In order: which scalars never change, and what they are.
    constants: Vec<(u32, f32)>,
    /// Which scalars are as they came, and their numbers, sample by sample.
    raw: Vec<u32>,
    numbers: Vec<f32>,
    curves: Option<ScalarCurves>,
}

impl ScalarTracks {
    pub(crate) fn read(section: ByteReader<'_>, samples: u32) -> Result<Self, DecodeError> {
        let bytes = section.clone().raw(section.remaining())?;
        let ScalarSection { keys, forms, numbers, steps } = ScalarSection::read(section, samples)?;
        let (mut constants, mut raw) = (Vec::new(), Vec::new());
        for (scalar, form) in (0..).zip(&forms) {
            match form {
                ScalarForm::Constant(value) => constants.push((scalar, *value)),
                ScalarForm::Raw => raw.push(scalar),
                ScalarForm::Steps(_) => {}
            }
        }
        constants.shrink_to_fit();
        raw.shrink_to_fit();
        let curves = steps.map(|steps| ScalarCurves::new(&forms, &steps));
        Ok(Self { section: bytes.to_vec(), keys, samples: samples as usize, constants, raw, numbers, curves })
    }

    /// The section as it is in the file.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.section
    }

    pub(crate) fn keys(&self) -> &[TrackKey] {
        &self.keys
    }

    /// Whether the scalar may change over time.
    pub(crate) fn is_animated(&self, scalar: usize) -> bool {
        self.constants.binary_search_by_key(&scalar, |&(constant, _)| constant as usize).is_err()
    }

    /// What sampling reads.
    pub(crate) fn memory_bytes(&self) -> usize {
        size_of_val(self.constants.as_slice())
            + size_of_val(self.raw.as_slice())
            + size_of_val(self.numbers.as_slice())
            + self.curves.as_ref().map_or(0, ScalarCurves::memory_bytes)
    }

    /// Writes one value per key. Nothing is allocated.
    pub(crate) fn sample(&self, seek: Seek, output: &mut [f32]) {
        pulp::Arch::new().dispatch(Sample { tracks: self, seek, output });
    }

    /// The same with no more instructions than every machine of the kind has.
    #[cfg(test)]
    pub(super) fn sample_plainly(&self, seek: Seek, output: &mut [f32]) {
        pulp::NullaryFnOnce::call(Sample { tracks: self, seek, output });
    }
}

/// Sampling, for the widest instructions there are.
struct Sample<'a> {
    tracks: &'a ScalarTracks,
    seek: Seek,
    output: &'a mut [f32],
}

impl pulp::NullaryFnOnce for Sample<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { tracks, seek, output } = self;
        for &(scalar, value) in &tracks.constants {
            output[scalar as usize] = value;
        }
        tracks.sample_raw(seek, output);
        if let Some(curves) = &tracks.curves {
            let lower = seek.lower as usize;
            // The last sample is the far end of the last pair.
            let last = lower + 1 >= tracks.samples && lower > 0;
            let (lower, blend) = if last { (lower - 1, 1.0) } else { (lower, seek.blend) };
            curves.sample(lower, blend, output);
        }
    }
}

impl ScalarTracks {
    #[inline(always)]
    fn sample_raw(&self, seek: Seek, output: &mut [f32]) {
        let at = |sample: u32| &self.numbers[sample as usize * self.raw.len()..][..self.raw.len()];
        for ((&scalar, from), to) in self.raw.iter().zip(at(seek.lower)).zip(at(seek.upper)) {
            // At a sample, as it came to the last bit.
            let between = seek.blend > 0.0;
            output[scalar as usize] =
                if between { from * (1.0 - seek.blend) + to * seek.blend } else { *from };
        }
    }
}

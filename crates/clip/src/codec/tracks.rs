// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::Scratch;
use super::as_it_came::AsItCame;
use super::numbers::Numbers;
use super::page::Page;
use super::section::Section;
use super::simd::{Lanes, Plain, Simd};
use crate::DecodeError;
use crate::file::ByteReader;
use crate::timeline::Seek;
use tumble_pose::{LANES, LocalPose, Skeleton};

/// The version of the section that [`Tracks`] reads.
pub(crate) const TRACKS_VERSION: u16 = 2;

/// The joints' motion: laid out for sampling, and the section as it is in the file.
#[derive(Debug, Clone)]
pub(crate) struct Tracks {
    section: Vec<u8>,
    samples: usize,
    /// One entry per joint: whether any part of it changes over time.
    animated: Vec<bool>,
    as_it_came: AsItCame,
    segment: usize,
    pages: Vec<Page>,
}

impl Tracks {
    pub(crate) fn read(
        section: ByteReader<'_>,
        skeleton: &Skeleton,
        samples: u32,
    ) -> Result<Self, DecodeError> {
        let bytes = section.clone().raw(section.remaining())?;
        let Section { forms, as_it_came, steps } = Section::read(section, skeleton, samples)?;
        let (mut pages, mut segment) = (Vec::new(), 0);
        if let Some((hats, coefficients)) = steps {
            segment = coefficients.shape.segment;
            let parts = coefficients.shape.parts.len();
            for first in (0..parts).step_by(Page::PARTS) {
                let parts = first..parts.min(first + Page::PARTS);
                pages.push(Page::new(&forms, &coefficients, hats, parts));
            }
        }
        let animated = forms.joints.iter().map(super::forms::JointForms::is_animated).collect();
        Ok(Self { section: bytes.to_vec(), samples: samples as usize, animated, as_it_came, segment, pages })
    }

    /// The section as it is in the file.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.section
    }

    /// What sampling reads, but for the skeleton's rest pose.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.pages.iter().map(Page::memory_bytes).sum::<usize>() + self.as_it_came.memory_bytes()
    }

    /// Whether any part of the joint changes over time.
    pub(crate) fn is_animated(&self, joint: usize) -> bool {
        self.animated[joint]
    }

    /// Makes room, so that sampling need not.
    pub(crate) fn reserve(&self, scratch: &mut Scratch) {
        if !self.pages.is_empty() {
            let _ = scratch.numbers();
        }
    }

    /// Writes a pose with one entry per joint of the skeleton, which rests as `rest` says. Allocates only to make
    /// `scratch` larger.
    pub(crate) fn sample(&self, seek: Seek, scratch: &mut Scratch, rest: &LocalPose, output: &mut LocalPose) {
        let sample = Sample { tracks: self, seek, numbers: scratch.numbers(), rest, output };
        #[cfg(target_arch = "x86_64")]
        if let Some(simd) = pulp::x86::V3::try_new() {
            return simd.vectorize(Vectorized { simd, sample });
        }
        sample.run(Plain);
    }

    /// The same with no more instructions than every machine of the kind has.
    #[cfg(test)]
    pub(super) fn sample_plainly(
        &self,
        seek: Seek,
        scratch: &mut Scratch,
        rest: &LocalPose,
        output: &mut LocalPose,
    ) {
        Sample { tracks: self, seek, numbers: scratch.numbers(), rest, output }.run(Plain);
    }
}

/// Sampling, whatever the instructions.
struct Sample<'a> {
    tracks: &'a Tracks,
    seek: Seek,
    numbers: &'a mut Numbers,
    rest: &'a LocalPose,
    output: &'a mut LocalPose,
}

/// Sampling, to be called where a compiler may use the instructions.
struct Vectorized<'a, S> {
    simd: S,
    sample: Sample<'a>,
}

impl<S: Simd> pulp::NullaryFnOnce for Vectorized<'_, S> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.sample.run(self.simd);
    }
}

impl Sample<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { tracks, seek, numbers, rest, output } = self;
        output.copy_from(rest);
        let blocks = output.blocks_mut();
        let lower = seek.lower as usize;
        // The last sample is the far end of the last pair.
        let last = lower + 1 >= tracks.samples && lower > 0;
        let (lower, blend) = if last { (lower - 1, 1.0) } else { (lower, seek.blend) };
        tracks.as_it_came.sample(lower, blend, blocks);
        for page in &tracks.pages {
            if tracks.segment == 8 {
                page.unpack::<S, 3>(simd, lower, u32::MAX >> (32 - page.groups), numbers);
            } else {
                page.unpack::<S, 4>(simd, lower, u32::MAX >> (32 - page.groups), numbers);
            }
            for turning in &page.turning {
                let rows = &mut blocks[usize::from(turning.block)].0;
                for (row, values) in rows.iter_mut().zip(turning.rotations(simd, numbers, blend)) {
                    put(simd, row, values, turning.lanes);
                }
            }
            for moving in &page.moving {
                let rows = &mut blocks[usize::from(moving.block)].0[usize::from(moving.row)..];
                for (row, values) in rows.iter_mut().zip(moving.vectors(simd, numbers, blend)) {
                    put(simd, row, values, moving.lanes);
                }
            }
        }
    }
}

/// Takes over the lanes whose bits are set.
#[inline(always)]
fn put<S: Simd>(simd: S, row: &mut [f32; LANES], values: Lanes<S>, lanes: u8) {
    *row = if lanes == u8::MAX { simd.array(values.floats()) } else { simd.chosen(lanes, values.floats(), *row) };
}

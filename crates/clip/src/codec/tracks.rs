// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::Scratch;
use super::as_it_came::AsItCame;
use super::page::Page;
use super::sample::{Sample, Vectorized};
use super::section::Section;
use super::simd::{Plain, Simd};
use super::wanted::{Masked, One, Wanted, Whole};
use crate::DecodeError;
use crate::file::ByteReader;
use crate::timeline::Seek;
use tumble_pose::{Block, JointIndex, JointMask, LANES, LocalPose, Skeleton, Transform};

/// The version of the section that [`Tracks`] reads.
pub(crate) const TRACKS_VERSION: u16 = 2;

/// The joints' motion: laid out for sampling, and the section as it is in the file.
#[derive(Debug, Clone)]
pub(crate) struct Tracks {
    section: Vec<u8>,
    pub(super) samples: usize,
    /// One entry per joint: whether any part of it changes over time.
    animated: Vec<bool>,
    pub(super) as_it_came: AsItCame,
    pub(super) segment: usize,
    pub(super) pages: Vec<Page>,
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
        output.copy_from(rest);
        self.run(Whole, seek, scratch, output.blocks_mut());
    }

    /// The same for joints of which a mask takes something. All others are left as they are.
    pub(crate) fn sample_masked(
        &self,
        seek: Seek,
        scratch: &mut Scratch,
        mask: &JointMask,
        rest: &LocalPose,
        output: &mut LocalPose,
    ) {
        let wanted = Masked::new(mask);
        for (number, (block, rest)) in output.blocks_mut().iter_mut().zip(rest.blocks()).enumerate() {
            for (row, rest) in block.0.iter_mut().zip(&rest.0) {
                *row = Plain.chosen(wanted.lanes(number), *rest, *row);
            }
        }
        self.run(wanted, seek, scratch, output.blocks_mut());
    }

    /// One joint of it.
    pub(crate) fn sample_joint(
        &self,
        seek: Seek,
        scratch: &mut Scratch,
        joint: JointIndex,
        rest: &LocalPose,
    ) -> Transform {
        let (number, lane) = (joint.index() / LANES, joint.index() % LANES);
        let mut block = [rest.blocks()[number]];
        self.run(One { block: number, lane }, seek, scratch, &mut block);
        block[0].lane(lane)
    }

    fn run<W: Wanted>(&self, wanted: W, seek: Seek, scratch: &mut Scratch, blocks: &mut [Block]) {
        let sample = Sample { tracks: self, wanted, seek, numbers: scratch.numbers(), blocks };
        #[cfg(target_arch = "x86_64")]
        if let Some(simd) = pulp::x86::V3::try_new() {
            return simd.vectorize(Vectorized { simd, sample });
        }
        sample.run_plainly();
    }

    /// A pose with no more instructions than every machine of the kind has.
    #[cfg(any(test, feature = "bench"))]
    pub(crate) fn sample_plainly(
        &self,
        seek: Seek,
        scratch: &mut Scratch,
        rest: &LocalPose,
        output: &mut LocalPose,
    ) {
        output.copy_from(rest);
        let (numbers, blocks) = (scratch.numbers(), output.blocks_mut());
        Sample { tracks: self, wanted: Whole, seek, numbers, blocks }.run_plainly();
    }
}

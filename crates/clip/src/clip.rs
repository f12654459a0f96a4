// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::codec::{SCALARS_VERSION, ScalarTracks, TRACKS_VERSION, Tracks};
use crate::file::{self, Section, SectionId, StoredSkeleton};
use crate::timeline::{Looping, Timeline};
use crate::{BuildReport, ClipMeta, DecodeError, TrackKey};
use tumble_pose::{Seconds, Skeleton};

/// A clip as a game plays it: small, read-only, of samples at a uniform rate.
///
/// Build one with [`ClipBuilder`](crate::ClipBuilder); play it with [`SamplingJob`](crate::SamplingJob) and
/// [`ScalarSamplingJob`](crate::ScalarSamplingJob).
#[derive(Debug, Clone)]
pub struct Clip {
    skeleton: StoredSkeleton,
    timeline: Timeline,
    meta: ClipMeta,
    report: BuildReport,
    tracks: Tracks,
    scalars: ScalarTracks,
}

const SKELETON: SectionId = *b"skel";
const METADATA: SectionId = *b"meta";
const REPORT: SectionId = *b"rprt";
const TRACKS: SectionId = *b"trck";
const SCALARS: SectionId = *b"sclr";

/// Sections and their versions, in the order of the file.
const SECTIONS: [(SectionId, u16); 5] =
    [(SKELETON, 1), (METADATA, 1), (REPORT, 2), (TRACKS, TRACKS_VERSION), (SCALARS, SCALARS_VERSION)];

impl Clip {
    pub(crate) fn new(
        skeleton: StoredSkeleton,
        timeline: Timeline,
        meta: ClipMeta,
        tracks: Tracks,
        scalars: ScalarTracks,
    ) -> Self {
        Self { skeleton, timeline, meta, report: BuildReport::default(), tracks, scalars }
    }

    pub(crate) fn set_report(&mut self, report: BuildReport) {
        self.report = report;
    }

    /// Reads a `.tumble` file. Everything in it is checked: memory is taken only as the bytes there are ask for
    /// it.
    ///
    /// # Errors
    ///
    /// [`DecodeError`] when the bytes are not exactly what [`to_bytes`](Self::to_bytes) writes, but for
    /// sections that are not known and say that they can be skipped.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let [skeleton, metadata, report, tracks, scalars] = file::read(bytes, &SECTIONS)?;
        let skeleton = StoredSkeleton::read(skeleton)?;
        let (timeline, meta) = file::read_metadata(metadata)?;
        let report = file::read_report(report)?;
        let tracks = Tracks::read(tracks, skeleton.skeleton(), timeline.samples())?;
        let scalars = ScalarTracks::read(scalars, timeline.samples())?;
        Ok(Self { skeleton, timeline, meta, report, tracks, scalars })
    }

    /// The `.tumble` file. Equal clips have equal bytes, and reading them gives an equal clip.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let metadata = file::write_metadata(&self.timeline, &self.meta);
        let report = file::write_report(&self.report);
        let contents = [self.skeleton.bytes(), &metadata, &report, self.tracks.bytes(), self.scalars.bytes()];
        let mut sections = SECTIONS.map(|(id, version)| Section { id, version, bytes: &[] });
        sections.iter_mut().zip(contents).for_each(|(section, bytes)| section.bytes = bytes);
        file::write(&sections)
    }

    /// The skeleton that it moves. Its joints' order is that of a sampled pose.
    #[must_use]
    pub fn skeleton(&self) -> &Skeleton {
        self.skeleton.skeleton()
    }

    /// What is known about it besides its motion.
    #[must_use]
    pub fn meta(&self) -> &ClipMeta {
        &self.meta
    }

    /// What it cost and how exact it is.
    #[must_use]
    pub fn report(&self) -> &BuildReport {
        &self.report
    }

    /// How long it lasts; 0 for a single pose.
    #[must_use]
    pub fn duration(&self) -> Seconds {
        self.timeline.duration()
    }

    /// What it does before its start and after its end.
    #[must_use]
    pub fn looping(&self) -> Looping {
        self.timeline.looping()
    }

    /// Samples a second.
    #[must_use]
    pub fn rate_hz(&self) -> f64 {
        self.timeline.rate_hz()
    }

    /// How many samples there are: at least one.
    #[must_use]
    pub fn sample_count(&self) -> u32 {
        self.timeline.samples()
    }

    /// The instants of its samples, in order: number / rate, and the duration for the last.
    #[must_use]
    pub fn sample_times(&self) -> impl ExactSizeIterator<Item = Seconds> + use<> {
        self.timeline.instants()
    }

    /// The keys of its scalars, in the order of a sampled scalar pose.
    #[must_use]
    pub fn scalar_keys(&self) -> &[TrackKey] {
        self.scalars.keys()
    }

    /// All that sampling reads of the clip's own, in bytes, shared by all who play it: every number of every track and
    /// what says where they lie.
    ///
    /// Not in it are the skeleton, whose rest pose sampling begins with (40 bytes a joint, the same for every clip of a
    /// character), names, metadata and report, and the tracks as they are in the file, which a clip keeps to be
    /// written again: no sampling reads those.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.tracks.memory_bytes() + self.scalars.memory_bytes()
    }

    /// The joint and scalar tracks as they are in the file.
    #[must_use]
    pub fn track_bytes(&self) -> usize {
        self.tracks.bytes().len() + self.scalars.bytes().len()
    }

    pub(crate) fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    pub(crate) fn tracks(&self) -> &Tracks {
        &self.tracks
    }

    pub(crate) fn scalars(&self) -> &ScalarTracks {
        &self.scalars
    }
}

/// Whether their files are the same.
impl PartialEq for Clip {
    fn eq(&self, other: &Self) -> bool {
        self.to_bytes() == other.to_bytes()
    }
}

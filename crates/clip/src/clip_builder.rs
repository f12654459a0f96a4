// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

mod target;

use crate::codec::{self, EncodeError, ScalarTracks};
use crate::curve::SAME_TIME;
use crate::dense_samples::DenseSamples;
use crate::file::StoredSkeleton;
use crate::shell_error::ShellError;
use crate::timeline::{Looping, Timeline};
use crate::{
    Bones, BuildReport, Clip, ClipMeta, DecodeError, MeasureError, RawClip, RawClipError, TimelineError,
    Tolerance, ToleranceError,
};
use target::Target;
use tumble_pose::{JointIndex, Seconds, Skeleton};

/// Builds the [`Clip`] that a game plays from a [`RawClip`].
///
/// The clip is within its tolerance at every sample: that is checked with the decoder that a game uses.
#[derive(Debug, Clone, PartialEq)]
pub struct ClipBuilder {
    /// How far the clip may stray.
    pub tolerance: Tolerance,
    /// Samples a second. `None` takes the source's own [uniform rate](ClipMeta::rate_hz), else 30.
    pub rate_hz: Option<f64>,
    /// Whether joints move in their parents as they were recorded.
    pub bones: Bones,
    /// What the clip does before its start and after its end.
    pub looping: Looping,
    /// Metres a unit of the clip's lengths, where the source does not say; above 0.
    pub metres_per_unit: f32,
}

impl Default for ClipBuilder {
    fn default() -> Self {
        Self {
            tolerance: Tolerance::default(),
            rate_hz: None,
            bones: Bones::default(),
            looping: Looping::default(),
            metres_per_unit: 1.0,
        }
    }
}

impl ClipBuilder {
    /// Samples a second where neither settings nor source say.
    pub const DEFAULT_RATE_HZ: f64 = 30.0;

    /// Builds a clip for a skeleton. The same input gives the same bytes.
    ///
    /// Tracks of joints that the skeleton has not are left out and listed in the
    /// [report](BuildReport::unbound).
    ///
    /// # Errors
    ///
    /// [`BuildError`] when settings or source make no sense; when the bound cannot be held, not even with numbers
    /// stored as they came; when [rigid bones](Self::bones) take a joint farther from where it was than is allowed.
    /// All say which joint, and when.
    pub fn build(&self, skeleton: &Skeleton, raw: &RawClip) -> Result<Clip, BuildError> {
        raw.validate()?;
        let skeleton = StoredSkeleton::new(skeleton)?;
        let metres_per_unit = raw.meta.metres_per_unit.unwrap_or(self.metres_per_unit);
        let errors = ShellError::new(skeleton.skeleton(), &self.tolerance, metres_per_unit)?;
        let rate = self.rate_hz.or(raw.meta.rate_hz);
        let timeline = Timeline::new(rate.unwrap_or(Self::DEFAULT_RATE_HZ), raw.duration, self.looping)?;
        let recorded = dense_samples(raw, skeleton.skeleton(), &timeline)?;
        let place = |joint: usize, sample: usize| {
            let path = skeleton.skeleton().path(JointIndex(joint as u16));
            (path.to_owned(), timeline.instant(sample as u32))
        };
        let target = Target::new(self, &recorded, &errors, place)?;
        let tracks = codec::encode(&target.samples, skeleton.skeleton(), &errors, target.bound);
        let tracks = tracks.map_err(|error| match error {
            EncodeError::Unreadable(error) => BuildError::Unreadable(error),
            EncodeError::OutOfBound { joint, sample, error } => {
                BuildError::out_of_bound(place(joint, sample), error, target.bound)
            }
        })?;
        let scalars = self.scalars(raw, &timeline)?;
        let meta = ClipMeta { metres_per_unit: Some(metres_per_unit), ..raw.meta.clone() };
        let mut clip = Clip::new(skeleton, timeline, meta, tracks, scalars);
        let asked =
            BuildReport { tolerance: self.tolerance.clone(), bones: self.bones, ..BuildReport::default() };
        clip.set_report(asked);
        let report = clip.measure(raw)?;
        if report.max_error_m > report.bound_m() {
            let (worst, bound) = ((report.worst_joint.clone(), report.worst_time), report.bound_m());
            return Err(BuildError::out_of_bound(worst, report.max_error_m, bound));
        }
        clip.set_report(report);
        Ok(clip)
    }

    fn scalars(&self, raw: &RawClip, timeline: &Timeline) -> Result<ScalarTracks, BuildError> {
        let samples = timeline.samples();
        if raw.scalars.len().saturating_mul(samples as usize) > DenseSamples::MAX_TRANSFORMS {
            return Err(BuildError::TooLarge { tracks: raw.scalars.len(), samples });
        }
        let keys: Vec<_> = raw.scalars.iter().map(|(key, _)| key.clone()).collect();
        let sampled = raw.scalars.iter().map(|(key, curve)| {
            let value = |at| match curve.sample_near(at, SAME_TIME) {
                Some(value) if value.is_finite() => Ok(value),
                _ => Err(BuildError::NotFinite { track: key.to_string(), at }),
            };
            timeline.instants().map(value).collect()
        });
        let values = sampled.collect::<Result<Vec<Vec<f32>>, BuildError>>()?;
        Ok(codec::encode_scalars(&keys, &values, self.tolerance.scalar_precision)?)
    }
}

fn dense_samples(
    raw: &RawClip,
    skeleton: &Skeleton,
    timeline: &Timeline,
) -> Result<DenseSamples, BuildError> {
    let (tracks, samples) = (skeleton.joint_count(), timeline.samples());
    let dense = DenseSamples::take(&raw.bind(skeleton), timeline);
    let dense = dense.ok_or(BuildError::TooLarge { tracks, samples })?;
    match dense.not_finite() {
        None => Ok(dense),
        Some((joint, sample)) => {
            let track = skeleton.path(joint).to_owned();
            Err(BuildError::NotFinite { track, at: timeline.instant(sample) })
        }
    }
}

/// Why a [`Clip`] cannot be built.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The source cannot be played.
    #[error(transparent)]
    Source(#[from] RawClipError),
    /// The tolerance makes no sense.
    #[error(transparent)]
    Tolerance(#[from] ToleranceError),
    /// There is no such grid of samples.
    #[error(transparent)]
    Timeline(#[from] TimelineError),
    /// There are too many samples of too many tracks to hold.
    #[error("{tracks} tracks of {samples} samples are more than {} values", DenseSamples::MAX_TRANSFORMS)]
    TooLarge {
        /// Joints or scalars.
        tracks: usize,
        /// Samples.
        samples: u32,
    },
    /// Between finite keys the source becomes larger than a number can be.
    #[error("{track:?} is not finite at {at}")]
    NotFinite {
        /// The joint's path, or the scalar's key in words.
        track: String,
        /// When.
        at: Seconds,
    },
    /// Not even numbers stored as they came hold the bound.
    #[error("joint {joint:?} cannot be kept within {bound} m: {reached:e} m at {at:.4}")]
    OutOfBound {
        /// Path of the joint that is worst.
        joint: String,
        /// When it is.
        at: Seconds,
        /// Its error in metres.
        reached: f64,
        /// The error allowed, in metres: the precision, and with rigid bones what is allowed for them.
        bound: f32,
    },
    /// Bones stretch more than keeping them rigid may cost.
    #[error(
        "rigid bones take joint {joint:?} {reached:.6} m from where it was at {at:.4}, and {allowance} m are allowed; \
         an allowance of {least} m would do"
    )]
    Stretch {
        /// Path of the joint that is worst.
        joint: String,
        /// When it is.
        at: Seconds,
        /// How far it is off, in metres.
        reached: f64,
        /// What is allowed for rigid bones besides the precision, in metres.
        allowance: f32,
        /// The least allowance with which the clip can be built, rounded up, in metres.
        least: f32,
    },
    /// An allowance for rigid bones below 0, or not finite.
    #[error("the allowance for rigid bones must be finite and at least 0 m, found {found}")]
    Allowance {
        /// What was asked for, in metres.
        found: f32,
    },
    /// What was built cannot be read again.
    #[error("the built clip: {0}")]
    Unreadable(#[from] DecodeError),
}

impl BuildError {
    fn out_of_bound((joint, at): (String, Seconds), reached: f64, bound: f64) -> Self {
        Self::OutOfBound { joint, at, reached, bound: bound as f32 }
    }
}

impl From<MeasureError> for BuildError {
    fn from(error: MeasureError) -> Self {
        match error {
            MeasureError::Source(error) => Self::Source(error),
            MeasureError::Tolerance(error) => Self::Tolerance(error),
        }
    }
}

#[cfg(test)]
mod tests;

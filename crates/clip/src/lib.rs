// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Animation clips: editable keys, reduction with a bound, a compact runtime form and its file.

mod build_report;
mod clip;
mod clip_builder;
mod clip_to_raw;
mod codec;
mod curve;
mod dense_samples;
mod file;
#[cfg(any(test, feature = "generators"))]
pub mod generators;
mod levers;
mod measure;
mod place;
mod raw_clip;
mod reduce;
mod sampling_error;
mod sampling_job;
mod scalar_sampling_job;
mod shell_error;
mod slerp;
#[cfg(test)]
mod synthetic;
mod timeline;
mod tolerance;
mod track_key;

pub use build_report::BuildReport;
pub use clip::Clip;
pub use clip_builder::{BuildError, ClipBuilder};
pub use curve::{Curve, CurveValue, Interpolation, Key};
pub use file::DecodeError;
pub use measure::MeasureError;
pub use place::{Part, Place};
pub use raw_clip::{BlowTag, BoundClip, ClipMeta, RawClip, RawClipError, RawTrack};
pub use reduce::{DeadBand, ReduceError, ReduceJob, ReduceMethod, ReduceSettings};
pub use sampling_error::SamplingError;
pub use sampling_job::{SamplingContext, SamplingJob};
pub use scalar_sampling_job::ScalarSamplingJob;
pub use timeline::{Looping, Rounding, TimelineError};
pub use tolerance::{Tolerance, ToleranceError};
pub use track_key::{ScalarTarget, TrackKey};

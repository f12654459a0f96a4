// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Animation clips: editable keys, reduction with a bound, a compact runtime form and its file.
//!
//! A [`RawClip`] is what is recorded, imported and edited: curves of keys. [`ClipBuilder`] makes a [`Clip`] of
//! it, which a game plays: samples at one rate, in a tenth of the memory, read in any order without allocating.
//! Every joint is within a bound, 0.1 mm by default, of where it should be: measured in object space, at the
//! end of the chain, at every sample, with the decoder that the game uses. The clip and its skeleton are one
//! file, `.tumble`.
//!
//! ```
//! use tumble_clip::{
//!     Clip, ClipBuilder, Curve, Interpolation, RawClip, RawTrack, Rounding, SamplingContext, SamplingJob,
//! };
//! use tumble_pose::glam::Quat;
//! use tumble_pose::{Joint, JointIndex, LocalPose, Seconds, Skeleton, Transform};
//!
//! let joint = |name: &str, parent| Joint { name: name.to_owned(), parent, rest: Transform::IDENTITY };
//! let skeleton = Skeleton::new(&[joint("hips", None), joint("head", Some(0))])?;
//!
//! // The head turns by 1 rad in 1 s.
//! let turn = [(Seconds(0.0), Quat::IDENTITY), (Seconds(1.0), Quat::from_rotation_y(1.0))];
//! let raw = RawClip {
//!     duration: Seconds(1.0),
//!     tracks: vec![RawTrack {
//!         path: "head".to_owned(),
//!         rotation: Some(Curve::new(Interpolation::Linear, turn)),
//!         ..RawTrack::default()
//!     }],
//!     ..RawClip::default()
//! };
//!
//! let clip = ClipBuilder::default().build(&skeleton, &raw)?;
//! assert!(clip.report().max_error_m <= 1e-4);
//!
//! // Once for each character that plays it:
//! let clip = Clip::from_bytes(&clip.to_bytes())?;
//! let mut context = SamplingContext::for_clip(&clip);
//! let mut pose = LocalPose::rest(clip.skeleton());
//! // Each frame:
//! let (at, rounding) = (Seconds(0.25), Rounding::None);
//! SamplingJob { clip: &clip, context: &mut context, at, rounding, output: &mut pose }.run()?;
//! let head = pose.get(JointIndex(1)).rotation;
//! assert!(head.angle_between(Quat::from_rotation_y(0.25)) * 0.03 < 1e-4, "0.1 mm at 3 cm from the joint");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Should I use this crate?
//!
//! Yes, if you have skeletal animation to store or to play and want to know how exact it is; no engine is asked
//! for, only `glam`. It holds no player: what to play, when, and how to blend is for the
//! caller. It reads no other program's files: `tumble-interchange` does.
//!
//! [`ReduceJob`] thins out keys for export and editing, with the same bound at *any* time, between keys as
//! well. A clip for a game is better built from all the keys there are.
//!
//! # Features
//!
//! - `serde`: the raw types, settings and reports can be serialised.
//! - `generators`: proptest strategies for clips.
//! - `bench`: what `tumble-bench` measures besides what others need; no part of the interface.

mod bones;
mod build_report;
mod chains;
mod clip;
mod clip_builder;
mod clip_to_raw;
mod codec;
mod curve;
mod dense_samples;
mod file;
#[cfg(any(test, feature = "generators"))]
pub mod generators;
mod joint_sampling_job;
mod levers;
mod masked_sampling_job;
mod measure;
mod place;
mod raw_clip;
mod reduce;
mod rigid_fit;
mod sample_many_job;
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

pub use bones::Bones;
pub use build_report::{BuildReport, Seam};
pub use clip::Clip;
pub use clip_builder::{BuildError, ClipBuilder};
pub use curve::{Curve, CurveValue, Interpolation, Key};
pub use file::DecodeError;
pub use joint_sampling_job::JointSamplingJob;
pub use masked_sampling_job::MaskedSamplingJob;
pub use measure::MeasureError;
pub use place::{Part, Place};
pub use raw_clip::{BlowTag, BoundClip, ClipMeta, RawClip, RawClipError, RawTrack};
pub use reduce::{DeadBand, ReduceError, ReduceJob, ReduceMethod, ReduceSettings};
pub use sample_many_job::SampleManyJob;
pub use sampling_error::SamplingError;
pub use sampling_job::{SamplingContext, SamplingJob};
pub use scalar_sampling_job::ScalarSamplingJob;
pub use timeline::{Looping, Rounding, TimelineError};
pub use tolerance::{Tolerance, ToleranceError};
pub use track_key::{ScalarTarget, TrackKey};

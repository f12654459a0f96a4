// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Animation clips: editable keys, reduction with a bound, a compact runtime form and its file.

mod curve;
mod raw_clip;
mod track_key;

pub use curve::{Curve, CurveValue, Interpolation, Key};
pub use raw_clip::{BlowTag, ClipMeta, RawClip, RawTrack};
pub use track_key::{ScalarTarget, TrackKey};

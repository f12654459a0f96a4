// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{Curve, CurveValue, Part, Place, RawClip};
use glam::Quat;
use std::collections::HashSet;
use tumble_pose::Seconds;

impl RawClip {
    /// Checks that the clip can be played: a finite duration of at least 0, every track and scalar once, every
    /// curve with at least one key, times that rise strictly from 0 or later to the duration or earlier,
    /// numbers that are finite, rotations that have a length.
    ///
    /// # Errors
    ///
    /// [`RawClipError`], which says what was found and where. NaN is never right.
    pub fn validate(&self) -> Result<(), RawClipError> {
        if !self.duration.is_finite() || self.duration < Seconds::ZERO {
            return Err(RawClipError::Duration { found: self.duration });
        }
        let mut paths = HashSet::with_capacity(self.tracks.len());
        for track in &self.tracks {
            if !paths.insert(&track.path) {
                return Err(RawClipError::TrackTwice { path: track.path.clone() });
            }
            let place = |part| Place { track: track.path.clone(), part, key: None };
            self.check(track.translation.as_ref(), || place(Part::Translation))?;
            self.check(track.rotation.as_ref(), || place(Part::Rotation))?;
            self.check(track.scale.as_ref(), || place(Part::Scale))?;
            if let Some(curve) = &track.rotation {
                turns(curve).map_err(|key| RawClipError::NoLength {
                    place: Place { key: Some(key), ..place(Part::Rotation) },
                })?;
            }
        }
        let mut keys = HashSet::with_capacity(self.scalars.len());
        for (key, curve) in &self.scalars {
            if !keys.insert(key) {
                return Err(RawClipError::ScalarTwice { key: key.to_string() });
            }
            self.check(Some(curve), || Place { track: key.to_string(), part: Part::Scalar, key: None })?;
        }
        Ok(())
    }

    fn check<T: CurveValue>(
        &self,
        curve: Option<&Curve<T>>,
        place: impl Fn() -> Place,
    ) -> Result<(), RawClipError> {
        let Some(curve) = curve else {
            return Ok(());
        };
        if curve.keys.is_empty() {
            return Err(RawClipError::NoKeys { place: place() });
        }
        let mut previous = None;
        for (index, key) in curve.keys.iter().enumerate() {
            let place = || Place { key: Some(index), ..place() };
            let inside = (Seconds::ZERO..=self.duration).contains(&key.time);
            if !inside {
                return Err(RawClipError::Time { place: place(), found: key.time, duration: self.duration });
            }
            if let Some(previous) = previous.replace(key.time).filter(|&previous| previous >= key.time) {
                return Err(RawClipError::Order { place: place(), previous, found: key.time });
            }
            if !(key.value.is_finite() && key.in_tangent.is_finite() && key.out_tangent.is_finite()) {
                return Err(RawClipError::NotFinite { place: place() });
            }
        }
        Ok(())
    }
}

/// The first key, if any, whose rotation has no direction.
fn turns(curve: &Curve<Quat>) -> Result<(), usize> {
    let flat = |value: Quat| value.as_dquat().length_squared() < 1e-12;
    curve.keys.iter().position(|key| flat(key.value)).map_or(Ok(()), Err)
}

/// Why a [`RawClip`] cannot be played.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RawClipError {
    /// The duration is negative or not finite.
    #[error("the duration must be finite and at least 0 s, found {found}")]
    Duration {
        /// The duration found.
        found: Seconds,
    },
    /// Two tracks move one joint.
    #[error("two tracks have the path {path:?}")]
    TrackTwice {
        /// Their path.
        path: String,
    },
    /// Two scalars have one key.
    #[error("two scalars have the key {key:?}")]
    ScalarTwice {
        /// Their key in words.
        key: String,
    },
    /// A curve without keys says nothing: leave the curve out instead.
    #[error("{place}: a curve needs at least one key")]
    NoKeys {
        /// The curve.
        place: Place,
    },
    /// A key lies outside the clip, or its time is not a number.
    #[error("{place}: a key's time must lie in 0 s to {duration}, found {found}")]
    Time {
        /// The key.
        place: Place,
        /// Its time.
        found: Seconds,
        /// The clip's duration.
        duration: Seconds,
    },
    /// A key is not later than the one before it.
    #[error("{place}: at {found}, not later than the key before it at {previous}")]
    Order {
        /// The later key.
        place: Place,
        /// Time of the key before it.
        previous: Seconds,
        /// Its own time.
        found: Seconds,
    },
    /// A value or a tangent holds NaN or an infinity.
    #[error("{place}: a value or tangent is not finite")]
    NotFinite {
        /// The key.
        place: Place,
    },
    /// A rotation is (0, 0, 0, 0), or too near it to say which way it turns.
    #[error("{place}: a rotation of no length")]
    NoLength {
        /// The key.
        place: Place,
    },
}

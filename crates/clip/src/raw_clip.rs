// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

mod bound_clip;
mod continuity;
mod validate;

pub use bound_clip::BoundClip;
pub(crate) use continuity::Hemisphere;
pub use validate::RawClipError;

use crate::{Curve, ReduceSettings, TrackKey};
use glam::{Quat, Vec3};
use tumble_pose::Seconds;

/// A clip as it is recorded, imported and edited: curves of keys.
///
/// A [`Clip`](crate::Clip) is what a game plays; build one with [`ClipBuilder`](crate::ClipBuilder).
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RawClip {
    /// What is known about it besides its motion.
    pub meta: ClipMeta,
    /// How long it lasts. Every curve holds from its last key to here.
    pub duration: Seconds,
    /// The joints that move, each at most once.
    pub tracks: Vec<RawTrack>,
    /// Values that are no joint's: morph weights and the game's own curves.
    pub scalars: Vec<(TrackKey, Curve<f32>)>,
    /// How its keys were reduced, once they have been: reducing it again in the same way changes nothing.
    ///
    /// [`tracks_mut`](Self::tracks_mut) and [`scalars_mut`](Self::scalars_mut) clear this stamp. Whoever edits
    /// the fields themselves sets it to `None`.
    #[cfg_attr(feature = "serde", serde(default))]
    pub reduced: Option<ReduceSettings>,
}

impl RawClip {
    /// The tracks, to edit. Clears the stamp of reduction.
    pub fn tracks_mut(&mut self) -> &mut Vec<RawTrack> {
        self.reduced = None;
        &mut self.tracks
    }

    /// The scalars, to edit. Clears the stamp of reduction.
    pub fn scalars_mut(&mut self) -> &mut Vec<(TrackKey, Curve<f32>)> {
        self.reduced = None;
        &mut self.scalars
    }
}

/// What a clip does to one joint. A part that is `None` is left alone: the joint keeps its rest value.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RawTrack {
    /// The joint's path relative to the root; empty for the root itself.
    pub path: String,
    /// In the parent's units.
    pub translation: Option<Curve<Vec3>>,
    /// Unit quaternions.
    pub rotation: Option<Curve<Quat>>,
    /// Along the joint's own axes.
    pub scale: Option<Curve<Vec3>>,
}

/// What is known about a clip besides its motion.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct ClipMeta {
    /// Its name.
    pub name: String,
    /// Samples a second where its keys lie on a uniform grid; `None` where they do not.
    pub rate_hz: Option<f64>,
    /// Metres a unit of the clip's lengths: 1 for a character in metres, 0.01 for one in centimetres.
    pub metres_per_unit: Option<f32>,
    /// The blow that felled the character, for a recorded fall.
    pub blow: Option<BlowTag>,
}

/// The blow behind a recorded fall.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BlowTag {
    /// Which way it pushed and how fast, in metres a second, in the character's space: the character faces +Z.
    pub velocity: Vec3,
    /// Path of the joint that it hit.
    pub joint: String,
    /// Seed of the fall's random part.
    pub seed: u64,
}

#[cfg(test)]
mod tests;

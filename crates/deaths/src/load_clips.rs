// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{DeathEntry, DeathLibrary, InvalidLibrary};
use std::error::Error;
use tumble_clip::{BlowTag, Clip, DecodeError};

/// How far a clip's blow may be from the library's, in metres a second: rounding, but no other blow.
const SAME_BLOW: f32 = 1e-3;

impl DeathLibrary {
    /// Reads and decodes the clips of all deaths, in the order of [`deaths`](Self::deaths).
    ///
    /// `read` gets each clip's path, which is relative to the library's own folder and stays within it, and gives
    /// the bytes of the file.
    ///
    /// # Errors
    ///
    /// [`LoadError`] when the library makes no sense, a clip cannot be read or decoded, or says that another blow
    /// caused its fall than the library does, as after a new bake that left the old library in place. A clip that
    /// knows of no blow, made by hand, may stand for any.
    pub fn load_clips<E: Error + 'static>(
        &self,
        mut read: impl FnMut(&str) -> Result<Vec<u8>, E>,
    ) -> Result<Vec<Clip>, LoadError<E>> {
        self.validate()?;
        let load = |entry: &DeathEntry| {
            let clip = || entry.clip.clone();
            let bytes = read(&entry.clip).map_err(|source| LoadError::Read { clip: clip(), source })?;
            let loaded =
                Clip::from_bytes(&bytes).map_err(|source| LoadError::Decode { clip: clip(), source })?;
            match &loaded.meta().blow {
                Some(found) if !entry.is_of(found) => {
                    Err(LoadError::OtherBlow { clip: clip(), found: found.clone() })
                }
                _ => Ok(loaded),
            }
        };
        self.deaths.iter().map(load).collect()
    }
}

impl DeathEntry {
    fn is_of(&self, tag: &BlowTag) -> bool {
        self.blow.abs_diff_eq(tag.velocity, SAME_BLOW) && self.hit == tag.joint && self.seed == tag.seed
    }
}

/// Why the clips of a library cannot be loaded.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError<E: Error + 'static> {
    /// The library makes no sense.
    #[error(transparent)]
    Invalid(#[from] InvalidLibrary),
    /// A file cannot be read.
    #[error("clip {clip:?}: {source}")]
    Read {
        /// Its path in the library.
        clip: String,
        /// What the reader said.
        source: E,
    },
    /// A file is no clip.
    #[error("clip {clip:?}: {source}")]
    Decode {
        /// Its path in the library.
        clip: String,
        /// What is wrong with it.
        source: DecodeError,
    },
    /// A clip shows the fall after another blow.
    #[error(
        "clip {clip:?} shows a blow of {} m/s to {:?} with seed {}, not the library's",
        found.velocity,
        found.joint,
        found.seed
    )]
    OtherBlow {
        /// Its path in the library.
        clip: String,
        /// The blow that the clip shows.
        found: BlowTag,
    },
}

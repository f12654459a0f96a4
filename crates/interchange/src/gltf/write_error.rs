// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use tumble_clip::RawClipError;

/// Why a character and its clips cannot be written as glTF.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteGlbError {
    /// A clip cannot be played.
    #[error("clip {clip:?}: {source}")]
    Clip {
        /// The clip's name.
        clip: String,
        /// What is wrong with it.
        source: RawClipError,
    },
    /// A track moves no joint of the skeleton, or one that another track moves.
    #[error("clip {clip:?}: the skeleton has no joint {path:?} that no other track moves")]
    Unbound {
        /// The clip's name.
        clip: String,
        /// The track's path.
        path: String,
    },
    /// What is known about a clip besides its motion is not a number that it can be.
    #[error("clip {clip:?}: {what} is {found:?}")]
    Meta {
        /// The clip's name.
        clip: String,
        /// What the number is.
        what: &'static str,
        /// The number.
        found: f64,
    },
    /// A mesh cannot be written.
    #[error("surface {surface} of mesh {mesh:?} {problem}")]
    Surface {
        /// The mesh's name.
        mesh: String,
        /// The number of the surface in it.
        surface: usize,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// What moves a mesh cannot be written.
    #[error("mesh {mesh:?} {problem}")]
    Attach {
        /// The mesh's name.
        mesh: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A material cannot be written.
    #[error("material {material:?} {problem}")]
    Material {
        /// The material's name.
        material: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The file would be longer than a `.glb` can be.
    #[error("the file would be {found} bytes long, but a .glb can only be {}", u32::MAX)]
    TooLarge {
        /// How long it would be.
        found: usize,
    },
    /// The JSON cannot be written.
    #[error("the JSON cannot be written: {0}")]
    Json(#[from] serde_json::Error),
}

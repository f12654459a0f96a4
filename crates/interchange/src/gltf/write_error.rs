// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

/// Why a character and its clips cannot be written as glTF.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteGlbError {
    /// A clip moves a joint that the skeleton does not have.
    #[error("clip {clip:?} moves {path:?}, but the skeleton has no such joint")]
    UnknownJoint {
        /// The clip's name.
        clip: String,
        /// The path of its track.
        path: String,
    },
    /// A clip has two tracks for one joint.
    #[error("clip {clip:?} has two tracks for joint {path:?}")]
    TwoTracks {
        /// The clip's name.
        clip: String,
        /// The joint's path.
        path: String,
    },
    /// A number of a clip is not finite, or not what it may be.
    #[error("clip {clip:?}: {what} is {found}")]
    Clip {
        /// The clip's name.
        clip: String,
        /// What the number is.
        what: &'static str,
        /// The number.
        found: f64,
    },
    /// A key cannot be written.
    #[error("clip {clip:?}: key {key} of the {what} of {path:?} {problem}")]
    Key {
        /// The clip's name.
        clip: String,
        /// What the curve moves.
        what: &'static str,
        /// The path of its track.
        path: String,
        /// The key's number.
        key: usize,
        /// What is wrong with it.
        problem: &'static str,
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

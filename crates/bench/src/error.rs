// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::PathBuf;
use tumble_clip::{BuildError, DecodeError, SamplingError};
use tumble_interchange::GltfError;
use tumble_pose::{LocalToModelError, SkeletonError};
use tumble_ragdoll::{BakeError, RigError};
use tumble_recorder::{RecordError, SettingsError};

/// What kept something from being measured.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BenchError {
    /// A figure has no skeleton.
    #[error("the figure's skeleton")]
    Skeleton(#[from] SkeletonError),
    /// A clip is not built.
    #[error("building a clip")]
    Build(#[from] BuildError),
    /// A clip that was built is not read again.
    #[error("reading a clip that was just built")]
    Decode(#[from] DecodeError),
    /// A clip is not sampled.
    #[error("sampling")]
    Sampling(#[from] SamplingError),
    /// A pose is not brought to model space.
    #[error("from local to model space")]
    LocalToModel(#[from] LocalToModelError),
    /// The mannequin gets no ragdoll.
    #[error("the mannequin's ragdoll")]
    Rig(#[from] RigError),
    /// The mannequin does not fall.
    #[error("baking a death")]
    Bake(#[from] BakeError),
    /// A blow gave no fall.
    #[error("the blow gave no fall")]
    NoFall,
    /// A recorder is not made.
    #[error("setting up a recorder")]
    Recorder(#[from] SettingsError),
    /// A pose is not recorded.
    #[error("recording")]
    Record(#[from] RecordError),
    /// A file of the corpus is not read.
    #[error("{}", path.display())]
    Gltf {
        /// The file.
        path: PathBuf,
        /// Why.
        source: Box<GltfError>,
    },
    /// A file of the corpus holds no animation.
    #[error("{}: there is no animation in it", path.display())]
    NoAnimation {
        /// The file.
        path: PathBuf,
    },
    /// The corpus is asked for and absent.
    #[error("TUMBLE_REQUIRE_CORPUS is 1, but {} is no folder", folder.display())]
    NoCorpus {
        /// Where it should be.
        folder: PathBuf,
    },
}

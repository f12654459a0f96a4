// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Real files, and what others made of them.

use crate::BenchError;
use std::path::{Path, PathBuf};
use tumble_clip::RawClip;
use tumble_interchange::read_gltf;
use tumble_pose::Skeleton;

/// What ACL made of a clip.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AclFigures {
    /// The clip's name in the corpus.
    pub clip: &'static str,
    /// Compressed, in bytes: in memory and on disk.
    pub bytes: f64,
    /// The worst error at any sample, in metres, measured as ours is.
    pub max_error_m: f64,
}

/// ACL 2.1 with its default settings, a precision of 0.1 mm and a shell of 3 cm, on the clips of the corpus: the
/// figures in the corpus' own README, which holds the methods as well.
pub const ACL: [AclFigures; 10] = [
    AclFigures { clip: "death0", bytes: 18_505.0, max_error_m: 0.127e-3 },
    AclFigures { clip: "death1", bytes: 19_209.0, max_error_m: 0.134e-3 },
    AclFigures { clip: "death2", bytes: 18_321.0, max_error_m: 0.114e-3 },
    AclFigures { clip: "synth60", bytes: 39_647.0, max_error_m: 0.161e-3 },
    AclFigures { clip: "cmu_jj", bytes: 13_267.0, max_error_m: 0.128e-3 },
    AclFigures { clip: "zombie", bytes: 81_761.0, max_error_m: 0.142e-3 },
    AclFigures { clip: "jesse_dance", bytes: 62_919.0, max_error_m: 0.439e-3 },
    AclFigures { clip: "robot_dance", bytes: 5_043.0, max_error_m: 0.120e-3 },
    AclFigures { clip: "fox_survey", bytes: 7_560.0, max_error_m: 0.099e-3 },
    AclFigures { clip: "pab_walk", bytes: 7_293.0, max_error_m: 0.111e-3 },
];

/// The folder of real files: the environment variable `TUMBLE_CORPUS`, or `shared/corpus` beside the workspace;
/// `None` where there is none.
///
/// # Errors
///
/// [`BenchError::NoCorpus`] when the environment variable `TUMBLE_REQUIRE_CORPUS` is 1 and there is none.
pub fn folder() -> Result<Option<PathBuf>, BenchError> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let folder = std::env::var_os("TUMBLE_CORPUS").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    if folder.is_dir() {
        return Ok(Some(folder));
    }
    if std::env::var_os("TUMBLE_REQUIRE_CORPUS").is_some_and(|required| required == "1") {
        return Err(BenchError::NoCorpus { folder });
    }
    Ok(None)
}

/// A clip of the corpus by its name, and the skeleton that it moves.
///
/// # Errors
///
/// [`BenchError::Gltf`], [`BenchError::NoAnimation`].
pub fn read_clip(corpus: &Path, name: &str) -> Result<(Skeleton, RawClip), BenchError> {
    let path = corpus.join("clips").join(name).with_extension("glb");
    match read_gltf(&path) {
        Ok(asset) => match asset.clips.into_iter().next() {
            Some(clip) => Ok((asset.model.skeleton, clip)),
            None => Err(BenchError::NoAnimation { path }),
        },
        Err(source) => Err(BenchError::Gltf { path, source: Box::new(source) }),
    }
}

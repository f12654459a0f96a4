// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::clip_text::ClipTextError;
use crate::output::OutputError;
use crate::preview::PreviewError;
use std::io;
use std::path::{Path, PathBuf};
use tumble_clip::{BuildError, DecodeError, MeasureError, ReduceError};
use tumble_deaths::{LoadError, ReadError};
use tumble_interchange::{GltfError, WriteGlbError};

/// Why a command failed: what it was about; what went wrong there is its source.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum CliError {
    #[error(
        "{}: the ending says what a file holds, and this one is none of .tumble, .glb, .gltf, .ron, .deaths.ron",
        path.display()
    )]
    Ending { path: PathBuf },
    #[error("{}: {expected} expected", path.display())]
    Kind { path: PathBuf, expected: &'static str },
    #[error("cannot read {}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{}", path.display())]
    Gltf { path: PathBuf, source: GltfError },
    #[error("{}", path.display())]
    Clip { path: PathBuf, source: DecodeError },
    #[error("{}", path.display())]
    ClipText { path: PathBuf, source: ClipTextError },
    #[error("{}", path.display())]
    Library { path: PathBuf, source: ReadError },
    #[error("{}", path.display())]
    LibraryClips { path: PathBuf, source: LoadError<io::Error> },
    #[error("{} has no animation", path.display())]
    NoAnimation { path: PathBuf },
    #[error("{} has no animation {name:?}; it has {}", path.display(), listed(found))]
    Animation { path: PathBuf, name: String, found: Vec<String> },
    #[error("{} has several animations; choose one with --animation: {}", path.display(), listed(found))]
    SeveralAnimations { path: PathBuf, found: Vec<String> },
    #[error("{} moves no joint of {}", path.display(), character.display())]
    Stranger { path: PathBuf, character: PathBuf },
    #[error("animation {name:?} cannot be built")]
    Build { name: String, source: BuildError },
    #[error("animation {name:?} cannot be reduced")]
    Reduce { name: String, source: ReduceError },
    #[error("animation {name:?} cannot be measured against")]
    Measure { name: String, source: MeasureError },
    #[error(
        "{}: joint {joint:?} is {found:.3e} m off at {at}, the bound is {bound:.3e} m",
        path.display()
    )]
    OutOfBound { path: PathBuf, joint: String, found: f64, at: tumble_pose::Seconds, bound: f32 },
    #[error("{}: a scalar is {found:.3e} off, the bound is {bound:.3e}", path.display())]
    ScalarOutOfBound { path: PathBuf, found: f64, bound: f32 },
    #[error("{} cannot be drawn", path.display())]
    Preview { path: PathBuf, source: PreviewError },
    #[error("the picture cannot be encoded")]
    Picture(#[from] image::ImageError),
    #[error("the keys cannot be written as glTF")]
    WriteGlb(#[from] WriteGlbError),
    #[error("the keys cannot be written as RON")]
    WriteRon(#[from] ron::Error),
    #[error("the figures cannot be written as JSON")]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Output(#[from] OutputError),
}

impl CliError {
    /// A glTF file that could not be read.
    pub(crate) fn gltf(path: &Path, source: GltfError) -> Self {
        let path = path.to_owned();
        match source {
            GltfError::Io { source, .. } => Self::Read { path, source },
            source => Self::Gltf { path, source },
        }
    }

    /// A file of another kind than the command can use.
    pub(crate) fn kind(path: &Path, expected: &'static str) -> Self {
        Self::Kind { path: path.to_owned(), expected }
    }
}

/// Names, each in quotes, or `none`.
fn listed(names: &[String]) -> String {
    match names {
        [] => "none".to_owned(),
        names => names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", "),
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::output::OutputError;
use crate::preview::PreviewError;
use std::io;
use std::path::{Path, PathBuf};
use tumble_interchange::GltfError;

/// Why a command failed: what it was about; what went wrong there is its source.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum CliError {
    #[error("cannot read {}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{}", path.display())]
    Gltf { path: PathBuf, source: GltfError },
    #[error("{} has no animation {name:?}; it has {}", path.display(), listed(found))]
    Animation { path: PathBuf, name: String, found: Vec<String> },
    #[error("{} cannot be drawn", path.display())]
    Preview { path: PathBuf, source: PreviewError },
    #[error("the picture cannot be encoded")]
    Picture(#[from] image::ImageError),
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
}

/// Names, each in quotes, or `none`.
fn listed(names: &[String]) -> String {
    match names {
        [] => "none".to_owned(),
        names => names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", "),
    }
}

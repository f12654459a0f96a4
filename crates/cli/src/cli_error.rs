// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::output::OutputError;
use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};
use tumble_interchange::GltfError;
use tumble_pose::Seconds;
use tumble_ragdoll::Shard;

/// Why a command failed: what it was about. What went wrong there is its source.
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
    File { path: PathBuf, source: Box<dyn Error> },
    #[error("{} does not say what blow it shows", path.display())]
    NoBlow { path: PathBuf },
    #[error("{} has no animation", path.display())]
    NoAnimation { path: PathBuf },
    #[error("{} has no animation {name:?}; it has {}", path.display(), listed(found))]
    Animation { path: PathBuf, name: String, found: Vec<String> },
    #[error("{} has several animations; choose one with --animation: {}", path.display(), listed(found))]
    SeveralAnimations { path: PathBuf, found: Vec<String> },
    #[error("{} moves no joint of {}", path.display(), character.display())]
    Stranger { path: PathBuf, character: PathBuf },
    #[error("{}: animation {name:?}", path.display())]
    Clip { path: PathBuf, name: String, source: Box<dyn Error> },
    #[error(
        "{}: joint {joint:?} is {:.4} mm off at {at}, the bound is {:.4} mm",
        path.display(), found * 1e3, bound * 1e3
    )]
    OutOfBound { path: PathBuf, joint: String, found: f64, at: Seconds, bound: f64 },
    #[error("{}: a scalar is {found:.6} off, the bound is {bound:.6}", path.display())]
    ScalarOutOfBound { path: PathBuf, found: f64, bound: f32 },
    #[error("{} holds nothing that `tumble bake --shard` has written", path.display())]
    NoShard { path: PathBuf },
    #[error("{} is no shard that this version of tumble has written whole", path.display())]
    NotAShard { path: PathBuf },
    #[error("{} is of another bake than {}", path.display(), first.display())]
    OtherBake { path: PathBuf, first: PathBuf },
    #[error("shard {shard} is there twice: {} and {}", first.display(), path.display())]
    ShardTwice { path: PathBuf, shard: Shard, first: PathBuf },
    #[error("{character}: of {of} shards these are missing: {}", numbers(missing))]
    MissingShards { character: String, missing: Vec<usize>, of: usize },
    #[error("the figures cannot be written as JSON")]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Output(#[from] OutputError),
}

impl CliError {
    /// Something about a file.
    pub(crate) fn file(path: &Path, source: impl Error + 'static) -> Self {
        Self::File { path: path.to_owned(), source: Box::new(source) }
    }

    /// Something about one of a file's animations.
    pub(crate) fn clip(path: &Path, name: &str, source: impl Error + 'static) -> Self {
        Self::Clip { path: path.to_owned(), name: name.to_owned(), source: Box::new(source) }
    }

    /// A glTF file that could not be read.
    pub(crate) fn gltf(path: &Path, source: GltfError) -> Self {
        match source {
            GltfError::Io { source, .. } => Self::Read { path: path.to_owned(), source },
            source => Self::file(path, source),
        }
    }

    /// A file of another kind than the command can use.
    pub(crate) fn kind(path: &Path, expected: &'static str) -> Self {
        Self::Kind { path: path.to_owned(), expected }
    }
}

fn numbers(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

/// Names, each in quotes, or `none`.
fn listed(names: &[String]) -> String {
    match names {
        [] => "none".to_owned(),
        names => names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", "),
    }
}

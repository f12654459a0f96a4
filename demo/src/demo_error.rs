// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::character_kind::KindError;
use std::path::PathBuf;

/// Why the demo ended early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DemoError {
    #[error(transparent)]
    Kind(#[from] KindError),
    #[error("no window can be opened ({why}); --headless runs without one")]
    NoWindow { why: String },
    #[error("the scene cannot be drawn: {why}")]
    Draw { why: String },
    #[error("{}: {source}", path.display())]
    Picture { path: PathBuf, source: image::ImageError },
    #[error("the figures cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Whole-pipeline, property, golden and architecture tests, and where the corpus of real files is.

use std::path::PathBuf;

/// A file or folder of the corpus; `None`, and a line that says so, where there is no corpus.
///
/// # Panics
///
/// When the corpus is required (`TUMBLE_REQUIRE_CORPUS` is 1) and absent.
#[must_use]
pub fn corpus(path: &str) -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/corpus");
    let folder = std::env::var_os("TUMBLE_CORPUS").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    if folder.is_dir() {
        return Some(folder.join(path));
    }
    let absent = format!("there is no corpus at {}", folder.display());
    let required = std::env::var_os("TUMBLE_REQUIRE_CORPUS").is_some_and(|required| required == "1");
    assert!(!required, "TUMBLE_REQUIRE_CORPUS is 1, but {absent}");
    println!("skipped: {absent}");
    None
}

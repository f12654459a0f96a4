// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::PathBuf;

/// The corpus; `None` where there is none, unless one is required.
pub(crate) fn corpus() -> Option<PathBuf> {
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let corpus = std::env::var_os("TUMBLE_CORPUS").map_or_else(|| PathBuf::from(here), PathBuf::from);
    if corpus.is_dir() {
        return Some(corpus);
    }
    let is_required = std::env::var("TUMBLE_REQUIRE_CORPUS").is_ok_and(|value| value == "1");
    assert!(!is_required, "TUMBLE_REQUIRE_CORPUS is 1, but {} is no folder", corpus.display());
    println!("skipped: there is no corpus at {}", corpus.display());
    None
}

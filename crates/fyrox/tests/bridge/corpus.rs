// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::PathBuf;

/// The glTF files of the corpus, in order; none where there is no corpus, unless one is required.
pub(crate) fn gltf_files() -> Vec<PathBuf> {
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let corpus = std::env::var_os("TUMBLE_CORPUS").map_or_else(|| PathBuf::from(here), PathBuf::from);
    if !corpus.is_dir() {
        let is_required = std::env::var("TUMBLE_REQUIRE_CORPUS").is_ok_and(|value| value == "1");
        assert!(!is_required, "TUMBLE_REQUIRE_CORPUS is 1, but {} is no folder", corpus.display());
        println!("skipped: there is no corpus at {}", corpus.display());
        return Vec::new();
    }
    let mut files = Vec::new();
    for folder in ["characters", "clips", "morph", "motions"] {
        let entries = std::fs::read_dir(corpus.join(folder)).expect("a folder of the corpus");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        files.extend(
            paths.filter(|path| path.extension().is_some_and(|kind| kind == "glb" || kind == "gltf")),
        );
    }
    files.sort();
    files
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Each source file says whose it is and under which licence.

#![expect(clippy::expect_used, reason = "tests: an error fails them")]

use std::path::{Path, PathBuf};

const HEADER: &str =
    "// SPDX-FileCopyrightText: the Tumble contributors\n// SPDX-License-Identifier: MIT OR Apache-2.0\n\n";

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_source_file_begins_with_its_licence() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in ["bench-bevy/src", "crates", "demo", "fuzz/fuzz_targets", "tests"] {
        sources(&root.join(folder), &mut files);
    }
    assert!(files.len() > 100, "the workspace has sources: {}", files.len());
    let has_none =
        |path: &&PathBuf| !std::fs::read_to_string(path).expect("a source file").starts_with(HEADER);
    let without: Vec<&PathBuf> = files.iter().filter(has_none).collect();
    assert!(without.is_empty(), "without the two lines and an empty one: {without:#?}");
}

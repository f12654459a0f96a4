// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! ARCHITECTURE.md says which crate may know which, and where things are: it is held to that.

#![expect(clippy::expect_used, reason = "tests: an error fails them")]

use cargo_metadata::MetadataCommand;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Crates of others that only some rooms may name.
const WATCHED: [&str; 3] = ["fyrox", "fyrox-animation", "rapier3d"];

type Arrows = BTreeSet<(String, String)>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn page() -> String {
    std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md")
}

/// The lines `from -> to, to` of the block that is marked `arrows`.
fn listed(page: &str) -> Arrows {
    let block = page.split_once("```arrows\n").and_then(|(_, rest)| rest.split_once("```"));
    let lines = block.map_or("", |(block, _)| block).lines().filter_map(|line| line.split_once("->"));
    lines
        .flat_map(|(from, to)| {
            let to = to.split(',').map(str::trim).filter(|name| !name.is_empty());
            to.map(|to| (from.trim().to_owned(), to.to_owned()))
        })
        .collect()
}

/// The workspace's packages with their folders, and what they depend on: each other and [`WATCHED`].
fn found() -> (Vec<(String, PathBuf)>, Arrows) {
    let metadata = MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .no_deps()
        .exec()
        .expect("the workspace's metadata");
    let members: Vec<(String, PathBuf)> = metadata
        .packages
        .iter()
        .map(|package| {
            let folder = package.manifest_path.parent().expect("a manifest lies in a folder");
            let folder = folder.strip_prefix(&metadata.workspace_root).expect("within the workspace");
            (package.name.to_string(), folder.into())
        })
        .collect();
    let known = |name: &str| WATCHED.contains(&name) || members.iter().any(|(member, _)| member == name);
    let arrows = metadata
        .packages
        .iter()
        .flat_map(|package| {
            let to = package.dependencies.iter().map(|dependency| dependency.name.clone());
            to.map(|to| (package.name.to_string(), to))
        })
        .filter(|(from, to)| from != to && known(to))
        .collect();
    (members, arrows)
}

fn differences(listed: &Arrows, found: &Arrows) -> Vec<String> {
    let new = found.difference(listed).map(|(from, to)| format!("{from} -> {to} is new"));
    let gone = listed.difference(found).map(|(from, to)| format!("{from} -> {to} is gone"));
    new.chain(gone).collect()
}

/// The paths among the page's `code spans`: a span with a slash or a file's ending.
fn paths(page: &str) -> Vec<&str> {
    let prose = page.split("```").step_by(2);
    let spans = prose.flat_map(|text| text.split('`').skip(1).step_by(2));
    let is_path = |span: &&str| {
        let ending = [".md", ".toml", ".rs"].iter().any(|ending| span.ends_with(ending));
        (ending || span.contains('/')) && !span.contains([' ', '<', '*', '$', ':'])
    };
    spans.filter(is_path).collect()
}

#[test]
fn every_arrow_between_crates_is_listed_and_every_listed_one_is_there() {
    let differences = differences(&listed(&page()), &found().1);
    assert!(differences.is_empty(), "ARCHITECTURE.md, block `arrows`: {differences:#?}");
}

#[test]
fn every_path_that_the_page_names_exists() {
    let page = page();
    let paths = paths(&page);
    assert!(paths.len() > 10, "the page names its rooms: {paths:?}");
    let gone: Vec<&str> = paths.into_iter().filter(|path| !root().join(path).exists()).collect();
    assert!(gone.is_empty(), "ARCHITECTURE.md names what is not there: {gone:#?}");
}

#[test]
fn every_crate_has_its_line() {
    let page = page();
    for (name, folder) in found().0 {
        let row = format!("| `{}` | `{name}` |", folder.display());
        assert!(page.contains(&row), "ARCHITECTURE.md has no row {row}");
    }
}

#[test]
fn an_arrow_more_or_less_is_noticed_and_so_is_a_path() {
    let page =
        "See `crates/pose`, `a::b`, `pose.rs`.\n```arrows\na -> b, c\nb ->\n```\nAnd `x y/z`, `.ci/run`.\n";
    let pair = |from: &str, to: &str| (from.to_owned(), to.to_owned());
    assert_eq!(listed(page), Arrows::from([pair("a", "b"), pair("a", "c")]));
    let found = Arrows::from([pair("a", "b"), pair("b", "c")]);
    assert_eq!(differences(&listed(page), &found), ["b -> c is new", "a -> c is gone"]);
    assert_eq!(paths(page), ["crates/pose", "pose.rs", ".ci/run"]);
}

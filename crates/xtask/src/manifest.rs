// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! As much of our own manifests as the steps need, read without a TOML parser.

use crate::steps::root;
use std::path::Path;

/// A crate of the workspace.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) features: Vec<String>,
}

/// The crates that `default-members` lists: those that need nothing of the system.
pub(crate) fn pure_packages() -> Result<Vec<Package>, String> {
    let manifest = read(&root().join("Cargo.toml"))?;
    let folders = default_members(&manifest);
    if folders.is_empty() {
        return Err("Cargo.toml lists no default-members".to_owned());
    }
    folders
        .into_iter()
        .map(|folder| {
            let path = root().join(folder).join("Cargo.toml");
            package(&read(&path)?).ok_or_else(|| format!("{} names no package", path.display()))
        })
        .collect()
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn default_members(manifest: &str) -> Vec<&str> {
    let list = manifest.split_once("\ndefault-members = [").and_then(|(_, rest)| rest.split_once(']'));
    list.map_or_else(Vec::new, |(list, _)| list.split('"').skip(1).step_by(2).collect())
}

fn package(manifest: &str) -> Option<Package> {
    let name = pairs(manifest, "[package]").find(|(key, _)| *key == "name")?.1;
    let features = pairs(manifest, "[features]").map(|(key, _)| key.to_owned()).collect();
    Some(Package { name: name.trim_matches('"').to_owned(), features })
}

/// The keys and values of a section, one a line.
fn pairs<'a>(manifest: &'a str, header: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    let section = manifest.lines().skip_while(move |line| *line != header).skip(1);
    section.take_while(|line| !line.starts_with('[')).filter_map(|line| line.split_once(" = "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pure_crates_are_found_with_their_features() {
        let packages = pure_packages().expect("our own manifests");
        let pose = packages.iter().find(|package| package.name == "tumble-pose").expect("a crate of ours");
        assert!(pose.features.iter().any(|feature| feature == "serde"), "{pose:?}");
        assert!(packages.iter().any(|package| package.name == "tumble"), "the command line");
    }

    #[test]
    fn a_manifest_without_features_has_none_and_without_a_name_is_none() {
        let plain = "[package]\nname = \"a\"\n\n[dependencies]\nserde = \"1\"\n";
        assert_eq!(package(plain), Some(Package { name: "a".into(), features: vec![] }));
        let two =
            "[package]\nname = \"a\"\n\n[features]\nx = []\ny-z = [\"x\"]\n\n[lints]\nworkspace = true\n";
        assert_eq!(
            package(two),
            Some(Package { name: "a".into(), features: vec!["x".into(), "y-z".into()] })
        );
        assert_eq!(package("[workspace]\n"), None);
        assert_eq!(default_members("\nmembers = [\"b\"]\n"), [""; 0]);
    }
}

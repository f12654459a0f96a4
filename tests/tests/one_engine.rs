// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Fyrox takes minutes to build: tests, lints and the demo must agree on the features of all that it is made of, or
//! each builds it anew.

#![expect(clippy::expect_used, reason = "tests: an error fails them")]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The packages of others with their features, in what these arguments of cargo's select.
fn built(selection: &str) -> BTreeSet<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
        .args(["tree", "--locked", "--prefix", "none", "--format", "{p} {f}"])
        .args(selection.split_whitespace())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).expect("cargo writes UTF-8");
    // Clap is in our own programs alone.
    let foreign = lines.lines().filter(|line| !line.starts_with("tumble") && !line.starts_with("clap"));
    foreign.map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
}

#[test]
fn what_the_demo_is_made_of_is_built_by_the_tests_as_well() {
    let tests = built("--workspace --all-features");
    assert!(tests.iter().any(|package| package.starts_with("fyrox-impl ")), "cargo lists packages");
    for alone in
        ["--package tumble-demo --edges normal,build", "--package tumble-fyrox", "--package tumble-demo"]
    {
        let other: Vec<String> = built(alone).difference(&tests).cloned().collect();
        assert!(other.is_empty(), "{alone} builds these in another way: {other:#?}");
    }
    // The bench alone is not made of all that an engine is, but of its packages it has none in another way.
    let engine: Vec<String> =
        built("--package tumble-bench").into_iter().filter(|package| package.starts_with("fyrox")).collect();
    assert!(engine.iter().any(|package| package.starts_with("fyrox-animation ")), "{engine:?}");
    let other: Vec<&String> = engine.iter().filter(|package| !tests.contains(*package)).collect();
    assert!(other.is_empty(), "the bench builds these in another way: {other:#?}");
}

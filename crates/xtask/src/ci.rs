// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! `cargo xtask ci`: everything that a change must pass.

use crate::needs::{self, Consent};
use crate::steps::{Failure, Steps, cargo, succeeds};
use crate::{demo, manifest, test};

/// Runs all steps, those that tell soonest first.
pub(crate) fn run(steps: &mut Steps, consent: Consent) -> Result<(), Failure> {
    test::prepare(steps, consent)?;
    needs::screen_packages(steps, consent)?;
    // Of Bevy's bench and the fuzz targets, workspaces of their own, this much: builds of the one take long, those of the
    // other take a nightly compiler, and nobody's depend on them.
    let formatting = [
        "fmt --all --check",
        "fmt --manifest-path bench-bevy/Cargo.toml --check",
        "fmt --manifest-path fuzz/Cargo.toml --check",
    ];
    steps.run("formatting", formatting.map(cargo))?;
    needs::cargo_deny(steps, consent)?;
    steps.run("dependencies", [cargo("deny check bans licenses sources")])?;
    if succeeds(cargo("deny fetch db")) {
        steps.run("advisories", [cargo("deny check advisories --disable-fetch")])?;
    } else {
        steps.skip("advisories: their database cannot be reached");
    }
    let lint = cargo("clippy --workspace --all-targets --all-features -- -D warnings");
    steps.run("lints", [lint])?;
    let mut document = cargo("doc --workspace --all-features --no-deps");
    document.env("RUSTDOCFLAGS", "-D warnings");
    steps.run("documentation", [document])?;
    each_crate_alone(steps)?;
    test::run_tests(steps)?;
    demo::check_headless(steps)?;
    // The same test has just passed with all packages and features built together.
    steps.run("the same bytes alone", [cargo("test --package tumble-ragdoll --test falls bytes")])
}

/// A crate may not build only because another turns a feature on.
fn each_crate_alone(steps: &mut Steps) -> Result<(), Failure> {
    const STEP: &str = "each crate alone";
    let packages = manifest::pure_packages().map_err(|why| steps.fail(STEP, &why))?;
    let check = |name: &str, features: &str| {
        cargo(&format!("clippy --quiet --package {name} {features} -- -D warnings"))
    };
    let checks = packages.iter().flat_map(|package| {
        let each =
            package.features.iter().map(|feature| format!("--no-default-features --features {feature}"));
        let features = [String::new()].into_iter().chain(each);
        features.map(|features| check(&package.name, &features))
    });
    steps.run(STEP, checks)
}

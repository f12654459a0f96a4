// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! `cargo xtask test`: the README's test command.

use crate::needs::{self, Consent};
use crate::steps::{Failure, Steps, cargo, root, succeeds};
use std::path::PathBuf;

/// Installs what is missing and runs all tests.
pub(crate) fn run(steps: &mut Steps, consent: Consent) -> Result<(), Failure> {
    prepare(steps, consent)?;
    run_tests(steps)
}

/// Installs what is missing and looks for the corpus.
pub(crate) fn prepare(steps: &mut Steps, consent: Consent) -> Result<(), Failure> {
    needs::system_packages(steps, consent)?;
    look_for_corpus(steps)
}

/// Runs all tests, with nextest where it is installed.
pub(crate) fn run_tests(steps: &mut Steps) -> Result<(), Failure> {
    if succeeds(cargo("nextest --version")) {
        steps.run("tests", [cargo("nextest run --workspace --all-features")])?;
        steps.run("examples in the documentation", [cargo("test --workspace --all-features --doc")])
    } else {
        steps.run("tests and examples in the documentation", [cargo("test --workspace --all-features")])
    }
}

/// Says that tests on real files are skipped where there are none, or fails where they are required.
fn look_for_corpus(steps: &mut Steps) -> Result<(), Failure> {
    let corpus = std::env::var_os("TUMBLE_CORPUS")
        .map_or_else(|| root().parent().unwrap_or(&root()).join("shared/corpus"), PathBuf::from);
    if corpus.is_dir() {
        return Ok(());
    }
    let absent = format!("there is no folder {}", corpus.display());
    if std::env::var_os("TUMBLE_REQUIRE_CORPUS").is_some_and(|value| value == "1") {
        return Err(steps.fail("corpus", &format!("{absent}, and TUMBLE_REQUIRE_CORPUS is 1")));
    }
    steps.skip(format!("tests on the corpus: {absent} (TUMBLE_CORPUS names another)"));
    Ok(())
}

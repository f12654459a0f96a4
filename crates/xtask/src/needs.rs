// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! What a fresh machine lacks, and how it is had.

use crate::steps::{Failure, Steps, cargo, succeeds};
use std::io::{IsTerminal as _, Write as _};
use std::process::Command;

/// Debian and Ubuntu packages without which the workspace does not build: the engine's. The pure crates need none.
const SYSTEM_PACKAGES: &[&str] = &["libasound2-dev", "pkg-config"];

/// Those without which the demo's window does not open. On a desktop they are there, and more of them.
const WINDOW_PACKAGES: &[&str] = &[
    "libegl1",
    "libgl1",
    "libgl1-mesa-dri",
    "libwayland-client0",
    "libx11-xcb1",
    "libxcursor1",
    "libxi6",
    "libxkbcommon-x11-0",
    "libxrandr2",
];

/// A screen in memory, for tests that look at pictures.
const SCREEN_PACKAGES: &[&str] = &["xvfb"];

/// The version of cargo-deny that `deny.toml` is written for.
const CARGO_DENY: &str = "cargo-deny@0.20.2";

/// Whether the machine may be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Consent {
    /// After a question, unless root runs this.
    Ask,
    /// Without one.
    Given,
}

/// Installs what is missing of what the workspace needs to build.
pub(crate) fn system_packages(steps: &mut Steps, consent: Consent) -> Result<(), Failure> {
    packages(steps, consent, SYSTEM_PACKAGES)
}

/// Installs what is missing of what a window needs.
pub(crate) fn window_packages(steps: &mut Steps, consent: Consent) -> Result<(), Failure> {
    packages(steps, consent, WINDOW_PACKAGES)
}

/// Installs what is missing of what tests need to open a window where there is no screen.
pub(crate) fn screen_packages(steps: &mut Steps, consent: Consent) -> Result<(), Failure> {
    packages(steps, consent, &[WINDOW_PACKAGES, SCREEN_PACKAGES].concat())
}

fn packages(steps: &mut Steps, consent: Consent, needed: &[&str]) -> Result<(), Failure> {
    let missing = missing(needed, |package| {
        let asked = shell("dpkg-query", &["--show", "--showformat=${db:Status-Abbrev}", package]).output();
        asked.is_ok_and(|answer| answer.stdout.starts_with(b"ii"))
    });
    if missing.is_empty() {
        return Ok(());
    }
    let install = apt_get(&missing, is_root());
    if !succeeds(shell("apt-get", &["--version"])) {
        steps.skip(format!(
            "installing {}: there is no apt-get here; install them as this system does",
            missing.join(", ")
        ));
        return Ok(());
    }
    if agreed(&missing.join(", "), consent) {
        return steps.run("system packages", install);
    }
    steps.skip(format!("installing {}", missing.join(", ")));
    Ok(())
}

/// Installs cargo-deny if it is missing.
pub(crate) fn cargo_deny(steps: &mut Steps, consent: Consent) -> Result<(), Failure> {
    const STEP: &str = "install cargo-deny";
    if succeeds(cargo("deny --version")) {
        return Ok(());
    }
    if agreed(&format!("{CARGO_DENY} (a few minutes of compiling)"), consent) {
        return steps.run(STEP, [cargo(&format!("install --locked {CARGO_DENY}"))]);
    }
    Err(steps.fail(STEP, &format!("it is needed: cargo install --locked {CARGO_DENY}")))
}

fn missing<'a>(packages: &[&'a str], is_there: impl Fn(&str) -> bool) -> Vec<&'a str> {
    packages.iter().copied().filter(|package| !is_there(package)).collect()
}

/// What installs packages on Debian and Ubuntu.
fn apt_get(packages: &[&str], root: bool) -> [Command; 2] {
    let apt_get = |arguments: &[&str]| {
        let mut command = if root { shell("env", &[]) } else { shell("sudo", &["env"]) };
        command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]).args(arguments);
        command
    };
    let mut install = apt_get(&["install", "--yes", "--no-install-recommends"]);
    install.args(packages);
    [apt_get(&["update"]), install]
}

fn shell(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments);
    command
}

/// Whether `what` may be installed. Where nobody can answer, it may not.
fn agreed(what: &str, consent: Consent) -> bool {
    if consent == Consent::Given || is_root() {
        println!("installing {what}");
        return true;
    }
    if !std::io::stdin().is_terminal() {
        println!("{what}: missing; `--yes` installs it");
        return false;
    }
    print!("{what}: missing. Install? [y/N] ");
    let _ = std::io::stdout().flush();
    let mut answer = String::new();
    let read = std::io::stdin().read_line(&mut answer);
    read.is_ok() && matches!(answer.trim(), "y" | "Y" | "yes")
}

fn is_root() -> bool {
    shell("id", &["-u"]).output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_missing_is_installed_and_only_root_goes_without_sudo() {
        let missing = missing(&["libasound2-dev", "pkg-config"], |package| package == "pkg-config");
        assert_eq!(missing, ["libasound2-dev"]);
        for (root, program) in [(true, "env"), (false, "sudo")] {
            let [update, install] = apt_get(&missing, root);
            assert_eq!(update.get_program(), program);
            assert_eq!(install.get_program(), program);
            assert!(install.get_args().any(|argument| argument == "libasound2-dev"), "{install:?}");
        }
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! `cargo xtask demo`: the README's other command.

use crate::needs::{self, Consent};
use crate::steps::{Failure, Steps, cargo, cargo_here};
use std::process::{Command, ExitCode, Stdio};

const STEP: &str = "demo";

/// Installs what is missing, then builds the demo and runs it with these arguments, as if called by itself: with
/// its exit code, and nothing of ours on stdout.
pub(crate) fn run(steps: &mut Steps, consent: Consent, arguments: &[String]) -> Result<ExitCode, Failure> {
    let headless = arguments
        .iter()
        .any(|argument| ["--headless", "--help", "-h", "--version", "-V"].contains(&argument.as_str()));
    if !headless && !has_screen() {
        let why = "there is no screen here (neither DISPLAY nor WAYLAND_DISPLAY is set); \
                   `cargo xtask demo --headless` runs without one, and tells what it costs";
        return Err(steps.fail(STEP, why));
    }
    needs::system_packages(steps, consent)?;
    if !headless {
        needs::window_packages(steps, consent)?;
    }
    // Apart from running it quietly, since the first time takes minutes: cargo tells of them on stderr.
    let build = cargo_here().args(["build", "--package", "tumble-demo"]).status();
    if !build.is_ok_and(|status| status.success()) {
        return Err(steps.fail(STEP, "it does not build"));
    }
    let mut demo = demo(cargo_here(), arguments);
    let status = demo.status().map_err(|error| steps.fail(STEP, &error.to_string()))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Runs the demo without a window and looks at what it prints.
pub(crate) fn check_headless(steps: &mut Steps) -> Result<(), Failure> {
    const STEP: &str = "the demo without a window";
    steps.run(STEP, [cargo("build --package tumble-demo")])?;
    for mode in ["live", "baked"] {
        let arguments = ["--headless", "--seconds", "3", "--crowd", "10", "--mode", mode, "--json"];
        let mut demo = demo(cargo(""), &arguments);
        let output = demo.stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| steps.fail(STEP, &error.to_string()))?;
        let printed = String::from_utf8_lossy(&output.stdout);
        print!("{printed}");
        if !output.status.success() || form(&printed) != expected(mode) {
            return Err(steps.fail(STEP, &format!("{mode}: the figures are not as they should be")));
        }
    }
    Ok(())
}

fn demo(mut cargo: Command, arguments: &[impl AsRef<std::ffi::OsStr>]) -> Command {
    cargo.args(["run", "--quiet", "--package", "tumble-demo", "--"]).args(arguments);
    cargo
}

/// Elsewhere than on Linux and its like there always is one.
fn has_screen() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos"))) || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// JSON with its numbers left out.
fn form(json: &str) -> String {
    let parts = json.trim_end().split('"').enumerate().map(|(index, part)| match index % 2 {
        0 => part.replace(|c: char| c.is_ascii_digit() || ".eE+-".contains(c), ""),
        _ => format!("\"{part}\""),
    });
    parts.collect()
}

fn expected(mode: &str) -> String {
    let parts = ["total_ms", "physics_ms", "playback_ms", "apply_ms"];
    let parts = parts.map(|part| format!(r#""{part}":{{"p50":,"p99":}}"#)).join(",");
    format!(r#"{{"mode":"{mode}","crowd":,"frames":,{parts}}}"#)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_known_by_their_form() {
        let part = r#"{"p50":0.125,"p99":1.5e-3}"#;
        let json = |mode: &str| {
            format!(
                r#"{{"mode":"{mode}","crowd":10,"frames":180,"total_ms":{part},"physics_ms":{part},"playback_ms":{part},"apply_ms":{part}}}"#
            ) + "\n"
        };
        assert_eq!(form(&json("live")), expected("live"));
        assert_ne!(form(&json("baked")), expected("live"));
        assert_ne!(form(&("a log line\n".to_owned() + &json("live"))), expected("live"));
        assert_ne!(form(&json("live").replace("p99", "p90")), expected("live"));
    }
}

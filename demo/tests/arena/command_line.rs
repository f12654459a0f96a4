// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

/// The program, in an empty folder and without a screen.
fn demo(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tumble-demo"));
    command.args(arguments).current_dir(folder).env("XDG_DATA_HOME", folder.join("data"));
    for screen in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(screen);
    }
    command.output().expect("the program runs")
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().map(|object| object.keys().map(String::as_str).collect()).unwrap_or_default()
}

#[test]
fn a_headless_run_prints_its_figures_and_nothing_else_and_writes_nothing() {
    for mode in ["live", "baked"] {
        let folder = tempfile::tempdir().expect("a folder");
        let arguments = ["--headless", "--seconds", "1", "--crowd", "2", "--mode", mode, "--json"];
        let output = demo(folder.path(), &arguments);
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        let figures: Value = serde_json::from_slice(&output.stdout).expect("JSON alone");
        assert_eq!(
            keys(&figures),
            ["apply_ms", "crowd", "frames", "mode", "physics_ms", "playback_ms", "total_ms"],
        );
        assert_eq!((&figures["mode"], &figures["crowd"]), (&mode.into(), &2.into()));
        assert_eq!(figures["frames"], 60);
        for part in ["total_ms", "physics_ms", "playback_ms", "apply_ms"] {
            assert_eq!(keys(&figures[part]), ["p50", "p99"]);
            let (p50, p99) = (figures[part]["p50"].as_f64(), figures[part]["p99"].as_f64());
            assert!(p50 >= Some(0.0) && p99 >= p50, "{part}: {figures}");
        }
        let (total, physics) = (&figures["total_ms"]["p50"], &figures["physics_ms"]["p50"]);
        assert!(total.as_f64() >= physics.as_f64(), "{figures}");
        let left = std::fs::read_dir(folder.path()).expect("readable").count();
        assert_eq!(left, 0, "nothing is written into the working folder");
    }
}

#[test]
fn without_json_the_figures_are_for_people() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = demo(folder.path(), &["--headless", "--seconds", "0.1", "--crowd", "1"]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("1 characters, live, 6 steps") && text.contains("playback"), "{text}");
}

#[test]
fn without_a_screen_it_says_so_in_a_line_and_how_to_do_without_one() {
    let folder = tempfile::tempdir().expect("a folder");
    for arguments in [&[][..], &["--screenshot", "picture.png"]] {
        let output = demo(folder.path(), arguments);
        let said = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.lines().count() == 1 && said.contains("--headless"), "{said}");
        assert!(output.stdout.is_empty());
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("readable").count(), 0);
}

#[test]
fn errors_are_one_line_and_wrong_usage_is_another_code() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("broken.glb"), "no character").expect("written");
    for (file, what) in [("missing.glb", "missing.glb"), ("broken.glb", "broken.glb")] {
        let output = demo(folder.path(), &["--headless", "--character", file]);
        let said = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.lines().count() == 1 && said.starts_with("error: ") && said.contains(what), "{said}");
    }
    for arguments in [
        &["--crowd", "-1"][..],
        &["--crowd", "1001"],
        &["--mode", "dead"],
        &["--json"],
        &["--after", "1"],
        &["--headless", "--screenshot", "a.png"],
        &["--headless", "--seconds", "NaN"],
        &["--headless", "--strike", "-1"],
    ] {
        assert_eq!(demo(folder.path(), arguments).status.code(), Some(2), "{arguments:?}");
    }
}

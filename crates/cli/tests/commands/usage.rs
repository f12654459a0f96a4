// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::sandbox::Sandbox;
use std::fmt::Write;

#[test]
fn wrong_usage_ends_with_2_and_is_told_in_one_line() {
    let sandbox = Sandbox::with_person();
    let mut lines = String::new();
    for wrong in [
        "fall",
        "bake person.glb --blow 8",
        "bake person.glb --blows 0",
        "bake person.glb --blows 10001",
        "bake person.glb --speed NaN",
        "bake person.glb --speed 0",
        "bake person.glb --speed -6",
        "bake person.glb --speed 1e5",
        "bake person.glb --scale large",
        "bake person.glb --scale 0",
        "bake person.glb --scale 1 --rig rig.ron",
        "bake person.glb --pose Fall",
        "bake person.glb --pose Fall@NaN",
        "compress person.glb --allowance 0.01",
        "compress person.glb --scale -1",
        "convert person.glb",
        "convert person.glb fall.ron --reduce 1e-3 --precision 1e-3",
        "inspect",
        "preview person.glb",
        "verify fall.tumble --animation Fall",
    ] {
        let ended = sandbox.run(wrong);
        assert_eq!((ended.code, ended.stdout.as_str()), (2, ""), "{wrong}: {}", ended.stderr);
        assert_eq!(ended.stderr.lines().count(), 1, "{wrong}: one line, not {:?}", ended.stderr);
        write!(lines, "$ tumble {wrong}\n{}", ended.stderr).expect("text");
    }
    assert_eq!(sandbox.listing(), ["person.glb"]);
    insta::assert_snapshot!(lines);
}

#[test]
fn without_a_command_the_help_is_shown() {
    let ended = Sandbox::new().run("");
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""));
    assert!(ended.stderr.contains("Usage: tumble <COMMAND>"), "{}", ended.stderr);
}

#[test]
fn the_version_is_told() {
    assert_eq!(Sandbox::new().output("--version"), format!("tumble {}\n", env!("CARGO_PKG_VERSION")));
}

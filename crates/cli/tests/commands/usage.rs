// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::sandbox::Sandbox;

#[test]
fn wrong_usage_ends_with_2() {
    let sandbox = Sandbox::with_person();
    for wrong in [
        "",
        "fall",
        "bake person.glb --blow 8",
        "bake person.glb --blows 0",
        "bake person.glb --blows 10001",
        "bake person.glb --scale large",
        "bake person.glb --scale 0",
        "bake person.glb --scale 1 --rig rig.ron",
        "bake person.glb --pose Fall",
        "bake person.glb --pose Fall@NaN",
        "convert person.glb",
        "convert person.glb fall.ron --reduce 1e-3 --precision 1e-3",
        "inspect",
        "preview person.glb",
        "verify fall.tumble --animation Fall",
    ] {
        let ended = sandbox.run(wrong);
        assert_eq!((ended.code, ended.stdout.as_str()), (2, ""), "{wrong}: {}", ended.stderr);
        assert!(!ended.stderr.is_empty(), "{wrong}");
    }
    assert_eq!(sandbox.listing(), ["person.glb"]);
}

#[test]
fn the_version_is_told() {
    assert_eq!(Sandbox::new().output("--version"), format!("tumble {}\n", env!("CARGO_PKG_VERSION")));
}

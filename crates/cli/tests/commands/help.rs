// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::sandbox::Sandbox;

#[test]
fn the_program_says_what_it_can_do() {
    insta::assert_snapshot!(Sandbox::new().output("--help"));
}

#[test]
fn each_command_says_how_it_is_used() {
    for command in ["bake", "compress", "convert", "inspect", "merge", "preview", "rig", "verify"] {
        let help = Sandbox::new().output(&format!("{command} --help"));
        insta::assert_snapshot!(format!("help_{command}"), help);
    }
}

/// What later issues bring is not promised.
#[test]
fn nothing_is_offered_that_is_not_built() {
    let sandbox = Sandbox::new();
    let help = sandbox.output("--help") + &sandbox.output("bake --help") + &sandbox.output("convert --help");
    for later in ["--scene", "--tone", "--preset", ".bvh", ".anim"] {
        assert!(!help.contains(later), "{later}");
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::corpus::corpus;
use crate::sandbox::Sandbox;
use tumble_ragdoll::Rig;

#[test]
fn the_person_is_told_in_words() {
    let sandbox = Sandbox::with_person();
    insta::assert_snapshot!("inspect_person", sandbox.output("inspect person.glb"));
}

/// What its rig is like is the ragdoll crate's to say.
#[test]
fn the_rig_of_the_person_is_told_joint_by_joint() {
    let sandbox = Sandbox::with_person();
    let told = sandbox.output("rig person.glb --out rig.ron");
    assert!(told.starts_with("person: a human, "), "{told}");
    let rig = Rig::from_ron(&String::from_utf8(sandbox.read("rig.ron")).expect("text")).expect("a rig");
    for body in &rig.bodies {
        let name = body.joint.rsplit('/').next().expect("a name");
        assert!(told.lines().any(|line| line.split_whitespace().next() == Some(name)), "{name} in {told}");
    }
    assert!(told.contains("no body, above the first body: (root)"), "{told}");
}

#[test]
fn the_corpus_is_told_in_words() {
    let Some(corpus) = corpus() else { return };
    for file in [
        "characters/Barbarian.glb",
        "characters/RobotExpressive.glb",
        "characters/CesiumMan.glb",
        "characters/Fox.glb",
        "clips/death0.glb",
        "morph/MorphStressTest.gltf",
        "motions/walk.glb",
    ] {
        let name = file.rsplit('/').next().expect("a name");
        let ended = Sandbox::new().run(&format!("inspect {}", corpus.join(file).display()));
        assert_eq!(ended.code, 0, "{}", ended.stderr);
        insta::assert_snapshot!(format!("inspect_{name}"), ended.stdout);
    }
}

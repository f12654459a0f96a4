// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::playing::DT;
use fyrox::scene::Scene;
use glam::Vec3;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tumble_demo::{Action, Arena, ArenaSettings, CharacterKind, Input, Mode};

/// A file of the corpus; `None` where there is no corpus, unless one is required.
fn character(name: &str) -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/corpus");
    let corpus = std::env::var_os("TUMBLE_CORPUS").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    let path = corpus.join("characters").join(name);
    if path.is_file() {
        return Some(path);
    }
    let required = std::env::var_os("TUMBLE_REQUIRE_CORPUS").is_some_and(|value| value == "1");
    assert!(!required, "{} is not there, and TUMBLE_REQUIRE_CORPUS is 1", path.display());
    println!("skipped: {} is not there", path.display());
    None
}

fn falls(path: &Path) {
    let kind = Arc::new(CharacterKind::read(path).expect("a character"));
    let name = kind.name().to_owned();
    for mode in [Mode::Live, Mode::Baked] {
        let mut scene = Scene::new();
        let settings = ArenaSettings { crowd: 2, mode, takes: std::env::temp_dir() };
        let mut arena = Arena::new(kind.clone(), settings, &mut scene);
        let hips = |arena: &Arena| arena.character(0).expect("it is there").hips;
        let stands = hips(&arena);
        assert!((0.2..2.0).contains(&stands.y), "{name} is of natural size: its hips are at {stands}");
        let blow = Input { actions: &[Action::StrikeAll(Vec3::NEG_Z)], ..Input::NONE };
        arena.step(&mut scene, &blow, DT);
        assert!(hips(&arena).distance(stands) < 0.01, "{name}, {mode}: no jump");
        for _ in 0..90 {
            arena.step(&mut scene, &Input::NONE, DT);
            let now = hips(&arena);
            assert!(now.y < stands.y + 0.5 && now.y > 0.0, "{name}, {mode}: {now}");
        }
        let lies = hips(&arena);
        assert!(lies.distance(stands) > 0.1, "{name}, {mode}: it fell from {stands} to {lies}");
        arena.step(&mut scene, &Input { actions: &[Action::StandUp], ..Input::NONE }, DT);
        arena.step(&mut scene, &Input::NONE, DT);
        let again = hips(&arena);
        assert!(again.distance(stands) < 0.02, "{name}, {mode}: it stood at {stands}, and now at {again}");
    }
}

#[test]
fn a_person_of_the_corpus_falls_live_and_baked() {
    for name in ["Barbarian.glb", "CesiumMan.glb"] {
        if let Some(path) = character(name) {
            falls(&path);
        }
    }
}

#[test]
fn a_robot_with_feet_of_their_own_falls_live_and_baked() {
    if let Some(path) = character("RobotExpressive.glb") {
        falls(&path);
    }
}

#[test]
fn a_character_without_a_mesh_is_refused() {
    let mut asset = tumble_fyrox::interchange::Asset {
        model: tumble_fyrox::mannequin::model(),
        clips: vec![],
        warnings: vec![],
    };
    asset.model.meshes.clear();
    let refused = CharacterKind::new(asset).expect_err("nothing would be seen");
    assert!(refused.to_string().ends_with("has nothing to be seen"), "{refused}");
}

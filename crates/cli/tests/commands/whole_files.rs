// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::corpus::corpus;
use crate::sandbox::Sandbox;
use tumble_clip::Clip;
use tumble_interchange::read_gltf;

#[test]
fn a_bake_is_the_same_for_any_number_of_jobs_and_leaves_nothing_else() {
    let sandbox = Sandbox::with_person();
    sandbox.output("bake person.glb --blows 3 --jobs 1 --out one");
    sandbox.output("bake person.glb --blows 3 --jobs 2 --out two");
    // Again into the same folder: files are replaced.
    sandbox.output("bake person.glb --blows 3 --out two");
    let names = ["person.death0.tumble", "person.death1.tumble", "person.death2.tumble", "person.deaths.ron"];
    let mut expected = vec!["one".to_owned(), "person.glb".to_owned(), "two".to_owned()];
    for name in names {
        assert!(sandbox.read(&format!("one/{name}")) == sandbox.read(&format!("two/{name}")), "{name}");
        expected.extend([format!("one/{name}"), format!("two/{name}")]);
    }
    expected.sort();
    assert_eq!(sandbox.listing(), expected);
    assert_eq!(sandbox.output("verify one/person.deaths.ron").lines().count(), 3);
}

#[test]
fn without_a_file_the_mannequin_is_baked() {
    let sandbox = Sandbox::new();
    sandbox.output("bake --blows 2");
    let library = String::from_utf8(sandbox.read("deaths/mannequin.deaths.ron")).expect("text");
    assert!(library.contains("mannequin.death1.tumble"), "{library}");
    sandbox.output("verify deaths/mannequin.deaths.ron");
    let ended = sandbox.run("bake --pose Dance@0");
    assert!(ended.stderr.contains("mannequin has no animation \"Dance\"; it has"), "{}", ended.stderr);
}

#[test]
fn seed_speed_and_pose_change_a_fall() {
    let sandbox = Sandbox::with_person();
    let mut clips = Vec::new();
    for (folder, change) in [("a", ""), ("b", "--seed 2"), ("c", "--speed 4"), ("d", "--pose Fall@0.2")] {
        sandbox.output(&format!("bake person.glb --blows 1 --out {folder} {change}"));
        clips.push(sandbox.read(&format!("{folder}/person.death0.tumble")));
    }
    clips.sort();
    clips.dedup();
    assert_eq!(clips.len(), 4, "each its own");
}

#[test]
fn a_rig_that_was_written_bakes_the_same_fall() {
    let sandbox = Sandbox::with_person();
    sandbox.output("rig person.glb --out rig.ron");
    sandbox.output("bake person.glb --blows 1 --out inferred");
    sandbox.output("bake person.glb --blows 1 --out read --rig rig.ron");
    let read = |folder: &str| sandbox.read(&format!("{folder}/person.death0.tumble"));
    assert!(read("inferred") == read("read"));
}

#[test]
fn a_clip_comes_back_from_every_kind_of_file() {
    let sandbox = Sandbox::with_person();
    sandbox.output("convert person.glb fall.tumble --animation Fall");
    sandbox.output("verify fall.tumble --against person.glb");
    sandbox.output("convert fall.tumble fall.ron");
    sandbox.output("convert fall.tumble fall.glb");
    for again in ["fall.ron", "fall.glb"] {
        sandbox.output(&format!("convert {again} again.tumble"));
        sandbox.output(&format!("verify again.tumble --against {again}"));
        let clip = |name: &str| Clip::from_bytes(&sandbox.read(name)).expect("a clip");
        let (first, second) = (clip("fall.tumble"), clip("again.tumble"));
        assert_eq!(first.duration(), second.duration(), "{again}");
        assert_eq!(first.sample_count(), second.sample_count(), "{again}");
        assert_eq!(first.meta().name, second.meta().name, "{again}");
    }
    let exact = Clip::from_bytes(&sandbox.read("fall.tumble")).expect("a clip").to_raw();
    let written = read_gltf(&sandbox.path("fall.glb")).expect("a glTF");
    assert_eq!(written.clips[0].tracks.len(), exact.tracks.len(), "dense keys, as they are");
}

#[test]
fn a_character_keeps_its_meshes_and_loses_no_key_unless_asked() {
    let sandbox = Sandbox::with_person();
    let keys = |name: &str| {
        let asset = read_gltf(&sandbox.path(name)).expect("a glTF");
        assert_eq!(asset.model.meshes.len(), 2, "{name}");
        let curves = asset.clips[0].tracks.iter().filter_map(|track| track.rotation.as_ref());
        curves.map(|curve| curve.keys.len()).sum::<usize>()
    };
    sandbox.output("convert person.glb same.glb");
    sandbox.output("convert person.glb fewer.glb --reduce 1e-3");
    assert_eq!(keys("same.glb"), keys("person.glb"));
    assert!(keys("fewer.glb") < keys("same.glb") / 2, "{} keys left", keys("fewer.glb"));
}

#[test]
fn previews_are_pictures_of_the_size_that_was_asked_for() {
    let sandbox = Sandbox::with_person();
    sandbox.output("bake person.glb --blows 2 --out .");
    for (arguments, size) in [
        ("person.death0.tumble --moments 2 --cell 64", (2 * 68 + 4, 68 + 4 + 42)),
        ("person.death0.tumble --moments 2 --cell 64 --character person.glb", (2 * 68 + 4, 68 + 4 + 42)),
        (
            "person.deaths.ron --moments 3 --cell 64 --character person.glb",
            (3 * 68 + 4, 2 * (68 + 28) + 4 + 42),
        ),
        ("person.glb --animation Fall --moments 5 --cell 64", (4 * 68 + 4, 2 * 68 + 4 + 42)),
    ] {
        sandbox.output(&format!("preview {arguments} --out sheet.png"));
        let sheet = image::load_from_memory(&sandbox.read("sheet.png")).expect("a PNG");
        assert_eq!((sheet.width(), sheet.height()), size, "{arguments}");
    }
    let of = |arguments: &str| {
        sandbox.output(&format!(
            "preview person.death0.tumble --moments 2 --cell 64 --out sheet.png {arguments}"
        ));
        sandbox.read("sheet.png")
    };
    assert!(of("") == of(""), "the same bytes");
    assert!(of("") != of("--character person.glb"), "meshes are no bones");
}

/// A fox of 79 units is 79 cm long, and was built as exact as if it were 79 m.
#[test]
fn a_file_in_centimetres_is_as_exact_as_asked_and_no_more() {
    let Some(corpus) = corpus() else { return };
    let sandbox = Sandbox::new();
    let fox = corpus.join("characters/Fox.glb");
    let fox = fox.display();
    let built = |arguments: &str| {
        sandbox.output(&format!("compress {fox} --animation Run --out run.tumble {arguments}"));
        let unit = sandbox.output("inspect run.tumble --json");
        let unit: serde_json::Value = serde_json::from_str(&unit).expect("JSON");
        let unit = unit["animations"][0]["metres_per_unit"].as_f64().expect("built clips know it");
        (sandbox.read("run.tumble").len(), (unit * 1e4).round() as i64)
    };
    let (inferred, unit) = built("");
    assert_eq!(unit, 100, "in ten thousandths of a metre");
    assert_eq!(built("--scale 0.01"), (inferred, 100));
    let (exact, unit) = built("--scale 1");
    assert!(unit == 10_000 && exact > inferred * 11 / 10, "{inferred} bytes, {exact} as exact as metres");
    sandbox.output(&format!("convert {fox} same.tumble --animation Run"));
    assert_eq!(sandbox.read("same.tumble").len(), inferred);
    let reduced = |arguments: &str| {
        sandbox.output(&format!("convert {fox} keys.ron --animation Run --reduce 1e-3 {arguments}"));
        sandbox.read("keys.ron").len()
    };
    assert!(reduced("") < reduced("--unit 1"), "fewer keys");
}

/// Its clips hold joints alone, and bones would be drawn.
#[test]
fn the_mannequin_is_drawn_as_itself_without_its_being_said() {
    let sandbox = Sandbox::new();
    sandbox.output("bake --blows 1");
    for file in ["deaths/mannequin.death0.tumble", "deaths/mannequin.deaths.ron"] {
        sandbox.output(&format!("preview {file} --moments 1 --cell 200 --out sheet.png"));
        let sheet = image::load_from_memory(&sandbox.read("sheet.png")).expect("a PNG").to_rgb8();
        let orange = |pixel: &&image::Rgb<u8>| {
            let [red, green, blue] = pixel.0.map(i32::from);
            red > green + 50 && green > blue + 10
        };
        let shoes = sheet.pixels().filter(orange).count();
        assert!(shoes > 100, "{file}: {shoes} pixels of shoes");
    }
}

/// The path, on the files that it names.
#[test]
fn the_three_humanoids_bake_settled_clips_that_are_exact_and_can_be_drawn() {
    let Some(corpus) = corpus() else { return };
    let sandbox = Sandbox::new();
    for name in ["Barbarian", "RobotExpressive", "CesiumMan"] {
        let character = corpus.join(format!("characters/{name}.glb"));
        let character = character.display();
        let ended = sandbox.run(&format!("bake {character} --blows 8 --out deaths --json"));
        assert_eq!(ended.code, 0, "{}", ended.stderr);
        let baked: serde_json::Value = serde_json::from_str(&ended.stdout).expect("JSON");
        let clips = baked["clips"].as_array().expect("clips");
        assert_eq!(clips.len(), 8);
        for clip in clips {
            assert_eq!(clip["settled"], true, "{clip}");
            assert!(clip["max_error_m"].as_f64().is_some_and(|error| error <= 1e-4), "{clip}");
        }
        sandbox.output(&format!("verify deaths/{name}.deaths.ron"));
        let sheet =
            format!("preview deaths/{name}.death0.tumble --character {character} --moments 2 --cell 64");
        assert_eq!(sandbox.run(&format!("{sheet} --out sheet.png")).code, 0);
    }
}

/// The joints of these recordings come apart by centimetres when they hit the ground.
#[test]
fn rigid_bones_of_recorded_falls_are_refused_or_built_as_allowed() {
    let Some(corpus) = corpus() else { return };
    for name in ["death0", "death1", "death2"] {
        let sandbox = Sandbox::new();
        let source = corpus.join(format!("clips/{name}.glb"));
        let compress = format!("compress {} --json", source.display());
        let refused = sandbox.run(&format!("{compress} --rigid-bones"));
        assert_eq!((refused.code, refused.stdout.as_str()), (1, ""), "{}", refused.stderr);
        let words: Vec<&str> = refused.stderr.split_whitespace().collect();
        let allowance = words[words.len() - 4];
        assert!(
            refused.stderr.ends_with(&format!("an allowance of {allowance} m would do\n")),
            "{}",
            refused.stderr
        );
        let figures = |options: &str| {
            let printed = sandbox.output(&format!("{compress} {options}"));
            let printed: serde_json::Value = serde_json::from_str(&printed).expect("one object");
            ["memory_bytes", "track_bytes", "max_error_m"]
                .map(|key| printed["animations"][0][key].as_f64().expect(key))
        };
        let [memory, tracks, error] =
            figures(&format!("--rigid-bones --allowance {allowance} --out rigid.tumble"));
        let [all_memory, all_tracks, exact] = figures("");
        assert!(memory < 0.75 * all_memory && tracks < 0.85 * all_tracks, "{name}: {memory}, {tracks}");
        let allowed: f64 = allowance.parse().expect("a number");
        assert!(exact <= 1e-4 && error > 0.01 && error <= allowed + 1e-4, "{name}: {error} m");
        let verified = sandbox.output(&format!("verify rigid.tumble --against {}", source.display()));
        assert!(verified.contains("measured again"), "{verified}");
    }
}

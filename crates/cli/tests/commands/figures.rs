// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::sandbox::Sandbox;
use serde_json::{Map, Value};

fn object(text: &str) -> Map<String, Value> {
    serde_json::from_str(text).expect("one object")
}

fn list<'a>(object: &'a Map<String, Value>, key: &str) -> &'a Vec<Value> {
    object[key].as_array().expect("a list")
}

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().expect(key)
}

/// Promised keys in alphabetical order.
fn sorted<const N: usize>(mut keys: [&str; N]) -> [&str; N] {
    keys.sort_unstable();
    keys
}

#[test]
fn bake_prints_its_promised_keys_and_nothing_else() {
    let sandbox = Sandbox::with_person();
    let baked = object(&sandbox.output("bake person.glb --blows 2 --speed 3 --seed 5 --hit head --json"));
    assert_eq!(
        keys(&Value::from(baked.clone())),
        ["character", "clips", "seconds", "simulated_s", "worst_angle_rad"]
    );
    let clips = list(&baked, "clips");
    let promised = [
        "file",
        "blow",
        "hit",
        "duration_s",
        "settled",
        "joints",
        "samples",
        "raw_bytes",
        "memory_bytes",
        "track_bytes",
        "file_bytes",
        "max_error_m",
        "p99_error_m",
        "penetration_m",
        "max_limit_excess_rad",
        "max_joint_gap_m",
        "max_energy_rise_j",
    ];
    for (index, clip) in clips.iter().enumerate() {
        assert_eq!(keys(clip), sorted(promised));
        let file = clip["file"].as_str().expect("a name");
        assert_eq!(file, format!("person.death{index}.tumble"));
        assert_eq!(clip["hit"], "hips/spine/head");
        assert_eq!(number(clip, "file_bytes") as usize, sandbox.read(&format!("deaths/{file}")).len());
        let speed: f64 =
            clip["blow"].as_array().expect("three").iter().filter_map(Value::as_f64).map(|v| v * v).sum();
        assert!((speed.sqrt() - 3.0).abs() < 1e-5, "as fast as asked");
        assert!(number(clip, "max_error_m") <= 1e-4, "as exact as promised");
    }
    assert_eq!(clips.len(), 2, "as many as asked");
    assert!(baked["simulated_s"].as_f64().is_some_and(|simulated| simulated > 0.5));
}

#[test]
fn compress_prints_its_promised_keys_and_nothing_else() {
    let sandbox = Sandbox::with_person();
    let compressed = object(&sandbox.output("compress person.glb --out clips --json"));
    assert_eq!(keys(&Value::from(compressed.clone())), ["animations"]);
    let promised = [
        "name",
        "joints",
        "scalars",
        "samples",
        "rate_hz",
        "raw_bytes",
        "memory_bytes",
        "context_bytes",
        "track_bytes",
        "file_bytes",
        "max_error_m",
        "p99_error_m",
        "max_between_m",
        "max_scalar_error",
        "worst_joint",
        "worst_time_s",
        "encode_ms",
    ];
    let animations = list(&compressed, "animations");
    assert_eq!(animations.iter().map(|animation| &animation["name"]).collect::<Vec<_>>(), ["Fall", "Still"]);
    for animation in animations {
        assert_eq!(keys(animation), sorted(promised));
        let raw = 40.0 * number(animation, "joints") * number(animation, "samples");
        assert_eq!(number(animation, "raw_bytes").to_bits(), raw.to_bits(), "40 bytes a joint a sample");
        let file = format!("clips/{}.tumble", animation["name"].as_str().expect("a name"));
        assert_eq!(number(animation, "file_bytes") as usize, sandbox.read(&file).len());
    }
}

#[test]
fn a_loop_says_how_far_it_jumps() {
    let sandbox = Sandbox::with_person();
    let command = "compress person.glb --loop --animation";
    let seam = |name: &str| {
        let compressed = object(&sandbox.output(&format!("{command} {name} --json")));
        number(&list(&compressed, "animations")[0], "seam_m")
    };
    assert!(seam("Fall") > 0.5, "from lying back to standing");
    assert!(seam("Still").abs() < 1e-9, "it stays where it is");
    sandbox.output(&format!("{command} Fall --out fall.tumble"));
    let inspected = object(&sandbox.output("inspect fall.tumble --json"));
    assert!(number(&list(&inspected, "animations")[0], "seam_m") > 0.5);
    // A person is told as well, and a clip that does not loop has no seam.
    let told = |file: &str| {
        let words = sandbox.output(&format!("inspect {file}"));
        let rows = words.lines().map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let built: Vec<_> = rows.skip_while(|row| row.first().is_none_or(|first| first != "clip")).collect();
        // A head of two words, then the row: the seam stands before the worst joint and its time.
        built[1][built[1].len() - 3].clone()
    };
    assert!(told("fall.tumble").parse::<f64>().expect("millimetres") > 500.0);
    sandbox.output("compress person.glb --animation Fall --out once.tumble");
    assert_eq!(told("once.tumble"), "-");
}

#[test]
fn a_converted_loop_is_still_a_loop() {
    let sandbox = Sandbox::with_person();
    for (flag, loops) in [("--loop", true), ("", false)] {
        sandbox.output(&format!("compress person.glb --animation Fall {flag} --out clip.tumble"));
        sandbox.output("convert clip.tumble again.tumble");
        let inspected = object(&sandbox.output("inspect again.tumble --json"));
        assert_eq!(list(&inspected, "animations")[0].get("seam_m").is_some(), loops, "{flag:?}");
    }
}

#[test]
fn compress_tells_sizes_and_errors_for_people() {
    let sandbox = Sandbox::with_person();
    let told = sandbox.output("compress person.glb --loop");
    let rows: Vec<Vec<&str>> = told.lines().map(|line| line.split_whitespace().collect()).collect();
    let [sizes, _, _, blank, errors, fall, still] = rows.as_slice() else { panic!("two tables: {told}") };
    assert_eq!((sizes[0], errors[0], blank.len()), ("size", "error", 0), "{told}");
    for part in ["memory", "tracks", "file", "context"] {
        assert!(sizes.contains(&part), "{part}: {told}");
    }
    let compressed = object(&sandbox.output("compress person.glb --animation Fall --json"));
    let figures = &list(&compressed, "animations")[0];
    let worst = figures["worst_joint"].as_str().expect("a path").rsplit('/').next().expect("a name");
    assert_eq!(fall[fall.len() - 2], worst, "{told}");
    assert_eq!(fall[fall.len() - 1], format!("{:.3}", number(figures, "worst_time_s")), "{told}");
    assert_eq!((still[0], still[5]), ("Still", "0.0000"), "no jump: {told}");
}

#[test]
fn inspect_and_rig_print_one_object() {
    let sandbox = Sandbox::with_person();
    sandbox.output("bake person.glb --blows 1 --out .");
    for file in ["person.glb", "person.death0.tumble", "person.deaths.ron"] {
        let inspected = object(&sandbox.output(&format!("inspect {file} --json")));
        assert_eq!(inspected["file"], file);
        assert_eq!(list(&inspected, "joints").len(), 11, "{file}");
    }
    let library = object(&sandbox.output("inspect person.deaths.ron --json"));
    let death = &list(&library, "animations")[0];
    assert_eq!(death["blow"]["velocity"][2], 6.0, "from behind");
    assert_eq!(death["name"], "person.death0.tumble");
    let rig = object(&sandbox.output("rig person.glb --json"));
    let bodies = rig["rig"]["bodies"].as_array().expect("bodies");
    assert_eq!(bodies.len(), list(&rig, "sources").len());
    assert_eq!(rig["human"], true);
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! How animations become clips.

use crate::fixture::{F32, Fixture, I16, U8, push};
use serde_json::json;
use tumble_clip::{Curve, Interpolation, Key, RawClip, ScalarTarget, TrackKey};
use tumble_interchange::Asset;
use tumble_pose::Seconds;
use tumble_pose::glam::{Quat, Vec3};

fn read(file: &Fixture) -> Asset {
    file.read().expect("a file that can be read")
}

/// The clip of the second animation of the character, which is this one.
fn clip_of(file: &mut Fixture, node: usize, path: &str, way: &str, input: usize, output: usize) -> RawClip {
    let animation = json!({
        "channels": [{ "sampler": 0, "target": { "node": node, "path": path } }],
        "samplers": [{ "input": input, "output": output, "interpolation": way }],
    });
    let index = push(&mut file.json["animations"], animation);
    read(file).clips.swap_remove(index)
}

fn key<T>(time: f64, in_tangent: T, value: T, out_tangent: T) -> Key<T> {
    Key { time: Seconds(time), value, in_tangent, out_tangent }
}

#[test]
fn steps_and_lines_keep_their_keys() {
    let mut file = Fixture::character();
    let times = file.floats("SCALAR", &[0.25, 0.75]);
    let values = file.floats("VEC3", &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    for (way, interpolation) in [("STEP", Interpolation::Step), ("LINEAR", Interpolation::Linear)] {
        let clip = clip_of(&mut file, 1, "translation", way, times, values);
        let keys = [(Seconds(0.25), Vec3::new(1.0, 2.0, 3.0)), (Seconds(0.75), Vec3::new(4.0, 5.0, 6.0))];
        assert_eq!(clip.tracks[0].path, "hand");
        assert_eq!(clip.tracks[0].translation, Some(Curve::new(interpolation, keys)));
        assert_eq!(clip.tracks[0].rotation, None, "what is not animated is absent");
        assert_eq!(clip.duration, Seconds(0.75));
    }
}

#[test]
fn splines_keep_their_tangents_and_have_no_rate() {
    let mut file = Fixture::character();
    let times = file.floats("SCALAR", &[0.0, 1.0, 2.0]);
    let values: Vec<f32> = (0..27).map(|value| value as f32).collect();
    let values = file.floats("VEC3", &values);
    let clip = clip_of(&mut file, 1, "scale", "CUBICSPLINE", times, values);
    let v = |start: f32| Vec3::new(start, start + 1.0, start + 2.0);
    let keys = vec![
        key(0.0, v(0.0), v(3.0), v(6.0)),
        key(1.0, v(9.0), v(12.0), v(15.0)),
        key(2.0, v(18.0), v(21.0), v(24.0)),
    ];
    assert_eq!(clip.tracks[0].scale, Some(Curve { interpolation: Interpolation::Cubic, keys }));
    assert_eq!(clip.meta.rate_hz, None, "a spline's keys are no samples");
}

fn with_morphs(targets: &[&str]) -> Fixture {
    let mut file = Fixture::character();
    let position = file.json["meshes"][1]["primitives"][0]["attributes"]["POSITION"].clone();
    let deltas: Vec<_> = targets.iter().map(|_| json!({ "POSITION": position })).collect();
    file.json["meshes"][1]["primitives"][0]["targets"] = json!(deltas);
    file.json["meshes"][1]["extras"] = json!({ "targetNames": targets });
    file
}

fn morph(name: &str) -> TrackKey {
    TrackKey { path: "hand/sword".to_owned(), target: ScalarTarget::Morph(name.to_owned()) }
}

/// KhronosGroup/glTF#1344, google/filament#2720: CUBICSPLINE weights are laid out wrongly.
#[test]
fn weights_of_splines_come_as_all_in_tangents_all_values_all_out_tangents_of_each_key() {
    let mut file = with_morphs(&["smile", "frown"]);
    let times = file.floats("SCALAR", &[0.0, 1.0]);
    let values = file.floats("SCALAR", &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0]);
    let clip = clip_of(&mut file, 3, "weights", "CUBICSPLINE", times, values);
    let cubic = |keys| Curve { interpolation: Interpolation::Cubic, keys };
    let smile = cubic(vec![key(0.0, 1.0, 3.0, 5.0), key(1.0, 7.0, 9.0, 11.0)]);
    let frown = cubic(vec![key(0.0, 2.0, 4.0, 6.0), key(1.0, 8.0, 10.0, 12.0)]);
    assert_eq!(clip.scalars, [(morph("smile"), smile), (morph("frown"), frown)]);
    assert!(clip.tracks.is_empty(), "a node whose weights alone are animated is no joint");
}

/// bevyengine/bevy#9898: weights step.
#[test]
fn weights_of_lines_are_lines() {
    let mut file = with_morphs(&["smile", "frown"]);
    let times = file.floats("SCALAR", &[0.0, 1.0]);
    let values = file.accessor(U8, "SCALAR", 4, &[0, 255, 255, 0]);
    file.json["accessors"][values]["normalized"] = json!(true);
    let clip = clip_of(&mut file, 3, "weights", "LINEAR", times, values);
    let at = |scalar: usize| clip.scalars[scalar].1.sample(Seconds(0.25)).expect("keys");
    assert!((at(0) - 0.25).abs() < 1e-6 && (at(1) - 0.75).abs() < 1e-6);
}

/// bevyengine/bevy#9863: targets without weights. A target without a name is its number.
#[test]
fn targets_are_known_by_names_and_else_by_numbers() {
    let mut file = with_morphs(&["", "smile", "smile", "1"]);
    let times = file.floats("SCALAR", &[0.0]);
    let values = file.floats("SCALAR", &[0.1, 0.2, 0.3, 0.4]);
    let clip = clip_of(&mut file, 3, "weights", "LINEAR", times, values);
    let keys: Vec<&TrackKey> = clip.scalars.iter().map(|(key, _)| key).collect();
    assert_eq!(keys, [&morph("0"), &morph("smile"), &morph("smile#2"), &morph("1")]);
    file.json["meshes"][1]["extras"] = json!("something else");
    let clip = read(&file).clips.swap_remove(1);
    assert_eq!(clip.scalars[3].0, morph("3"));
}

/// defold/defold#12819: meshes with different numbers of targets corrupt each other.
#[test]
fn each_mesh_has_its_own_number_of_targets() {
    let mut file = with_morphs(&["smile", "frown"]);
    let mut shield = file.json["meshes"][1].clone();
    shield["primitives"][0]["targets"].as_array_mut().expect("targets").truncate(1);
    shield["extras"] = json!({ "targetNames": ["dent"] });
    let shield = push(&mut file.json["meshes"], shield);
    let node = push(&mut file.json["nodes"], json!({ "name": "sword", "mesh": shield }));
    file.json["nodes"][1]["children"] = json!([3, node]);
    let times = file.floats("SCALAR", &[0.0, 1.0]);
    let two = file.floats("SCALAR", &[0.0, 0.1, 0.2, 0.3]);
    let one = file.floats("SCALAR", &[0.8, 0.9]);
    file.json["animations"] = json!([{
        "channels": [
            { "sampler": 0, "target": { "node": 3, "path": "weights" } },
            { "sampler": 1, "target": { "node": node, "path": "weights" } },
        ],
        "samplers": [{ "input": times, "output": two }, { "input": times, "output": one }],
    }]);
    // Nothing moves now, but for the skin's joints.
    let clip = read(&file).clips.swap_remove(0);
    let values: Vec<(String, Vec<f32>)> = clip
        .scalars
        .iter()
        .map(|(key, curve)| (key.to_string(), curve.keys.iter().map(|key| key.value).collect()))
        .collect();
    let expected = [
        ("hand/sword:morph:smile", vec![0.0, 0.2]),
        ("hand/sword:morph:frown", vec![0.1, 0.3]),
        ("hand/sword#2:morph:dent", vec![0.8, 0.9]),
    ];
    assert_eq!(values, expected.map(|(key, values)| (key.to_owned(), values)));
}

#[test]
fn quantised_rotations_are_unit_length() {
    let mut file = Fixture::character();
    let times = file.floats("SCALAR", &[0.0, 1.0]);
    let numbers: [i16; 8] = [0, 0, 0, 32767, 0, 23170, 0, 23170];
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let values = file.accessor(I16, "VEC4", 2, &bytes);
    file.json["accessors"][values]["normalized"] = json!(true);
    let clip = clip_of(&mut file, 1, "rotation", "LINEAR", times, values);
    let keys = &clip.tracks[0].rotation.as_ref().expect("a rotation").keys;
    assert_eq!(keys[0].value, Quat::IDENTITY);
    assert!((keys[1].value.length() - 1.0).abs() < 1e-6, "{}", keys[1].value.length());
    assert!(keys[1].value.angle_between(Quat::from_rotation_y(std::f32::consts::FRAC_PI_2)) < 1e-3);
}

/// `bdero/flutter_scene#275`: 21° apart sweeps 339°. godotengine/godot#57951: cubic keys go the long way round.
#[test]
fn neighbouring_rotations_are_of_one_hemisphere_with_their_tangents() {
    let mut file = Fixture::character();
    let times = file.floats("SCALAR", &[0.0, 1.0, 2.0]);
    let turn = |degrees: f32| Quat::from_rotation_x(degrees.to_radians());
    let keys = [turn(0.0), -turn(21.0), turn(42.0)];
    let lines = file.floats("VEC4", &keys.map(|key| key.to_array()).concat());
    let clip = clip_of(&mut file, 1, "rotation", "LINEAR", times, lines);
    let found = clip.tracks[0].rotation.as_ref().expect("a rotation");
    assert!(found.keys.windows(2).all(|pair| pair[0].value.dot(pair[1].value) > 0.0), "{found:?}");
    let tangent = Quat::from_xyzw(0.5, 0.0, 0.0, 0.0);
    let cubic: Vec<[f32; 4]> =
        keys.iter().flat_map(|key| [tangent, *key, tangent].map(|part| part.to_array())).collect();
    let cubic = file.floats("VEC4", cubic.as_flattened());
    let clip = clip_of(&mut file, 1, "rotation", "CUBICSPLINE", times, cubic);
    let found = clip.tracks[0].rotation.as_ref().expect("a rotation");
    assert_eq!(found.keys[1].value, turn(21.0));
    assert_eq!(found.keys[1].in_tangent, -tangent, "they turn with their key");
}

#[test]
fn a_clip_of_one_instant_is_a_pose() {
    let mut file = Fixture::character();
    let (times, values) = (file.floats("SCALAR", &[0.0]), file.floats("VEC3", &[1.0, 2.0, 3.0]));
    for way in ["STEP", "LINEAR"] {
        let clip = clip_of(&mut file, 1, "translation", way, times, values);
        assert_eq!((clip.duration, clip.meta.rate_hz), (Seconds::ZERO, None), "{way}");
        assert_eq!(clip.tracks[0].translation.as_ref().map(|curve| curve.keys.len()), Some(1));
    }
}

/// newyellow/Unity-Runtime-Animation-Recorder#6: one take overwrites another of its name.
#[test]
fn each_clip_has_a_name_of_its_own() {
    let mut file = Fixture::character();
    let wave = file.json["animations"][0].clone();
    let mut unnamed = wave.clone();
    unnamed["name"] = json!("");
    file.json["animations"] = json!([wave, unnamed, wave, wave]);
    let names: Vec<String> = read(&file).clips.into_iter().map(|clip| clip.meta.name).collect();
    assert_eq!(names, ["wave", "animation_1", "wave#2", "wave#3"]);
}

#[test]
fn channels_that_move_nothing_here_are_left_out_and_counted() {
    let mut file = Fixture::character();
    let elsewhere = push(&mut file.json["nodes"], json!({ "name": "elsewhere" }));
    let channels = &mut file.json["animations"][0]["channels"];
    push(channels, json!({ "sampler": 0, "target": { "node": elsewhere, "path": "rotation" } }));
    push(channels, json!({ "sampler": 0, "target": { "node": 99, "path": "rotation" } }));
    push(channels, json!({ "sampler": 0, "target": { "node": 1, "path": "rotation" } }));
    push(channels, json!({ "sampler": 0, "target": { "path": "rotation" } }));
    push(channels, json!({ "sampler": 0, "target": { "node": 1, "path": "pointer" } }));
    push(channels, json!({ "sampler": 0, "target": { "node": 3, "path": "weights" } }));
    let asset = read(&file);
    assert_eq!(asset.clips[0].tracks.len(), 1);
    assert_eq!(
        asset.warnings,
        [
            "animation 0 \"wave\": 2 of 7 channels left out: they move nodes outside of the scene",
            "animation 0 \"wave\": 2 of 7 channels left out: they move what only an extension knows",
            "animation 0 \"wave\": 1 of 7 channels left out: others move the same",
            "animation 0 \"wave\": 1 of 7 channels left out: they have no keys, or weigh targets that no mesh has",
        ]
    );
}

#[test]
fn sparse_keys_and_keys_without_bytes_are_read() {
    let mut file = Fixture::character();
    let times = file.floats("SCALAR", &[0.0, 1.0, 2.0]);
    let (places, values) = (file.view(&[2]), file.view(&[7.0_f32, 8.0, 9.0].map(f32::to_le_bytes).concat()));
    let sparse = json!({
        "componentType": F32, "type": "VEC3", "count": 3,
        "sparse": {
            "count": 1,
            "indices": { "bufferView": places, "componentType": U8 },
            "values": { "bufferView": values },
        },
    });
    let sparse = push(&mut file.json["accessors"], sparse);
    let clip = clip_of(&mut file, 1, "translation", "LINEAR", times, sparse);
    let keys = &clip.tracks[0].translation.as_ref().expect("a translation").keys;
    let values: Vec<Vec3> = keys.iter().map(|key| key.value).collect();
    assert_eq!(values, [Vec3::ZERO, Vec3::ZERO, Vec3::new(7.0, 8.0, 9.0)]);
}

#[test]
fn notes_that_are_wrong_are_left_out_with_a_word() {
    let mut file = Fixture::character();
    let curve = |times: [f64; 2]| {
        let key = |time| json!({ "time": time, "value": 1.0, "in_tangent": 0.0, "out_tangent": 0.0 });
        json!({ "interpolation": "Linear", "keys": times.map(key) })
    };
    let heat = json!({ "path": "", "target": { "Custom": "heat" } });
    file.json["animations"][0]["extras"] =
        json!({ "tumble": { "scalars": [[heat, curve([0.0, 3.0])]] }, "other": 1 });
    let asset = read(&file);
    assert_eq!(asset.clips[0].scalars.len(), 1);
    assert_eq!(asset.clips[0].duration, Seconds(3.0), "as long as its longest curve");
    for wrong in [
        json!({ "scalars": [[heat, curve([1.0, 0.0])]] }),
        json!({ "scalars": 7 }),
        json!({ "metres_per_unit": -1.0 }),
        json!("nothing"),
    ] {
        file.json["animations"][0]["extras"] = json!({ "tumble": wrong });
        let asset = read(&file);
        assert!(
            asset.clips[0].scalars.is_empty() && asset.warnings.len() == 1,
            "{wrong}: {:?}",
            asset.warnings
        );
    }
    file.json["animations"][0]["extras"] = json!([1, 2]);
    assert!(read(&file).warnings.is_empty(), "what is not Tumble's is not its business");
}

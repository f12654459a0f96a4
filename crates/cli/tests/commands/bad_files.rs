// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Files that are broken, each in one way.

use crate::sandbox::Sandbox;

/// A glTF whose nodes hang on each other in a ring.
const CYCLE: &str = r#"{
    "asset": { "version": "2.0" },
    "scene": 0, "scenes": [{ "nodes": [0] }],
    "nodes": [{ "name": "root" }, { "name": "a", "children": [2] }, { "name": "b", "children": [1] }]
}"#;

const NO_SKELETON: &str = r#"{ "asset": { "version": "2.0" } }"#;

const ONE_JOINT: &str = r#"{
    "asset": { "version": "2.0" },
    "scene": 0, "scenes": [{ "nodes": [0] }],
    "nodes": [{ "name": "lonely" }]
}"#;

/// A hip that turns from no turn at 0 s to NaN at 1 s.
const NAN: &str = r#"{
    "asset": { "version": "2.0" },
    "scene": 0, "scenes": [{ "nodes": [0] }],
    "nodes": [{ "name": "root", "children": [1] }, { "name": "hips" }],
    "buffers": [{ "byteLength": 40 }],
    "bufferViews": [{ "buffer": 0, "byteLength": 8 }, { "buffer": 0, "byteOffset": 8, "byteLength": 32 }],
    "accessors": [
        { "bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1] },
        { "bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC4" }
    ],
    "animations": [{
        "name": "Turn",
        "samplers": [{ "input": 0, "output": 1 }],
        "channels": [{ "sampler": 0, "target": { "node": 1, "path": "rotation" } }]
    }]
}"#;

/// A sandbox with a person, and next to it a broken file of each kind.
pub(crate) fn sandbox() -> Sandbox {
    let sandbox = Sandbox::with_person();
    sandbox.write("words.glb", "These are words, and no glTF.");
    sandbox.write("empty.glb", "");
    let person = sandbox.read("person.glb");
    sandbox.write("truncated.glb", &person[..person.len() / 2]);
    sandbox.write("cycle.gltf", CYCLE);
    sandbox.write("no_skeleton.gltf", NO_SKELETON);
    sandbox.write("one_joint.gltf", ONE_JOINT);
    let numbers = [0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, f32::NAN, 0.0, 1.0];
    sandbox.write("nan.glb", glb(NAN, &numbers));

    sandbox.output("convert person.glb fall.tumble --animation Fall");
    sandbox.output("convert person.glb fall.ron --animation Fall");
    let clip = sandbox.read("fall.tumble");
    sandbox.write("cut.tumble", &clip[..clip.len() - 7]);
    let mut flipped = clip.clone();
    flipped[clip.len() / 2] ^= 0x10;
    sandbox.write("flipped.tumble", flipped);
    let keys = String::from_utf8(sandbox.read("fall.ron")).expect("text");
    sandbox.write("nan.ron", keys.replacen("value: (0.0, ", "value: (NaN, ", 1));
    sandbox.write("future.ron", keys.replacen("version: 1", "version: 2", 1));
    sandbox.write("words.ron", "These are words.");
    sandbox.write("words.deaths.ron", "(version: 1, characters: 7)");
    sandbox.write("notes.txt", "Notes.");
    sandbox
}

/// A `.glb` of a JSON text and numbers for its buffer.
fn glb(json: &str, numbers: &[f32]) -> Vec<u8> {
    let mut json = json.as_bytes().to_vec();
    json.resize(json.len().next_multiple_of(4), b' ');
    let binary: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let length = |bytes: usize| u32::try_from(bytes).expect("a small file").to_le_bytes();
    let whole = 12 + 8 + json.len() + 8 + binary.len();
    let header = [b"glTF".as_slice(), &2_u32.to_le_bytes(), &length(whole)].concat();
    let json = [&length(json.len()), b"JSON".as_slice(), &json].concat();
    let binary = [&length(binary.len()), b"BIN\0".as_slice(), &binary].concat();
    [header, json, binary].concat()
}

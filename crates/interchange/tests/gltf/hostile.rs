// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Bytes that are broken, or made to do harm, are refused in time and in little memory.

use crate::fixture::{F32, Fixture, I16, U8, U16, glb_of, push, read_alone};
use fastrand::Rng;
use serde_json::{Value, json};
use tumble_interchange::{GltfError, write_glb};

/// The JSON and the binary chunk of a small file in which every kind of data is.
fn victim() -> (Vec<u8>, Vec<u8>) {
    let mut file = Fixture::character();
    let small = file.accessor(I16, "VEC3", 3, &[0; 18]);
    file.json["accessors"][small]["normalized"] = json!(true);
    let (places, values) = (file.view(&[0, 0, 2, 0]), file.view(&[0; 24]));
    file.json["accessors"][small]["sparse"] = json!({
        "count": 2,
        "indices": { "bufferView": places, "componentType": U16 },
        "values": { "bufferView": values },
    });
    file.json["accessors"][small]["bufferView"] = Value::Null;
    file.json["accessors"][small]["componentType"] = json!(F32);
    file.json["meshes"][1]["primitives"][0]["targets"] = json!([{ "POSITION": small }]);
    file.json["meshes"][1]["extras"] = json!({ "targetNames": ["glow"] });
    let weights = file.floats("SCALAR", &[0.0, 1.0, 0.0]);
    let image = file.view(b"\x89PNG\r\n\x1a\n....");
    file.json["images"] = json!([{ "bufferView": image, "mimeType": "image/png" }]);
    file.json["textures"] = json!([{ "source": 0 }]);
    file.json["materials"][0]["pbrMetallicRoughness"] = json!({ "baseColorTexture": { "index": 0 } });
    let sampler = json!({ "input": 7, "output": weights, "interpolation": "STEP" });
    push(&mut file.json["animations"][0]["samplers"], sampler);
    let channel = json!({ "sampler": 1, "target": { "node": 3, "path": "weights" } });
    push(&mut file.json["animations"][0]["channels"], channel);
    file.json["animations"][0]["extras"] = json!({ "tumble": { "metres_per_unit": 0.01 } });
    file.json["buffers"] = json!([{ "byteLength": file.bin.len() }]);
    (file.json.to_string().into_bytes(), file.bin)
}

/// Reads bytes and writes what was read.
fn survive(bytes: &[u8]) -> bool {
    let read = read_alone(bytes);
    if let Ok(asset) = &read {
        let written = write_glb(&asset.model, &asset.clips);
        written
            .map(|bytes| read_alone(&bytes))
            .expect("what was read can be written")
            .expect("and read again");
    }
    read.is_ok()
}

#[test]
fn a_file_cut_off_anywhere_is_refused() {
    let (json, bin) = victim();
    let glb = glb_of(&json, &bin);
    assert!(survive(&glb), "the whole file is read");
    for length in 0..glb.len() {
        assert!(read_alone(&glb[..length]).is_err(), "the first {length} bytes");
    }
    for length in 0..json.len() {
        assert!(read_alone(&json[..length]).is_err(), "the first {length} bytes of the JSON");
    }
    assert!(survive(&[glb.as_slice(), b"more"].concat()), "what follows the file is not looked at");
}

#[test]
fn flipped_bits_are_read_or_refused() {
    let (json, bin) = victim();
    let glb = glb_of(&json, &bin);
    let mut rng = Rng::with_seed(1);
    let mut read = 0;
    for _ in 0..4000 {
        let mut bytes = glb.clone();
        for _ in 0..rng.usize(1..4) {
            let place = rng.usize(..bytes.len());
            bytes[place] ^= 1 << rng.u32(..8);
        }
        read += usize::from(survive(&bytes));
    }
    assert!((500..3500).contains(&read), "{read} of 4000: the flips reach beyond the first check");
}

#[test]
fn changed_json_is_read_or_refused() {
    let (json, bin) = victim();
    let json: Value = serde_json::from_slice(&json).expect("JSON");
    let mut rng = Rng::with_seed(2);
    let mut read = 0;
    for _ in 0..4000 {
        let mut changed = json.clone();
        for _ in 0..rng.usize(1..4) {
            let length = count(&changed);
            change(&mut changed, &mut rng.usize(..length), &mut rng);
        }
        read += usize::from(survive(&glb_of(changed.to_string().as_bytes(), &bin)));
    }
    assert!((500..3500).contains(&read), "{read} of 4000: the changes reach beyond the first check");
}

fn count(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(count).sum::<usize>(),
        Value::Object(fields) => 1 + fields.values().map(count).sum::<usize>(),
        _ => 1,
    }
}

/// Changes the value that comes after so many others.
fn change(value: &mut Value, after: &mut usize, rng: &mut Rng) -> bool {
    if *after == 0 {
        *value = changed(value, rng);
        return true;
    }
    *after -= 1;
    match value {
        Value::Array(items) => items.iter_mut().any(|item| change(item, after, rng)),
        Value::Object(fields) => fields.values_mut().any(|field| change(field, after, rng)),
        _ => false,
    }
}

fn changed(value: &Value, rng: &mut Rng) -> Value {
    match (value, rng.u32(..8)) {
        (_, 0) => Value::Null,
        (Value::Array(items), 1..=3) => items.iter().rev().cloned().collect(),
        (Value::Array(items), 4..) => items.iter().chain(items).cloned().collect(),
        (Value::Object(fields), 1..) => {
            let lost = rng.usize(..fields.len().max(1));
            let kept = fields.iter().enumerate().filter(|(place, _)| *place != lost);
            kept.map(|(_, (name, field))| (name.clone(), field.clone())).collect()
        }
        (Value::Number(number), 1..=3) => json!(number.as_i64().unwrap_or(0) + rng.i64(-2..=2)),
        (Value::Number(_), 4) => json!(rng.u64(..)),
        (Value::Number(_), 5) => json!(-1.5e300),
        (Value::Number(_), 6) => json!(rng.f32() * 10.0),
        _ => json!([5120, 5121, 5122, 5123, 5125, 5126][rng.usize(..6)]),
    }
}

#[test]
fn a_chain_of_as_many_nodes_as_there_can_be_is_refused() {
    let nodes: Vec<Value> = (1..=65_535)
        .map(|child| if child < 65_535 { json!({ "children": [child] }) } else { json!({}) })
        .collect();
    let error = Fixture::new(nodes).read().expect_err("its paths would fill the memory");
    assert!(matches!(error, GltfError::Skeleton(_)), "{error}");
}

#[test]
fn a_million_nodes_side_by_side_are_refused() {
    let mut nodes = vec![json!({ "children": (1..1_000_000).collect::<Vec<u32>>() })];
    nodes.resize(1_000_000, json!({}));
    let error = Fixture::new(nodes).read().expect_err("more than a skeleton can have");
    assert!(matches!(error, GltfError::Skeleton(_)), "{error}");
}

/// A long chain of nodes that are no joints, each with a mesh and targets of its own to be named.
#[test]
fn names_that_grow_with_every_node_are_bounded() {
    let mut file = Fixture::character();
    let first = 4;
    file.json["nodes"][0]["children"] = json!([1, 2, first]);
    for node in first..first + 20_000 {
        let link = json!({ "name": "a rather long name", "children": [node + 1], "mesh": 1 });
        push(&mut file.json["nodes"], link);
    }
    push(&mut file.json["nodes"], json!({}));
    let target = file.json["meshes"][1]["primitives"][0]["attributes"]["POSITION"].clone();
    file.json["meshes"][1]["primitives"][0]["targets"] = json!([{ "POSITION": target }]);
    let error = file.read().expect_err("their paths would fill the memory");
    assert!(error.to_string().contains("unfold"), "{error}");
}

#[test]
fn a_small_file_cannot_ask_for_much_memory_by_asking_often() {
    let mut file = Fixture::character();
    let zeros = json!({ "componentType": F32, "type": "VEC3", "count": 1_000_000 });
    let zeros = push(&mut file.json["accessors"], zeros);
    file.json["meshes"][1]["primitives"] =
        (0..1000).map(|_| json!({ "attributes": { "POSITION": zeros } })).collect();
    let error = file.read().expect_err("12 GB of zeros");
    assert!(error.to_string().contains("unfold"), "{error}");
}

#[test]
fn a_small_file_may_well_ask_for_some_zeros() {
    let mut file = Fixture::character();
    let zeros = json!({ "componentType": U8, "type": "VEC3", "count": 1000 });
    let zeros = push(&mut file.json["accessors"], zeros);
    file.json["meshes"][1]["primitives"][0]["attributes"]["POSITION"] = json!(zeros);
    let asset = file.read().expect("1000 zeros");
    assert_eq!(asset.model.meshes[1].surfaces[0].positions.len(), 1000);
}

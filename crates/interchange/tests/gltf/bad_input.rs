// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Each fault of a file gets one line that says what is wrong and where.

use crate::fixture::{F32, Fixture, I16, U8, glb_of, push, read_alone};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Changes a file that can be read such that it cannot.
type Harm = fn(&mut Fixture);

fn channel(file: &mut Fixture) -> &mut Value {
    &mut file.json["animations"][0]["channels"][0]
}

fn attributes(file: &mut Fixture) -> &mut Value {
    &mut file.json["meshes"][0]["primitives"][0]["attributes"]
}

const HARM: &[(&str, Harm)] = &[
    ("another version", |file| file.json["asset"]["version"] = json!("1.0")),
    ("a version to come", |file| file.json["asset"]["minVersion"] = json!("2.1")),
    ("no asset", |file| file.json["asset"] = Value::Null),
    ("JSON of other kinds", |file| file.json["nodes"] = json!({})),
    ("an extension", |file| file.json["extensionsRequired"] = json!(["KHR_mesh_quantization", "ACME_bones"])),
    ("compression", |file| file.json["extensionsRequired"] = json!(["KHR_draco_mesh_compression"])),
    ("no nodes", |file| file.json = json!({ "asset": { "version": "2.0" } })),
    ("an empty scene", |file| file.json["scenes"][0]["nodes"] = json!([])),
    ("a scene that is not there", |file| file.json["scene"] = json!(3)),
    ("a scene of nodes that are not there", |file| file.json["scenes"][0]["nodes"] = json!([99])),
    ("a scene that begins below", |file| file.json["scenes"][0]["nodes"] = json!([0, 1])),
    ("a child that is not there", |file| file.json["nodes"][1]["children"] = json!([99])),
    ("two parents", |file| file.json["nodes"][2]["children"] = json!([3])),
    ("its own ancestor", |file| file.json["nodes"][3]["children"] = json!([0])),
    ("its own parent", |file| {
        let node = file.json["nodes"].as_array().map_or(0, Vec::len);
        push(&mut file.json["nodes"], json!({ "name": "snake", "children": [node] }));
    }),
    ("a rotation of no length", |file| file.json["nodes"][1]["rotation"] = json!([0, 0, 0, 0])),
    ("a place too far away", |file| file.json["nodes"][1]["translation"] = json!([1e39, 0, 0])),
    ("a mesh too far away", |file| {
        let far = json!({ "mesh": 1, "translation": [3e38, 0, 0] });
        let far = push(&mut file.json["nodes"], far);
        file.json["nodes"][3]["children"] = json!([far]);
        file.json["nodes"][3]["scale"] = json!([2, 2, 2]);
    }),
    ("a buffer without bytes", |file| {
        file.json["buffers"] = json!([{ "byteLength": 4 }, { "byteLength": 8 }]);
    }),
    ("a buffer that is too short", |file| file.json["buffers"] = json!([{ "byteLength": 60_000 }])),
    ("a buffer that is not there", |file| {
        file.json["buffers"] = json!([{ "byteLength": 4, "uri": "gone.bin" }]);
    }),
    ("a buffer elsewhere", |file| {
        file.json["buffers"] = json!([{ "byteLength": 4, "uri": "https://example.com/a.bin" }]);
    }),
    ("a buffer above", |file| {
        file.json["buffers"] = json!([{ "byteLength": 4, "uri": "a/%2e%2E/../secret.bin" }]);
    }),
    ("a buffer at the top", |file| {
        file.json["buffers"] = json!([{ "byteLength": 4, "uri": "/etc/passwd" }]);
    }),
    ("a buffer that is not base64", |file| {
        file.json["buffers"] =
            json!([{ "byteLength": 4, "uri": "data:application/octet-stream;base64,????" }]);
    }),
    ("a view of another buffer", |file| file.json["bufferViews"][0]["buffer"] = json!(7)),
    ("a view past the end", |file| file.json["bufferViews"][0]["byteLength"] = json!(u64::MAX)),
    ("an accessor of another view", |file| file.json["accessors"][0]["bufferView"] = json!(77)),
    ("an accessor past the end", |file| file.json["accessors"][0]["count"] = json!(4)),
    ("an accessor far past the end", |file| file.json["accessors"][0]["count"] = json!(u64::MAX)),
    ("an accessor that begins past the end", |file| {
        file.json["accessors"][0]["byteOffset"] = json!(u64::MAX);
    }),
    ("zeros without end", |file| {
        file.json["accessors"][0] = json!({ "componentType": F32, "type": "VEC3", "count": 1_u64 << 40 });
    }),
    ("elements on top of each other", |file| file.json["bufferViews"][0]["byteStride"] = json!(4)),
    ("another type of number", |file| file.json["accessors"][0]["componentType"] = json!(5124)),
    ("another shape", |file| file.json["accessors"][0]["type"] = json!("VEC2")),
    ("no such shape", |file| file.json["accessors"][0]["type"] = json!("VEC5")),
    ("a negative count", |file| file.json["accessors"][0]["count"] = json!(-1)),
    ("a sparse element that is not there", |file| {
        let (places, values) = (file.view(&[3]), file.view(&[0; 12]));
        file.json["accessors"][0]["sparse"] = json!({
            "count": 1,
            "indices": { "bufferView": places, "componentType": U8 },
            "values": { "bufferView": values },
        });
    }),
    ("sparse elements without bytes", |file| {
        let (places, values) = (file.view(&[0]), file.view(&[0; 12]));
        file.json["accessors"][0]["sparse"] = json!({
            "count": 1_u64 << 62,
            "indices": { "bufferView": places, "componentType": U8 },
            "values": { "bufferView": values },
        });
    }),
    ("sparse places that are no integers", |file| {
        file.json["accessors"][0]["sparse"] = json!({
            "count": 1,
            "indices": { "bufferView": 0, "componentType": F32 },
            "values": { "bufferView": 0 },
        });
    }),
    ("a position that is no number", |file| {
        let nan = file.floats("VEC3", &[0.0, 0.0, 0.0, 0.0, f32::NAN, 0.0, 0.0, 0.0, 0.0]);
        attributes(file)["POSITION"] = json!(nan);
    }),
    ("another number of normals", |file| {
        let two = file.floats("VEC3", &[0.0; 6]);
        attributes(file)["NORMAL"] = json!(two);
    }),
    ("a vertex that is not there", |file| {
        let indices = file.accessor(U8, "SCALAR", 3, &[0, 1, 3]);
        file.json["meshes"][0]["primitives"][0]["indices"] = json!(indices);
    }),
    ("vertices that are no integers", |file| {
        let indices = file.accessor(I16, "SCALAR", 3, &[0; 6]);
        file.json["meshes"][0]["primitives"][0]["indices"] = json!(indices);
    }),
    ("a bone that is not there", |file| {
        let joints = file.accessor(U8, "VEC4", 3, &[0, 9, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0]);
        attributes(file)["JOINTS_0"] = json!(joints);
    }),
    ("a mesh that is not there", |file| file.json["nodes"][3]["mesh"] = json!(7)),
    ("a material that is not there", |file| {
        file.json["meshes"][0]["primitives"][0]["material"] = json!(1);
    }),
    ("a texture that is not there", |file| {
        file.json["materials"][0]["pbrMetallicRoughness"] = json!({ "baseColorTexture": { "index": 1 } });
    }),
    ("a skin that is not there", |file| file.json["nodes"][2]["skin"] = json!(1)),
    ("a skin without joints", |file| file.json["skins"][0]["joints"] = json!([])),
    ("a skin of joints elsewhere", |file| {
        let elsewhere = push(&mut file.json["nodes"], json!({ "name": "elsewhere" }));
        file.json["skins"][0]["joints"] = json!([0, elsewhere]);
    }),
    ("too few bind matrices", |file| {
        let binds = file.floats("MAT4", &[0.0; 16]);
        file.json["skins"][0]["inverseBindMatrices"] = json!(binds);
    }),
    ("a sampler that is not there", |file| channel(file)["sampler"] = json!(2)),
    ("keys out of order", |file| {
        let times = file.floats("SCALAR", &[0.0, 1.0, 0.5]);
        file.json["animations"][0]["samplers"][0]["input"] = json!(times);
    }),
    ("two keys at one time", |file| {
        let times = file.floats("SCALAR", &[0.0, 0.5, 0.5]);
        file.json["animations"][0]["samplers"][0]["input"] = json!(times);
    }),
    ("a key before the start", |file| {
        let times = file.floats("SCALAR", &[-0.5, 0.5, 1.0]);
        file.json["animations"][0]["samplers"][0]["input"] = json!(times);
    }),
    ("a time that is no number", |file| {
        let times = file.floats("SCALAR", &[0.0, f32::NAN, 1.0]);
        file.json["animations"][0]["samplers"][0]["input"] = json!(times);
    }),
    ("a key that is no number", |file| {
        let turns =
            file.floats("VEC4", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, f32::INFINITY, 0.0, 0.0, 1.0]);
        file.json["animations"][0]["samplers"][0]["output"] = json!(turns);
    }),
    ("a key that turns nowhere", |file| {
        let turns = file.floats("VEC4", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
        file.json["animations"][0]["samplers"][0]["output"] = json!(turns);
    }),
    ("too few values", |file| {
        file.json["animations"][0]["samplers"][0]["interpolation"] = json!("CUBICSPLINE");
    }),
    ("no such interpolation", |file| {
        file.json["animations"][0]["samplers"][0]["interpolation"] = json!("BOUNCE");
    }),
];

#[test]
fn each_fault_has_its_own_line() {
    Fixture::character().read().expect("unharmed");
    let mut lines = String::new();
    for (fault, harm) in HARM {
        let mut file = Fixture::character();
        harm(&mut file);
        let error = file.read().expect_err(fault).to_string();
        assert!(!error.contains('\n'), "{fault}: {error}");
        writeln!(lines, "{fault}:\n    {error}").expect("a string takes everything");
    }
    insta::assert_snapshot!("faults", lines);
}

#[test]
fn what_is_no_gltf_is_told_by_its_first_bytes() {
    let glb = Fixture::character().glb();
    let mut lines = String::new();
    for (fault, bytes) in [
        ("nothing", vec![]),
        ("another file", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec()),
        ("text", b"hello".to_vec()),
        ("half a header", glb[..10].to_vec()),
        ("half a file", glb[..glb.len() / 2].to_vec()),
        ("version 1", [b"glTF\x01\0\0\0", &glb[8..]].concat()),
        ("a first chunk of bytes", [&glb[..16], b"BIN\0", &glb[20..]].concat()),
        ("a chunk past the end", [&glb[..12], b"\xff\xff\xff\xff", &glb[16..]].concat()),
        ("no JSON", glb_of(b"{\n  \"asset\": {\n}", &[])),
        ("an array", b"[]".to_vec()),
    ] {
        let error = read_alone(&bytes).expect_err(fault).to_string();
        writeln!(lines, "{fault}:\n    {error}").expect("a string takes everything");
    }
    insta::assert_snapshot!("beginnings", lines);
}

#[test]
fn a_file_that_cannot_be_opened_is_named() {
    let error = tumble_interchange::read_gltf(std::path::Path::new("no/such/hero.glb")).expect_err("no file");
    assert!(error.to_string().starts_with("no/such/hero.glb: "), "{error}");
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Small glTF files, made by hand.

use serde_json::{Value, json};
use tumble_interchange::{Asset, GltfError, read_gltf_bytes};

pub(crate) const U8: u32 = 5121;
pub(crate) const I16: u32 = 5122;
pub(crate) const U16: u32 = 5123;
pub(crate) const F32: u32 = 5126;

/// A glTF under construction: its JSON, to be changed at will, and its binary chunk.
pub(crate) struct Fixture {
    pub(crate) json: Value,
    pub(crate) bin: Vec<u8>,
}

impl Fixture {
    /// A file of these nodes; the first is the root.
    pub(crate) fn new(nodes: impl Into<Value>) -> Self {
        let json = json!({
            "asset": { "version": "2.0" },
            "scenes": [{ "nodes": [0] }],
            "nodes": nodes.into(),
            "accessors": [],
            "bufferViews": [],
        });
        Self { json, bin: Vec::new() }
    }

    /// A skinned triangle on two joints, with a mesh of one more triangle held in the hand, and a clip that waves.
    pub(crate) fn character() -> Self {
        let mut file = Self::new(json!([
            { "name": "body", "children": [1, 2], "translation": [0.0, 1.0, 0.0] },
            { "name": "hand", "children": [3], "rotation": [0.0, 0.0, 0.6, 0.8], "scale": [1.0, 2.0, 1.0] },
            { "name": "skin", "mesh": 0, "skin": 0 },
            { "name": "sword", "mesh": 1, "translation": [0.0, 0.5, 0.0] },
        ]));
        let positions = file.floats("VEC3", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
        let normals = file.floats("VEC3", &[0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
        let uvs = file.floats("VEC2", &[0.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
        let joints = file.accessor(U8, "VEC4", 3, &[0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0]);
        let weights = file.floats("VEC4", &[0.75, 0.25, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
        let indices = file.accessor(U16, "SCALAR", 3, &[0, 0, 1, 0, 2, 0]);
        let one = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 1.0];
        let binds = file.floats("MAT4", &[one, one].concat());
        let times = file.floats("SCALAR", &[0.0, 0.5, 1.0]);
        let turns = file.floats("VEC4", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.6, 0.8, 0.0, 0.0, 0.0, 1.0]);
        file.json["meshes"] = json!([
            {
                "name": "Cube.001",
                "primitives": [{
                    "attributes": {
                        "POSITION": positions, "NORMAL": normals, "TEXCOORD_0": uvs,
                        "JOINTS_0": joints, "WEIGHTS_0": weights,
                    },
                    "indices": indices,
                    "material": 0,
                }],
            },
            { "name": "Cube.002", "primitives": [{ "attributes": { "POSITION": positions } }] },
        ]);
        file.json["materials"] = json!([{ "name": "cloth", "doubleSided": true }]);
        file.json["skins"] = json!([{ "joints": [0, 1], "inverseBindMatrices": binds }]);
        file.json["animations"] = json!([{
            "name": "wave",
            "channels": [{ "sampler": 0, "target": { "node": 1, "path": "rotation" } }],
            "samplers": [{ "input": times, "output": turns }],
        }]);
        file
    }

    /// Adds an accessor of floats and gives its number.
    pub(crate) fn floats(&mut self, kind: &str, values: &[f32]) -> usize {
        let components = match kind {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            _ => 16,
        };
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.accessor(F32, kind, values.len() / components, &bytes)
    }

    /// Adds an accessor of these bytes and gives its number.
    pub(crate) fn accessor(&mut self, component: u32, kind: &str, count: usize, bytes: &[u8]) -> usize {
        let view = self.view(bytes);
        let accessor =
            json!({ "bufferView": view, "componentType": component, "type": kind, "count": count });
        push(&mut self.json["accessors"], accessor)
    }

    /// Adds a buffer view of these bytes and gives its number.
    pub(crate) fn view(&mut self, bytes: &[u8]) -> usize {
        self.bin.resize(self.bin.len().next_multiple_of(4), 0);
        let view = json!({ "buffer": 0, "byteOffset": self.bin.len(), "byteLength": bytes.len() });
        self.bin.extend_from_slice(bytes);
        push(&mut self.json["bufferViews"], view)
    }

    /// The file as a `.glb`.
    pub(crate) fn glb(&self) -> Vec<u8> {
        let mut document = self.json.clone();
        if !self.bin.is_empty() && document["buffers"].is_null() {
            document["buffers"] = json!([{ "byteLength": self.bin.len() }]);
        }
        glb_of(document.to_string().as_bytes(), &self.bin)
    }

    /// What is read from it. No other file is there.
    pub(crate) fn read(&self) -> Result<Asset, GltfError> {
        read_alone(&self.glb())
    }
}

/// JSON and binary data as a `.glb`.
pub(crate) fn glb_of(json: &[u8], bin: &[u8]) -> Vec<u8> {
    let padded = |bytes: &[u8], filler: u8| {
        let mut bytes = bytes.to_vec();
        bytes.resize(bytes.len().next_multiple_of(4), filler);
        bytes
    };
    let (json, bin) = (padded(json, b' '), padded(bin, 0));
    let word = |length: usize| u32::try_from(length).expect("a small file").to_le_bytes();
    let length = 12 + 8 + json.len() + 8 + bin.len();
    [
        b"glTF",
        word(2).as_slice(),
        &word(length),
        &word(json.len()),
        b"JSON",
        &json,
        &word(bin.len()),
        b"BIN\0",
        &bin,
    ]
    .concat()
}

/// What is read from bytes beside which there are no files.
pub(crate) fn read_alone(bytes: &[u8]) -> Result<Asset, GltfError> {
    read_gltf_bytes("someone", bytes, |_| Err(std::io::ErrorKind::NotFound.into()))
}

/// Adds an element to a JSON array and gives its place.
pub(crate) fn push(array: &mut Value, element: Value) -> usize {
    let array = array.as_array_mut().expect("an array");
    array.push(element);
    array.len() - 1
}

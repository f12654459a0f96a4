// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use serde_json::Value;
use std::path::PathBuf;
use tumble_pose::glam::{Quat, Vec3};
use tumble_pose::{Joint, Skeleton, Transform};

/// The joints of a GLB file and all nodes above them; of a file without skins, all nodes. `None`, said on stderr,
/// where there is no corpus.
pub(crate) fn skeleton(file: &str) -> Option<Skeleton> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let corpus = std::env::var_os("TUMBLE_CORPUS").map_or_else(|| PathBuf::from(default), PathBuf::from);
    if !corpus.is_dir() {
        let required = std::env::var_os("TUMBLE_REQUIRE_CORPUS").is_some_and(|value| value == "1");
        assert!(!required, "the corpus is required, and {} is no folder", corpus.display());
        eprintln!("skipped: no corpus at {}", corpus.display());
        return None;
    }
    let bytes = std::fs::read(corpus.join(file)).expect("a file of the corpus");
    let length = u32::from_le_bytes(bytes[12..16].try_into().expect("four bytes")) as usize;
    let json: Value = serde_json::from_slice(&bytes[20..20 + length]).expect("a JSON chunk");
    Some(from_json(&json))
}

fn from_json(json: &Value) -> Skeleton {
    let nodes = array(&json["nodes"]);
    let mut parents = vec![None; nodes.len()];
    for (parent, node) in nodes.iter().enumerate() {
        for child in array(&node["children"]) {
            parents[index(child)] = Some(parent);
        }
    }
    let mut wanted = vec![json["skins"].is_null(); nodes.len()];
    for skin in array(&json["skins"]) {
        for joint in array(&skin["joints"]) {
            for node in std::iter::successors(Some(index(joint)), |&node| parents[node]) {
                wanted[node] = true;
            }
        }
    }
    let kept: Vec<usize> = (0..nodes.len()).filter(|&node| wanted[node]).collect();
    let place = |node: usize| kept.iter().position(|&kept| kept == node).expect("an ancestor is kept");
    let joints: Vec<Joint> = kept
        .iter()
        .map(|&node| Joint {
            name: nodes[node]["name"].as_str().unwrap_or_default().to_owned(),
            parent: parents[node].map(place),
            rest: rest(&nodes[node]),
        })
        .collect();
    Skeleton::new(&joints).expect("one tree")
}

fn rest(node: &Value) -> Transform {
    let numbers = |key: &str| -> Vec<f32> {
        array(&node[key]).iter().map(|number| number.as_f64().expect("a number") as f32).collect()
    };
    let vector = |key, default| match numbers(key)[..] {
        [x, y, z] => Vec3::new(x, y, z),
        _ => default,
    };
    let rotation = match numbers("rotation")[..] {
        [x, y, z, w] => Quat::from_xyzw(x, y, z, w),
        _ => Quat::IDENTITY,
    };
    Transform { translation: vector("translation", Vec3::ZERO), rotation, scale: vector("scale", Vec3::ONE) }
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn index(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("an index")).expect("small")
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Which nodes become joints, and where meshes hang.

use crate::fixture::{Fixture, push, read_alone};
use serde_json::{Value, json};
use tumble_interchange::Asset;
use tumble_pose::glam::{Affine3A, Quat, Vec3};
use tumble_pose::{Attach, JointIndex, Transform};

fn read(file: &Fixture) -> Asset {
    file.read().expect("a file that can be read")
}

fn paths(asset: &Asset) -> Vec<&str> {
    let skeleton = &asset.model.skeleton;
    skeleton.joints().map(|joint| skeleton.path(joint)).collect()
}

/// Where a mesh hangs stiffly.
fn rigid(asset: &Asset, mesh: usize) -> (&str, Affine3A) {
    match &asset.model.meshes[mesh].attach {
        Attach::Rigid { joint, offset } => (asset.model.skeleton.path(*joint), *offset),
        skinned @ Attach::Skinned { .. } => panic!("{skinned:?}"),
    }
}

/// Gives a node a mesh of one triangle.
fn show(file: &mut Fixture, node: usize) {
    let positions = file.floats("VEC3", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    file.json["meshes"] = json!([{ "primitives": [{ "attributes": { "POSITION": positions } }] }]);
    file.json["nodes"][node]["mesh"] = json!(0);
}

/// Moves a node, by an animation of its own.
fn moved(file: &mut Fixture, node: usize) {
    let (times, values) = (file.floats("SCALAR", &[0.0]), file.floats("VEC3", &[0.0; 3]));
    let animation = json!({
        "channels": [{ "sampler": 0, "target": { "node": node, "path": "translation" } }],
        "samplers": [{ "input": times, "output": values }],
    });
    if file.json["animations"].is_null() {
        file.json["animations"] = json!([]);
    }
    push(&mut file.json["animations"], animation);
}

fn tree() -> Fixture {
    Fixture::new(json!([
        { "name": "scene root", "children": [1, 4] },
        { "name": "hips", "children": [2, 3] },
        { "name": "leg" },
        { "name": "leg", "children": [5] },
        { "name": "hat" },
        { "name": "" },
    ]))
}

#[test]
fn every_node_is_a_joint_where_nothing_says_otherwise() {
    let asset = read(&tree());
    assert_eq!(paths(&asset), ["", "hips", "hat", "hips/leg", "hips/leg#2", "hips/leg#2/#5"]);
    assert_eq!(asset.model.skeleton.name(JointIndex::ROOT), "scene root");
    assert_eq!(asset.model.name, "someone", "after the file");
}

#[test]
fn joints_are_those_of_skins_and_those_that_move_and_all_above_them() {
    let mut file = tree();
    file.json["skins"] = json!([{ "joints": [2] }]);
    assert_eq!(paths(&read(&file)), ["", "hips", "hips/leg"]);
    moved(&mut file, 4);
    assert_eq!(paths(&read(&file)), ["", "hips", "hat", "hips/leg"]);
}

#[test]
fn several_roots_are_put_under_one_named_after_the_scene() {
    let mut file = Fixture::new(json!([
        { "name": "left", "translation": [1, 0, 0] },
        { "name": "right" },
        { "name": "idle" },
    ]));
    file.json["scenes"] = json!([{ "nodes": [0, 1, 2, 1], "name": "Twins" }]);
    moved(&mut file, 0);
    moved(&mut file, 1);
    let asset = read(&file);
    assert_eq!(paths(&asset), ["", "left", "right"]);
    let skeleton = &asset.model.skeleton;
    assert_eq!(skeleton.name(JointIndex::ROOT), "Twins");
    assert_eq!(skeleton.rest_pose().get(JointIndex::ROOT), Transform::IDENTITY);
    file.json["scenes"][0]["name"] = Value::Null;
    assert_eq!(read(&file).model.skeleton.name(JointIndex::ROOT), "someone", "or after the file");
    file.json["animations"] = json!([file.json["animations"][0]]);
    assert_eq!(read(&file).model.skeleton.name(JointIndex::ROOT), "left", "one root needs none above it");
}

#[test]
fn the_default_scene_is_read_and_the_rest_is_not() {
    let mut file = Fixture::new(json!([{ "name": "here" }, { "name": "elsewhere" }]));
    file.json["scenes"] = json!([{ "nodes": [0] }, { "nodes": [1] }]);
    assert_eq!(read(&file).model.skeleton.name(JointIndex::ROOT), "here", "the first, untold");
    file.json["scene"] = json!(1);
    assert_eq!(read(&file).model.skeleton.name(JointIndex::ROOT), "elsewhere");
    file.json["skins"] = json!([{ "joints": [0] }]);
    assert_eq!(paths(&read(&file)), [""], "a skin elsewhere makes no joint here");
    let document = file.json.as_object_mut().expect("an object");
    document.retain(|name, _| !name.starts_with("scene"));
    let skeleton = read(&file).model.skeleton;
    assert_eq!(skeleton.name(JointIndex::ROOT), "here", "without scenes, all nodes are looked at");
}

/// One corpus robot's foot hangs on a joint of its own name.
#[test]
fn a_mesh_hangs_on_the_nearest_joint_above_with_all_between() {
    let mut file = Fixture::new(json!([
        { "name": "Foot.L", "children": [1], "translation": [7, 0, 0] },
        { "name": "between", "children": [2], "rotation": [0, 0, 1, 0], "scale": [2, 2, 2] },
        { "name": "Foot.L", "translation": [1, 0, 0] },
    ]));
    show(&mut file, 2);
    moved(&mut file, 0);
    let asset = read(&file);
    assert_eq!(paths(&asset), [""]);
    assert_eq!(asset.model.meshes[0].name, "Foot.L", "by the name of its node");
    let (joint, offset) = rigid(&asset, 0);
    assert_eq!(joint, "");
    let corner = offset.transform_point3(Vec3::X);
    assert!(corner.distance(Vec3::new(-4.0, 0.0, 0.0)) < 1e-5, "{corner}");
}

#[test]
fn a_mesh_under_no_joint_stays_where_it_is_on_the_root() {
    let mut file = Fixture::new(json!([
        { "name": "root", "translation": [0, 1, 0], "scale": [2, 2, 2] },
        { "name": "prop", "translation": [3, 0, 0] },
    ]));
    file.json["scenes"][0]["nodes"] = json!([0, 1]);
    show(&mut file, 1);
    moved(&mut file, 0);
    let asset = read(&file);
    let (joint, offset) = rigid(&asset, 0);
    assert_eq!(joint, "");
    let root = asset.model.skeleton.rest_pose().get(JointIndex::ROOT).to_affine();
    let corner = (root * offset).transform_point3(Vec3::X);
    assert!(corner.distance(Vec3::new(4.0, 0.0, 0.0)) < 1e-5, "{corner}");
}

#[test]
fn a_mesh_on_a_joint_sits_in_it() {
    let mut file = tree();
    show(&mut file, 2);
    let asset = read(&file);
    assert_eq!(rigid(&asset, 0), ("hips/leg", Affine3A::IDENTITY));
}

#[test]
fn matrices_are_taken_apart_and_what_is_lost_is_said() {
    let place = Transform {
        translation: Vec3::new(1.0, 2.0, 3.0),
        rotation: Quat::from_rotation_y(1.0),
        scale: Vec3::new(1.0, 2.0, -3.0),
    };
    let columns = |affine: Affine3A| tumble_pose::glam::Mat4::from(affine).to_cols_array().to_vec();
    let mut file = Fixture::new(json!([{ "name": "root", "matrix": columns(place.to_affine()) }]));
    let asset = read(&file);
    let rest = asset.model.skeleton.rest_pose().get(JointIndex::ROOT);
    assert!(rest.to_affine().abs_diff_eq(place.to_affine(), 1e-5), "{rest:?}");
    assert!(asset.warnings.is_empty(), "{:?}", asset.warnings);
    let sheared = Affine3A::from_cols(Vec3::X.into(), Vec3::ONE.into(), Vec3::Z.into(), Vec3::ZERO.into());
    file.json["nodes"][0]["matrix"] = json!(columns(sheared));
    let warnings = read(&file).warnings;
    assert_eq!(warnings, ["node 0 \"root\": its matrix is sheared, which a joint cannot be"]);
}

#[test]
fn one_node_is_a_skeleton_of_one_joint() {
    let asset = read_alone(br#"{ "asset": { "version": "2.0" }, "nodes": [{}] }"#).expect("one node");
    assert_eq!(paths(&asset), [""]);
    assert_eq!(asset.model.skeleton.name(JointIndex::ROOT), "#0");
}

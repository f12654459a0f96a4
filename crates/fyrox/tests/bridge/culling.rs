// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Fyrox leaves out what its bounds say is out of sight: nothing that can be seen may be.

use crate::corpus::gltf_files;
use crate::poses::update;
use crate::skinning::drawn;
use fyrox::graph::SceneGraph;
use fyrox::scene::Scene;
use fyrox::scene::mesh::Mesh;
use fyrox::scene::node::NodeTrait;
use glam::{Quat, Vec3};
use tumble_fyrox::pose::{JointIndex, LocalPose, Model, Role, RoleMap};
use tumble_fyrox::{ModelNodes, interchange, mannequin, spawn_model, to_vec3, to_vector3};

/// How many of the meshes are left out at all when they are out of sight; all are checked to be in their bounds.
fn culled(name: &str, scene: &Scene, nodes: &ModelNodes) -> usize {
    let mut culled = 0;
    for &node in &nodes.meshes {
        let mesh = scene.graph.try_get_of_type::<Mesh>(node).expect("a mesh");
        if !mesh.frustum_culling() {
            continue;
        }
        culled += 1;
        let bounds = mesh.world_bounding_box();
        let (low, high) = (to_vec3(&bounds.min), to_vec3(&bounds.max));
        let slack = (high - low) * 1e-4;
        for surface in mesh.surfaces() {
            for corner in drawn(scene, mesh, surface) {
                let inside = corner.cmpge(low - slack).all() && corner.cmple(high + slack).all();
                assert!(inside, "{name}: {corner} of {} is not within {low} and {high}", mesh.name());
            }
        }
    }
    culled
}

/// Poses that fold and stretch, far from where the character stood.
fn wild(model: &Model, index: u32) -> LocalPose {
    let mut pose = model.skeleton.rest_pose().clone();
    for joint in model.skeleton.joints() {
        let mut place = pose.get(joint);
        let by = f32::from(joint.0) * 1.7 + index as f32 * 2.3;
        let axis = Vec3::new(by.sin(), (by * 1.9).cos(), (by * 0.6).sin() + 0.05).normalize();
        // Straight limbs in some poses, any turn in others.
        let turn = if index.is_multiple_of(2) { 0.0 } else { 3.0 * (by * 1.1).sin() };
        place.rotation *= Quat::from_axis_angle(axis, turn);
        pose.set(joint, place);
    }
    let moving = RoleMap::infer(&model.skeleton).get(Role::Hips).unwrap_or(JointIndex::ROOT);
    let mut hips = pose.get(moving);
    hips.translation += Vec3::new(9.0, -3.0, 20.0) * index as f32;
    hips.rotation *= Quat::from_rotation_x(index as f32);
    pose.set(moving, hips);
    pose
}

fn stays_in_its_bounds(model: &Model) -> (usize, usize) {
    let mut scene = Scene::new();
    let nodes = spawn_model(model, &mut scene.graph).expect("a model");
    let root = scene.graph[nodes.root].local_transform_mut();
    root.set_position(to_vector3(Vec3::new(-5.0, 1.0, 2.0))).set_scale(to_vector3(Vec3::splat(0.7)));
    update(&mut scene);
    let mut culled_meshes = culled(&model.name, &scene, &nodes);
    for index in 0..8 {
        nodes.write_pose(&wild(model, index), &mut scene.graph);
        update(&mut scene);
        culled_meshes = culled(&model.name, &scene, &nodes);
    }
    (culled_meshes, nodes.meshes.len())
}

#[test]
fn the_mannequin_is_never_outside_its_bounds_and_has_some() {
    assert_eq!(stays_in_its_bounds(&mannequin::model()), (1, 1));
}

#[test]
fn no_mesh_of_the_corpus_is_outside_its_bounds() {
    for file in gltf_files() {
        let asset = interchange::read_gltf(&file).expect("a file of the corpus");
        let (culled, all) = stays_in_its_bounds(&asset.model);
        println!("{}: {culled} of {all} meshes have bounds", asset.model.name);
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! What Fyrox draws is what the model says: its own arithmetic on bones, inverse bind matrices and vertices gives the
//! places that ours gives.

use crate::corpus::gltf_files;
use crate::poses::update;
use crate::shapes::{self, rigid, skinned, tetrahedron};
use fyrox::graph::SceneGraph;
use fyrox::scene::Scene;
use fyrox::scene::mesh::Mesh;
use fyrox::scene::mesh::buffer::{VertexAttributeUsage, VertexReadTrait};
use fyrox::scene::mesh::surface::Surface as FyroxSurface;
use glam::{Affine3A, Quat, Vec3};
use proptest::collection::vec;
use proptest::prelude::*;
use tumble_fyrox::pose::{Attach, JointIndex, LocalPose, LocalToModelJob, Model, ModelPose, generators};
use tumble_fyrox::{ModelNodes, interchange, mannequin, spawn_model, to_affine, to_vec3};

/// Where Fyrox's shaders put each vertex of a surface, triangle by triangle.
pub(crate) fn drawn(scene: &Scene, mesh: &Mesh, surface: &FyroxSurface) -> Vec<Vec3> {
    let bones: Vec<Affine3A> = surface
        .bones()
        .iter()
        .map(|&bone| {
            let bone = &scene.graph[bone];
            to_affine(&(bone.global_transform() * bone.inv_bind_pose_transform()))
        })
        .collect();
    let data = surface.data();
    let data = data.data_ref();
    let place = |vertex: u32| {
        let vertex = data.vertex_buffer.get(vertex as usize).expect("a vertex");
        let at = to_vec3(&vertex.read_3_f32(VertexAttributeUsage::Position).expect("a place"));
        if bones.is_empty() {
            return to_affine(&mesh.global_transform()).transform_point3(at);
        }
        let indices = vertex.read_4_u8(VertexAttributeUsage::BoneIndices).expect("bones");
        let weights = vertex.read_4_f32(VertexAttributeUsage::BoneWeight).expect("weights");
        let pairs = indices.iter().zip(weights.iter());
        pairs.map(|(&bone, &weight)| bones[bone as usize].transform_point3(at) * weight).sum()
    };
    data.geometry_buffer.iter().flat_map(|triangle| triangle.0).map(place).collect()
}

/// Where the model says that the corners of all triangles are, in the same order, as long as nothing is cut.
pub(crate) fn expected(model: &Model, pose: &ModelPose) -> Vec<Vec3> {
    let mut all = Vec::new();
    for mesh in &model.meshes {
        for surface in &mesh.surfaces {
            for &vertex in &surface.indices {
                let at = surface.positions[vertex as usize];
                all.push(match &mesh.attach {
                    Attach::Rigid { joint, offset } => (pose.affine(*joint) * *offset).transform_point3(at),
                    Attach::Skinned { joints, inverse_bind } => {
                        let (places, weights) = surface.influences[vertex as usize];
                        let pairs = places.into_iter().zip(weights).filter(|pair| pair.1 != 0.0);
                        pairs
                            .map(|(place, weight)| {
                                let place = place as usize;
                                let bone = pose.affine(joints[place]) * inverse_bind[place];
                                bone.transform_point3(at) * weight
                            })
                            .sum()
                    }
                });
            }
        }
    }
    all
}

/// All joints turned, each another way, the root moved.
pub(crate) fn twisted(model: &Model) -> LocalPose {
    let mut pose = model.skeleton.rest_pose().clone();
    for joint in model.skeleton.joints() {
        let mut place = pose.get(joint);
        let by = f32::from(joint.0);
        let axis = Vec3::new((by * 1.3).sin(), (by * 2.1).cos(), (by * 0.7).sin() + 0.1).normalize();
        place.rotation *= Quat::from_axis_angle(axis, 0.6 * (by * 0.9).sin());
        pose.set(joint, place);
    }
    let mut root = pose.get(JointIndex::ROOT);
    root.translation += Vec3::new(0.3, 0.2, -0.4);
    pose.set(JointIndex::ROOT, root);
    pose
}

pub(crate) fn model_pose(model: &Model, local: &LocalPose) -> ModelPose {
    let mut pose = ModelPose::identity(model.skeleton.joint_count());
    LocalToModelJob { skeleton: &model.skeleton, local, output: &mut pose }.run().expect("one skeleton");
    pose
}

/// All corners that Fyrox draws, in the order of nodes and surfaces.
pub(crate) fn all_drawn(scene: &Scene, nodes: &ModelNodes) -> Vec<Vec3> {
    let mut all = Vec::new();
    for &mesh in &nodes.meshes {
        let mesh = scene.graph.try_get_of_type::<Mesh>(mesh).expect("a mesh");
        for surface in mesh.surfaces() {
            all.extend(drawn(scene, mesh, surface));
        }
    }
    all
}

/// Two lists of corners agree, but for the second and third of triangles that were turned round.
pub(crate) fn compare(name: &str, found: &[Vec3], wanted: &[Vec3]) {
    assert_eq!(found.len(), wanted.len(), "{name}: as many corners");
    let size = wanted.iter().fold(1e-3_f32, |most, at| most.max(at.abs().max_element()));
    let near = |a: Vec3, b: Vec3| a.distance(b) <= 2e-5 * size;
    for (index, (found, wanted)) in found.chunks(3).zip(wanted.chunks(3)).enumerate() {
        let straight = found.iter().zip(wanted).all(|(a, b)| near(*a, *b));
        let turned = near(found[0], wanted[0]) && near(found[1], wanted[2]) && near(found[2], wanted[1]);
        assert!(straight || turned, "{name}: triangle {index} is at {found:?}, not {wanted:?}");
    }
}

fn drawn_as_told(model: &Model) {
    let mut scene = Scene::new();
    let nodes =
        spawn_model(model, &mut scene.graph).unwrap_or_else(|error| panic!("{}: {error}", model.name));
    for pose in [model.skeleton.rest_pose().clone(), twisted(model)] {
        nodes.write_pose(&pose, &mut scene.graph);
        update(&mut scene);
        let wanted = expected(model, &model_pose(model, &pose));
        compare(&model.name, &all_drawn(&scene, &nodes), &wanted);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_skin_of_any_skeleton_is_drawn_where_its_model_says(
        (skeleton, pose) in generators::posed_skeletons(12),
        binds in vec(generators::transforms(), 12),
        offset in generators::transforms(),
    ) {
        let joints: Vec<JointIndex> = skeleton.joints().collect();
        let inverse_bind = binds[..joints.len()].iter().map(|bind| bind.to_affine()).collect();
        let soft = skinned(joints, inverse_bind, tetrahedron());
        let last = skeleton.joint_count() as u16 - 1;
        let model = shapes::model(skeleton, vec![soft.clone(), rigid(last, offset.to_affine()), soft]);
        let mut scene = Scene::new();
        let nodes = spawn_model(&model, &mut scene.graph).expect("a model");
        nodes.write_pose(&pose, &mut scene.graph);
        update(&mut scene);
        compare("a skin", &all_drawn(&scene, &nodes), &expected(&model, &model_pose(&model, &pose)));
    }
}

#[test]
fn the_mannequin_is_drawn_where_its_model_says() {
    drawn_as_told(&mannequin::model());
}

#[test]
fn every_file_of_the_corpus_becomes_nodes_and_is_drawn_where_its_model_says() {
    for file in gltf_files() {
        let asset =
            interchange::read_gltf(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        drawn_as_told(&asset.model);
    }
}

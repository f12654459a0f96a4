// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Geometry that Fyrox has no direct form for.

use crate::poses::update;
use crate::skinning::{all_drawn, compare, drawn, expected, model_pose, twisted};
use fyrox::graph::SceneGraph;
use fyrox::scene::Scene;
use fyrox::scene::mesh::Mesh as FyroxMesh;
use fyrox::scene::mesh::buffer::{VertexAttributeUsage, VertexReadTrait};
use glam::{Affine3A, Mat3A, Quat, Vec2, Vec3, Vec3A};
use tumble_fyrox::pose::{Attach, Joint, JointIndex, Mesh, Model, Skeleton, Surface, Transform};
use tumble_fyrox::{ModelTemplate, spawn_model, to_vec3};

/// A tetrahedron, each side with corners of its own, counter-clockwise seen from outside.
pub(crate) fn tetrahedron() -> Surface {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    let sides = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let positions: Vec<Vec3> = sides.iter().flatten().map(|&corner: &usize| corners[corner]).collect();
    Surface { indices: (0..positions.len() as u32).collect(), positions, ..Surface::default() }
}

/// A chain of joints, each 0.1 above the one before, the second with a transform.
pub(crate) fn chain(joints: usize, second: Transform) -> Skeleton {
    let joint = |index: usize| Joint {
        name: format!("joint {index}"),
        parent: index.checked_sub(1),
        rest: if index == 1 { second } else { Transform::from_translation(Vec3::Y * 0.1) },
    };
    Skeleton::new(&(0..joints).map(joint).collect::<Vec<_>>()).expect("a chain")
}

pub(crate) fn model(skeleton: Skeleton, meshes: Vec<Mesh>) -> Model {
    Model { name: "shapes".to_owned(), skeleton, meshes, materials: vec![], images: vec![] }
}

pub(crate) fn rigid(joint: u16, offset: Affine3A) -> Mesh {
    let attach = Attach::Rigid { joint: JointIndex(joint), offset };
    Mesh { name: "stiff".to_owned(), attach, surfaces: vec![tetrahedron()] }
}

/// Asserts that all triangles are seen from outside, and their normals point there.
fn faces_outwards(model: &Model, what: &str) {
    let mut scene = Scene::new();
    let nodes = spawn_model(model, &mut scene.graph).expect("a model");
    update(&mut scene);
    for &mesh in &nodes.meshes {
        let mesh = scene.graph.try_get_of_type::<FyroxMesh>(mesh).expect("a mesh");
        for surface in mesh.surfaces() {
            let corners = drawn(&scene, mesh, surface);
            let middle = corners.iter().sum::<Vec3>() / corners.len() as f32;
            for triangle in corners.chunks(3) {
                let normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
                assert!(normal.dot(triangle[0] - middle) > 0.0, "{what}: {triangle:?} is inside out");
            }
            let data = surface.data();
            let data = data.data_ref();
            for vertex in data.vertex_buffer.iter() {
                let read = |usage| to_vec3(&vertex.read_3_f32(usage).expect("a vector"));
                let normal = read(VertexAttributeUsage::Normal);
                let tangent = read(VertexAttributeUsage::Tangent);
                assert!((normal.length() - 1.0).abs() < 1e-5 && (tangent.length() - 1.0).abs() < 1e-5);
                assert!(normal.dot(tangent).abs() < 1e-5, "{what}: the tangent lies along the surface");
            }
        }
    }
}

#[test]
fn mirrored_and_sheared_meshes_are_placed_exactly_and_face_outwards() {
    let shear = Affine3A {
        matrix3: Mat3A::from_cols(Vec3A::X, Vec3A::new(0.7, 1.0, 0.0), Vec3A::new(0.0, -0.4, 2.0)),
        translation: Vec3A::new(0.2, 0.1, 0.0),
    };
    let mirror = Affine3A::from_scale(Vec3::new(1.0, -2.0, 1.0));
    let flipped = Transform {
        scale: Vec3::new(-1.0, 1.0, 1.0),
        rotation: Quat::from_rotation_z(1.0),
        ..Transform::IDENTITY
    };
    for (what, second, offset) in [
        ("as it is", Transform::IDENTITY, Affine3A::IDENTITY),
        ("sheared", Transform::IDENTITY, shear),
        ("mirrored mesh", Transform::IDENTITY, mirror),
        ("mirrored joint", flipped, shear),
        ("both mirrored", flipped, mirror),
    ] {
        let soft = |inverse_bind| skinned(vec![JointIndex(2)], vec![inverse_bind], tetrahedron());
        let model = model(chain(3, second), vec![rigid(2, offset), soft(offset), soft(Affine3A::IDENTITY)]);
        faces_outwards(&model, what);
        let mut scene = Scene::new();
        let nodes = spawn_model(&model, &mut scene.graph).expect("a model");
        nodes.write_pose(&twisted(&model), &mut scene.graph);
        update(&mut scene);
        compare(what, &all_drawn(&scene, &nodes), &expected(&model, &model_pose(&model, &twisted(&model))));
    }
}

/// Vertex by vertex another joint of the skin.
pub(crate) fn skinned(joints: Vec<JointIndex>, inverse_bind: Vec<Affine3A>, surface: Surface) -> Mesh {
    let places = joints.len() as u16;
    let influences = (0..surface.positions.len() as u16)
        .map(|vertex| ([vertex % places, (vertex + 1) % places, 0, 0], [0.75, 0.25, 0.0, 0.0]))
        .collect();
    let attach = Attach::Skinned { joints, inverse_bind };
    Mesh { name: "soft".to_owned(), attach, surfaces: vec![Surface { influences, ..surface }] }
}

#[test]
fn skins_with_other_inverse_binds_for_one_joint_get_bones_of_their_own() {
    let skeleton = chain(4, Transform::IDENTITY);
    let joints: Vec<JointIndex> = skeleton.joints().collect();
    let bind = |by: f32| {
        joints.iter().map(|joint| Affine3A::from_translation(Vec3::splat(-by * f32::from(joint.0)))).collect()
    };
    let mut reversed = joints.clone();
    reversed.reverse();
    let model = model(
        skeleton,
        vec![
            skinned(joints.clone(), bind(0.1), tetrahedron()),
            skinned(joints.clone(), bind(0.3), tetrahedron()),
            skinned(joints.clone(), bind(0.1), tetrahedron()),
            skinned(reversed, bind(0.1), tetrahedron()),
        ],
    );
    let mut scene = Scene::new();
    let nodes = spawn_model(&model, &mut scene.graph).expect("a model");
    // The second skin needs another three bones (that of joint 0 is the same), the last one four.
    assert_eq!(scene.graph.node_count() as usize, 1 + 1 + 4 + model.meshes.len() + 3 + 4);
    nodes.write_pose(&twisted(&model), &mut scene.graph);
    update(&mut scene);
    compare(
        "four skins",
        &all_drawn(&scene, &nodes),
        &expected(&model, &model_pose(&model, &twisted(&model))),
    );
    nodes.remove(&mut scene.graph);
    assert_eq!(scene.graph.node_count(), 1);
}

#[test]
fn a_skin_of_a_thousand_bones_is_cut_into_surfaces_that_fyrox_can_draw() {
    let skeleton = chain(1000, Transform::IDENTITY);
    let joints: Vec<JointIndex> = skeleton.joints().collect();
    let inverse_bind = vec![Affine3A::IDENTITY; joints.len()];
    let positions: Vec<Vec3> =
        (0..3000).map(|i| Vec3::new((i % 7) as f32, (i % 11) as f32, (i % 5) as f32)).collect();
    // Neighbours first, then triangles that reach across the whole chain.
    let near = (0..2998).flat_map(|i| [i, i + 1, i + 2]);
    let far = (0..1000).flat_map(|i| [i, (i * 7 + 400) % 3000, (i * 13 + 900) % 3000]);
    // Texture coordinates tell which vertex is which.
    let uvs = (0..3000_u16).map(|index| Vec2::new(f32::from(index), 0.0)).collect();
    let surface = Surface { indices: near.chain(far).collect(), uvs, positions, ..Surface::default() };
    let model = model(skeleton, vec![skinned(joints, inverse_bind, surface)]);
    let mut scene = Scene::new();
    let nodes = spawn_model(&model, &mut scene.graph).expect("a model");
    nodes.write_pose(&twisted(&model), &mut scene.graph);
    update(&mut scene);

    let mesh = scene.graph.try_get_of_type::<FyroxMesh>(nodes.meshes[0]).expect("a mesh");
    assert!(mesh.surfaces().len() > 1);
    let mut found = Vec::new();
    for surface in mesh.surfaces() {
        assert!(surface.bones().len() <= 255, "{} bones", surface.bones().len());
        let corners = drawn(&scene, mesh, surface);
        let data = surface.data();
        let data = data.data_ref();
        let vertex_of = |vertex: u32| {
            let vertex = data.vertex_buffer.get(vertex as usize).expect("a vertex");
            vertex.read_2_f32(VertexAttributeUsage::TexCoord0).expect("texture coordinates").x as u32
        };
        let vertices = data.geometry_buffer.iter().flat_map(|triangle| triangle.0).map(vertex_of);
        found.extend(vertices.zip(corners));
    }
    let indices = &model.meshes[0].surfaces[0].indices;
    let wanted = indices.iter().zip(expected(&model, &model_pose(&model, &twisted(&model))));
    let mut wanted: Vec<(u32, Vec3)> = wanted.map(|(&index, at)| (index, at)).collect();
    let corners = |of: &[(u32, Vec3)]| {
        let mut triangles: Vec<Vec<u32>> =
            of.chunks(3).map(|corners| corners.iter().map(|corner| corner.0).collect()).collect();
        triangles.sort();
        triangles
    };
    assert_eq!(corners(&found), corners(&wanted), "the same triangles");
    found.sort_by_key(|corner| corner.0);
    wanted.sort_by_key(|corner| corner.0);
    for (found, wanted) in found.iter().zip(&wanted) {
        assert!(found.1.distance(wanted.1) < 1e-3, "{found:?} is not {wanted:?}");
    }
}

#[test]
fn nothing_to_see_is_no_surface_and_missing_parts_are_made_up() {
    let empty = |surface| Mesh { surfaces: vec![surface], ..rigid(0, Affine3A::IDENTITY) };
    let no_triangles = Surface { indices: vec![], ..tetrahedron() };
    let no_normal = Surface { normals: vec![Vec3::ZERO; 12], ..tetrahedron() };
    let flat = Surface { positions: vec![Vec3::ZERO; 3], indices: vec![0, 1, 2], ..Surface::default() };
    let none = Mesh { surfaces: vec![], ..rigid(0, Affine3A::IDENTITY) };
    let meshes = vec![empty(Surface::default()), empty(no_triangles), none, empty(no_normal), empty(flat)];
    let model = model(chain(1, Transform::IDENTITY), meshes);
    let template = ModelTemplate::new(&model).expect("a model");
    let mut scene = Scene::new();
    let nodes = template.spawn(&mut scene.graph);
    let surfaces = nodes
        .meshes
        .iter()
        .map(|&mesh| scene.graph.try_get_of_type::<FyroxMesh>(mesh).expect("a mesh").surfaces().len());
    assert_eq!(surfaces.collect::<Vec<_>>(), [0, 0, 0, 1, 1], "a node for each mesh all the same");
    faces_outwards(&Model { meshes: vec![model.meshes[3].clone()], ..model }, "normals without length");
}

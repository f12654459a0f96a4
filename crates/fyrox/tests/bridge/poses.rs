// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Poses go to nodes and come back.

use fyrox::core::algebra::Vector2;
use fyrox::graph::SceneGraph;
use fyrox::scene::Scene;
use glam::{Quat, Vec3};
use proptest::prelude::*;
use tumble_fyrox::pose::{
    Joint, JointIndex, LocalPose, LocalToModelJob, Model, ModelPose, Skeleton, Transform, generators,
};
use tumble_fyrox::{ModelNodes, mannequin, spawn_model, to_affine};

pub(crate) fn update(scene: &mut Scene) {
    scene.update(Vector2::new(1.0, 1.0), 1.0 / 60.0, fyrox::scene::graph::GraphUpdateSwitches::default());
}

/// A character of joints alone.
pub(crate) fn bare(skeleton: &Skeleton) -> Model {
    let name = "bare".to_owned();
    Model { name, skeleton: skeleton.clone(), meshes: vec![], materials: vec![], images: vec![] }
}

fn read(nodes: &ModelNodes, scene: &Scene) -> LocalPose {
    let mut pose = LocalPose::identity(nodes.joints.len());
    nodes.read_pose(&scene.graph, &mut pose);
    pose
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_is_read_back_and_stands_where_the_model_pose_has_it(
        (skeleton, pose) in generators::posed_skeletons(20)
    ) {
        let mut scene = Scene::new();
        let nodes = spawn_model(&bare(&skeleton), &mut scene.graph).expect("joints alone");
        prop_assert_eq!(&read(&nodes, &scene), skeleton.rest_pose());
        nodes.write_pose(&pose, &mut scene.graph);
        prop_assert_eq!(&read(&nodes, &scene), &pose);

        update(&mut scene);
        let mut model = ModelPose::identity(skeleton.joint_count());
        LocalToModelJob { skeleton: &skeleton, local: &pose, output: &mut model }.run().expect("one skeleton");
        for (joint, &node) in skeleton.joints().zip(&nodes.joints) {
            let here = to_affine(&scene.graph[node].global_transform());
            let there = model.affine(joint);
            let size = 1.0 + there.to_cols_array().iter().fold(0.0_f32, |most, c| most.max(c.abs()));
            prop_assert!(here.abs_diff_eq(there, 1e-5 * size), "{}: {here:?} is not {there:?}", joint);
        }
    }
}

#[test]
fn the_root_places_scales_and_turns_the_character() {
    let model = mannequin::model();
    let mut scene = Scene::new();
    let nodes = spawn_model(&model, &mut scene.graph).expect("the mannequin");
    let placed = Transform {
        translation: Vec3::new(3.0, 0.0, -2.0),
        rotation: Quat::from_rotation_y(2.0),
        scale: Vec3::splat(0.5),
    };
    let root = scene.graph[nodes.root].local_transform_mut();
    root.set_position(tumble_fyrox::to_vector3(placed.translation))
        .set_rotation(tumble_fyrox::to_unit_quaternion(placed.rotation))
        .set_scale(tumble_fyrox::to_vector3(placed.scale));
    nodes.write_pose(model.skeleton.rest_pose(), &mut scene.graph);
    update(&mut scene);
    let head = model.skeleton.find("head").expect("a head");
    let mut pose = ModelPose::identity(model.skeleton.joint_count());
    let local = model.skeleton.rest_pose();
    LocalToModelJob { skeleton: &model.skeleton, local, output: &mut pose }.run().expect("one skeleton");
    let expected = placed.to_affine().transform_point3(pose.translation(head));
    let found = tumble_fyrox::to_vec3(&scene.graph[nodes.joints[head.index()]].global_position());
    assert!(found.distance(expected) < 1e-5, "{found} is not {expected}");
}

#[test]
fn joints_whose_entry_is_no_pose_stay_and_lengths_are_put_right() {
    let joint = |parent| Joint { name: String::new(), parent, rest: Transform::IDENTITY };
    let skeleton =
        Skeleton::new(&[joint(None), joint(Some(0)), joint(Some(0)), joint(Some(0))]).expect("a star");
    let mut scene = Scene::new();
    let nodes = spawn_model(&bare(&skeleton), &mut scene.graph).expect("joints alone");
    let moved =
        Transform { translation: Vec3::X, rotation: Quat::from_rotation_z(1.0), scale: Vec3::splat(2.0) };
    nodes.write_pose(&LocalPose::from_transforms(&[moved; 4]), &mut scene.graph);
    nodes.write_pose(
        &LocalPose::from_transforms(&[
            Transform { translation: Vec3::NAN, ..Transform::IDENTITY },
            Transform { scale: Vec3::INFINITY, ..Transform::IDENTITY },
            Transform { rotation: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), ..Transform::IDENTITY },
            Transform { rotation: Quat::from_xyzw(0.0, 3.0, 0.0, 4.0), ..Transform::IDENTITY },
        ]),
        &mut scene.graph,
    );
    let found = read(&nodes, &scene);
    for joint in 0..3 {
        assert_eq!(found.get(JointIndex(joint)), moved, "joint {joint} stayed");
    }
    assert!(found.get(JointIndex(3)).rotation.abs_diff_eq(Quat::from_xyzw(0.0, 0.6, 0.0, 0.8), 1e-6));
}

#[test]
fn shorter_and_longer_poses_and_lost_nodes_leave_the_others_alone() {
    let model = mannequin::model();
    let joints = model.skeleton.joint_count();
    let mut scene = Scene::new();
    let nodes = spawn_model(&model, &mut scene.graph).expect("the mannequin");
    nodes.write_pose(&LocalPose::identity(3), &mut scene.graph);
    nodes.write_pose(&LocalPose::identity(0), &mut scene.graph);
    let found = read(&nodes, &scene);
    for joint in model.skeleton.joints() {
        let rest = model.skeleton.rest_pose().get(joint);
        let expected = if joint.index() < 3 { Transform::IDENTITY } else { rest };
        assert_eq!(found.get(joint), expected);
    }
    let last = *nodes.joints.last().expect("joints");
    scene.graph.remove_node(last);
    nodes.write_pose(&LocalPose::identity(joints + 9), &mut scene.graph);
    let mut out = LocalPose::from_transforms(&vec![Transform::from_translation(Vec3::X); joints + 9]);
    nodes.read_pose(&scene.graph, &mut out);
    for (index, joint) in out.iter().enumerate() {
        let x = if index + 1 < joints { 0.0 } else { 1.0 };
        assert_eq!(joint, Transform::from_translation(Vec3::X * x), "joint {index}");
    }
}

#[test]
fn a_character_that_is_removed_leaves_the_scene_as_it_was() {
    let mut scene = Scene::new();
    let model = mannequin::model();
    let other = spawn_model(&model, &mut scene.graph).expect("the mannequin");
    update(&mut scene);
    let before = scene.graph.node_count();
    let nodes = spawn_model(&model, &mut scene.graph).expect("the mannequin");
    assert_eq!(scene.graph.node_count(), before * 2 - 1, "as many again");
    update(&mut scene);
    let again = nodes.clone();
    nodes.remove(&mut scene.graph);
    assert_eq!(scene.graph.node_count(), before);
    again.remove(&mut scene.graph);
    update(&mut scene);
    assert_eq!(scene.graph.node_count(), before);
    assert!(scene.graph.is_valid_handle(other.root));
    let children = scene.graph[scene.graph.get_root()].children();
    assert_eq!(children, [other.root]);
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Humans whose joints have no names, and others that are not taken for humans.

use crate::corpus;
use crate::outline::report;
use tumble_pose::glam::{Quat, Vec3};
use tumble_pose::{Evidence, Joint, JointIndex, Role, RoleMap, Skeleton, Sureness, Transform};

/// The same joints, called by `name` after their number.
fn renamed(skeleton: &Skeleton, name: impl Fn(usize) -> String) -> Skeleton {
    let joint = |joint: JointIndex| Joint {
        name: name(joint.index()),
        parent: skeleton.parent(joint).map(JointIndex::index),
        rest: skeleton.rest_pose().get(joint),
    };
    Skeleton::new(&skeleton.joints().map(joint).collect::<Vec<_>>()).expect("a tree")
}

/// The parts of the body; nobody can tell a control or a finger by its shape.
fn parts(roles: &RoleMap) -> Vec<(Role, JointIndex)> {
    roles.iter().filter(|(role, _)| !role.is_shared() && *role != Role::Root).collect()
}

/// Roles found by shape, under three kinds of names that say nothing, are those found by name.
fn same_without_names(file: &str) {
    let Some(skeleton) = corpus::skeleton(file) else { return };
    let named = RoleMap::infer(&skeleton);
    let names: [fn(usize) -> String; 3] =
        [|index| format!("joint_{index}"), |index| format!("Bone.{index:03}"), |_| String::new()];
    for name in names {
        let nameless = renamed(&skeleton, name);
        let found = RoleMap::infer(&nameless);
        let words = |roles: &RoleMap| -> Vec<String> {
            let of = |(role, joint): (Role, JointIndex)| format!("{role}: {}", skeleton.path(joint));
            parts(roles).into_iter().map(of).collect()
        };
        assert_eq!(words(&found), words(&named), "{file}");
        for (_, joint) in parts(&found) {
            assert_eq!(found.evidence(joint), Some(&Evidence::Shape));
            assert_eq!(found.evidence(joint).map(Evidence::sureness), Some(Sureness::Guess));
        }
    }
}

#[test]
fn the_barbarian_is_known_without_names() {
    same_without_names("characters/Barbarian.glb");
}

#[test]
fn the_man_is_known_without_names() {
    same_without_names("characters/CesiumMan.glb");
}

#[test]
fn the_robot_is_known_without_names_though_its_feet_are_elsewhere() {
    same_without_names("characters/RobotExpressive.glb");
}

#[test]
fn the_body_of_motion_capture_is_known_without_names() {
    same_without_names("motions/walk.glb");
}

#[test]
fn bodies_of_clips_whose_joints_have_numbers_are_known_by_their_shape() {
    for file in ["zombie", "synth60", "jesse_dance", "pab_walk", "cmu_jj", "robot_dance"] {
        let Some(skeleton) = corpus::skeleton(&format!("clips/{file}.glb")) else { return };
        insta::assert_snapshot!(file, report(&skeleton, &RoleMap::infer(&skeleton)));
    }
}

/// However it is turned, and whatever its size: no direction of the file's is asked for.
#[test]
fn a_body_that_lies_or_is_a_giant_is_known_as_well() {
    let Some(skeleton) = corpus::skeleton("characters/CesiumMan.glb") else { return };
    let upright = RoleMap::infer(&renamed(&skeleton, |_| String::new()));
    assert!(upright.get(Role::Hips).is_some());
    for (turn, size) in [
        (Quat::from_rotation_x(1.5), 1.0),
        (Quat::from_rotation_z(2.0), 100.0),
        (Quat::from_rotation_y(3.0), 0.01),
    ] {
        let mut joints: Vec<Joint> = Vec::new();
        for joint in skeleton.joints() {
            let rest = skeleton.rest_pose().get(joint);
            let parent = skeleton.parent(joint).map(JointIndex::index);
            let turned = Transform { rotation: turn * rest.rotation, scale: rest.scale * size, ..rest };
            let rest = if parent.is_none() { turned } else { rest };
            joints.push(Joint { name: String::new(), parent, rest });
        }
        let found = RoleMap::infer(&Skeleton::new(&joints).expect("a tree"));
        assert_eq!(parts(&found), parts(&upright), "turned by {turn}, {size} times as large");
    }
}

#[test]
fn a_fox_is_no_human() {
    for file in ["clips/fox_survey.glb", "characters/Fox.glb"] {
        let Some(skeleton) = corpus::skeleton(file) else { return };
        let found = RoleMap::infer(&renamed(&skeleton, |index| format!("b{index}")));
        assert_eq!(parts(&found), [], "{file}");
    }
}

fn chain(joints: &mut Vec<Joint>, parent: usize, offsets: &[[f32; 3]]) -> usize {
    let mut parent = parent;
    for &offset in offsets {
        let rest = Transform::from_translation(Vec3::from(offset));
        joints.push(Joint { name: format!("Bone.{:03}", joints.len()), parent: Some(parent), rest });
        parent = joints.len() - 1;
    }
    parent
}

fn root() -> Vec<Joint> {
    vec![Joint { name: "Bone".into(), parent: None, rest: Transform::IDENTITY }]
}

#[test]
fn a_snake_a_robot_arm_a_hand_and_a_spider_are_no_humans() {
    let mut snake = root();
    chain(&mut snake, 0, &[[0.0, 0.0, 0.2]; 20]);
    let mut arm = root();
    let wrist = chain(&mut arm, 0, &[[0.0, 0.3, 0.0], [0.0, 0.5, 0.0], [0.4, 0.0, 0.0], [0.1, 0.0, 0.0]]);
    for side in [-1.0, 1.0] {
        chain(&mut arm, wrist, &[[0.03, 0.03 * side, 0.0], [0.05, 0.0, 0.0], [0.04, 0.0, 0.0]]);
    }
    let mut hand = root();
    for finger in [-2.0, -1.0, 0.0, 1.0, 2.0] {
        chain(
            &mut hand,
            0,
            &[[0.02 * finger, 0.08, 0.0], [0.0, 0.04, 0.0], [0.0, 0.03, 0.0], [0.0, 0.02, 0.0]],
        );
    }
    let mut spider = root();
    let thorax = chain(&mut spider, 0, &[[0.0, 0.0, 0.2]]);
    for side in [-1.0, 1.0] {
        for leg in [-1.0, -0.3, 0.3, 1.0] {
            chain(
                &mut spider,
                thorax,
                &[[0.1 * side, 0.0, 0.1 * leg], [0.3 * side, 0.3, 0.0], [0.3 * side, -0.5, 0.0]],
            );
        }
    }
    for (what, joints) in [("a snake", snake), ("a robot arm", arm), ("a hand", hand), ("a spider", spider)] {
        let found = RoleMap::infer(&Skeleton::new(&joints).expect("a tree"));
        assert_eq!(parts(&found), [], "{what}");
    }
}

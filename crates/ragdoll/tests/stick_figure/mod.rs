// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! A person of 1.75 m with its arms stretched out, of joints alone.

#![allow(dead_code, reason = "each test binary uses a part")]

use tumble_pose::glam::{Quat, Vec3};
use tumble_pose::{Joint, LocalPose, Model, Skeleton, Transform};

/// Name, parent, and place in model space in metres.
const JOINTS: &[(&str, Option<usize>, [f32; 3])] = &[
    ("rig", None, [0.0, 0.0, 0.0]),
    ("hips", Some(0), [0.0, 0.95, 0.0]),
    ("spine", Some(1), [0.0, 1.03, 0.0]),
    ("chest", Some(2), [0.0, 1.17, 0.0]),
    ("neck", Some(3), [0.0, 1.48, 0.0]),
    ("head", Some(4), [0.0, 1.54, 0.01]),
    ("head_end", Some(5), [0.0, 1.75, 0.01]),
    ("upperarm.l", Some(3), [0.19, 1.42, 0.0]),
    ("lowerarm.l", Some(7), [0.475, 1.42, 0.0]),
    ("hand.l", Some(8), [0.73, 1.42, 0.0]),
    ("fingers.l", Some(9), [0.82, 1.42, 0.0]),
    ("upperarm.r", Some(3), [-0.19, 1.42, 0.0]),
    ("lowerarm.r", Some(11), [-0.475, 1.42, 0.0]),
    ("hand.r", Some(12), [-0.73, 1.42, 0.0]),
    ("fingers.r", Some(13), [-0.82, 1.42, 0.0]),
    ("upperleg.l", Some(1), [0.09, 0.91, 0.0]),
    ("lowerleg.l", Some(15), [0.09, 0.49, 0.01]),
    ("foot.l", Some(16), [0.09, 0.085, 0.0]),
    ("toes.l", Some(17), [0.09, 0.02, 0.12]),
    ("upperleg.r", Some(1), [-0.09, 0.91, 0.0]),
    ("lowerleg.r", Some(19), [-0.09, 0.49, 0.01]),
    ("foot.r", Some(20), [-0.09, 0.085, 0.0]),
    ("toes.r", Some(21), [-0.09, 0.02, 0.12]),
];

/// The person, `size` times as large.
pub(crate) fn model(size: f32) -> Model {
    let joint = |&(name, parent, place): &(&str, Option<usize>, [f32; 3])| {
        let above = parent.map_or([0.0; 3], |parent: usize| JOINTS[parent].2);
        let rest = Transform::from_translation((Vec3::from(place) - Vec3::from(above)) * size);
        Joint { name: name.to_owned(), parent, rest }
    };
    let joints: Vec<Joint> = JOINTS.iter().map(joint).collect();
    Model {
        name: "stick".into(),
        skeleton: Skeleton::new(&joints).expect("a tree"),
        meshes: vec![],
        materials: vec![],
        images: vec![],
    }
}

/// Standing with the arms down.
pub(crate) fn standing(model: &Model) -> LocalPose {
    let mut pose = LocalPose::rest(&model.skeleton);
    let mut turn = |name: &str, axis: Vec3, degrees: f32| {
        let joint = model.skeleton.find(name).expect("a joint of the figure");
        let rotation = Quat::from_axis_angle(axis, degrees.to_radians());
        pose.set(joint, Transform { rotation, ..pose.get(joint) });
    };
    turn("upperarm.l", Vec3::Z, -75.0);
    turn("upperarm.r", Vec3::Z, 75.0);
    turn("lowerarm.l", Vec3::Y, -12.0);
    turn("lowerarm.r", Vec3::Y, 12.0);
    turn("upperleg.l", Vec3::X, -4.0);
    turn("upperleg.r", Vec3::X, -4.0);
    turn("lowerleg.l", Vec3::X, 6.0);
    turn("lowerleg.r", Vec3::X, 6.0);
    pose
}

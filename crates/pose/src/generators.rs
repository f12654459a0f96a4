// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Proptest strategies for skeletons and poses, shared by the property tests of every crate (feature
//! `generators`).
//!
//! They favour what breaks code: turns by 180° and nearly so, quaternions of either sign, scales that differ by
//! axis or are negative, chains as deep as they are long, joints without a name or with another's.
//!
//! ```
//! use proptest::prelude::*;
//! use tumble_pose::{LocalPose, generators};
//!
//! proptest!(|(skeleton in generators::skeletons(20))| {
//!     let rest = LocalPose::rest(&skeleton);
//!     prop_assert_eq!(rest.joint_count(), skeleton.joint_count());
//! });
//! ```

use crate::{Joint, LocalPose, Skeleton, Transform};
use glam::{Quat, Vec3};
use proptest::array::{uniform3, uniform4};
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::sample::Index;
use std::f32::consts::PI;

/// Vectors with each component in `-size..=size`.
pub fn vectors(size: f32) -> impl Strategy<Value = Vec3> + use<> {
    uniform3(-size..=size).prop_map(Vec3::from)
}

/// Vectors of unit length, among them the axes.
pub fn directions() -> impl Strategy<Value = Vec3> + use<> {
    let axes =
        proptest::sample::select(vec![Vec3::X, Vec3::Y, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Y, Vec3::NEG_Z]);
    let any_way = vectors(1.0).prop_filter("a direction has a length", |v| v.length() > 0.01);
    prop_oneof![1 => axes, 4 => any_way.prop_map(Vec3::normalize)]
}

/// Quaternions of unit length and either sign: any turn, hardly a turn, half a turn exactly and nearly.
pub fn rotations() -> impl Strategy<Value = Quat> + use<> {
    let uniform = uniform4(-1.0_f32..=1.0)
        .prop_map(Quat::from_array)
        .prop_filter("a rotation has a length", |q| q.length() > 0.01)
        .prop_map(Quat::normalize);
    let about = |angles| (directions(), angles).prop_map(|(axis, angle)| Quat::from_axis_angle(axis, angle));
    let exact_half = directions().prop_map(|axis| Quat::from_vec4(axis.extend(0.0)));
    let turns = prop_oneof![
        4 => uniform,
        2 => about(PI - 1e-3..=PI + 1e-3),
        1 => about(-1e-4..=1e-4),
        1 => exact_half,
        1 => Just(Quat::IDENTITY),
    ];
    (turns, any::<bool>()).prop_map(|(turn, other_sign)| if other_sign { -turn } else { turn })
}

/// Transforms of unit scale, moved by up to 2 m an axis.
pub fn rigid_transforms() -> impl Strategy<Value = Transform> + use<> {
    (vectors(2.0), rotations()).prop_map(|(translation, rotation)| Transform {
        translation,
        rotation,
        scale: Vec3::ONE,
    })
}

/// Transforms, half of them with a scale: the same along all axes, or different ones, some negative; none nearer
/// to 0 than 0.5, none larger than 2.
pub fn transforms() -> impl Strategy<Value = Transform> + use<> {
    let size = || prop_oneof![3 => 0.5_f32..=2.0, 1 => -2.0_f32..=-0.5];
    let scale = prop_oneof![
        2 => Just(Vec3::ONE),
        1 => size().prop_map(Vec3::splat),
        1 => uniform3(size()).prop_map(Vec3::from),
    ];
    (rigid_transforms(), scale).prop_map(|(rigid, scale)| Transform { scale, ..rigid })
}

/// Skeletons of 1 to `max_joints` joints (at least 1): chains, stars and trees between, given in any order, with
/// names that may be empty, repeated, or made of other paths.
pub fn skeletons(max_joints: usize) -> impl Strategy<Value = Skeleton> + use<> {
    let joints = vec((names(), any::<Index>(), transforms()), 1..=max_joints.max(1));
    let shapes = prop_oneof![Just(Shape::Chain), Just(Shape::Star), Just(Shape::Tree), Just(Shape::Chains)];
    (joints, shapes)
        .prop_flat_map(|(joints, shape)| {
            let places: Vec<usize> = (0..joints.len()).collect();
            (Just(joints), Just(shape), Just(places).prop_shuffle())
        })
        .prop_filter_map("a tree is a skeleton", |(joints, shape, places)| {
            let mut shuffled: Vec<Option<Joint>> = vec![None; joints.len()];
            for (index, (name, pick, rest)) in joints.into_iter().enumerate() {
                let parent = shape.parent(index, pick).map(|parent| places[parent]);
                shuffled[places[index]] = Some(Joint { name, parent, rest });
            }
            Skeleton::new(&shuffled.into_iter().flatten().collect::<Vec<_>>()).ok()
        })
}

/// Poses of a skeleton that have nothing to do with its rest pose.
pub fn local_poses(skeleton: &Skeleton) -> impl Strategy<Value = LocalPose> + use<> {
    vec(transforms(), skeleton.joint_count()).prop_map(|joints| LocalPose::from_transforms(&joints))
}

/// A skeleton of up to `max_joints` joints and a pose of it.
pub fn posed_skeletons(max_joints: usize) -> impl Strategy<Value = (Skeleton, LocalPose)> + use<> {
    skeletons(max_joints).prop_flat_map(|skeleton| {
        let poses = local_poses(&skeleton);
        (Just(skeleton), poses)
    })
}

#[derive(Debug, Clone, Copy)]
enum Shape {
    Chain,
    Star,
    Tree,
    /// Three chains side by side.
    Chains,
}

impl Shape {
    fn parent(self, index: usize, pick: Index) -> Option<usize> {
        let last = index.checked_sub(1)?;
        Some(match self {
            Self::Chain => last,
            Self::Star => 0,
            Self::Tree => pick.index(index),
            Self::Chains => index.saturating_sub(3),
        })
    }
}

fn names() -> impl Strategy<Value = String> + use<> {
    let plain = proptest::sample::select(vec![
        "",
        "arm",
        "leg",
        "arm#2",
        "#3",
        "a/b",
        "a",
        "b",
        "Hips",
        "upperarm.l",
        "RightForeArm",
        "kneeIK.l",
        "é",
    ]);
    prop_oneof![3 => plain.prop_map(str::to_owned), 1 => (0..1000_u16).prop_map(|n| format!("joint {n}"))]
}

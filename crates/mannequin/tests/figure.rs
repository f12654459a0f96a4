// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The figure: an adult's proportions, a closed skin, weights that bend it.

#![allow(clippy::expect_used, reason = "a test may")]

use std::collections::BTreeMap;
use std::sync::LazyLock;
use tumble_mannequin::{model, model_with_axe};
use tumble_pose::glam::Vec3;
use tumble_pose::{
    Attach, JointIndex, LocalPose, LocalToModelJob, Model, ModelPose, Role, RoleMap, Side, Surface,
};

static MODEL: LazyLock<Model> = LazyLock::new(model);

fn surfaces() -> &'static [Surface] {
    &MODEL.meshes[0].surfaces
}

fn points() -> impl Iterator<Item = Vec3> {
    surfaces().iter().flat_map(|surface| surface.positions.iter().copied())
}

/// Each triangle's corners.
fn corners(surface: &Surface) -> impl Iterator<Item = [Vec3; 3]> {
    let corners = surface.indices.as_chunks::<3>().0.iter();
    corners.map(|corners| corners.map(|at| surface.positions[at as usize]))
}

fn place(role: Role) -> Vec3 {
    let joint = RoleMap::infer(&MODEL.skeleton).get(role).expect("every role is had");
    let mut pose = ModelPose::identity(MODEL.skeleton.joint_count());
    let local = LocalPose::rest(&MODEL.skeleton);
    LocalToModelJob { skeleton: &MODEL.skeleton, local: &local, output: &mut pose }
        .run()
        .expect("its own pose");
    pose.translation(joint)
}

#[test]
fn every_role_is_found() {
    let roles = RoleMap::infer(&MODEL.skeleton);
    let missing: Vec<Role> = Role::SINGLE.into_iter().filter(|&role| roles.get(role).is_none()).collect();
    assert!(missing.is_empty(), "{missing:?}");
    for side in Side::BOTH {
        assert!(roles.get(Role::Finger(side)).is_some());
        let sign = if side == Side::Left { 1.0 } else { -1.0 };
        assert!(place(Role::Hand(side)).x * sign > 0.3, "the left is at +X");
        assert!(place(Role::Toes(side)).z > place(Role::Foot(side)).z + 0.1, "it faces +Z");
    }
}

#[test]
fn it_stands_on_the_ground_with_the_proportions_of_an_adult() {
    let (low, high) = points().fold((f32::MAX, f32::MIN), |(low, high), at| (low.min(at.y), high.max(at.y)));
    assert!(low.abs() < 0.003, "soles at {low}");
    let height = high - low;
    assert!((1.75..=1.8).contains(&height), "{height} m");
    // The chin is the lowest point of the head before the neck.
    let chin =
        points().filter(|at| at.z > 0.06 && at.x.abs() < 0.02 && at.y > 1.5).map(|at| at.y).reduce(f32::min);
    let heads = height / (high - chin.expect("a chin"));
    assert!((7.0..=8.0).contains(&heads), "the height is {heads} heads");

    let shoulder = place(Role::UpperArm(Side::Left));
    let reach =
        points().map(|at| at - shoulder).filter(|out| out.x > 0.4).map(Vec3::length).fold(0.0, f32::max);
    let (hip, knee) = (place(Role::UpperLeg(Side::Left)).y, place(Role::LowerLeg(Side::Left)).y);
    let middle = f32::midpoint(hip, knee);
    assert!((shoulder.y - reach - middle).abs() < 0.08, "hanging hands end at {}", shoulder.y - reach);
}

/// Its volume, in cubic metres.
fn assert_closed(triangles: impl Iterator<Item = [Vec3; 3]>) -> f32 {
    let mut edges: BTreeMap<[[u32; 3]; 2], (u32, i32)> = BTreeMap::new();
    let mut volume = 0.0;
    for [a, b, c] in triangles {
        assert!((b - a).cross(c - a).length() > 2e-7, "{a} {b} {c}");
        volume += a.dot(b.cross(c)) / 6.0;
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let [from, to] = [from, to].map(|at| at.to_array().map(f32::to_bits));
            let (triangles, turns) = edges.entry([from.min(to), from.max(to)]).or_default();
            *triangles += 1;
            *turns += if from < to { 1 } else { -1 };
        }
    }
    let open = edges.iter().filter(|&(_, &count)| count != (2, 0)).count();
    assert_eq!(open, 0, "edges that are not between two triangles of one orientation");
    assert!(volume > 0.0, "outside out");
    volume
}

#[test]
fn its_surface_is_closed_and_no_triangle_is_flat() {
    let volume = assert_closed(surfaces().iter().flat_map(corners));
    assert!((0.06..0.09).contains(&volume), "{volume} m³ of a person");
    let vertices = points().count();
    assert!((6_000..=16_000).contains(&vertices), "{vertices}");
}

#[test]
fn normals_are_of_unit_length_and_look_out() {
    for surface in surfaces() {
        assert_eq!(surface.normals.len(), surface.positions.len());
        for corners in surface.indices.as_chunks::<3>().0 {
            let [a, b, c] = corners.map(|at| surface.positions[at as usize]);
            let face = (b - a).cross(c - a).normalize();
            let normal: Vec3 = corners.iter().map(|&at| surface.normals[at as usize]).sum();
            assert!(normal.dot(face) > 0.0, "{a}: {normal} on a face to {face}");
        }
        assert!(surface.normals.iter().all(|normal| (normal.length() - 1.0).abs() < 1e-4));
    }
}

/// The tree of joints between two of them: how many steps.
fn apart(a: JointIndex, b: JointIndex) -> usize {
    let up = |joint| std::iter::successors(Some(joint), |&at| MODEL.skeleton.parent(at)).collect::<Vec<_>>();
    let (a, b) = (up(a), up(b));
    let steps = a.iter().enumerate().filter_map(|(i, at)| Some(i + b.iter().position(|other| other == at)?));
    steps.min().unwrap_or(usize::MAX)
}

#[test]
fn weights_sum_to_one_and_only_mix_neighbours() {
    let Attach::Skinned { joints, .. } = &MODEL.meshes[0].attach else { panic!("a skin") };
    for surface in surfaces() {
        assert_eq!(surface.influences.len(), surface.positions.len());
        for ((followed, weights), at) in surface.influences.iter().zip(&surface.positions) {
            assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{at}: {weights:?}");
            assert!(weights.is_sorted_by(|a, b| a >= b) && weights[3] >= 0.0, "{at}: {weights:?}");
            for (&other, &weight) in followed.iter().zip(weights) {
                let [first, other] = [followed[0], other].map(|place| joints[usize::from(place)]);
                let steps = apart(first, other);
                assert!(
                    weight < 0.05 || steps <= 3,
                    "{at} follows {first} and, {steps} joints away, {other}: {weight}"
                );
            }
        }
    }
}

#[test]
fn no_vertex_of_an_arm_follows_the_legs_or_the_hips() {
    let roles = RoleMap::infer(&MODEL.skeleton);
    let lower: Vec<u16> = [Role::Hips, Role::Spine]
        .into_iter()
        .chain(Side::BOTH.into_iter().flat_map(|side| [Role::UpperLeg(side), Role::LowerLeg(side)]))
        .filter_map(|role| roles.get(role))
        .map(|joint| joint.0)
        .collect();
    for surface in surfaces() {
        for ((followed, weights), at) in surface.influences.iter().zip(&surface.positions) {
            let wrong =
                followed.iter().zip(weights).any(|(joint, &weight)| weight > 0.0 && lower.contains(joint));
            assert!(at.x.abs() < 0.3 || !wrong, "{at}");
        }
    }
}

#[test]
fn what_it_wears_is_told_apart() {
    let names: Vec<&str> = MODEL.materials.iter().map(|material| material.name.as_str()).collect();
    assert_eq!(names, ["shell", "joints", "accent", "visor"]);
    let used: Vec<Option<usize>> = surfaces().iter().map(|surface| surface.material).collect();
    assert_eq!(used, (0..names.len()).map(Some).collect::<Vec<_>>());
    assert!(surfaces().iter().all(|surface| surface.positions.len() > 50));
    let visor = &surfaces()[3];
    assert!(visor.positions.iter().all(|at| at.z > 0.04 && at.y > 1.6), "it looks along +Z");
}

#[test]
fn the_axe_is_closed_and_lies_in_the_hand() {
    let armed = model_with_axe();
    let [_, axe] = &armed.meshes[..] else { panic!("a body and an axe") };
    let Attach::Rigid { joint, offset } = axe.attach else { panic!("a rigid mesh") };
    assert_eq!(armed.skeleton.name(joint), "handslot.r");
    assert_eq!(RoleMap::infer(&armed.skeleton).role_of(joint), Some(Role::Control), "it gets no body");
    let names = |surface: &Surface| armed.materials[surface.material.expect("one")].name.clone();
    assert_eq!(axe.surfaces.iter().map(names).collect::<Vec<_>>(), ["wood", "steel"]);
    for surface in &axe.surfaces {
        assert_closed(corners(surface));
        for point in &surface.positions {
            assert!(point.y > -0.31 && point.y < 0.5, "{point}");
        }
    }
    let turn = offset.matrix3;
    assert!(
        (turn.determinant() - 1.0).abs() < 1e-4 && turn.y_axis.z > 0.9,
        "its head points forward at rest"
    );
}

#[test]
fn it_is_the_same_each_time() {
    let again = model();
    for (one, other) in surfaces().iter().zip(&again.meshes[0].surfaces) {
        let bits = |surface: &Surface| -> Vec<[u32; 3]> {
            let vectors = surface.positions.iter().chain(&surface.normals);
            vectors.map(|at| at.to_array().map(f32::to_bits)).collect()
        };
        assert_eq!(bits(one), bits(other));
        assert_eq!(one.indices, other.indices);
        assert_eq!(one.influences, other.influences);
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::f32::consts::PI;
use tumble_pose::{JointIndex, generators};

fn some<S: Strategy>(strategy: &S, count: usize) -> Vec<S::Value> {
    let mut runner = TestRunner::deterministic();
    let mut one = || strategy.new_tree(&mut runner).expect("a value").current();
    (0..count).map(|_| one()).collect()
}

#[test]
fn rotations_have_unit_length_and_come_near_and_at_half_a_turn() {
    let rotations = some(&generators::rotations(), 500);
    assert!(rotations.iter().all(|turn| turn.is_normalized()));
    let angle = |w: f32| 2.0 * w.abs().min(1.0).acos();
    assert!(rotations.iter().any(|turn| turn.w == 0.0), "half a turn exactly");
    assert!(
        rotations.iter().any(|turn| turn.w != 0.0 && (angle(turn.w) - PI).abs() < 2e-3),
        "nearly half a turn"
    );
    assert!(rotations.iter().any(|turn| turn.w < -0.5), "of either sign");
}

#[test]
fn transforms_have_scales_of_every_kind_and_none_near_zero() {
    let scales: Vec<_> = some(&generators::transforms(), 500).iter().map(|joint| joint.scale).collect();
    assert!(scales.iter().any(|scale| scale.max_element() - scale.min_element() > 0.1), "different by axis");
    assert!(scales.iter().any(|scale| scale.x * scale.y * scale.z < 0.0), "negative");
    assert!(scales.iter().all(|scale| scale.abs().min_element() >= 0.5), "none near zero");
}

#[test]
fn skeletons_are_deep_and_wide_with_twins_and_without_names() {
    let skeletons = some(&generators::skeletons(30), 300);
    let depth = |joint, skeleton: &tumble_pose::Skeleton| {
        std::iter::successors(Some(joint), |&joint| skeleton.parent(joint)).count()
    };
    let deepest =
        skeletons.iter().filter_map(|skeleton| Some(depth(skeleton.joints().last()?, skeleton))).max();
    assert!(deepest >= Some(20), "a deep one, {deepest:?}");
    assert!(skeletons.iter().any(|skeleton| skeleton.children(JointIndex::ROOT).len() >= 20), "a wide one");
    assert!(skeletons.iter().any(|skeleton| skeleton.joint_count() == 1), "one of a single joint");
    let any_joint = |fits: fn(&str) -> bool| {
        skeletons.iter().any(|skeleton| skeleton.joints().any(|joint| fits(skeleton.path(joint))))
    };
    assert!(any_joint(|path| path.contains("#2")), "twins");
    assert!(any_joint(|path| path.starts_with('#')), "without a name");
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::*;
use glam::{Quat, Vec3};

fn joint(name: &str, parent: Option<usize>) -> Joint {
    Joint { name: name.to_owned(), parent, rest: Transform::IDENTITY }
}

#[test]
fn joints_are_breadth_first_and_know_where_they_came_from() {
    let skeleton = Skeleton::new(&[
        joint("hand", Some(2)),
        joint("root", None),
        joint("arm", Some(1)),
        joint("leg", Some(1)),
        joint("foot", Some(3)),
    ])
    .expect("a tree");
    let names: Vec<&str> = skeleton.joints().map(|joint| skeleton.name(joint)).collect();
    assert_eq!(names, ["root", "arm", "leg", "hand", "foot"]);
    let sources: Vec<usize> = skeleton.joints().map(|joint| skeleton.source_index(joint)).collect();
    assert_eq!(sources, [1, 2, 3, 0, 4]);
    let of_root: Vec<JointIndex> = skeleton.children(JointIndex::ROOT).collect();
    assert_eq!(of_root, [JointIndex(1), JointIndex(2)]);
    assert!(skeleton.is_below(JointIndex(4), JointIndex(2)), "foot below leg");
    assert!(!skeleton.is_below(JointIndex(4), JointIndex(1)), "foot not below arm");
    assert!(!skeleton.is_below(JointIndex(4), JointIndex(4)), "nor below itself");
}

/// newyellow/Unity-Runtime-Animation-Recorder#3: of siblings with one name only one is recorded.
#[test]
fn every_path_is_unique_and_stable() {
    let skeleton = Skeleton::new(&[
        joint("root", None),
        joint("arm#2", Some(0)),
        joint("arm", Some(0)),
        joint("arm", Some(0)),
        joint("arm", Some(0)),
        joint("", Some(2)),
        joint("a/b", Some(0)),
        joint("a", Some(0)),
        joint("b", Some(7)),
    ])
    .expect("a tree");
    let paths: Vec<&str> = skeleton.joints().map(|joint| skeleton.path(joint)).collect();
    assert_eq!(paths, ["", "arm#2", "arm", "arm#3", "arm#4", "a/b", "a", "arm/#5", "a/b#2"]);
    for joint in skeleton.joints() {
        assert_eq!(skeleton.find(skeleton.path(joint)), Some(joint), "found by its path");
    }
    assert_eq!(skeleton.find("b"), Some(JointIndex(8)), "a unique leaf name");
    assert_eq!(skeleton.find("root"), Some(JointIndex::ROOT), "the root by its name");
}

#[test]
fn trees_that_are_none_are_refused() {
    assert_eq!(Skeleton::new(&[]).err(), Some(SkeletonError::Empty));
    let cycle = [joint("root", None), joint("a", Some(2)), joint("b", Some(1))];
    assert_eq!(Skeleton::new(&cycle).err(), Some(SkeletonError::Cycle { joint: "a".into() }));
    let lonely = [joint("a", Some(0))];
    assert!(matches!(Skeleton::new(&lonely), Err(SkeletonError::Cycle { .. })), "its own parent");
    let twins = [joint("a", None), joint("", None)];
    let roots = SkeletonError::Roots { first: "a".into(), second: "#1".into() };
    assert_eq!(Skeleton::new(&twins).err(), Some(roots));
    let orphan = [joint("a", None), joint("b", Some(9))];
    assert!(matches!(Skeleton::new(&orphan), Err(SkeletonError::Parent { parent: 9, .. })));
    for rest in [
        Transform::from_translation(Vec3::new(0.0, f32::NAN, 0.0)),
        Transform::from_rotation(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)),
        Transform::from_rotation(Quat::from_xyzw(f32::INFINITY, 0.0, 0.0, 0.0)),
    ] {
        let joints = [Joint { name: "a".into(), parent: None, rest }];
        assert_eq!(Skeleton::new(&joints).err(), Some(SkeletonError::Rest { joint: "a".into() }));
    }
}

#[test]
fn as_many_joints_as_can_be_are_quick_and_one_more_is_refused() {
    let mut joints: Vec<Joint> =
        (0..Skeleton::MAX_JOINTS).map(|index| joint("twin", (index > 0).then_some(0))).collect();
    let skeleton = Skeleton::new(&joints).expect("as many as can be");
    assert_eq!(skeleton.path(JointIndex(65_534)), "twin#65534");
    joints.push(joint("", Some(0)));
    assert_eq!(Skeleton::new(&joints).err(), Some(SkeletonError::TooMany { found: 65_536 }));
    let chain: Vec<Joint> =
        (0..Skeleton::MAX_JOINTS).map(|index: usize| joint("link", index.checked_sub(1))).collect();
    assert!(matches!(Skeleton::new(&chain), Err(SkeletonError::Paths { .. })), "memory is kept");
}

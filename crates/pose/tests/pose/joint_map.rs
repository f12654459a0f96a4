// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::outline::skeleton;
use proptest::prelude::*;
use std::collections::HashSet;
use tumble_pose::glam::Vec3;
use tumble_pose::{JointIndex, JointMap, LocalPose, NotMapped, Transform, generators};

#[test]
fn a_path_goes_before_a_name_wherever_it_stands_in_the_list() {
    let skeleton = skeleton("root\n a\n  hand\n b");
    let map = JointMap::from_paths(["old/hand", "a/hand"], &skeleton);
    assert_eq!(map.joints(), [None, Some(JointIndex(3))]);
    assert_eq!(map.unmapped(), [("old/hand".to_owned(), NotMapped::Taken)]);
}

#[test]
fn a_name_that_is_not_unique_on_either_side_maps_nothing() {
    let twins = skeleton("root\n a\n  hand\n b\n  hand");
    let map = JointMap::from_paths(["c/hand", "c/foot"], &twins);
    assert_eq!(map.joints(), [None, None]);
    let reasons: Vec<NotMapped> = map.unmapped().iter().map(|&(_, reason)| reason).collect();
    assert_eq!(reasons, [NotMapped::Ambiguous, NotMapped::Missing]);

    let single = skeleton("root\n a\n  hand");
    let map = JointMap::from_paths(["x/hand", "y/hand"], &single);
    assert_eq!(map.joints(), [None, None], "which of the two is anybody's guess");

    let shallow = skeleton("root\n hand\n b\n  hand");
    let map = JointMap::from_paths(["c/hand"], &shallow);
    assert_eq!(map.joint(0), None, "that one twin's path is its name makes it no better a guess");
}

#[test]
fn a_path_that_comes_twice_counts_once() {
    let skeleton = skeleton("root\n a");
    let map = JointMap::from_paths(["a", "a"], &skeleton);
    assert_eq!(map.joints(), [Some(JointIndex(1)), None]);
    assert_eq!(map.unmapped(), [("a".to_owned(), NotMapped::Taken)]);
}

#[test]
fn joints_without_a_source_keep_their_place() {
    let from = skeleton("root\n hips\n  spine");
    let to = skeleton("armature\n hips\n  spine\n  tail");
    let map = JointMap::between(&from, &to);
    let moved = |x| Transform::from_translation(Vec3::new(x, 0.0, 0.0));
    let source = LocalPose::from_transforms(&[moved(1.0), moved(2.0), moved(3.0)]);
    let mut target = LocalPose::from_transforms(&[moved(10.0), moved(20.0), moved(30.0), moved(40.0)]);
    let used = allocation_counter::measure(|| map.apply(&source, &mut target));
    assert_eq!(used.count_total, 0, "nothing is allocated");
    let x: Vec<f32> = target.iter().map(|joint| joint.translation.x).collect();
    assert_eq!(x, [1.0, 2.0, 3.0, 40.0]);
}

proptest! {
    #[test]
    fn a_skeleton_maps_to_itself_joint_by_joint((skeleton, pose) in generators::posed_skeletons(40)) {
        let map = JointMap::between(&skeleton, &skeleton);
        prop_assert!(map.joints().iter().copied().eq(skeleton.joints().map(Some)));
        prop_assert!(map.unmapped().is_empty());
        let mut copy = LocalPose::rest(&skeleton);
        map.apply(&pose, &mut copy);
        prop_assert_eq!(copy, pose);
    }

    #[test]
    fn no_joint_is_mapped_to_twice_and_every_path_is_accounted_for(
        from in generators::skeletons(40),
        to in generators::skeletons(40),
    ) {
        let map = JointMap::between(&from, &to);
        let mapped: Vec<JointIndex> = map.joints().iter().flatten().copied().collect();
        prop_assert_eq!(mapped.iter().collect::<HashSet<_>>().len(), mapped.len());
        prop_assert_eq!(mapped.len() + map.unmapped().len(), from.joint_count());
        for (source, joint) in from.joints().zip(map.joints()) {
            if let Some(joint) = *joint {
                let (path, name) = (from.path(source), from.name(source));
                prop_assert!(to.path(joint) == path || to.name(joint) == name);
            }
        }
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use proptest::prelude::*;
use tumble_pose::glam::{Quat, Vec3};
use tumble_pose::{Block, JointIndex, LANES, LocalPose, Transform, generators};

proptest! {
    #[test]
    fn what_is_put_in_comes_out_and_lanes_past_the_last_joint_stay_the_identity(
        joints in prop::collection::vec(generators::transforms(), 0..30),
    ) {
        let pose = LocalPose::from_transforms(&joints);
        prop_assert_eq!(pose.joint_count(), joints.len());
        prop_assert!(pose.iter().eq(joints.iter().copied()));
        for (index, joint) in (0..).zip(&joints) {
            prop_assert_eq!(pose.get(JointIndex(index)), *joint);
        }
        let lanes = pose.blocks().iter().flat_map(|block| (0..LANES).map(|lane| block.lane(lane)));
        prop_assert!(lanes.skip(joints.len()).all(|lane| lane == Transform::IDENTITY));
    }

    #[test]
    fn between_two_poses_lie_poses_that_begin_and_end_there(
        (from, to) in (1..20_usize).prop_flat_map(|joints| {
            let pose = || prop::collection::vec(generators::transforms(), joints);
            (pose(), pose())
        }),
        blend in 0.0_f32..=1.0,
    ) {
        let (from, to) = (LocalPose::from_transforms(&from), LocalPose::from_transforms(&to));
        let mut between = LocalPose::identity(from.joint_count());
        for (blend, end) in [(0.0, &from), (1.0, &to)] {
            between.interpolate(&from, &to, blend);
            for (joint, end) in between.iter().zip(end.iter()) {
                prop_assert!(joint.translation == end.translation && joint.scale == end.scale);
                prop_assert!(joint.rotation.dot(end.rotation).abs() > 1.0 - 1e-6, "turned the same way");
            }
        }
        between.interpolate(&from, &to, blend);
        for (joint, (from, to)) in between.iter().zip(from.iter().zip(to.iter())) {
            prop_assert!(joint.rotation.is_normalized());
            let (whole, part) = (from.rotation.dot(to.rotation).abs(), joint.rotation.dot(from.rotation).abs());
            prop_assert!(part > whole - 1e-4, "never farther than the end: the shorter way");
        }
    }

    #[test]
    fn a_matrix_gives_back_the_transform_that_it_was_made_from(transform in generators::transforms()) {
        let affine = transform.to_affine();
        let back = Transform::from_affine(&affine).to_affine();
        prop_assert!(back.abs_diff_eq(affine, 1e-4), "{affine} came back as {back}");
    }
}

#[test]
fn a_flat_matrix_is_a_transform_of_no_size() {
    let flat =
        Transform { scale: Vec3::new(1.0, 0.0, 1.0), ..Transform::from_rotation(Quat::from_rotation_x(1.0)) };
    let back = Transform::from_affine(&flat.to_affine());
    assert!(back.is_finite() && back.rotation.is_normalized(), "{back:?}");
    assert!(back.scale.y.abs() < 1e-6);
}

#[test]
fn a_pose_as_large_as_another_takes_it_over_without_allocating() {
    let other = LocalPose::from_transforms(&[Transform::from_translation(Vec3::X); 9]);
    let mut pose = LocalPose::identity(9);
    assert_eq!(pose.blocks(), [Block::IDENTITY; 2]);
    assert_eq!(allocation_counter::measure(|| pose.copy_from(&other)).count_total, 0);
    assert_eq!(pose, other);
}

#[test]
#[should_panic(expected = "joint 9 of 9")]
fn a_lane_past_the_last_joint_is_no_joint() {
    let _ = LocalPose::identity(9).get(JointIndex(9));
}

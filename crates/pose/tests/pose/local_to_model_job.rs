// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use proptest::prelude::*;
use tumble_pose::glam::Affine3A;
use tumble_pose::{JointIndex, LocalPose, LocalToModelError, LocalToModelJob, ModelPose, generators};

/// How large a joint's axes, and how far its place, can be at most; rounding is measured by them.
#[derive(Clone, Copy)]
struct Reach {
    axes: f32,
    place: f32,
}

proptest! {
    #[test]
    fn model_space_is_what_matrices_multiplied_down_the_tree_give(
        (skeleton, pose) in generators::posed_skeletons(40),
        character in generators::transforms(),
    ) {
        let mut output = ModelPose::identity(skeleton.joint_count());
        output.set_character(&character.to_affine());
        LocalToModelJob { skeleton: &skeleton, local: &pose, output: &mut output }.run().expect("its own pose");
        let mut expected: Vec<(Affine3A, Reach)> = Vec::new();
        for (joint, local) in skeleton.joints().zip(pose.iter()) {
            let (above, reach) = skeleton.parent(joint).map_or_else(
                || {
                    let axes = character.scale.abs().max_element();
                    (character.to_affine(), Reach { axes, place: character.translation.length() })
                },
                |parent| expected[parent.index()],
            );
            let affine = above * local.to_affine();
            let reach = Reach {
                axes: reach.axes * local.scale.abs().max_element(),
                place: reach.place + reach.axes * local.translation.length(),
            };
            expected.push((affine, reach));
            let found = output.affine(joint);
            prop_assert!(
                found.matrix3.abs_diff_eq(affine.matrix3, 1e-4 * reach.axes)
                    && found.translation.abs_diff_eq(affine.translation, 1e-4 * (reach.place + 1.0)),
                "joint {joint}: {found} for {affine}"
            );
            prop_assert_eq!(output.translation(joint), found.translation.into());
        }
        prop_assert_eq!(output.matrices().len(), skeleton.joint_count());
    }

    #[test]
    fn a_joint_turned_and_scaled_by_its_parents_still_tells_its_rotation(
        turns in prop::collection::vec(generators::rotations(), 1..20),
        size in 0.01_f32..100.0,
    ) {
        use tumble_pose::{Joint, Skeleton, Transform};
        use tumble_pose::glam::{Quat, Vec3};
        let joint = |(index, &rotation): (usize, &Quat)| Joint {
            name: String::new(),
            parent: index.checked_sub(1),
            rest: Transform { rotation, scale: Vec3::splat(if index == 0 { size } else { 1.0 }), ..Transform::IDENTITY },
        };
        let skeleton = Skeleton::new(&turns.iter().enumerate().map(joint).collect::<Vec<_>>()).expect("a chain");
        let mut output = ModelPose::identity(turns.len());
        LocalToModelJob { skeleton: &skeleton, local: skeleton.rest_pose(), output: &mut output }.run().expect("its own");
        let expected: Quat = turns.iter().copied().product();
        let last = skeleton.joints().last().expect("at least one");
        prop_assert!(output.rotation(last).dot(expected).abs() > 1.0 - 1e-5);
    }
}

#[test]
fn a_pose_of_another_skeleton_is_refused_and_nothing_written() {
    let skeleton = crate::outline::skeleton("root\n a\n b");
    let mut output = ModelPose::identity(3);
    let local = LocalPose::identity(2);
    let refused = LocalToModelJob { skeleton: &skeleton, local: &local, output: &mut output }.run();
    assert_eq!(refused, Err(LocalToModelError { pose: "local", expected: 3, found: 2 }));
    assert_eq!(output, ModelPose::identity(3));
    let mut small = ModelPose::identity(1);
    let refused =
        LocalToModelJob { skeleton: &skeleton, local: skeleton.rest_pose(), output: &mut small }.run();
    assert_eq!(refused, Err(LocalToModelError { pose: "model", expected: 3, found: 1 }));
}

#[test]
fn the_job_allocates_nothing() {
    let skeleton = crate::outline::skeleton(
        "root\n a\n  b\n   c\n    d\n     e\n      f\n       g\n        h\n         i",
    );
    let mut output = ModelPose::identity(skeleton.joint_count());
    let used = allocation_counter::measure(|| {
        let job = LocalToModelJob { skeleton: &skeleton, local: skeleton.rest_pose(), output: &mut output };
        job.run().expect("its own pose");
    });
    assert_eq!(used.count_total, 0);
    assert_eq!(output.affine(JointIndex(9)), Affine3A::IDENTITY);
}

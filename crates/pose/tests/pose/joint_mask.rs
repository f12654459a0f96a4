// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::outline::skeleton;
use proptest::prelude::*;
use tumble_pose::{JointIndex, JointMask, JointMaskError, Weight, generators};

#[test]
fn a_mask_says_which_joint_it_does_not_find() {
    let skeleton = skeleton("root\n a\n  hand\n b\n  hand");
    let mask = |asked: &str| JointMask::empty(5).with_subtree(&skeleton, asked, Weight::FULL);
    assert_eq!(mask("hand"), Err(JointMaskError::Joint { asked: "hand".into() }), "one of two");
    assert!(mask("b/hand").is_ok());
    let other = JointMask::full(3).with_subtree(&skeleton, "a", Weight::ZERO);
    assert_eq!(other, Err(JointMaskError::Joints { expected: 3, found: 5 }));
}

#[test]
fn a_weight_that_is_no_number_is_none() {
    let mut mask = JointMask::full(1);
    mask.set(JointIndex(0), Weight::new(f32::NAN));
    assert_eq!(mask, JointMask::empty(1));
}

proptest! {
    #[test]
    fn a_subtree_is_its_top_and_all_below(
        (skeleton, top) in generators::skeletons(40).prop_flat_map(|skeleton| {
            let joints = 0..skeleton.joint_count();
            (Just(skeleton), joints)
        }),
    ) {
        let top = JointIndex(u16::try_from(top).expect("few joints"));
        let joints = skeleton.joint_count();
        let mask = JointMask::full(joints).with_subtree(&skeleton, skeleton.path(top), Weight::new(0.25));
        let mask = mask.expect("its own path");
        for joint in skeleton.joints() {
            let within = joint == top || skeleton.is_below(joint, top);
            prop_assert_eq!(mask.get(joint), if within { Weight::new(0.25) } else { Weight::FULL });
        }
        let lanes = mask.blocks().iter().flatten();
        prop_assert!(lanes.skip(joints).all(|&weight| weight == 0.0), "lanes past the last joint");
    }
}

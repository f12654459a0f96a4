// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use proptest::prelude::*;
use std::collections::HashSet;
use tumble_pose::{Evidence, Joint, MirrorMap, Role, RoleMap, Side, Skeleton, Transform};

/// Trees whose names are put together from words that mean something, in no sensible order.
fn skeletons_of_words() -> impl Strategy<Value = Skeleton> {
    let words = prop::sample::select(vec![
        "hips", "hip", "spine", "chest", "neck", "head", "shoulder", "collar", "arm", "upper", "lower",
        "fore", "hand", "thumb", "leg", "thigh", "knee", "foot", "toe", "ik", "root", "left", "right", "l",
        "r", "x", "end",
    ]);
    let name = prop::collection::vec(words, 0..4).prop_map(|words| words.join("_"));
    prop::collection::vec((name, any::<prop::sample::Index>()), 1..60).prop_map(|joints| {
        let joint = |(index, (name, parent)): (usize, (String, prop::sample::Index))| Joint {
            name,
            parent: (index > 0).then(|| parent.index(index)),
            rest: Transform::IDENTITY,
        };
        Skeleton::new(&joints.into_iter().enumerate().map(joint).collect::<Vec<_>>()).expect("a tree")
    })
}

proptest! {
    #[test]
    fn whatever_the_names_limbs_run_outwards_and_nobody_has_two_roles(skeleton in skeletons_of_words()) {
        let roles = RoleMap::infer(&skeleton);
        let joints: HashSet<_> = roles.iter().map(|(_, joint)| joint).collect();
        prop_assert_eq!(joints.len(), roles.len());
        for role in Role::SINGLE {
            prop_assert!(roles.joints(role).count() <= 1);
        }
        for (role, joint) in roles.iter() {
            prop_assert_eq!(roles.role_of(joint), Some(role));
            prop_assert!(roles.evidence(joint).is_some());
        }
        for side in Side::BOTH {
            let limb = [Role::UpperArm(side), Role::LowerArm(side), Role::Hand(side)];
            let chained = |role| {
                let joint = roles.get(role)?;
                matches!(roles.evidence(joint), Some(Evidence::Chain { .. })).then_some(joint)
            };
            let [upper, lower, hand] = limb.map(chained);
            for (above, below) in [(upper, lower), (lower, hand), (upper, hand)] {
                if let (Some(above), Some(below)) = (above, below) {
                    prop_assert!(skeleton.is_below(below, above));
                }
            }
        }
        let [root, hips, spine, chest] = [Role::Root, Role::Hips, Role::Spine, Role::Chest].map(|role| roles.get(role));
        for (above, below) in [(root, hips), (spine, chest)] {
            if let (Some(above), Some(below)) = (above, below) {
                prop_assert!(skeleton.is_below(below, above), "{above:?} above {below:?}");
            }
        }
        if let (Some(hips), Some(trunk)) = (hips, spine.or(chest)) {
            prop_assert!(!skeleton.is_below(hips, trunk), "the trunk does not carry the hips");
        }
    }

    #[test]
    fn a_partners_partner_is_the_joint_itself(skeleton in skeletons_of_words()) {
        let roles = RoleMap::infer(&skeleton);
        let map = MirrorMap::new(&skeleton, &roles, skeleton.rest_pose()).expect("at rest");
        for joint in skeleton.joints() {
            prop_assert_eq!(map.partner(map.partner(joint)), joint);
            if let Some(role) = roles.role_of(joint).filter(|role| !role.is_shared()) {
                let partner = roles.get(role.mirrored());
                prop_assert!(partner.is_none() || partner == Some(map.partner(joint)));
            }
        }
    }
}

#[test]
fn as_many_joints_as_can_be_take_no_longer_than_a_blink() {
    for name in ["hand.L", "hips", "arm.R", "spine", "#", "kneeIK.l"] {
        let joint = |index: usize| Joint {
            name: name.to_owned(),
            parent: (index > 0).then_some(index / 2),
            rest: Transform::IDENTITY,
        };
        let joints: Vec<Joint> = (0..40_000).map(joint).collect();
        let skeleton = Skeleton::new(&joints).expect("a tree");
        let roles = RoleMap::infer(&skeleton);
        assert!(roles.role_of(tumble_pose::JointIndex::ROOT).is_some(), "{name}");
        assert!(MirrorMap::new(&skeleton, &roles, skeleton.rest_pose()).is_ok(), "{name}");
    }
}

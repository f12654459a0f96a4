// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{corpus, outline};
use proptest::prelude::*;
use tumble_pose::glam::{Quat, Vec3};
use tumble_pose::{
    Joint, JointIndex, LocalPose, LocalToModelJob, MirrorError, MirrorMap, ModelPose, RoleMap, Skeleton,
    Transform, generators,
};

fn mirror_map(skeleton: &Skeleton) -> MirrorMap {
    MirrorMap::new(skeleton, &RoleMap::infer(skeleton), skeleton.rest_pose()).expect("the rest pose is sound")
}

fn partners(skeleton: &Skeleton) -> Vec<(&str, &str)> {
    let map = mirror_map(skeleton);
    let named = |joint: JointIndex| (skeleton.name(joint), skeleton.name(map.partner(joint)));
    skeleton.joints().map(named).collect()
}

#[test]
fn partners_are_found_by_role_by_name_and_with_other_numbers() {
    let skeleton = outline::skeleton(
        "root
 hips
  leg_joint_L_1
   leg_joint_L_2
    claw
  Leg.R
   Leg.R.001
    claw
  LeftPocket_015
  RightPocket_019
  strap.L
  strap.L.001
  strap.R.001
  strap.R
  tail
  ear.L",
    );
    let expected = [
        ("root", "root"),
        ("hips", "hips"),
        ("leg_joint_L_1", "Leg.R"),
        ("Leg.R", "leg_joint_L_1"),
        ("LeftPocket_015", "RightPocket_019"),
        ("RightPocket_019", "LeftPocket_015"),
        ("strap.L", "strap.R"),
        ("strap.L.001", "strap.R.001"),
        ("strap.R.001", "strap.L.001"),
        ("strap.R", "strap.L"),
        ("tail", "tail"),
        ("ear.L", "ear.L"),
        ("leg_joint_L_2", "Leg.R.001"),
        ("Leg.R.001", "leg_joint_L_2"),
        ("claw", "claw"),
        ("claw", "claw"),
    ];
    assert_eq!(partners(&skeleton), expected);
    let map = mirror_map(&skeleton);
    assert_eq!(map.partner(JointIndex(14)), JointIndex(15), "one claw is the other's");
}

#[test]
fn every_sided_joint_of_the_corpus_has_a_partner() {
    for file in ["Barbarian", "RobotExpressive", "CesiumMan", "Fox"] {
        let Some(skeleton) = corpus::skeleton(&format!("characters/{file}.glb")) else { return };
        let alone = partners(&skeleton).into_iter().filter(|(joint, partner)| joint == partner);
        let sided = |name: &&str| {
            name.split(['.', '_']).any(|word| word.starts_with("Left") || word.eq_ignore_ascii_case("l"))
        };
        let lonely: Vec<&str> = alone.map(|(joint, _)| joint).filter(sided).collect();
        assert_eq!(lonely, [""; 0], "{file}");
    }
}

#[test]
fn a_pose_that_cannot_be_symmetric_is_refused() {
    let skeleton = outline::skeleton("root\n a");
    let make = |pose: &LocalPose| MirrorMap::new(&skeleton, &RoleMap::new(), pose).err();
    assert_eq!(make(&LocalPose::identity(3)), Some(MirrorError::Joints { expected: 2, found: 3 }));
    for bad in [
        Transform::from_translation(Vec3::new(f32::NAN, 0.0, 0.0)),
        Transform::from_rotation(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)),
    ] {
        let pose = LocalPose::from_transforms(&[Transform::IDENTITY, bad]);
        assert_eq!(make(&pose), Some(MirrorError::Pose { index: 1 }));
    }
}

#[test]
fn mirroring_allocates_nothing() {
    let skeleton = outline::skeleton("root\n arm.L\n arm.R");
    let map = mirror_map(&skeleton);
    let (from, mut to) = (LocalPose::rest(&skeleton), LocalPose::rest(&skeleton));
    assert_eq!(allocation_counter::measure(|| map.mirror(&from, &mut to)).count_total, 0);
}

const MIRROR: Vec3 = Vec3::new(-1.0, 1.0, 1.0);

/// A limb on each side and a middle: in the rest pose places are mirror images, rotations have nothing to do with
/// each other.
fn symmetric_skeletons() -> impl Strategy<Value = Skeleton> {
    let places = prop::collection::vec(generators::vectors(1.0), 4);
    let turns = prop::collection::vec(generators::rotations(), 8);
    (places, turns).prop_map(|(places, turns)| {
        let names = ["root", "spine", "arm.L", "arm.R", "elbow.L", "elbow.R", "hand.L", "hand.R"];
        let parents = [None, Some(0), Some(1), Some(1), Some(2), Some(3), Some(4), Some(5)];
        let place = |index: usize| match index {
            0 => Vec3::ZERO,
            1 => places[0] * Vec3::new(0.0, 1.0, 1.0),
            side if side % 2 == 0 => places[side / 2],
            side => places[side / 2] * MIRROR,
        };
        let model: Vec<Transform> =
            turns.iter().enumerate().map(|(index, &rotation)| at(place(index), rotation)).collect();
        let joint = |index: usize| Joint {
            name: names[index].to_owned(),
            parent: parents[index],
            rest: match parents[index] {
                None => model[index],
                Some(parent) => {
                    Transform::from_affine(&(model[parent].to_affine().inverse() * model[index].to_affine()))
                }
            },
        };
        Skeleton::new(&(0..names.len()).map(joint).collect::<Vec<_>>()).expect("a tree")
    })
}

fn at(translation: Vec3, rotation: Quat) -> Transform {
    Transform { translation, rotation, scale: Vec3::ONE }
}

fn places(skeleton: &Skeleton, pose: &LocalPose) -> Vec<Vec3> {
    let mut model = ModelPose::identity(skeleton.joint_count());
    LocalToModelJob { skeleton, local: pose, output: &mut model }.run().expect("its own pose");
    skeleton.joints().map(|joint| model.translation(joint)).collect()
}

/// Of two transforms, taking a rotation and its negative for the same.
fn difference(a: Transform, b: Transform) -> f32 {
    let turn = (a.rotation - b.rotation).length().min((a.rotation + b.rotation).length());
    turn + (a.translation - b.translation).length() + (a.scale - b.scale).length()
}

proptest! {
    #[test]
    fn mirroring_twice_changes_nothing(
        (skeleton, pose) in prop_oneof![generators::skeletons(40).boxed(), symmetric_skeletons().boxed()]
            .prop_flat_map(|skeleton| {
                let poses = generators::local_poses(&skeleton);
                (Just(skeleton), poses)
            }),
    ) {
        let map = mirror_map(&skeleton);
        let (mut once, mut twice) = (LocalPose::rest(&skeleton), LocalPose::rest(&skeleton));
        map.mirror(&pose, &mut once);
        map.mirror(&once, &mut twice);
        for (joint, (before, after)) in skeleton.joints().zip(pose.iter().zip(twice.iter())) {
            prop_assert!(difference(before, after) < 2e-5, "joint {joint}: {before:?} came back as {after:?}");
        }
    }

    #[test]
    fn the_symmetric_pose_is_its_own_mirror_image(skeleton in symmetric_skeletons()) {
        let mut mirrored = LocalPose::identity(skeleton.joint_count());
        mirror_map(&skeleton).mirror(skeleton.rest_pose(), &mut mirrored);
        for (before, after) in skeleton.rest_pose().iter().zip(mirrored.iter()) {
            prop_assert!(difference(before, after) < 1e-5, "{before:?} became {after:?}");
        }
    }

    #[test]
    fn joints_go_to_the_mirror_images_of_their_partners_places_however_their_axes_lie(
        (skeleton, pose) in symmetric_skeletons().prop_flat_map(|skeleton| {
            let joints = prop::collection::vec(generators::rigid_transforms(), skeleton.joint_count());
            (Just(skeleton), joints.prop_map(|joints| LocalPose::from_transforms(&joints)))
        }),
    ) {
        let map = mirror_map(&skeleton);
        let mut mirrored = LocalPose::rest(&skeleton);
        map.mirror(&pose, &mut mirrored);
        let (before, after) = (places(&skeleton, &pose), places(&skeleton, &mirrored));
        for joint in skeleton.joints() {
            let image = before[map.partner(joint).index()] * MIRROR;
            prop_assert!(image.distance(after[joint.index()]) < 1e-4, "{}", skeleton.name(joint));
        }
    }
}

/// Some tools make the right side of a rig by a scale of -1 on the left.
#[test]
fn a_side_made_by_a_negative_scale_mirrors_like_one_made_by_turns() {
    let arm = at(Vec3::new(0.2, 1.4, 0.0), Quat::from_rotation_z(-0.3));
    let hand = at(Vec3::new(0.5, 0.0, 0.1), Quat::IDENTITY);
    let joint = |name: &str, parent, rest| Joint { name: name.to_owned(), parent, rest };
    let skeleton = Skeleton::new(&[
        joint("root", None, Transform::IDENTITY),
        joint("arm.L", Some(0), arm),
        joint("other", Some(0), Transform { scale: MIRROR, ..Transform::IDENTITY }),
        joint("hand.L", Some(1), hand),
        joint("arm.R", Some(2), arm),
        joint("hand.R", Some(4), hand),
    ])
    .expect("a tree");
    let map = mirror_map(&skeleton);
    let mut pose = LocalPose::rest(&skeleton);
    let left = skeleton.find("arm.L").expect("given above");
    pose.set(left, Transform { rotation: Quat::from_rotation_y(0.8) * arm.rotation, ..arm });
    let mut mirrored = LocalPose::rest(&skeleton);
    map.mirror(&pose, &mut mirrored);
    let (before, after) = (places(&skeleton, &pose), places(&skeleton, &mirrored));
    let (from, to) = (skeleton.find("hand.L"), skeleton.find("hand.R"));
    let (from, to) = (from.expect("given above"), to.expect("given above"));
    let image = before[from.index()] * MIRROR;
    assert!(image.distance(after[to.index()]) < 1e-5, "{image} and {}", after[to.index()]);
}

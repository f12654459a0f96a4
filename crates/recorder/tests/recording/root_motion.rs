// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{Script, push, recorder};
use proptest::prelude::*;
use tumble_clip::RawClip;
use tumble_pose::generators::{local_poses, skeletons};
use tumble_pose::glam::{EulerRot, Quat, Vec3};
use tumble_pose::{Joint, JointIndex, LocalPose, LocalToModelJob, ModelPose, Seconds, Skeleton, Transform};
use tumble_recorder::{RecordError, Recorder, RecorderSettings, RootMotion, SettingsError};

fn apart(joint: &str) -> RecorderSettings {
    RecorderSettings {
        root_motion: RootMotion::OnRoot { joint: joint.into() },
        ..RecorderSettings::default()
    }
}

/// A root, hips a metre above it, and beside the hips something else that hangs on the root.
fn hips() -> Skeleton {
    let joint = |name: &str, parent, rest| Joint { name: name.into(), parent, rest };
    let up = |y: f32| Transform::from_translation(Vec3::Y * y);
    Skeleton::new(&[
        joint("scene", None, Transform::IDENTITY),
        joint("hips", Some(0), up(1.0)),
        joint("spine", Some(1), up(0.2)),
        joint("sword", Some(0), Transform::from_translation(Vec3::X)),
    ])
    .expect("a tree")
}

fn pose_at(clip: &RawClip, skeleton: &Skeleton, time: Seconds) -> LocalPose {
    let mut pose = LocalPose::rest(skeleton);
    for track in &clip.tracks {
        let joint = skeleton.at_path(&track.path).expect("its own joint");
        let rest = pose.get(joint);
        pose.set(
            joint,
            Transform {
                translation: track
                    .translation
                    .as_ref()
                    .and_then(|curve| curve.sample(time))
                    .unwrap_or(rest.translation),
                rotation: track
                    .rotation
                    .as_ref()
                    .and_then(|curve| curve.sample(time))
                    .unwrap_or(rest.rotation),
                scale: track.scale.as_ref().and_then(|curve| curve.sample(time)).unwrap_or(rest.scale),
            },
        );
    }
    pose
}

fn model(skeleton: &Skeleton, local: &LocalPose) -> ModelPose {
    let mut output = ModelPose::identity(skeleton.joint_count());
    LocalToModelJob { skeleton, local, output: &mut output }.run().expect("poses of one skeleton");
    output
}

proptest! {
    #[test]
    fn root_and_pose_together_are_the_original_to_rounding(
        (skeleton, poses) in skeletons(9).prop_filter("more than a root", |skeleton| skeleton.joint_count() > 1)
            .prop_flat_map(|skeleton| {
                let poses = prop::collection::vec(local_poses(&skeleton), 1..6_usize);
                (Just(skeleton), poses)
            }),
        joint in any::<prop::sample::Index>(),
        size in 0.01..3.0_f32,
    ) {
        let joint = joint.index(skeleton.joint_count());
        let joint = skeleton.path(JointIndex(joint as u16)).to_owned();
        let given = |index: usize| {
            let mut pose = poses[index].clone();
            let root = pose.get(JointIndex::ROOT);
            pose.set(JointIndex::ROOT, Transform { scale: Vec3::splat(size), ..root });
            pose
        };
        let mut source = Script::new(skeleton.clone(), |now: f64, joint| given((now * 30.0).round() as usize).get(joint));
        let mut recorder = recorder(&source, apart(&joint));
        for sample in 0..poses.len() {
            push(&mut recorder, &mut source, sample as f64 / 30.0);
        }
        let clip = recorder.finish().expect("samples");
        for sample in 0..poses.len() {
            let played = pose_at(&clip, &skeleton, Seconds(sample as f64 / 30.0));
            let (found, expected) = (model(&skeleton, &played), model(&skeleton, &given(sample)));
            for joint in skeleton.joints().skip(1) {
                let (found, expected) = (found.affine(joint), expected.affine(joint));
                let far = 1.0 + expected.translation.length() + given(sample).get(JointIndex::ROOT).translation.length();
                let moved = (found.translation - expected.translation).length();
                prop_assert!(moved < 1e-4 * far, "{} by {moved} at sample {sample}", skeleton.path(joint));
                let turned = (found.matrix3 - expected.matrix3).to_cols_array();
                let size = expected.matrix3.to_cols_array().iter().fold(1.0_f32, |most, part| most.max(part.abs()));
                prop_assert!(turned.iter().all(|part| part.abs() < 1e-4 * size), "{turned:?}");
            }
        }
    }

    #[test]
    fn the_root_has_the_hips_travel_over_the_ground_and_their_heading_and_the_pose_the_rest(
        travel in prop::array::uniform3(-20.0..20.0_f32),
        (yaw, tilt) in (-3.1..3.1_f32, -1.4..1.4_f32),
    ) {
        let skeleton = hips();
        let hips = Transform {
            translation: Vec3::from(travel),
            rotation: Quat::from_euler(EulerRot::YXZ, yaw, tilt, 0.0),
            ..Transform::IDENTITY
        };
        let rest = skeleton.rest_pose().clone();
        let mut source = Script::new(skeleton.clone(), |_, joint: JointIndex| if joint.0 == 1 { hips } else { rest.get(joint) });
        let mut recorder = recorder(&source, apart("hips"));
        push(&mut recorder, &mut source, 0.0);
        let pose = pose_at(&recorder.finish().expect("a sample"), &skeleton, Seconds::ZERO);
        let root = pose.get(JointIndex::ROOT);
        let near = |a: Vec3, b: Vec3| (a - b).length() < 1e-4;
        prop_assert!(near(root.translation, hips.translation.with_y(0.0)), "{root:?}");
        prop_assert!(root.rotation.dot(Quat::from_rotation_y(yaw)).abs() > 1.0 - 1e-5, "{root:?}");
        let left = pose.get(JointIndex(1));
        prop_assert!(near(left.translation, Vec3::Y * hips.translation.y), "only the height: {left:?}");
        prop_assert!(left.rotation.dot(Quat::from_rotation_x(tilt)).abs() > 1.0 - 1e-5, "only the tilt: {left:?}");
    }
}

#[test]
fn at_rest_there_is_no_root_motion_and_upside_down_the_heading_is_the_one_before() {
    let skeleton = hips();
    let rest = skeleton.rest_pose().clone();
    let heading = Quat::from_rotation_y(1.0);
    let over = Quat::from_rotation_x(std::f32::consts::PI);
    let mut source = Script::new(skeleton.clone(), |now, joint: JointIndex| {
        let rotation = [Quat::IDENTITY, heading, heading * over][(now * 30.0).round() as usize];
        if joint.0 == 1 { Transform { rotation, ..rest.get(joint) } } else { rest.get(joint) }
    });
    let mut recorder = recorder(&source, apart("hips"));
    for sample in 0..3_u32 {
        push(&mut recorder, &mut source, f64::from(sample) / 30.0);
    }
    let clip = recorder.finish().expect("samples");
    let root = |sample: u32| {
        pose_at(&clip, &skeleton, Seconds(f64::from(sample) / 30.0)).get(JointIndex::ROOT).rotation
    };
    assert_eq!(root(0), Quat::IDENTITY);
    assert!(root(1).dot(heading).abs() > 1.0 - 1e-6 && root(2).dot(heading).abs() > 1.0 - 1e-6);
}

#[test]
fn joints_and_roots_that_cannot_be_taken_apart_are_refused() {
    let unknown = Recorder::new(&hips(), apart("pelvis")).map(drop);
    assert_eq!(unknown, Err(SettingsError::RootMotionJoint { joint: "pelvis".into() }));
    let alone = Recorder::new(&crate::chain(1), apart("")).map(drop);
    assert_eq!(alone, Err(SettingsError::RootMotionAlone));
    for scale in [Vec3::new(1.0, 2.0, 1.0), Vec3::ZERO, Vec3::splat(-1.0)] {
        let mut source = Script::new(hips(), |_, _| Transform { scale, ..Transform::IDENTITY });
        let refused = recorder(&source, apart("hips")).push(Seconds(2.0), &mut source);
        assert_eq!(refused, Err(RecordError::RootScale { scale, at: Seconds(2.0) }));
        push(&mut recorder(&source, RecorderSettings::default()), &mut source, 2.0);
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{Script, chain, push, recorder};
use proptest::prelude::*;
use tumble_clip::RawClip;
use tumble_pose::generators::{local_poses, skeletons};
use tumble_pose::glam::{Quat, Vec3};
use tumble_pose::{Joint, JointIndex, LocalPose, Seconds, Skeleton, Transform};
use tumble_recorder::RecorderSettings;

fn record(skeleton: Skeleton, seconds: f64, pose: impl FnMut(f64, JointIndex) -> Transform) -> RawClip {
    let mut source = Script::new(skeleton, pose);
    let mut recorder = recorder(&source, RecorderSettings::default());
    let mut frame = 0.0;
    while frame / 60.0 <= seconds {
        push(&mut recorder, &mut source, frame / 60.0);
        frame += 1.0;
    }
    recorder.finish().expect("samples")
}

/// newyellow/Unity-Runtime-Animation-Recorder#3: of siblings with one name only one is recorded.
#[test]
fn siblings_of_one_name_and_nodes_without_one_are_all_recorded() {
    let node = |name: &str, parent| Joint { name: name.into(), parent, rest: Transform::IDENTITY };
    let skeleton = Skeleton::new(&[
        node("crate", None),
        node("lid", Some(0)),
        node("lid", Some(0)),
        node("", Some(0)),
        node("lid", Some(1)),
    ])
    .expect("a tree");
    let clip = record(skeleton, 1.0, |now, joint| {
        Transform::from_translation(Vec3::new(now as f32, f32::from(joint.0), 0.0))
    });
    let paths: Vec<&str> = clip.tracks.iter().map(|track| track.path.as_str()).collect();
    assert_eq!(paths, ["", "lid", "lid#2", "#3", "lid/lid"], "the root too, by the empty path");
    for (joint, track) in clip.tracks.iter().enumerate() {
        let keys = &track.translation.as_ref().expect("it moves").keys;
        assert!(keys.iter().all(|key| key.value.y == joint as f32), "each its own: {}", track.path);
    }
}

/// DrunkenMonday/AnimationRecorder: no closing key, tracks of different length. VRCFury#113: the end key is lacking.
#[test]
fn parts_that_stop_at_different_times_all_have_a_first_and_a_closing_key() {
    let clip = record(chain(4), 4.0, |now, joint| {
        let stops = f64::from(joint.0);
        Transform::from_translation(Vec3::Z * now.min(stops) as f32)
    });
    assert_eq!(clip.duration, Seconds(4.0));
    let paths: Vec<&str> = clip.tracks.iter().map(|track| track.path.as_str()).collect();
    assert_eq!(paths, ["joint1", "joint1/joint2", "joint1/joint2/joint3"], "the first never moved");
    for (stops, track) in (1_u32..).zip(&clip.tracks) {
        assert!(track.rotation.is_none() && track.scale.is_none(), "parts at rest are left out");
        let curve = track.translation.as_ref().expect("it moves");
        let times: Vec<f64> = curve.keys.iter().map(|key| key.time.0).collect();
        let moving = (0..=30 * stops).map(|index| f64::from(index) / 30.0);
        assert_eq!(times, moving.chain([4.0]).collect::<Vec<_>>(), "no key within the tail at rest");
        for time in [0.31, f64::from(stops) - 0.01, f64::from(stops) + 0.5, 4.0] {
            let value = curve.sample(Seconds(time)).expect("keys").z;
            assert!((f64::from(value) - time.min(f64::from(stops))).abs() < 1e-5, "{value} at {time}");
        }
    }
}

/// DrunkenMonday/AnimationRecorder: rest for 1 s and then a step plays back as a slow smear.
#[test]
fn a_rest_before_a_step_is_kept_as_a_rest() {
    let clip = record(chain(1), 1.5, |now, _| {
        Transform::from_translation(if now > 1.0 { Vec3::X * 0.5 } else { Vec3::ZERO })
    });
    let curve = clip.tracks[0].translation.as_ref().expect("it moves");
    for (time, x) in [(0.5, 0.0), (0.99, 0.0), (1.04, 0.5), (1.5, 0.5)] {
        assert_eq!(curve.sample(Seconds(time)).map(|value| value.x), Some(x), "at {time}");
    }
}

/// DrunkenMonday/AnimationRecorder: a slow creep below the threshold never records; a body at constant speed stops at
/// each key.
#[test]
fn a_creep_of_a_tenth_of_a_millimetre_a_second_is_followed() {
    let clip = record(chain(1), 10.0, |now, _| Transform::from_translation(Vec3::X * (now * 1e-4) as f32));
    let curve = clip.tracks[0].translation.as_ref().expect("it moves");
    for step in 0..=1000 {
        let time = f64::from(step) / 100.0;
        let x = f64::from(curve.sample(Seconds(time)).expect("keys").x);
        assert!((x - time * 1e-4).abs() < 1.1e-6, "{x} at {time}");
    }
}

#[test]
fn two_thousandths_of_a_millimetre_are_no_noise() {
    let clip = record(chain(1), 1.0, |now, _| Transform::from_translation(Vec3::X * (now * 2e-6) as f32));
    let keys = clip.tracks[0].translation.as_ref().map(|curve| curve.keys.len());
    assert_eq!(keys, Some(17), "15 until the last micrometre, which is held, and the two that hold it");
}

#[test]
fn what_stands_elsewhere_than_at_rest_is_one_key_and_noise_is_none() {
    let turned = Quat::from_rotation_x(1.0);
    let clip = record(chain(3), 1.0, |now, joint| match joint.0 {
        0 => Transform { scale: Vec3::splat(1.0 + 4e-7 * now as f32), ..Transform::IDENTITY },
        1 => Transform { rotation: if now < 0.5 { turned } else { -turned }, ..Transform::IDENTITY },
        _ => Transform {
            rotation: -Quat::IDENTITY,
            scale: Vec3::splat(1.0 + now as f32),
            ..Transform::IDENTITY
        },
    });
    assert_eq!(clip.tracks.len(), 2, "noise is no track: {:?}", clip.tracks);
    let keys = |curve: &tumble_clip::Curve<Quat>| curve.keys.iter().map(|key| key.value).collect::<Vec<_>>();
    assert_eq!(clip.tracks[0].rotation.as_ref().map(keys), Some(vec![turned]));
    assert!(clip.tracks[1].rotation.is_none(), "the other quaternion of the rest rotation is at rest");
    let scale = clip.tracks[1].scale.as_ref().expect("it grows");
    assert_eq!((scale.keys.len(), scale.keys[30].value), (31, Vec3::splat(2.0)));
}

proptest! {
    /// flutter_scene#275: 21° apart sweeps 339°.
    #[test]
    fn neighbouring_rotations_are_on_one_side_and_stay_what_they_were(
        signs in prop::collection::vec(any::<bool>(), 31),
        speed in -2.9..2.9_f32,
    ) {
        let turn = |index: usize| Quat::from_rotation_z(index as f32 * speed);
        let signs = &signs;
        let mut source = Script::new(chain(1), |now: f64, _| {
            let index = (now * 30.0).round() as usize;
            Transform::from_rotation(if signs[index] { turn(index) } else { -turn(index) })
        });
        let mut recorder = recorder(&source, RecorderSettings::default());
        for index in 0..31_u32 {
            push(&mut recorder, &mut source, f64::from(index) / 30.0);
        }
        let clip = recorder.finish().expect("samples");
        if let Some(curve) = clip.tracks.first().and_then(|track| track.rotation.as_ref()) {
            for pair in curve.keys.windows(2) {
                prop_assert!(pair[0].value.dot(pair[1].value) >= 0.0);
            }
            for key in &curve.keys {
                let given = turn((key.time.0 * 30.0).round() as usize);
                prop_assert!(key.value == given || key.value == -given, "bit for bit");
            }
        }
    }

    /// Whatever is left out, the clip gives back every pose that came on the grid.
    #[test]
    fn nothing_is_lost_of_any_skeleton_in_any_poses(
        (skeleton, poses) in skeletons(9).prop_flat_map(|skeleton| {
            let rest = LocalPose::rest(&skeleton);
            let poses = prop::collection::vec((local_poses(&skeleton), 1..5_usize), 1..5).prop_map(move |mut poses| {
                poses.push((rest.clone(), 3));
                poses.into_iter().flat_map(|(pose, times)| std::iter::repeat_n(pose, times)).collect::<Vec<_>>()
            });
            (Just(skeleton), poses)
        }),
    ) {
        let index = |now: f64| (now * 30.0).round() as usize;
        let mut source = Script::new(skeleton.clone(), |now, joint| poses[index(now)].get(joint));
        let mut recorder = recorder(&source, RecorderSettings::default());
        for sample in 0..poses.len() {
            push(&mut recorder, &mut source, sample as f64 / 30.0);
        }
        let clip = recorder.finish().expect("samples");
        prop_assert_eq!(clip.duration, Seconds((poses.len() - 1) as f64 / 30.0));
        for (sample, pose) in poses.iter().enumerate() {
            let time = Seconds(sample as f64 / 30.0);
            for joint in skeleton.joints() {
                let (given, rest) = (pose.get(joint), skeleton.rest_pose().get(joint));
                let track = clip.tracks.iter().find(|track| track.path == skeleton.path(joint));
                let played = Transform {
                    translation: track
                        .and_then(|track| track.translation.as_ref()?.sample(time))
                        .unwrap_or(rest.translation),
                    rotation: track
                        .and_then(|track| track.rotation.as_ref()?.sample(time))
                        .unwrap_or(rest.rotation),
                    scale: track.and_then(|track| track.scale.as_ref()?.sample(time)).unwrap_or(rest.scale),
                };
                let moved = (played.translation - given.translation).abs().max_element();
                let grown = (played.scale - given.scale).abs().max_element();
                let turned = 1.0 - played.rotation.dot(given.rotation).abs();
                prop_assert!(moved < 2e-6 && grown < 2e-6 && turned < 1e-6, "{played:?} for {given:?} at {time}");
            }
        }
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! What went wrong for others when they reduced keys. Each test names the public report and holds for the whole
//! kind of fault. (More of them stand beside what they test: `flutter_scene`#275 and godotengine/godot#57951
//! with curves and continuity, nfrechette/acl#47 with the builder.)

#![expect(clippy::expect_used, reason = "tests: an error fails them")]

use tumble_clip::{Curve, Interpolation, RawClip, RawTrack, ReduceJob, ReduceSettings, Tolerance};
use tumble_pose::glam::{Quat, Vec3};
use tumble_pose::{Joint, LocalPose, LocalToModelJob, ModelPose, Seconds, Skeleton, Transform};

/// An arm of so many bones, each 30 cm long.
fn arm(bones: usize) -> Skeleton {
    let joint = |index: usize| Joint {
        name: format!("bone{index}"),
        parent: index.checked_sub(1),
        rest: Transform::from_translation(if index == 0 { Vec3::ZERO } else { Vec3::Y * 0.3 }),
    };
    Skeleton::new(&(0..bones).map(joint).collect::<Vec<_>>()).expect("a tree")
}

fn seconds(samples: u32) -> Vec<Seconds> {
    (0..samples).map(|index| Seconds(f64::from(index) / 30.0)).collect()
}

/// A clip of the root's translation.
fn sliding(samples: u32, place: impl Fn(u32) -> f32) -> RawClip {
    let keys = seconds(samples).into_iter().zip((0..samples).map(|index| Vec3::X * place(index)));
    let translation = Some(Curve::new(Interpolation::Linear, keys));
    RawClip {
        duration: Seconds(f64::from(samples - 1) / 30.0),
        tracks: vec![RawTrack { translation, ..RawTrack::default() }],
        ..RawClip::default()
    }
}

/// Every bone of an arm turns about its own axis.
fn waving(skeleton: &Skeleton, samples: u32, angle: impl Fn(usize, f64) -> f64) -> RawClip {
    let tracks = skeleton.joints().map(|joint| {
        let turn = |at: Seconds| Quat::from_rotation_z(angle(joint.index(), at.0) as f32);
        let rotation =
            Curve::new(Interpolation::Linear, seconds(samples).into_iter().map(|at| (at, turn(at))));
        RawTrack { path: skeleton.path(joint).to_owned(), rotation: Some(rotation), ..RawTrack::default() }
    });
    let duration = Seconds(f64::from(samples - 1) / 30.0);
    RawClip { duration, tracks: tracks.collect(), ..RawClip::default() }
}

fn reduced(skeleton: &Skeleton, clip: &RawClip, settings: &ReduceSettings) -> RawClip {
    ReduceJob { skeleton, clip, settings }.run().expect("a valid clip")
}

fn within(precision: f32) -> ReduceSettings {
    ReduceSettings { tolerance: Tolerance { precision, ..Tolerance::default() }, ..ReduceSettings::default() }
}

/// Where the last joint is, or its point 1 m along its own x axis.
fn hand(skeleton: &Skeleton, clip: &RawClip, at: f64, along: f32) -> Vec3 {
    let mut local = LocalPose::rest(skeleton);
    clip.bind(skeleton).sample(Seconds(at), &mut local).expect("same skeleton");
    let mut model = ModelPose::identity(skeleton.joint_count());
    LocalToModelJob { skeleton, local: &local, output: &mut model }.run().expect("same skeleton");
    let last = skeleton.joints().next_back().expect("a joint");
    model.affine(last).transform_point3(Vec3::X * along)
}

/// The farthest that the hand of one clip is from that of another at any of many times.
fn farthest(skeleton: &Skeleton, a: &RawClip, b: &RawClip, along: f32) -> f32 {
    let times = (0..=2000).map(|index| f64::from(index) / 2000.0 * a.duration.0);
    times.map(|at| hand(skeleton, a, at, along).distance(hand(skeleton, b, at, along))).fold(0.0, f32::max)
}

fn keys(clip: &RawClip) -> &Curve<Vec3> {
    clip.tracks[0].translation.as_ref().expect("it slides")
}

fn turns(clip: &RawClip) -> usize {
    clip.tracks.iter().filter_map(|track| track.rotation.as_ref()).map(|curve| curve.keys.len()).sum()
}

/// DrunkenMonday/AnimationRecorder: a dead band against the last kept key, and no hold key, play a rest of 1 s
/// and then a step as one slow smear, half a metre off.
#[test]
fn a_rest_and_then_a_step_has_a_key_just_before_the_step() {
    let skeleton = arm(1);
    let clip = sliding(61, |index| if index > 30 { 1.0 } else { 0.0 });
    let bounded = reduced(&skeleton, &clip, &within(1e-3));
    assert!(farthest(&skeleton, &clip, &bounded, 0.0) <= 1e-3, "nowhere a smear");
    let times: Vec<f64> = keys(&bounded).keys.iter().map(|key| key.time.0 * 30.0).collect();
    assert_eq!(times.iter().map(|time| time.round() as u32).collect::<Vec<_>>(), [0, 30, 31, 60]);
    let dead_band = reduced(&skeleton, &clip, &ReduceSettings::dead_band());
    assert!(farthest(&skeleton, &clip, &dead_band, 0.0) > 0.5, "the preset is for comparison: {dead_band:?}");
}

/// The same: tangents of 0 at every key stop a body of constant speed at each of them.
#[test]
fn a_body_at_constant_speed_plays_at_constant_speed() {
    let skeleton = arm(1);
    let clip = sliding(90, |index| index as f32 / 30.0);
    let bounded = reduced(&skeleton, &clip, &within(1e-4));
    assert_eq!(keys(&bounded).keys.len(), 2, "its start and its end");
    for index in 0..100 {
        let (from, to) = (f64::from(index) * 0.029, f64::from(index + 1) * 0.029);
        let step = hand(&skeleton, &bounded, to, 0.0).x - hand(&skeleton, &bounded, from, 0.0).x;
        assert!((step - 0.029).abs() < 3e-4, "{step} m in 29 ms at {from} s");
    }
}

/// The same: no closing key, tracks of different length (VRCFury#113: a curve lacks its end key).
#[test]
fn every_track_has_a_key_at_the_start_and_at_the_end() {
    let skeleton = arm(5);
    // Each bone moves for a while of its own, and rests before and after.
    let while_of = |joint: usize, at: f64| (at - joint as f64 * 0.4).clamp(0.0, 0.3);
    let clip = waving(&skeleton, 90, while_of);
    for settings in [within(1e-3), ReduceSettings::dead_band()] {
        let reduced = reduced(&skeleton, &clip, &settings);
        for track in &reduced.tracks {
            let keys = &track.rotation.as_ref().expect("it turns").keys;
            let (first, last) = (keys.first().map(|key| key.time), keys.last().map(|key| key.time));
            assert_eq!((first, last), (Some(Seconds::ZERO), Some(clip.duration)), "{}", track.path);
        }
    }
}

/// The same: a creep that stays below the threshold from sample to sample is never recorded.
#[test]
fn a_slow_creep_is_followed_within_the_bound() {
    let skeleton = arm(1);
    let clip = sliding(1800, |index| (index as f32 * 1e-5).powi(2) * 60.0);
    let bounded = reduced(&skeleton, &clip, &within(1e-4));
    assert!(farthest(&skeleton, &clip, &bounded, 0.0) <= 1e-4);
    assert!(keys(&bounded).keys.len() < 60, "{} keys", keys(&bounded).keys.len());
}

/// The same: thresholds on each joint compound: 5° on each of six moves the hand by 0.34 m.
#[test]
fn the_bound_holds_at_the_end_of_the_chain() {
    let skeleton = arm(6);
    let clip = waving(&skeleton, 120, |joint, at| 0.08 * (at * (2.0 + joint as f64 * 0.01)).sin());
    let dead_band = farthest(&skeleton, &clip, &reduced(&skeleton, &clip, &ReduceSettings::dead_band()), 0.0);
    assert!(dead_band > 0.2, "{dead_band} m by the preset");
    for bound in [1e-4, 1e-3, 1e-2] {
        let bounded = farthest(&skeleton, &clip, &reduced(&skeleton, &clip, &within(bound)), 0.0);
        assert!(bounded <= bound, "{bounded} m of {bound}");
    }
}

/// Unity com.unity.formats.fbx#505: reducing twice jitters.
#[test]
fn reducing_again_changes_nothing() {
    let skeleton = arm(6);
    let clip = waving(&skeleton, 120, |joint, at| 0.5 * (at * 2.0 + joint as f64).sin());
    for settings in [within(1e-3), ReduceSettings::dead_band()] {
        let once = reduced(&skeleton, &clip, &settings);
        assert_eq!(reduced(&skeleton, &once, &settings), once);
    }
}

/// decentraland/explorer#1529: quaternion components reduced apart bend limbs.
#[test]
fn a_rotation_between_kept_keys_is_a_rotation() {
    let skeleton = arm(4);
    let clip = waving(&skeleton, 120, |joint, at| 1.5 * (at * 2.0 + joint as f64).sin());
    let bounded = reduced(&skeleton, &clip, &within(0.05));
    assert!(turns(&bounded) * 4 < turns(&clip), "{} keys", turns(&bounded));
    let mut pose = LocalPose::rest(&skeleton);
    for index in 0..1000 {
        bounded.bind(&skeleton).sample(Seconds(f64::from(index) * 0.004), &mut pose).expect("same skeleton");
        assert!(pose.iter().all(|joint| (joint.rotation.length() - 1.0).abs() < 1e-6), "{pose:?}");
    }
}

/// godotengine/godot PR#63211: the optimiser corrupts dense motion capture.
#[test]
fn dense_motion_capture_with_its_jitter_is_within_the_bound() {
    let skeleton = arm(8);
    let jitter =
        |joint: usize, at: f64| ((at * 977.0 + joint as f64 * 31.0).sin() * 43_758.545).fract() * 0.004;
    let clip = waving(&skeleton, 900, |joint, at| (at * 1.3 + joint as f64).sin() + jitter(joint, at));
    for bound in [1e-4, 2e-3, 3e-2] {
        let bounded = reduced(&skeleton, &clip, &within(bound));
        let error = farthest(&skeleton, &clip, &bounded, 0.0);
        assert!(error <= bound, "{error} m of {bound}");
    }
}

/// zeux/meshoptimizer#766: tracks reduced apart make planted feet jitter.
#[test]
fn a_foot_can_be_held_to_a_tighter_bound_than_the_rest() {
    let skeleton = arm(4);
    let clip = waving(&skeleton, 200, |joint, at| 0.4 * (at * 2.0 + joint as f64).sin());
    let mut settings = within(2e-3);
    let loose = reduced(&skeleton, &clip, &settings);
    settings.tolerance.per_joint_shell = vec![("bone3".to_owned(), 1.0)];
    let tight = reduced(&skeleton, &clip, &settings);
    assert!(farthest(&skeleton, &clip, &tight, 1.0) <= 2e-3, "1 m off its last joint");
    assert!(farthest(&skeleton, &clip, &loose, 1.0) > 2e-3, "which else it would not be");
    assert!(turns(&loose) < turns(&tight) && turns(&tight) < turns(&clip));
}

/// nfrechette/acl#47: at and around half a turn, where w goes through 0.
#[test]
fn turning_through_half_a_turn_is_within_the_bound() {
    let skeleton = arm(2);
    let clip = waving(&skeleton, 300, |joint, at| {
        std::f64::consts::PI * (1.0 + joint as f64) + 0.3 * (at * 3.0).sin()
    });
    let bounded = reduced(&skeleton, &clip, &within(1e-3));
    assert!(farthest(&skeleton, &clip, &bounded, 0.0) <= 1e-3);
    assert!(turns(&bounded) * 2 < turns(&clip));
}

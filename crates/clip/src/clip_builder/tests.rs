// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

mod refusals;

use super::*;
use crate::{Curve, Interpolation, Key, RawTrack, ScalarTarget, TrackKey, generators, synthetic};
use crate::{Rounding, SamplingContext, SamplingJob, ScalarSamplingJob};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use std::f64::consts::PI;
use tumble_pose::{Joint, LocalPose, ScalarPose, Transform};

/// The largest error at any sample, by a measure of the tests' own, in metres.
fn error_at_samples(clip: &Clip, raw: &RawClip, shell: f64) -> f64 {
    let skeleton = clip.skeleton();
    let bound = raw.bind(skeleton);
    let (mut played, mut right) = (LocalPose::rest(skeleton), LocalPose::rest(skeleton));
    let metres = f64::from(clip.meta().metres_per_unit.expect("built clips know it"));
    let mut worst = 0.0_f64;
    for at in clip.sample_times() {
        sample(clip, at, &mut played);
        bound.sample(at, &mut right).expect("same skeleton");
        worst = worst.max(synthetic::worst_error(skeleton, &played, &right, shell / metres) * metres);
    }
    worst
}

fn sample(clip: &Clip, at: Seconds, output: &mut LocalPose) {
    let mut context = SamplingContext::default();
    SamplingJob { clip, context: &mut context, at, rounding: Rounding::None, output }.run().expect("it fits");
}

/// Builds a clip by default settings, and checks its bound and its file.
fn built(skeleton: &Skeleton, raw: &RawClip) -> Clip {
    let clip = ClipBuilder::default().build(skeleton, raw).expect("a clip");
    let error = error_at_samples(&clip, raw, 0.03);
    assert!(error <= 1e-4, "{error} m, {:?}", clip.report());
    assert!((error - clip.report().max_error_m).abs() < 1e-9, "{error} m, reported {:?}", clip.report());
    assert_eq!(Clip::from_bytes(&clip.to_bytes()).as_ref(), Ok(&clip));
    clip
}

#[test]
fn a_body_in_motion_is_small_and_within_its_bound() {
    let skeleton = synthetic::body(41);
    let raw = synthetic::motion(&skeleton, &synthetic::times(120, 30.0), 0.6);
    let clip = built(&skeleton, &raw);
    let report = clip.report();
    assert_eq!((report.joints, report.animated_joints, report.samples, report.scalars), (41, 41, 120, 0));
    assert_eq!(report.raw_bytes, 41 * 120 * 40);
    assert!(report.track_bytes * 6 < report.raw_bytes, "{report:?}");
    assert!(report.memory_bytes * 6 < report.raw_bytes, "{report:?}");
    assert!(report.p99_error_m <= report.max_error_m && report.max_between_m < 2e-4, "{report:?}");
    assert_eq!(clip.to_raw().meta.rate_hz, Some(30.0), "where nothing says another");
}

/// A chain of 200 joints: a turn of its first joint by a millionth moves its last by more than the bound.
#[test]
fn a_chain_of_two_hundred_joints_is_within_its_bound() {
    let skeleton = synthetic::chain(200);
    built(&skeleton, &synthetic::motion(&skeleton, &synthetic::times(10, 30.0), 0.2));
}

#[test]
fn a_root_kilometres_away_takes_its_limbs_along_exactly() {
    let skeleton = synthetic::body(15);
    let mut raw = synthetic::motion(&skeleton, &synthetic::times(60, 30.0), 0.5);
    for key in &mut raw.tracks[0].translation.as_mut().expect("the root walks").keys {
        key.value += Vec3::new(5_000.0, 0.0, -70_000.0);
    }
    built(&skeleton, &raw);
}

/// nfrechette/acl#47: with w dropped, a joint near 180° is out of its bound, and a finer precision does not
/// help.
#[test]
fn a_joint_at_exactly_half_a_turn_and_around_it_is_within_its_bound() {
    let skeleton = synthetic::chain(3);
    let times = synthetic::times(90, 30.0);
    for wobble in [0.0, 1e-7, 1e-3, 0.3] {
        let mut raw = synthetic::motion(&skeleton, &times, 0.4);
        raw.tracks[1].rotation = Some(synthetic::curve(&times, |at| {
            let turn = Quat::from_axis_angle(Vec3::X, (PI + wobble * libm::sin(at * 20.0)) as f32);
            turn * Quat::from_rotation_y((wobble * at) as f32)
        }));
        built(&skeleton, &raw);
    }
    let halves = [Quat::from_xyzw(1.0, 0.0, 0.0, 0.0), Quat::from_xyzw(0.0, 1.0, 0.0, 0.0), Quat::IDENTITY];
    let mut raw = synthetic::motion(&skeleton, &times, 0.4);
    raw.tracks[1].rotation = Some(synthetic::curve(&times, |at| halves[(at * 30.0).round() as usize % 3]));
    built(&skeleton, &raw);
}

#[test]
fn scales_that_differ_by_axis_flip_or_vanish_are_within_the_bound() {
    let skeleton = synthetic::chain(4);
    let times = synthetic::times(60, 30.0);
    let mut raw = synthetic::motion(&skeleton, &times, 0.5);
    let wave = |at: f64, speed: f64| libm::sin(at * speed) as f32;
    raw.tracks[0].scale =
        Some(synthetic::curve(&times, |at| Vec3::new(2.0 + wave(at, 3.0), 1.0, -1.0 + wave(at, 2.0))));
    raw.tracks[2].scale = Some(synthetic::curve(&times, |at| Vec3::splat(wave(at, 4.0))));
    built(&skeleton, &raw);
}

#[test]
fn joints_that_are_small_in_a_large_parent_are_within_the_bound() {
    let joint = |parent, scale| Joint {
        name: String::new(),
        parent,
        rest: Transform { scale: Vec3::splat(scale), ..Transform::from_translation(Vec3::Y) },
    };
    let skeleton =
        Skeleton::new(&[joint(None, 100.0), joint(Some(0), 0.01), joint(Some(1), 0.003)]).expect("a tree");
    built(&skeleton, &synthetic::motion(&skeleton, &synthetic::times(40, 30.0), 0.7));
}

#[test]
fn a_single_pose_is_a_clip_of_no_duration() {
    let skeleton = synthetic::body(9);
    let clip = built(&skeleton, &synthetic::motion(&skeleton, &synthetic::times(1, 30.0), 0.5));
    assert_eq!((clip.sample_count(), clip.duration()), (1, Seconds::ZERO));
    assert_eq!((clip.report().max_error_m, clip.report().max_between_m), (0.0, 0.0), "stored as it came");
    let empty = built(&skeleton, &RawClip::default());
    let mut pose = LocalPose::identity(9);
    sample(&empty, Seconds(f64::NAN), &mut pose);
    assert_eq!(&pose, empty.skeleton().rest_pose(), "a clip of nothing is the rest pose");
}

#[test]
fn the_last_pose_of_a_clip_off_the_grid_is_its_own() {
    let skeleton = synthetic::chain(5);
    let times = [Seconds(0.0), Seconds(0.41), Seconds(0.987_654)];
    let raw = synthetic::motion(&skeleton, &times, 1.0);
    let clip = built(&skeleton, &raw);
    assert_eq!((clip.duration(), clip.sample_count()), (Seconds(0.987_654), 31));
    assert_eq!(clip.sample_times().last(), Some(Seconds(0.987_654)));
    assert_eq!(clip.to_raw().meta.rate_hz, None, "its keys are on no uniform grid");
}

/// Ten minutes in, `f32` tells times 60 microseconds apart: a limb at 10 m/s moves by more than the bound in
/// that.
#[test]
fn samples_are_the_keys_of_a_source_whose_times_are_rounded() {
    let skeleton = synthetic::chain(1);
    let place = |index: u32| Vec3::X * 10.0 * (index as f32 / 30.0).sin();
    let keys = (0..18_000_u32).map(|index| (Seconds(f64::from(index as f32 / 30.0)), place(index)));
    let translation = Some(Curve::new(Interpolation::Linear, keys));
    let duration = f64::from(17_999.0_f32 / 30.0);
    let mut raw = synthetic::single("", duration, RawTrack { translation, ..RawTrack::default() });
    raw.meta.rate_hz = Some(30.0);
    let clip = ClipBuilder::default().build(&skeleton, &raw).expect("a clip");
    assert_eq!(clip.sample_count(), 18_000);
    let mut pose = LocalPose::rest(&skeleton);
    for (index, at) in (0..18_000).zip(clip.sample_times()) {
        sample(&clip, at, &mut pose);
        let off = pose.get(JointIndex::ROOT).translation.distance(place(index));
        assert!(off <= 1e-4, "sample {index} is {off} m from its key");
    }
}

#[test]
fn parts_that_do_not_move_are_kept_to_the_last_bit_and_cost_little() {
    let skeleton = synthetic::chain(20);
    let turn = Quat::from_euler(glam::EulerRot::XYZ, 0.3, 0.2, 0.1).normalize();
    let times = synthetic::times(500, 30.0);
    let mut raw = synthetic::motion(&skeleton, &times, 0.0);
    raw.tracks[0].translation = None;
    for (track, rest) in raw.tracks.iter_mut().zip(skeleton.rest_pose().iter()) {
        track.rotation = Some(synthetic::curve(&times, |_| rest.rotation));
    }
    raw.tracks[7].rotation = Some(synthetic::curve(&times, |_| turn));
    let clip = built(&skeleton, &raw);
    assert!(
        clip.report().track_bytes < 20 + 4 + 30,
        "a byte a joint and one quaternion: {:?}",
        clip.report()
    );
    assert_eq!(clip.report().animated_joints, 0);
    let raw = clip.to_raw();
    assert_eq!(raw.tracks.len(), 1, "all others rest");
    assert_eq!(raw.tracks[0].rotation, Some(Curve::constant(turn)));
}

#[test]
fn a_joint_with_a_larger_shell_is_nearer_to_its_source() {
    let skeleton = synthetic::chain(6);
    let raw = synthetic::motion(&skeleton, &synthetic::times(60, 30.0), 0.6);
    let tolerance = Tolerance {
        per_joint_shell: vec![("joint5".to_owned(), 1.0)],
        scalar_precision: 1.0,
        ..Tolerance::default()
    };
    let clip = ClipBuilder { tolerance, ..ClipBuilder::default() }.build(&skeleton, &raw).expect("a clip");
    assert!(clip.report().max_error_m <= 1e-4, "{:?}", clip.report());
    let plain = built(&skeleton, &raw);
    assert!(clip.report().track_bytes > plain.report().track_bytes, "it costs something");
}

#[test]
fn lengths_in_centimetres_are_held_to_metres() {
    let skeleton = synthetic::chain(6);
    let mut raw = synthetic::motion(&skeleton, &synthetic::times(60, 30.0), 0.6);
    let metres = built(&skeleton, &raw);
    raw.meta.metres_per_unit = Some(0.01);
    let centimetres = built(&skeleton, &raw);
    assert!(centimetres.report().track_bytes < metres.report().track_bytes, "a hundredth of the size");
    let fallback = ClipBuilder { metres_per_unit: 0.5, ..ClipBuilder::default() };
    let clip = fallback.build(&skeleton, &raw).expect("a clip");
    assert_eq!(clip.meta().metres_per_unit, Some(0.01), "what the source says counts");
}

#[test]
fn scalars_are_within_their_precision() {
    let key = |name: &str| TrackKey { path: "face".to_owned(), target: ScalarTarget::Morph(name.to_owned()) };
    let times = synthetic::times(90, 30.0);
    let curves = [
        synthetic::curve(&times, |at| libm::sin(at) as f32),
        synthetic::curve(&times, |at| (1e6 * libm::sin(at)) as f32),
        Curve::constant(0.123_456_7),
        Curve::new(Interpolation::Step, [(Seconds(0.0), 0.0), (Seconds(1.0), 1.0)]),
        synthetic::curve(&times, |at| (1e30 * libm::sin(at)) as f32),
    ];
    let scalars = curves.iter().cloned().enumerate().map(|(index, curve)| (key(&index.to_string()), curve));
    let duration = Seconds(89.0 / 30.0);
    let raw = RawClip { duration, scalars: scalars.collect(), ..RawClip::default() };
    let clip = built(&synthetic::chain(1), &raw);
    assert_eq!(clip.scalar_keys()[2], key("2"));
    assert!(clip.report().max_scalar_error <= 1e-3, "{:?}", clip.report());
    let mut pose = ScalarPose::zeros(5);
    for at in clip.sample_times() {
        ScalarSamplingJob { clip: &clip, at, rounding: Rounding::None, output: &mut pose }
            .run()
            .expect("it fits");
        for (value, curve) in pose.values().iter().zip(&curves) {
            let right = curve.sample(at).expect("has keys");
            assert!((value - right).abs() <= 1e-3, "{value} for {right} at {at}");
        }
    }
    assert_eq!(pose.values()[2].to_bits(), 0.123_456_7_f32.to_bits(), "a constant to the last bit");
}

#[test]
fn tracks_of_joints_that_are_not_there_are_listed() {
    let raw = synthetic::motion(&synthetic::chain(3), &synthetic::times(3, 30.0), 0.3);
    let clip = built(&synthetic::chain(2), &raw);
    assert_eq!(clip.report().unbound, ["joint1/joint2"]);
}

#[test]
fn the_skeleton_comes_back_with_its_source_order() {
    let joint = |name: &str, parent| Joint { name: name.to_owned(), parent, rest: Transform::IDENTITY };
    let joints = [joint("hand", Some(2)), joint("", None), joint("arm", Some(1)), joint("arm", Some(1))];
    let skeleton = Skeleton::new(&joints).expect("a tree");
    let clip = built(&skeleton, &RawClip::default());
    let read = Clip::from_bytes(&clip.to_bytes()).expect("its own bytes");
    for joint in skeleton.joints() {
        assert_eq!(read.skeleton().path(joint), skeleton.path(joint));
        assert_eq!(read.skeleton().source_index(joint), skeleton.source_index(joint));
        assert_eq!(read.skeleton().parent(joint), skeleton.parent(joint));
    }
}

#[test]
fn the_exported_keys_of_a_clip_are_what_it_plays() {
    let skeleton = synthetic::body(10);
    let clip = built(&skeleton, &synthetic::motion(&skeleton, &synthetic::times(20, 30.0), 0.5));
    let raw = clip.to_raw();
    assert_eq!(raw.validate(), Ok(()));
    assert_eq!(raw.meta.rate_hz, Some(30.0));
    assert!(clip.measure(&raw).expect("valid").max_error_m < 1e-6, "made unit length");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_clip_is_within_its_bound_and_comes_back_from_its_file(
        (skeleton, raw) in generators::raw_clips_on_skeletons(6),
        precision in prop::sample::select(vec![1e-5_f32, 1e-4, 1e-3]),
        rate_hz in prop::sample::select(vec![None, Some(30.0), Some(7.3), Some(120.0)]),
    ) {
        let tolerance = Tolerance { precision, ..Tolerance::default() };
        let builder = ClipBuilder { tolerance, rate_hz, ..ClipBuilder::default() };
        let clip = builder.build(&skeleton, &raw).expect("a clip");
        let error = error_at_samples(&clip, &raw, 0.03);
        prop_assert!(error <= f64::from(precision), "{error} m, {:?}", clip.report());
        prop_assert!(clip.report().max_scalar_error <= 1e-3);
        let bytes = clip.to_bytes();
        let read = Clip::from_bytes(&bytes);
        prop_assert!(read.as_ref() == Ok(&clip), "it is read as it was written");
        prop_assert!(read.is_ok_and(|read| read.to_bytes() == bytes), "and written as it was read");
        let again = builder.build(&skeleton, &raw).expect("as before").to_bytes();
        prop_assert!(again == bytes, "the same input gives the same bytes");
        let (first, last) = (clip.sample_times().next(), clip.sample_times().last());
        prop_assert_eq!((first, last), (Some(Seconds::ZERO), Some(raw.duration)));
    }
}

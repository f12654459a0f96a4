// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{
    Bones, BuildError, BuildReport, Clip, ClipBuilder, Curve, Interpolation, RawClip, RawTrack, Rounding,
    SamplingContext, SamplingJob, generators, synthetic,
};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use tumble_pose::{Joint, JointIndex, LocalPose, Seconds, Skeleton, Transform};

fn rigid(allowance: f32) -> ClipBuilder {
    ClipBuilder { bones: Bones::Rigid { allowance }, ..ClipBuilder::default() }
}

fn pose(clip: &Clip, at: Seconds) -> LocalPose {
    let (mut context, mut output) = (SamplingContext::default(), LocalPose::rest(clip.skeleton()));
    let job = SamplingJob { clip, context: &mut context, at, rounding: Rounding::None, output: &mut output };
    job.run().expect("it fits");
    output
}

/// The largest error at any sample, by a measure of the tests' own, in metres.
fn error_at_samples(clip: &Clip, raw: &RawClip) -> f64 {
    let bound = raw.bind(clip.skeleton());
    let errors = clip
        .sample_times()
        .map(|at| synthetic::worst_error(clip.skeleton(), &pose(clip, at), &bound.pose(at), 0.03));
    errors.fold(0.0, f64::max)
}

/// A body in motion of which every joint comes apart by up to so much in each direction.
fn coming_apart(skeleton: &Skeleton, by: f32) -> RawClip {
    let times = synthetic::times(90, 30.0);
    let mut raw = synthetic::motion(skeleton, &times, 0.6);
    for (joint, track) in skeleton.joints().zip(&mut raw.tracks).skip(1) {
        let rest = skeleton.rest_pose().get(joint).translation;
        let wave = |at: f64, speed: f64| libm::sin(at * speed + f64::from(joint.0)) as f32 * by;
        let place = |at: f64| rest + Vec3::new(wave(at, 9.0), wave(at, 13.0), wave(at, 11.0));
        track.translation = Some(synthetic::curve(&times, place));
    }
    raw
}

#[test]
fn rigid_bones_keep_their_lengths_and_the_error_is_against_the_recording() {
    let skeleton = synthetic::body(15);
    let raw = coming_apart(&skeleton, 0.002);
    let clip = rigid(0.02).build(&skeleton, &raw).expect("a clip");
    let report = clip.report();
    assert_eq!(report.bones, Bones::Rigid { allowance: 0.02 });
    let error = error_at_samples(&clip, &raw);
    assert!((error - report.max_error_m).abs() < 1e-9, "{error} m, reported {report:?}");
    assert!(error > 0.002 && error <= report.bound_m(), "{report:?}");
    let places = |at| pose(&clip, at).iter().skip(1).map(|local| local.translation).collect::<Vec<_>>();
    for at in clip.sample_times() {
        assert_eq!(places(at), places(Seconds::ZERO), "at {at}");
    }
    let root = |at| pose(&clip, at).get(JointIndex::ROOT).translation;
    assert!(root(clip.duration()).distance(root(Seconds::ZERO)) > 1.0, "the root walks");
    let stretching = ClipBuilder::default().build(&skeleton, &raw).expect("a clip");
    assert!(report.track_bytes * 3 < stretching.report().track_bytes * 2, "fewer tracks");
    assert!(report.memory_bytes * 3 < stretching.report().memory_bytes * 2, "fewer tracks");
    assert_eq!(Clip::from_bytes(&clip.to_bytes()).expect("its own bytes").report(), report);
}

#[test]
fn what_rigid_bones_cannot_hold_is_refused_with_the_allowance_that_would_do() {
    let skeleton = synthetic::body(15);
    let raw = coming_apart(&skeleton, 0.002);
    let refused = rigid(0.001).build(&skeleton, &raw).expect_err("they stretch more");
    let BuildError::Stretch { joint, at, reached, allowance, least } = refused.clone() else {
        panic!("{refused}");
    };
    assert!(skeleton.find(&joint).is_some() && (Seconds::ZERO..=raw.duration).contains(&at), "{refused}");
    assert_eq!(allowance.to_bits(), 0.001_f32.to_bits());
    assert!(f64::from(least) >= reached && f64::from(least) < reached * 1.01, "{refused}");
    let clip = rigid(least).build(&skeleton, &raw).expect("what would do does");
    assert!((clip.report().max_error_m - reached).abs() <= 1e-4, "the precision is for all else");
    assert!(refused.to_string().ends_with("m would do"), "{refused}");
}

#[test]
fn bones_that_keep_their_lengths_need_no_allowance() {
    let skeleton = synthetic::body(15);
    let stiff = synthetic::motion(&skeleton, &synthetic::times(60, 30.0), 0.5);
    let plain = ClipBuilder::default().build(&skeleton, &stiff).expect("a clip");
    let clip = rigid(0.0).build(&skeleton, &stiff).expect("a clip");
    assert_eq!(clip.tracks().bytes(), plain.tracks().bytes(), "it is the same");
    // A hundredth of a millimetre is within the precision.
    let raw = coming_apart(&skeleton, 5e-6);
    let clip = rigid(0.0).build(&skeleton, &raw).expect("a clip");
    assert!(error_at_samples(&clip, &raw) <= 1e-4, "{:?}", clip.report());
}

/// A recording may turn a limb by moving its end around: then the limb is to turn.
#[test]
fn joints_are_aimed_at_where_what_they_carry_was_recorded() {
    let joint = |name: &str, parent, length| Joint {
        name: name.into(),
        parent,
        rest: Transform::from_translation(Vec3::Y * length),
    };
    let skeleton = [joint("hips", None, 1.0), joint("arm", Some(0), 0.3), joint("hand", Some(1), 0.3)];
    let skeleton = Skeleton::new(&skeleton).expect("a tree");
    let times = synthetic::times(60, 30.0);
    let angle = |at: f64| 0.2 * libm::sin(3.0 * at) as f32;
    let turn = |at: f64| Quat::from_rotation_y(0.3 * at as f32);
    let arm = RawTrack {
        path: "arm".into(),
        rotation: Some(synthetic::curve(&times, turn)),
        ..RawTrack::default()
    };
    let hand = RawTrack {
        path: "arm/hand".into(),
        translation: Some(synthetic::curve(&times, |at| Quat::from_rotation_x(angle(at)) * Vec3::Y * 0.3)),
        ..RawTrack::default()
    };
    let raw = RawClip { tracks: vec![arm, hand], duration: Seconds(59.0 / 30.0), ..RawClip::default() };
    // Not aimed, the hand is 6 cm off.
    let clip = rigid(0.02).build(&skeleton, &raw).expect("aimed");
    let bound = raw.bind(&skeleton);
    for at in clip.sample_times() {
        let end = |pose: LocalPose| {
            let along =
                |place: Vec3, joint: u16| pose.get(JointIndex(joint)).to_affine().transform_point3(place);
            along(along(pose.get(JointIndex(2)).translation, 1), 0)
        };
        let (is, should) = (end(pose(&clip, at)), end(bound.pose(at)));
        assert!(is.distance(should) < 0.0035, "{is} for {should} at {at}");
    }
}

#[test]
fn what_is_first_to_move_below_a_root_at_rest_moves_as_it_did() {
    let skeleton = synthetic::chain(4);
    let times = synthetic::times(40, 30.0);
    let mut raw = synthetic::motion(&skeleton, &times, 0.5);
    raw.tracks.remove(0);
    raw.tracks[0].translation = Some(synthetic::curve(&times, |at| Vec3::new(at as f32, 0.3, 0.0)));
    let clip = rigid(0.0).build(&skeleton, &raw).expect("nothing stretches");
    let place = pose(&clip, Seconds(1.0)).get(JointIndex(1)).translation;
    assert!(place.distance(Vec3::new(1.0, 0.3, 0.0)) < 1e-4, "{place}");
}

#[test]
fn an_allowance_that_is_none_is_refused() {
    let skeleton = synthetic::chain(2);
    let raw = synthetic::motion(&skeleton, &synthetic::times(3, 30.0), 0.5);
    for found in [-1e-3, f32::NAN, f32::INFINITY] {
        let error = rigid(found).build(&skeleton, &raw).expect_err("no allowance");
        assert!(matches!(error, BuildError::Allowance { .. }), "{error}");
    }
}

#[test]
fn any_allowance_that_is_a_number_will_do() {
    let skeleton = synthetic::body(15);
    for (by, allowance) in [(0.002, f32::MAX), (0.0, f32::MAX), (1e6, f32::MAX), (0.002, 0.02)] {
        let raw = coming_apart(&skeleton, by);
        let clip = rigid(allowance).build(&skeleton, &raw).expect("a clip");
        let error = error_at_samples(&clip, &raw);
        let told = clip.report().max_error_m;
        assert!((error - told).abs() <= 1e-6 * told.max(1e-3), "{by} m apart: {error} m, {told} m told");
        assert!(
            Clip::from_bytes(&clip.to_bytes()).as_ref() == Ok(&clip),
            "{by} m apart, {allowance} m allowed"
        );
    }
}

/// A joint that is flattened, mirrored or far away may have no direction to aim in.
#[test]
fn strange_recordings_are_fitted_without_numbers_that_are_none() {
    let skeleton = synthetic::chain(4);
    let mut raw = coming_apart(&skeleton, 0.01);
    raw.tracks[1].scale = Some(Curve::new(
        Interpolation::Linear,
        [(Seconds(0.0), Vec3::ZERO), (Seconds(1.0), Vec3::new(-1.0, 0.0, 2.0))],
    ));
    raw.tracks[0].translation = Some(Curve::constant(Vec3::splat(1e7)));
    let clip = rigid(10.0).build(&skeleton, &raw).expect("a clip");
    assert!(clip.report().max_error_m <= clip.report().bound_m(), "{:?}", clip.report());
}

#[test]
fn what_no_number_can_measure_is_refused_without_an_allowance() {
    let skeleton = synthetic::chain(12);
    let mut raw = coming_apart(&skeleton, 0.01);
    for track in &mut raw.tracks {
        track.scale = Some(Curve::constant(Vec3::splat(1e30)));
    }
    let error = rigid(0.25).build(&skeleton, &raw).expect_err("1e30 to the twelfth");
    let BuildError::OutOfBound { reached, bound, .. } = error else { panic!("{error}") };
    assert!(
        (bound - 0.2501).abs() < 1e-6 && reached > f64::from(bound),
        "{bound} is what was allowed for rigid bones"
    );
}

#[test]
fn a_report_is_held_to_its_precision_and_its_allowance() {
    let report = BuildReport { bones: Bones::Rigid { allowance: 0.25 }, ..BuildReport::default() };
    assert!((report.bound_m() - 0.2501).abs() < 1e-6);
    assert!((BuildReport::default().bound_m() - 1e-4).abs() < 1e-9);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn any_clip_is_built_rigid_or_refused_with_what_would_do(
        (skeleton, raw) in generators::raw_clips_on_skeletons(6),
    ) {
        let clip = match rigid(0.0).build(&skeleton, &raw) {
            Err(BuildError::Stretch { least, .. }) => rigid(least).build(&skeleton, &raw),
            built => built,
        };
        let clip = clip.expect("a clip");
        prop_assert!(clip.report().max_error_m <= clip.report().bound_m(), "{:?}", clip.report());
        prop_assert!(Clip::from_bytes(&clip.to_bytes()).as_ref() == Ok(&clip));
    }
}

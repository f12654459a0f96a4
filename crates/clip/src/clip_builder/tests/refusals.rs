// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! What cannot be built, and what is said then.

use super::*;
use crate::{Part, Place};

#[test]
fn settings_and_sources_that_make_no_sense_are_refused() {
    let skeleton = synthetic::chain(2);
    let raw = synthetic::motion(&skeleton, &synthetic::times(3, 30.0), 0.5);
    let refusal = |builder: ClipBuilder, raw: &RawClip| builder.build(&skeleton, raw).expect_err("no clip");
    let tolerance = |tolerance| ClipBuilder { tolerance, ..ClipBuilder::default() };
    for precision in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let error = refusal(tolerance(Tolerance { precision, ..Tolerance::default() }), &raw);
        assert!(
            matches!(error, BuildError::Tolerance(ToleranceError::Precision { .. })),
            "{precision}: {error}"
        );
        let error =
            refusal(tolerance(Tolerance { scalar_precision: precision, ..Tolerance::default() }), &raw);
        assert!(
            matches!(error, BuildError::Tolerance(ToleranceError::Precision { .. })),
            "{precision}: {error}"
        );
        let error = refusal(ClipBuilder { metres_per_unit: precision, ..ClipBuilder::default() }, &raw);
        assert!(matches!(error, BuildError::Tolerance(ToleranceError::Unit { .. })), "{precision}: {error}");
        let rate = ClipBuilder { rate_hz: Some(f64::from(precision)), ..ClipBuilder::default() };
        assert!(matches!(refusal(rate, &raw), BuildError::Timeline(TimelineError::Rate { .. })));
    }
    let error = refusal(tolerance(Tolerance { shell: f32::NAN, ..Tolerance::default() }), &raw);
    assert!(matches!(error, BuildError::Tolerance(ToleranceError::Shell { .. })), "{error}");
    let foot = vec![("foot".to_owned(), 0.1)];
    let error = refusal(tolerance(Tolerance { per_joint_shell: foot, ..Tolerance::default() }), &raw);
    assert_eq!(error, BuildError::Tolerance(ToleranceError::Joint { path: "foot".to_owned() }));
    let endless = RawClip { duration: Seconds(1e12), ..raw.clone() };
    let error = refusal(ClipBuilder::default(), &endless);
    assert!(matches!(error, BuildError::Timeline(TimelineError::Samples { .. })), "{error}");
    let invalid = RawClip { duration: Seconds(-1.0), ..raw };
    assert!(matches!(refusal(ClipBuilder::default(), &invalid), BuildError::Source(_)));
}

#[test]
fn more_samples_than_can_be_held_are_refused_before_they_are_taken() {
    let skeleton = synthetic::body(100);
    let raw = RawClip { duration: Seconds(100_000.0), ..RawClip::default() };
    let error = ClipBuilder::default().build(&skeleton, &raw).expect_err("100 joints for 28 hours");
    assert!(matches!(error, BuildError::TooLarge { tracks: 100, samples: 3_000_001 }), "{error}");
}

#[test]
fn numbers_that_grow_past_what_a_number_can_be_are_refused_with_their_place() {
    let skeleton = synthetic::chain(3);
    let key =
        |time, slope| Key { time: Seconds(time), value: Vec3::ZERO, in_tangent: slope, out_tangent: slope };
    let huge = Vec3::splat(f32::MAX);
    let curve = Curve { interpolation: Interpolation::Cubic, keys: vec![key(0.0, huge), key(60.0, -huge)] };
    let raw = synthetic::single("joint1", 60.0, RawTrack { translation: Some(curve), ..RawTrack::default() });
    let error = ClipBuilder::default().build(&skeleton, &raw).expect_err("it overflows");
    assert!(matches!(&error, BuildError::NotFinite { track, .. } if track == "joint1"), "{error}");
    let mut raw = synthetic::motion(&synthetic::chain(12), &synthetic::times(4, 30.0), 0.3);
    for track in &mut raw.tracks {
        track.scale = Some(Curve::constant(Vec3::splat(1e38)));
    }
    let error = ClipBuilder::default().build(&synthetic::chain(12), &raw).expect_err("1e38 to the twelfth");
    assert!(matches!(&error, BuildError::OutOfBound { joint, .. } if joint.ends_with("joint8")), "{error}");
}

#[test]
fn keys_that_are_no_numbers_are_refused_with_their_place() {
    let skeleton = synthetic::chain(3);
    let times = synthetic::times(9, 30.0);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for part in [Part::Translation, Part::Rotation, Part::Scale] {
            let mut raw = synthetic::motion(&skeleton, &times, 0.3);
            let track = &mut raw.tracks[2];
            let vectors = synthetic::curve(&times, |_| Vec3::ONE);
            (track.translation, track.scale) = (Some(vectors.clone()), Some(vectors));
            match part {
                Part::Translation => track.translation.as_mut().expect("some").keys[5].value.y = bad,
                Part::Rotation => track.rotation.as_mut().expect("some").keys[5].value.w = bad,
                _ => track.scale.as_mut().expect("some").keys[5].value.z = bad,
            }
            let error = ClipBuilder::default().build(&skeleton, &raw).expect_err("no number");
            let place = Place { track: "joint1/joint2".to_owned(), part, key: Some(5) };
            assert_eq!(error, BuildError::Source(RawClipError::NotFinite { place }));
        }
    }
}

/// However far away a root is: what an `f32` still tells of where things are is kept.
#[test]
fn far_roots_are_held_as_exactly_as_their_numbers_are() {
    let skeleton = synthetic::body(9);
    let times = synthetic::times(30, 30.0);
    for far in [1e4_f32, 1e6, 1e9, 1e20, 1e38] {
        let mut raw = synthetic::motion(&skeleton, &times, 0.5);
        for key in &mut raw.tracks[0].translation.as_mut().expect("the root walks").keys {
            key.value += Vec3::new(far, -far, far);
        }
        let clip = ClipBuilder::default().build(&skeleton, &raw).expect("a clip");
        assert!(clip.report().max_error_m <= 1e-4, "{far}: {:?}", clip.report());
    }
}

#[test]
fn scales_that_nothing_can_be_held_under_are_refused_with_joint_time_and_error() {
    let skeleton = synthetic::chain(12);
    let times = synthetic::times(12, 30.0);
    // By the twelfth joint more than a number can be, but at the start.
    let growing = |at: f64| Vec3::splat(if at < 0.2 { 1.0 } else { 1e30 });
    let mut raw = synthetic::motion(&skeleton, &times, 0.3);
    for track in &mut raw.tracks {
        track.scale = Some(synthetic::curve(&times, growing));
    }
    let error = ClipBuilder::default().build(&skeleton, &raw).expect_err("1e30 to the twelfth");
    let BuildError::OutOfBound { joint, at, reached, bound } = &error else { panic!("{error}") };
    assert!(skeleton.find(joint).is_some() && *at >= Seconds(0.2) && *at <= raw.duration, "{error}");
    assert!((bound - 1e-4).abs() < 1e-9 && *reached > f64::from(*bound), "{error}");
    // Large scales that can be held are.
    for scale in [200.0_f32, 1e6] {
        let mut raw = synthetic::motion(&skeleton, &times, 0.3);
        raw.tracks[0].scale = Some(Curve::constant(Vec3::splat(scale)));
        let clip = ClipBuilder::default().build(&skeleton, &raw).expect("a clip");
        assert!(clip.report().max_error_m <= 1e-4, "{scale}: {:?}", clip.report());
    }
}

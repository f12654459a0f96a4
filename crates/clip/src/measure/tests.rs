// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Clips that start again: what they do at the seam.

use crate::{Clip, ClipBuilder, Looping, RawClip, Rounding, SamplingContext, SamplingJob, synthetic};
use glam::{EulerRot, Quat, Vec3};
use proptest::prelude::*;
use std::f64::consts::TAU;
use tumble_pose::{LocalPose, Seconds, Skeleton};

fn looping() -> ClipBuilder {
    ClipBuilder { looping: Looping::Loop, ..ClipBuilder::default() }
}

fn pose(clip: &Clip, at: f64) -> LocalPose {
    let (mut context, mut output) = (SamplingContext::default(), LocalPose::rest(clip.skeleton()));
    let (at, rounding) = (Seconds(at), Rounding::None);
    let job = SamplingJob { clip, context: &mut context, at, rounding, output: &mut output };
    job.run().expect("it fits");
    output
}

/// How far two poses are apart, in metres.
fn apart(skeleton: &Skeleton, a: &LocalPose, b: &LocalPose) -> f64 {
    synthetic::worst_error(skeleton, a, b, 0.03)
}

/// Two seconds of a body that ends as it began; its root has turned once around meanwhile.
fn round(skeleton: &Skeleton, samples: usize) -> RawClip {
    let rate = (samples - 1) as f64 / 2.0;
    let times = synthetic::times(samples, rate);
    let mut raw = synthetic::motion(skeleton, &times, 0.6);
    raw.meta.rate_hz = Some(rate);
    for (joint, track) in skeleton.joints().zip(&mut raw.tracks) {
        let rest = skeleton.rest_pose().get(joint);
        let wave = |at: f64, times: f64| 0.4 * libm::sin(times * TAU / 2.0 * at + f64::from(joint.0)) as f32;
        let turned = |at: f64| Quat::from_euler(EulerRot::YXZ, wave(at, 1.0), wave(at, 2.0), wave(at, 1.0));
        let around = |at: f64| {
            if joint.0 == 0 { Quat::from_rotation_y((at * TAU / 2.0) as f32) } else { Quat::IDENTITY }
        };
        let turn = |at: f64| (around(at) * rest.rotation * turned(at)).normalize();
        track.rotation = Some(synthetic::curve(&times, turn));
        let place = |at: f64| rest.translation + Vec3::Y * wave(at, 2.0);
        track.translation = track.translation.as_ref().map(|_| synthetic::curve(&times, place));
    }
    raw
}

#[test]
fn a_loop_whose_ends_meet_in_the_source_goes_on_without_a_jump() {
    let skeleton = synthetic::body(15);
    for samples in [2, 8, 9, 16, 17, 30, 61] {
        let raw = round(&skeleton, samples);
        let clip = looping().build(&skeleton, &raw).expect("a clip");
        let (first, end) = (pose(&clip, 0.0), clip.duration().0);
        let seam = clip.report().seam.clone().expect("it loops");
        assert!(seam.jump_m < 2e-4, "within the bound of both ends, {samples} samples: {seam:?}");
        for near in [0.0, 1e-6, -1e-6] {
            let off = apart(&skeleton, &first, &pose(&clip, end + near));
            assert!(off <= seam.jump_m + 1e-5, "{off} m, {near} s from the seam: {seam:?}");
        }
        assert!(clip.report().max_error_m <= 1e-4, "against the source still: {:?}", clip.report());
        assert_eq!(Clip::from_bytes(&clip.to_bytes()).as_ref(), Ok(&clip));
    }
}

#[test]
fn a_loop_whose_ends_do_not_meet_keeps_both_and_says_how_far_it_jumps() {
    let skeleton = synthetic::body(9);
    let raw = synthetic::motion(&skeleton, &synthetic::times(61, 30.0), 0.5);
    let clip = looping().build(&skeleton, &raw).expect("a clip");
    let (bound, end) = (raw.bind(&skeleton), clip.duration().0);
    for at in [0.0, end] {
        assert!(apart(&skeleton, &pose(&clip, at), &bound.pose(Seconds(at))) <= 1e-4, "at {at} s");
    }
    let seam = clip.report().seam.clone().expect("it loops");
    let jump = apart(&skeleton, &pose(&clip, 0.0), &pose(&clip, end));
    assert!((seam.jump_m - jump).abs() < 1e-9 && jump > 2.0, "{seam:?}, {jump} m");
    assert!(skeleton.find(&seam.joint).is_some(), "{seam:?}");
    let once = ClipBuilder::default().build(&skeleton, &raw).expect("a clip");
    assert_eq!(once.report().seam, None, "it has none");
}

#[test]
fn a_single_pose_loops_too() {
    let skeleton = synthetic::body(5);
    let clip = looping()
        .build(&skeleton, &synthetic::motion(&skeleton, &synthetic::times(1, 30.0), 0.5))
        .expect("a clip");
    assert_eq!(clip.report().seam.as_ref().map(|seam| seam.jump_m), Some(0.0));
    assert_eq!(pose(&clip, -7.5), pose(&clip, 0.0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    /// Time goes around: forwards, backwards, however far.
    #[test]
    fn a_loop_is_the_same_every_time_round(
        rounds in -1_000_000_000_i64..1_000_000_000, along in 0_u32..2048,
    ) {
        let skeleton = synthetic::chain(3);
        let clip = looping().build(&skeleton, &round(&skeleton, 33)).expect("a clip");
        // In sums that a number can hold exactly.
        let along = f64::from(along) / 1024.0;
        prop_assert_eq!(pose(&clip, 2.0 * rounds as f64 + along), pose(&clip, along));
    }
}

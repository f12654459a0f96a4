// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::synthetic::{body, curve, motion, times};
use crate::{Clip, ClipBuilder, RawClip, Tolerance};
use glam::Quat;
use proptest::prelude::*;
use tumble_pose::Skeleton;

fn build(skeleton: &Skeleton, raw: &RawClip, precision: f32) -> Clip {
    let tolerance = Tolerance { precision, ..Tolerance::default() };
    let clip = ClipBuilder { tolerance, ..ClipBuilder::default() }.build(skeleton, raw).expect("a clip");
    assert!(clip.report().max_error_m <= f64::from(precision), "{:?}", clip.report());
    clip
}

/// So small a bound is less than what an `f32` rounds in a joint with a long lever, but not in the others.
#[test]
fn joints_that_no_step_holds_are_stored_as_they_came_and_the_others_in_steps() {
    let skeleton = body(16);
    let raw = motion(&skeleton, &times(60, 30.0), 0.8);
    let all_as_they_came = build(&skeleton, &raw, 1e-9);
    assert!(all_as_they_came.report().max_error_m == 0.0, "{:?}", all_as_they_came.report());
    let some = build(&skeleton, &raw, 5e-7);
    assert!(some.report().max_error_m > 0.0, "none in steps: {:?}", some.report());
    let in_steps = build(&skeleton, &raw, 1e-6).report().track_bytes;
    let bytes = some.report().track_bytes;
    assert!(bytes > 2 * in_steps, "all in steps: {:?}", some.report());
    assert!(bytes * 10 < all_as_they_came.report().track_bytes * 9, "{:?}", some.report());
}

/// Its parameters would be too long for steps in either chart.
#[test]
fn a_joint_that_spins_too_fast_for_steps_leaves_the_others_in_steps() {
    let skeleton = body(16);
    let times = times(60, 30.0);
    let calm = motion(&skeleton, &times, 0.8);
    let mut raw = calm.clone();
    raw.tracks[2].rotation =
        Some(curve(&times, |at| Quat::from_rotation_z((at * 15.3 * std::f64::consts::TAU) as f32)));
    let bytes = |raw: &RawClip| build(&skeleton, raw, 1e-4).report().track_bytes;
    let as_it_came = 60 * size_of::<Quat>();
    assert!(bytes(&raw) > as_it_came, "the spin is in steps: {}", bytes(&raw));
    assert!(bytes(&raw) < bytes(&calm) + 2 * as_it_came, "{} for {}", bytes(&raw), bytes(&calm));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_bound_holds_and_the_same_source_gives_the_same_bytes(
        joints in 1_usize..20, samples in 1_usize..40, wide in 0.0..3.0_f32, octave in 0..24_i32,
    ) {
        let skeleton = body(joints);
        let raw = motion(&skeleton, &times(samples, 30.0), wide);
        let precision = 1e-2 * 2.0_f32.powi(-octave);
        let bytes = build(&skeleton, &raw, precision).to_bytes();
        let read = Clip::from_bytes(&bytes).expect("its own bytes");
        prop_assert!(read.measure(&raw).expect("valid").max_error_m <= f64::from(precision));
        prop_assert!(read.to_bytes() == bytes, "not what was read");
        prop_assert!(build(&skeleton, &raw, precision).to_bytes() == bytes, "not the same again");
    }
}

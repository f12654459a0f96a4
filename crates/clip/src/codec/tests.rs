// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::Scratch;
use super::carried::{Carried, STIFFNESS};
use super::hats::{Hats, hat_width, levels, peaks};
use super::rodrigues;
use super::steps::Step;
use crate::synthetic::{body, motion, times, worst_error};
use crate::{Clip, ClipBuilder, Rounding, SamplingContext, SamplingJob, synthetic};
use glam::{DMat3, DQuat, DVec3, Quat, Vec3};
use proptest::prelude::*;
use tumble_pose::generators::rotations;
use tumble_pose::{LocalPose, Seconds, Transform};

mod laws;
mod layout;
mod scalars;

proptest! {
    #[test]
    fn a_rotation_comes_back_from_its_parameters_in_either_chart(turn in rotations()) {
        let turn = turn.as_dquat().normalize();
        let near = if turn.w < 0.0 { -turn } else { turn };
        let parameters = rodrigues::parameters(near);
        prop_assert!(parameters.length() <= 1.0 + 1e-12, "{parameters:?}");
        prop_assert!(rodrigues::rotation(parameters).dot(near) > 1.0 - 1e-12, "{near:?}");
        let square = parameters.length_squared() as f32;
        prop_assume!(square > 1e-3);
        let other = rodrigues::rotation(parameters * f64::from(rodrigues::other_chart(square)));
        prop_assert!(other.dot(-near) > 1.0 - 1e-6, "{other:?} for {near:?}");
    }
}

/// Hats add up to the line between two boundaries where their coefficients are what is missing at their peaks.
#[test]
fn a_hat_is_1_at_its_peak_and_0_at_its_ends() {
    for hats in [Hats::Straight, Hats::Curved] {
        for segment in [8, 16] {
            assert_eq!(levels(segment), if segment == 8 { 3 } else { 4 });
            let mut peaked = vec![0; segment];
            for level in 1..=levels(segment) {
                let width = hat_width(segment, level) as u32;
                let at = |offset: u32| hats.weight(offset, width);
                assert_eq!((at(0), at(width / 2), at(width)), (0.0, 1.0, 0.0));
                peaks(segment, level).for_each(|peak| peaked[peak] += 1);
            }
            assert_eq!((peaked[0], &peaked[1..]), (0, vec![1; segment - 1].as_slice()), "each sample once");
        }
    }
}

#[test]
fn steps_are_told_within_a_sixteenth_of_an_octave() {
    let coarsest = 0.013;
    for size in [0.013, 0.012, 1e-3, 7e-5, 1e-9] {
        let told = f64::from(Step::finer(coarsest as f32, Step::eighths(size, coarsest)).size());
        assert!((told / size).log2().abs() < 1.0 / 16.0 + 0.012, "{told} for {size}");
    }
    assert_eq!(Step::eighths(f64::NAN, 1.0), 0);
}

/// A joint that is off its place, or turned by its parent's error, is turned to where its points are nearest, at a price
/// for each turn.
#[test]
fn a_tilt_makes_up_for_an_error_above() {
    let mut carried = Carried::default();
    for (point, weight) in [(DVec3::X * 0.03, 0.5), (DVec3::Y * 0.03, 0.5), (DVec3::new(0.1, 0.4, 0.0), 1.0)]
    {
        carried.push(point, weight);
    }
    let right = DQuat::from_rotation_y(0.4);
    let scale = DVec3::new(1.0, 0.5, 2.0);
    let should = DMat3::from_quat(right) * DMat3::from_diagonal(scale);
    for (turned, off) in
        [(0.002, DVec3::ZERO), (0.0, DVec3::new(0.0, 0.0, 1e-5)), (-0.001, DVec3::ONE * 1e-5)]
    {
        let is = DQuat::from_rotation_x(turned) * right;
        let missing = |by: DVec3| {
            let is = DMat3::from_quat(is * DQuat::from_scaled_axis(by)) * DMat3::from_diagonal(scale);
            let missing =
                |&(point, weight): &(DVec3, f64)| weight * ((is - should) * point + off).length_squared();
            carried.points().iter().map(missing).sum::<f64>()
        };
        let spread: f64 =
            carried.points().iter().map(|(point, w)| w * (scale * point).length_squared()).sum();
        let cost = |by: DVec3| missing(by) + STIFFNESS * spread * by.length_squared();
        let best = carried.tilt(is, scale, should, off).expect("it has an inside");
        assert!(missing(best) < 0.6 * missing(DVec3::ZERO), "{best}");
        for beside in [DVec3::X, DVec3::Y, DVec3::Z, DVec3::NEG_X, DVec3::NEG_Y, DVec3::NEG_Z] {
            assert!(cost(best) < cost(best + beside * 1e-5), "{best} is not the nearest");
        }
    }
    let mut flat = Carried::default();
    flat.push(DVec3::ZERO, 1.0);
    assert_eq!(flat.tilt(right, scale, should, DVec3::X), None, "nothing to turn");
}

#[test]
fn a_pose_has_the_same_bits_however_many_lanes_a_machine_has() {
    let skeleton = synthetic::body(41);
    let times = synthetic::times(60, 30.0);
    let mut raw = synthetic::motion(&skeleton, &times, 2.9);
    raw.tracks[3].scale = Some(synthetic::curve(&times, |at| Vec3::splat(1.0 + 0.3 * at as f32)));
    let clip = ClipBuilder::default().build(&skeleton, &raw).expect("a clip");
    let (mut wide, mut plain) = (LocalPose::rest(&skeleton), LocalPose::rest(&skeleton));
    let mut scratch = Scratch::default();
    for index in 0..200 {
        let at = Seconds(f64::from(index) * 0.0123);
        let seek = clip.timeline().seek(at, Rounding::None);
        clip.tracks().sample(seek, &mut scratch, skeleton.rest_pose(), &mut wide);
        clip.tracks().sample_plainly(seek, &mut scratch, skeleton.rest_pose(), &mut plain);
        let bits = |pose: &LocalPose| {
            pose.blocks().iter().map(|block| block.0.map(|row| row.map(f32::to_bits))).collect::<Vec<_>>()
        };
        assert!(bits(&wide) == bits(&plain), "at {at}");
    }
}

/// 130 joints that turn have more numbers than a byte can tell apart.
#[test]
fn more_numbers_than_fit_a_page_are_within_the_bound() {
    let skeleton = synthetic::body(130);
    let raw = synthetic::motion(&skeleton, &synthetic::times(40, 30.0), 0.4);
    let clip = ClipBuilder::default().build(&skeleton, &raw).expect("a clip");
    assert!(clip.report().max_error_m <= 1e-4, "{:?}", clip.report());
    assert!(clip.report().track_bytes * 6 < clip.report().raw_bytes, "{:?}", clip.report());
}

/// Fast spins go through more than a whole turn between two boundaries; slow ones change charts again and again.
#[test]
fn spins_are_within_the_bound_at_any_pace() {
    let skeleton = synthetic::chain(3);
    let times = synthetic::times(100, 30.0);
    for turns in [0.3, 1.0, 3.7, 12.0] {
        let mut raw = synthetic::motion(&skeleton, &times, 0.3);
        raw.tracks[1].rotation = Some(synthetic::curve(&times, |at| {
            Quat::from_rotation_z((at * turns * std::f64::consts::TAU) as f32)
                * Quat::from_rotation_x(at as f32)
        }));
        let clip = ClipBuilder::default().build(&skeleton, &raw).expect("a clip");
        assert!(clip.report().max_error_m <= 1e-4, "{turns} turns a second: {:?}", clip.report());
        let read = Clip::from_bytes(&clip.to_bytes()).expect("its own bytes");
        assert!(read.measure(&raw).expect("valid").max_error_m <= 1e-4, "{turns} turns a second");
    }
}

/// Last segments of every length: what they do not have is never looked for.
#[test]
fn clips_of_every_length_hold_their_bound_wherever_they_are_sampled() {
    for joints in [1, 2, 5, 11, 24] {
        let skeleton = body(joints);
        let mut pose = LocalPose::rest(&skeleton);
        for samples in 1..=50 {
            let wide = if samples % 2 == 0 { 0.4 } else { 2.6 };
            let raw = motion(&skeleton, &times(samples, 30.0), wide);
            let builder = ClipBuilder { rate_hz: Some(30.0), ..ClipBuilder::default() };
            let clip = builder.build(&skeleton, &raw).expect("a clip");
            let clip = Clip::from_bytes(&clip.to_bytes()).expect("reads back");
            let bound = raw.bind(&skeleton);
            let mut context = SamplingContext::default();
            for step in 0..=3 * (samples - 1) {
                let at = Seconds(step as f64 / 90.0);
                let (clip, context, output) = (&clip, &mut context, &mut pose);
                SamplingJob { clip, context, at, rounding: Rounding::None, output }.run().expect("its own");
                if step % 3 == 0 {
                    let error = worst_error(&skeleton, &pose, &bound.pose(at), 0.03);
                    assert!(error <= 1e-4, "{joints} joints, {samples} samples: {error} m at {at}");
                }
                assert!(pose.iter().all(Transform::is_finite));
            }
        }
    }
}

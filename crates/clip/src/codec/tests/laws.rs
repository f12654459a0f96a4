// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! What holds of every clip, on motions made to break codecs.

use crate::codec::Scratch;
use crate::synthetic::{self, curve, motion};
use crate::timeline::Seek;
use crate::{
    BoundClip, Clip, ClipBuilder, Curve, CurveValue, Looping, RawClip, Rounding, SamplingContext, SamplingJob,
};
use glam::{DVec3, Quat, Vec3};
use proptest::prelude::*;
use std::f64::consts::TAU;
use tumble_pose::{LocalPose, Seconds, Skeleton};

const BOUND: f64 = 1e-4;
const SHELL: f64 = 0.03;

/// What a motion does besides turning every joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Does {
    /// One joint goes round and round.
    Spin,
    /// One joint is two hundred times as large, and breathes.
    Grow,
    /// Nothing moves in the second half.
    Sleep,
    /// Every joint trembles.
    Tremble,
}

fn manners() -> impl Strategy<Value = Vec<Does>> {
    prop::sample::subsequence(vec![Does::Spin, Does::Grow, Does::Sleep, Does::Tremble], 0..=4)
}

fn motions() -> impl Strategy<Value = (Skeleton, RawClip)> {
    let shapes = (any::<bool>(), 1..20_usize, 1..60_usize);
    // How far the root is from the origin, in metres.
    let away = prop::sample::select(vec![0.0_f32, 0.0, 3_000.0, 80_000.0]);
    (shapes, manners(), away, 0.02..2.5_f32, any::<u64>()).prop_map(|(shape, manners, away, wide, seed)| {
        let (deep, joints, samples) = shape;
        let skeleton = if deep { synthetic::chain(2 * joints) } else { synthetic::body(joints) };
        let mut raw = moving(&skeleton, samples, &manners, wide, seed);
        for key in raw.tracks[0].translation.iter_mut().flat_map(|translation| &mut translation.keys) {
            key.value += Vec3::new(away, 0.0, -away * 0.7);
        }
        (skeleton, raw)
    })
}

fn moving(skeleton: &Skeleton, samples: usize, manners: &[Does], wide: f32, seed: u64) -> RawClip {
    let mut rng = fastrand::Rng::with_seed(seed);
    let times = synthetic::times(samples, 30.0);
    let mut raw = motion(skeleton, &times, wide);
    let some = rng.usize(..skeleton.joint_count());
    if manners.contains(&Does::Spin) {
        let pace = rng.f64() * 40.0 - 20.0;
        let tilt = Quat::from_rotation_x(rng.f32());
        let turn = |at: f64| tilt * Quat::from_rotation_y(((at * pace) % TAU) as f32);
        raw.tracks[some].rotation = Some(curve(&times, turn));
    }
    if manners.contains(&Does::Grow) {
        let breath = rng.f32() * 20.0;
        let size = |at: f64| Vec3::splat(200.0 + breath * libm::sin(at * 3.0) as f32);
        raw.tracks[some].scale = Some(curve(&times, size));
    }
    for track in &mut raw.tracks {
        for key in track.rotation.iter_mut().flat_map(|rotation| &mut rotation.keys) {
            if manners.contains(&Does::Tremble) {
                let by = Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 0.02;
                key.value = (key.value * Quat::from_scaled_axis(by)).normalize();
            }
            // Signs as they come: flutter_scene#275 and godotengine/godot#57951 went the long way round.
            key.value = if rng.bool() { -key.value } else { key.value };
        }
    }
    if manners.contains(&Does::Sleep) {
        for track in &mut raw.tracks {
            track.rotation.iter_mut().for_each(rest);
            track.translation.iter_mut().for_each(rest);
            track.scale.iter_mut().for_each(rest);
        }
    }
    raw
}

/// Holds what a curve is at half its time.
fn rest<T: CurveValue>(curve: &mut Curve<T>) {
    let half = curve.keys.len().div_ceil(2);
    let (awake, asleep) = curve.keys.split_at_mut(half);
    for key in asleep {
        key.value = awake[half - 1].value;
    }
}

/// A clip of the motion, once written and read again.
fn built(skeleton: &Skeleton, raw: &RawClip) -> Clip {
    let bytes = ClipBuilder::default().build(skeleton, raw).expect("a clip").to_bytes();
    Clip::from_bytes(&bytes).expect("its own bytes")
}

fn play(clip: &Clip, seek: Seek, scratch: &mut Scratch) -> LocalPose {
    let mut pose = LocalPose::identity(clip.skeleton().joint_count());
    clip.tracks().sample(seek, scratch, clip.skeleton().rest_pose(), &mut pose);
    pose
}

fn bits(pose: &LocalPose) -> Vec<[[u32; tumble_pose::LANES]; 10]> {
    pose.blocks().iter().map(|block| block.0.map(|row| row.map(f32::to_bits))).collect()
}

/// At a sample, between it and the next, or near the end: whatever is there.
fn seeks(clip: &Clip, seed: u64) -> Vec<Seek> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut seek = || {
        let at = Seconds(clip.duration().0 * (rng.f64() * 1.1 - 0.05));
        clip.timeline().seek(at, if rng.bool() { Rounding::None } else { Rounding::Nearest })
    };
    (0..60).map(|_| seek()).collect()
}

fn source(bound: &BoundClip<'_>, skeleton: &Skeleton, at: Seconds) -> LocalPose {
    let mut pose = LocalPose::rest(skeleton);
    bound.sample(at, &mut pose).expect("the same skeleton");
    pose
}

/// Three points around each joint, in object space.
fn points(skeleton: &Skeleton, pose: &LocalPose) -> Vec<DVec3> {
    let around = |object: &glam::DMat4| {
        [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| object.transform_point3(axis * SHELL))
    };
    synthetic::object_space(skeleton, pose).iter().flat_map(around).collect()
}

/// The largest distance between points and others.
fn farthest(points: impl Iterator<Item = DVec3>, others: &[DVec3]) -> f64 {
    points.zip(others).map(|(point, other)| point.distance(*other)).fold(0.0, f64::max)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_bound_holds_at_every_sample_of_any_motion((skeleton, raw) in motions()) {
        let clip = built(&skeleton, &raw);
        let (bound, mut scratch) = (raw.bind(&skeleton), Scratch::default());
        for (index, at) in (0..).zip(clip.sample_times()) {
            let played = play(&clip, Seek::sample(index), &mut scratch);
            let error = synthetic::worst_error(&skeleton, &played, &source(&bound, &skeleton, at), SHELL);
            prop_assert!(error <= BOUND, "{} m at sample {} of {:?}", error, index, clip.report());
        }
    }

    /// A clip goes straight where its source bends, and both are near each other at either end.
    #[test]
    fn between_samples_a_clip_is_off_by_the_bound_and_the_bend_of_its_source((skeleton, raw) in motions()) {
        let clip = built(&skeleton, &raw);
        let (bound, mut scratch) = (raw.bind(&skeleton), Scratch::default());
        let times: Vec<Seconds> = clip.sample_times().collect();
        let at = |at: Seconds| points(&skeleton, &source(&bound, &skeleton, at));
        for (lower, pair) in (0..).zip(times.windows(2)) {
            let (start, end) = (at(pair[0]), at(pair[1]));
            for blend in [0.25_f32, 0.5, 0.75] {
                let right = at(pair[0] + (pair[1] - pair[0]) * f64::from(blend));
                let played = points(&skeleton, &play(&clip, Seek { lower, upper: lower + 1, blend }, &mut scratch));
                let line = start.iter().zip(&end).map(|(start, end)| start.lerp(*end, f64::from(blend)));
                let bend = farthest(line, &right);
                let error = farthest(played.into_iter(), &right);
                // Of positions kilometres away, and of the turns of a long chain of what is as large.
                let reach = farthest(right.iter().map(|_| right[0]), &right) * skeleton.joint_count() as f64;
                let rounding = (right[0].length() + reach) * f64::from(f32::EPSILON) + BOUND * 1e-3;
                prop_assert!(error <= BOUND + bend + rounding, "{} m, bent {} m, rounded {} m", error, bend, rounding);
            }
        }
    }

    #[test]
    fn a_pose_does_not_depend_on_what_was_sampled_before((skeleton, raw) in motions(), seed: u64) {
        let clip = built(&skeleton, &raw);
        let mut seeks = seeks(&clip, seed);
        let mut shared = Scratch::default();
        let first: Vec<_> = seeks.iter().map(|&seek| bits(&play(&clip, seek, &mut shared))).collect();
        for (&seek, first) in seeks.iter().zip(&first).rev() {
            prop_assert!(bits(&play(&clip, seek, &mut shared)) == *first, "backwards at {:?}", seek);
        }
        fastrand::Rng::with_seed(seed).shuffle(&mut seeks);
        for seek in seeks {
            let fresh = bits(&play(&clip, seek, &mut Scratch::default()));
            prop_assert!(bits(&play(&clip, seek, &mut shared)) == fresh, "in any order at {:?}", seek);
        }
    }

    #[test]
    fn a_pose_has_the_same_bits_on_any_machine((skeleton, raw) in motions(), seed: u64) {
        let clip = built(&skeleton, &raw);
        let (mut scratch, rest) = (Scratch::default(), clip.skeleton().rest_pose());
        for seek in seeks(&clip, seed) {
            let mut plain = LocalPose::identity(skeleton.joint_count());
            clip.tracks().sample_plainly(seek, &mut scratch, rest, &mut plain);
            prop_assert!(bits(&play(&clip, seek, &mut scratch)) == bits(&plain), "at {:?}", seek);
        }
    }

    #[test]
    fn the_same_motion_gives_the_same_bytes_and_they_come_back((skeleton, raw) in motions()) {
        let build = || ClipBuilder::default().build(&skeleton, &raw).expect("a clip");
        let clip = build();
        let bytes = clip.to_bytes();
        prop_assert!(build().to_bytes() == bytes, "built again");
        let read = Clip::from_bytes(&bytes).expect("its own bytes");
        prop_assert!(read.to_bytes() == bytes, "read and written");
        let mut scratch = Scratch::default();
        for sample in 0..clip.sample_count() {
            let [built, read] = [&clip, &read].map(|clip| bits(&play(clip, Seek::sample(sample), &mut scratch)));
            prop_assert!(built == read, "what was built is what was read, at sample {}", sample);
        }
    }

    /// What is played outside of a loop is what is played inside of it, and of any other clip one of its ends.
    #[test]
    fn outside_of_its_time_a_clip_goes_on_as_told((skeleton, raw) in motions(), around in 1..1000_u32) {
        for looping in [Looping::Loop, Looping::Once] {
            let clip = ClipBuilder { looping, ..ClipBuilder::default() }.build(&skeleton, &raw).expect("a clip");
            let clip = Clip::from_bytes(&clip.to_bytes()).expect("its own bytes");
            prop_assert_eq!(clip.looping(), looping);
            let (last, mut context) = (clip.sample_count() - 1, SamplingContext::for_clip(&clip));
            let mut nearest = |at: Seconds| {
                let mut output = LocalPose::rest(&skeleton);
                let (context, rounding) = (&mut context, Rounding::Nearest);
                SamplingJob { clip: &clip, context, at, rounding, output: &mut output }.run().expect("room");
                bits(&output)
            };
            let inside: Vec<_> = clip.sample_times().map(&mut nearest).collect();
            for (index, at) in clip.sample_times().enumerate() {
                for rounds in [-f64::from(around), f64::from(around)] {
                    let outside = nearest(at + clip.duration() * rounds);
                    let expected = match looping {
                        // Where it starts again, times that round may be on either side.
                        Looping::Loop if index == 0 || index == last as usize => {
                            prop_assert!(outside == inside[0] || outside == inside[last as usize]);
                            continue;
                        }
                        Looping::Loop => index,
                        Looping::Once if rounds < 0.0 => 0,
                        Looping::Once => last as usize,
                    };
                    prop_assert!(outside == inside[expected], "sample {}, {} times around", index, rounds);
                }
            }
            let mut scratch = Scratch::default();
            let ends = [0, last].map(|sample| play(&clip, Seek::sample(sample), &mut scratch));
            let jump = (looping == Looping::Loop)
                .then(|| synthetic::worst_error(&skeleton, &ends[0], &ends[1], SHELL));
            let told = clip.report().seam.as_ref().map(|seam| seam.jump_m);
            let same = |jump: f64, told: f64| (jump - told).abs() <= jump * 1e-6 + 1e-9;
            prop_assert!(jump.is_some() == told.is_some(), "{:?}", told);
            prop_assert!(jump.zip(told).is_none_or(|(jump, told)| same(jump, told)), "{:?}, {:?}", jump, told);
        }
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::*;
use crate::{
    ClipBuilder, Curve, Interpolation, RawTrack, ScalarSamplingJob, ScalarTarget, TrackKey, synthetic,
};
use glam::{Quat, Vec3};
use std::f32::consts::PI;
use tumble_pose::{JointIndex, ScalarPose, Skeleton};

fn clip(joints: usize) -> Clip {
    let skeleton = synthetic::body(joints);
    let times = synthetic::times(60, 30.0);
    let mut raw = synthetic::motion(&skeleton, &times, 0.6);
    raw.tracks[1].scale = Some(synthetic::curve(&times, |at| Vec3::splat(1.0 + 0.2 * libm::sin(at) as f32)));
    raw.scalars = ["blink", "smile"]
        .map(|name| {
            let key = TrackKey { path: String::new(), target: ScalarTarget::Custom(name.to_owned()) };
            (key, synthetic::curve(&times, |at| libm::cos(at * name.len() as f64) as f32))
        })
        .to_vec();
    ClipBuilder::default().build(&skeleton, &raw).expect("a clip")
}

fn sample(clip: &Clip, context: &mut SamplingContext, at: f64) -> LocalPose {
    let mut output = LocalPose::identity(clip.skeleton().joint_count());
    let job = SamplingJob { clip, context, at: Seconds(at), rounding: Rounding::None, output: &mut output };
    job.run().expect("it fits");
    output
}

#[test]
fn sampling_allocates_nothing() {
    let clip = clip(41);
    let mut context = SamplingContext::for_clip(&clip);
    let mut pose = LocalPose::rest(clip.skeleton());
    let mut scalars = ScalarPose::zeros(2);
    let counted = allocation_counter::measure(|| {
        for index in 0..100 {
            let at = Seconds(f64::from(index) * 0.037);
            for rounding in [Rounding::None, Rounding::Floor, Rounding::Ceil, Rounding::Nearest] {
                let job = SamplingJob { clip: &clip, context: &mut context, at, rounding, output: &mut pose };
                job.run().expect("it fits");
                ScalarSamplingJob { clip: &clip, at, rounding, output: &mut scalars }.run().expect("it fits");
            }
        }
    });
    assert_eq!(counted.count_total, 0, "{counted:?}");
}

#[test]
fn a_pose_depends_on_its_time_alone() {
    let (clip, other) = (clip(41), clip(11));
    let mut shared = SamplingContext::default();
    let times = [0.3, 1.9, 0.0, 0.31, -5.0, 1.0, 0.3, 99.0];
    for at in times {
        let fresh = sample(&clip, &mut SamplingContext::default(), at);
        assert_eq!(sample(&clip, &mut shared, at), fresh, "at {at} s after other times");
        sample(&other, &mut shared, at);
        assert_eq!(sample(&clip, &mut shared, at), fresh, "at {at} s after another clip");
    }
}

#[test]
fn between_samples_a_pose_is_between_them() {
    let skeleton = synthetic::chain(2);
    let times = synthetic::times(5, 10.0);
    let mut raw = synthetic::single("joint1", 0.4, RawTrack::default());
    raw.tracks[0].rotation = Some(synthetic::curve(&times, |at| Quat::from_rotation_y(at as f32)));
    raw.tracks[0].translation = Some(synthetic::curve(&times, |at| Vec3::X * at as f32));
    let builder = ClipBuilder { rate_hz: Some(10.0), ..ClipBuilder::default() };
    let clip = builder.build(&skeleton, &raw).expect("a clip");
    for at in [0.0, 0.05, 0.123, 0.399, 0.4] {
        let joint = sample(&clip, &mut SamplingContext::default(), at).get(JointIndex(1));
        assert!(joint.translation.distance(Vec3::X * at as f32) < 1e-4, "{joint:?} at {at}");
        let off = joint.rotation.angle_between(Quat::from_rotation_y(at as f32));
        assert!(off * 0.03 < 1e-4, "{joint:?} at {at}: 0.1 mm at 3 cm from the joint");
        assert!((joint.rotation.length() - 1.0).abs() < 1e-6, "{joint:?} at {at}");
    }
}

#[test]
fn neighbouring_samples_on_either_side_of_half_a_turn_are_blended_the_shorter_way() {
    let skeleton = synthetic::chain(1);
    let turn = |at: f64| Quat::from_rotation_x(PI + (at - 0.5) as f32 * 2.0);
    // The clip's mean is far from these, since most of it rests: so their parameters change sign on the way.
    let rest = (0..200).map(|index| (Seconds(2.0 + f64::from(index) / 10.0), Quat::IDENTITY));
    let moving = (0..=10).map(|index| f64::from(index) / 10.0).map(|at| (Seconds(at), turn(at)));
    let curve = Curve::new(Interpolation::Linear, moving.chain(rest));
    let raw = synthetic::single("", 22.0, RawTrack { rotation: Some(curve), ..RawTrack::default() });
    let builder = ClipBuilder { rate_hz: Some(10.0), ..ClipBuilder::default() };
    let clip = builder.build(&skeleton, &raw).expect("a clip");
    for at in (0..100).map(|index| f64::from(index) / 100.0) {
        let found = sample(&clip, &mut SamplingContext::default(), at).get(JointIndex::ROOT).rotation;
        assert!(found.angle_between(turn(at)) < 4e-3, "{found:?} at {at}");
    }
}

#[test]
fn rounding_gives_poses_of_samples() {
    let clip = clip(5);
    let mut context = SamplingContext::for_clip(&clip);
    let mut pose = LocalPose::rest(clip.skeleton());
    let between = Seconds(10.6 / 30.0);
    for (rounding, sample_at) in [(Rounding::Floor, 10.0), (Rounding::Ceil, 11.0), (Rounding::Nearest, 11.0)]
    {
        let job =
            SamplingJob { clip: &clip, context: &mut context, at: between, rounding, output: &mut pose };
        job.run().expect("it fits");
        assert_eq!(pose, sample(&clip, &mut SamplingContext::default(), sample_at / 30.0), "{rounding:?}");
    }
}

#[test]
fn outputs_that_do_not_fit_are_refused_and_left_alone() {
    let clip = clip(5);
    let (mut context, mut pose) = (SamplingContext::default(), LocalPose::identity(4));
    let (at, rounding) = (Seconds::ZERO, Rounding::None);
    let job = SamplingJob { clip: &clip, context: &mut context, at, rounding, output: &mut pose };
    assert_eq!(job.run(), Err(SamplingError::Joints { expected: 5, found: 4 }));
    assert_eq!(pose, LocalPose::identity(4));
    let mut scalars = ScalarPose::zeros(3);
    let job = ScalarSamplingJob { clip: &clip, at, rounding, output: &mut scalars };
    assert_eq!(job.run(), Err(SamplingError::Scalars { expected: 2, found: 3 }));
    assert_eq!(scalars, ScalarPose::zeros(3));
}

/// Lanes past the last joint of a pose stay the identity, as poses promise.
#[test]
fn unused_lanes_are_left_alone() {
    let clip = clip(11);
    let pose = sample(&clip, &mut SamplingContext::default(), 0.7);
    let last = pose.blocks().last().expect("two blocks");
    for lane in 3..tumble_pose::LANES {
        assert_eq!(last.lane(lane), tumble_pose::Transform::IDENTITY);
    }
    let joints: &Skeleton = clip.skeleton();
    assert_eq!(joints.joint_count(), 11);
}

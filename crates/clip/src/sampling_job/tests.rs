// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::*;
use crate::{
    ClipBuilder, Curve, Interpolation, JointSamplingJob, MaskedSamplingJob, RawTrack, SampleManyJob,
    ScalarSamplingJob, ScalarTarget, TrackKey, generators, synthetic,
};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use std::f32::consts::PI;
use tumble_pose::{JointIndex, JointMask, ScalarPose, Skeleton, Transform, Weight};

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
    let mask =
        JointMask::empty(41).with_subtree(clip.skeleton(), clip.skeleton().path(JointIndex(5)), Weight::FULL);
    let mask = mask.expect("there is a sixth joint");
    let mut crowd = vec![pose.clone(); 3];
    let counted = allocation_counter::measure(|| {
        for index in 0..100 {
            let at = Seconds(f64::from(index) * 0.037);
            for rounding in [Rounding::None, Rounding::Floor, Rounding::Ceil, Rounding::Nearest] {
                let job = SamplingJob { clip: &clip, context: &mut context, at, rounding, output: &mut pose };
                job.run().expect("it fits");
                ScalarSamplingJob { clip: &clip, at, rounding, output: &mut scalars }.run().expect("it fits");
                let (clip, context, mask) = (&clip, &mut context, &mask);
                MaskedSamplingJob { clip, context, mask, at, rounding, output: &mut pose }
                    .run()
                    .expect("it fits");
                JointSamplingJob { clip, context, joint: JointIndex(40), at, rounding }
                    .run()
                    .expect("it is there");
                let job = SampleManyJob { clip, context, at: &[at; 3], rounding, output: &mut crowd };
                job.run().expect("it fits");
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

fn bits(transform: Transform) -> [u32; 10] {
    let (r, t, s) = (transform.rotation, transform.translation, transform.scale);
    [r.x, r.y, r.z, r.w, t.x, t.y, t.z, s.x, s.y, s.z].map(f32::to_bits)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn some_joints_and_one_joint_are_to_the_bit_as_in_the_whole_pose(
        (skeleton, raw) in generators::raw_clips_on_skeletons(20),
        wanted in any::<u32>(),
        parts in prop::collection::vec(-0.2..1.2_f64, 3),
    ) {
        let clip = ClipBuilder::default().build(&skeleton, &raw).expect("a clip");
        let (clip, joints) = (&clip, skeleton.joint_count());
        let mut mask = JointMask::empty(joints);
        for joint in skeleton.joints().filter(|joint| wanted >> (joint.index() % 32) & 1 != 0) {
            mask.set(joint, Weight::new(0.3));
        }
        let rounding = Rounding::None;
        let at: Vec<Seconds> = parts.iter().map(|part| Seconds(part * raw.duration.0)).collect();
        let mut many = vec![LocalPose::identity(joints); at.len()];
        let context = &mut SamplingContext::default();
        SampleManyJob { clip, context, at: &at, rounding, output: &mut many }.run().expect("they fit");
        let before = Transform { translation: Vec3::splat(9.0), ..Transform::IDENTITY };
        for (&at, one_of_many) in at.iter().zip(&many) {
            let whole = sample(clip, context, at.0);
            prop_assert_eq!(&whole, one_of_many);
            let mut output = LocalPose::from_transforms(&vec![before; joints]);
            MaskedSamplingJob { clip, context, mask: &mask, at, rounding, output: &mut output }.run().expect("fits");
            for joint in skeleton.joints() {
                let taken = mask.get(joint).value() > 0.0;
                let expected = if taken { whole.get(joint) } else { before };
                prop_assert_eq!(bits(output.get(joint)), bits(expected), "joint {} at {}", joint.index(), at);
                let one = JointSamplingJob { clip, context, joint, at, rounding }.run().expect("it is there");
                prop_assert_eq!(bits(one), bits(whole.get(joint)), "joint {} alone at {}", joint.index(), at);
            }
        }
    }
}

#[test]
fn what_does_not_fit_the_clip_is_refused() {
    let clip = clip(5);
    let (clip, at, rounding) = (&clip, Seconds::ZERO, Rounding::None);
    let context = &mut SamplingContext::default();
    let output = &mut LocalPose::identity(5);
    let mask = &JointMask::full(6);
    let error =
        MaskedSamplingJob { clip, context, mask, at, rounding, output }.run().expect_err("one too many");
    assert_eq!(error, SamplingError::Mask { expected: 5, found: 6 });
    let error =
        JointSamplingJob { clip, context, joint: JointIndex(5), at, rounding }.run().expect_err("none");
    assert_eq!(error.to_string(), "there is no joint 5, for the clip's skeleton has 5");
    let poses = &mut [LocalPose::identity(5), LocalPose::identity(4)];
    let job = SampleManyJob { clip, context, at: &[at], rounding, output: poses };
    assert_eq!(job.run(), Err(SamplingError::Poses { expected: 1, found: 2 }));
    let job = SampleManyJob { clip, context, at: &[Seconds(1.0); 2], rounding, output: poses };
    assert_eq!(job.run(), Err(SamplingError::Joints { expected: 5, found: 4 }));
    assert_eq!(poses[0], LocalPose::identity(5), "unchanged");
}

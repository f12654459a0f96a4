// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::*;
use crate::{Interpolation, Key, Part, Place, ScalarTarget, generators, synthetic};
use proptest::prelude::*;
use std::f32::consts::TAU;
use tumble_pose::generators::rotations;
use tumble_pose::{LocalPose, ScalarPose};

fn valid() -> RawClip {
    let times = [Seconds(0.0), Seconds(0.5), Seconds(1.0)];
    RawClip {
        duration: Seconds(1.0),
        tracks: vec![RawTrack {
            path: "a/b".to_owned(),
            translation: Some(synthetic::curve(&times, |at| Vec3::X * at as f32)),
            rotation: Some(synthetic::curve(&times, |at| Quat::from_rotation_x(at as f32))),
            scale: Some(Curve::constant(Vec3::ONE)),
        }],
        scalars: vec![(key("power"), synthetic::curve(&times, |at| at as f32))],
        ..RawClip::default()
    }
}

fn key(name: &str) -> TrackKey {
    TrackKey { path: String::new(), target: ScalarTarget::Custom(name.to_owned()) }
}

fn refusal(edit: impl FnOnce(&mut RawClip)) -> RawClipError {
    let mut clip = valid();
    edit(&mut clip);
    clip.validate().expect_err("not a clip")
}

fn rotation(clip: &mut RawClip) -> &mut Vec<Key<Quat>> {
    &mut clip.tracks[0].rotation.as_mut().expect("it turns").keys
}

fn place(part: Part, key: Option<usize>) -> Place {
    Place { track: "a/b".to_owned(), part, key }
}

#[test]
fn what_is_wrong_with_a_clip_is_said_with_its_place() {
    assert_eq!(valid().validate(), Ok(()));
    for found in [f64::NAN, f64::INFINITY, -1.0] {
        assert!(matches!(refusal(|clip| clip.duration = Seconds(found)), RawClipError::Duration { .. }));
    }
    let twice =
        |clip: &mut RawClip| clip.tracks.push(RawTrack { path: "a/b".to_owned(), ..RawTrack::default() });
    assert_eq!(refusal(twice), RawClipError::TrackTwice { path: "a/b".to_owned() });
    let twice = |clip: &mut RawClip| clip.scalars.push((key("power"), Curve::constant(1.0)));
    assert_eq!(refusal(twice), RawClipError::ScalarTwice { key: ":power".to_owned() });
    let empty = |clip: &mut RawClip| clip.tracks[0].scale = Some(Curve::default());
    assert_eq!(refusal(empty), RawClipError::NoKeys { place: place(Part::Scale, None) });
    for found in [f64::NAN, f64::NEG_INFINITY, -0.1, 1.1] {
        let error = refusal(|clip| rotation(clip)[2].time = Seconds(found));
        let at = place(Part::Rotation, Some(2));
        assert!(matches!(error, RawClipError::Time { place, .. } if place == at), "a key at {found}");
    }
    let order = RawClipError::Order {
        place: place(Part::Rotation, Some(1)),
        previous: Seconds(0.0),
        found: Seconds(0.0),
    };
    assert_eq!(refusal(|clip| rotation(clip)[1].time = Seconds(0.0)), order);
    let not_finite = RawClipError::NotFinite { place: place(Part::Rotation, Some(1)) };
    assert_eq!(refusal(|clip| rotation(clip)[1].value.y = f32::NAN), not_finite);
    assert_eq!(refusal(|clip| rotation(clip)[1].out_tangent.y = f32::INFINITY), not_finite);
    let no_length = RawClipError::NoLength { place: place(Part::Rotation, Some(0)) };
    assert_eq!(refusal(|clip| rotation(clip)[0].value = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)), no_length);
    assert_eq!(no_length.to_string(), "rotation of \"a/b\", key 0: a rotation of no length");
}

#[test]
fn editing_through_a_method_clears_the_stamp_of_reduction() {
    let stamped = RawClip { reduced: Some(ReduceSettings::default()), ..valid() };
    let mut edited = stamped.clone();
    edited.tracks_mut().clear();
    assert_eq!(edited.reduced, None);
    let mut edited = stamped.clone();
    edited.scalars_mut().clear();
    assert_eq!(edited.reduced, None);
    let mut continuous = stamped.clone();
    continuous.make_continuous();
    assert_eq!(continuous, stamped, "the motion is the same, so the stamp stays");
}

#[test]
fn a_clip_plays_on_a_skeleton_and_what_it_does_not_move_rests() {
    let skeleton = synthetic::chain(3);
    let clip = RawClip {
        tracks: vec![
            RawTrack {
                path: "joint1/joint2".to_owned(),
                rotation: Some(Curve::constant(Quat::from_xyzw(0.0, 2.0, 0.0, 0.0))),
                ..RawTrack::default()
            },
            RawTrack { path: "nowhere".to_owned(), ..RawTrack::default() },
            RawTrack { path: "joint2".to_owned(), ..RawTrack::default() },
        ],
        scalars: vec![(key("power"), Curve::constant(3.0))],
        ..RawClip::default()
    };
    let bound = clip.bind(&skeleton);
    assert_eq!(bound.unbound(), ["nowhere", "joint2"], "the second track of a joint moves nothing");
    let mut pose = LocalPose::identity(3);
    bound.sample(Seconds(9.0), &mut pose).expect("it fits");
    let mut right = skeleton.rest_pose().clone();
    let mut last = right.get(tumble_pose::JointIndex(2));
    last.rotation = Quat::from_xyzw(0.0, 1.0, 0.0, 0.0);
    right.set(tumble_pose::JointIndex(2), last);
    assert_eq!(pose, right, "made unit length, all else at rest");
    let mut scalars = ScalarPose::zeros(1);
    bound.sample_scalars(Seconds(0.0), &mut scalars).expect("it fits");
    assert_eq!(scalars.values(), [3.0]);
    assert!(bound.sample(Seconds(0.0), &mut LocalPose::identity(2)).is_err(), "a joint short");
    assert!(bound.sample_scalars(Seconds(0.0), &mut ScalarPose::zeros(0)).is_err(), "a value short");
}

/// A clip of one skeleton on another, whose joints of the same names hang elsewhere.
#[test]
fn a_track_whose_path_is_not_there_moves_the_only_joint_of_its_last_name() {
    let skeleton = synthetic::chain(3);
    let track = |path: &str| RawTrack { path: path.to_owned(), ..RawTrack::default() };
    let paths = ["rig/joint2", "joint1", "rig/tail", "other/tail"];
    let clip = RawClip { tracks: paths.map(track).to_vec(), ..RawClip::default() };
    let bound = clip.bind(&skeleton);
    let joint = |index| Some(tumble_pose::JointIndex(index));
    assert_eq!(bound.joints(), [joint(2), joint(1), None, None]);
    assert_eq!(bound.track(tumble_pose::JointIndex(2)).map(|track| track.path.as_str()), Some("rig/joint2"));
    assert_eq!(bound.unbound(), ["rig/tail", "other/tail"]);
    let twins = RawClip { tracks: ["a/joint2", "b/joint2"].map(track).to_vec(), ..RawClip::default() };
    assert_eq!(twins.bind(&skeleton).unbound(), ["a/joint2", "b/joint2"], "which of the two is not known");
}

/// `flutter_scene`#275: rotations 21° apart sweep 339°, in 128 of 173 clips of one pack.
#[test]
fn keys_of_unlike_sign_that_are_near_sweep_no_farther_than_they_are_apart() {
    let apart = 21.0_f32.to_radians();
    let turn = |at: f64| Quat::from_rotation_z(apart * at as f32);
    let mut curve = synthetic::curve(&[Seconds(0.0), Seconds(1.0)], turn);
    curve.keys[1].value = -curve.keys[1].value;
    let mut clip = synthetic::single("", 1.0, RawTrack { rotation: Some(curve), ..RawTrack::default() });
    clip.make_continuous();
    let keys = &clip.tracks[0].rotation.as_ref().expect("it turns").keys;
    let sweep = 2.0 * keys[0].value.dot(keys[1].value).acos();
    assert!((sweep - apart).abs() < 1e-3, "component by component it turns {sweep} rad, not {}", TAU - apart);
}

proptest! {
    #[test]
    fn whatever_the_signs_continuity_keeps_each_rotation_and_makes_neighbours_alike(
        turns in prop::collection::vec(rotations(), 1..50),
        tangent in rotations(),
    ) {
        let keys = turns.iter().enumerate().map(|(index, &value)| Key {
            time: Seconds(index as f64),
            value,
            in_tangent: tangent,
            out_tangent: tangent * 2.0,
        });
        let curve = Curve { interpolation: Interpolation::Cubic, keys: keys.collect() };
        let before = synthetic::single("", 50.0, RawTrack { rotation: Some(curve), ..RawTrack::default() });
        let mut after = before.clone();
        after.make_continuous();
        let keys = |clip: &RawClip| clip.tracks[0].rotation.clone().expect("it turns").keys;
        for (old, new) in keys(&before).into_iter().zip(keys(&after)) {
            let flipped = Key {
                time: old.time,
                value: -old.value,
                in_tangent: -old.in_tangent,
                out_tangent: -old.out_tangent,
            };
            prop_assert!(new == old || new == flipped, "{old:?} became {new:?}");
        }
        for pair in keys(&after).windows(2) {
            prop_assert!(pair[0].value.dot(pair[1].value) >= 0.0);
        }
        let once = after.clone();
        after.make_continuous();
        prop_assert_eq!(once, after, "a second time changes nothing");
    }

    #[test]
    fn generated_clips_are_valid_and_fit_their_skeleton(
        (skeleton, clip) in generators::raw_clips_on_skeletons(6),
    ) {
        prop_assert_eq!(clip.validate(), Ok(()));
        prop_assert!(clip.bind(&skeleton).unbound().is_empty());
    }
}

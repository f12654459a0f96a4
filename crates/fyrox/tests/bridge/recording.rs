// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! What moves nodes can be recorded from them.

use crate::poses::{bare, update};
use fyrox::core::math::curve::{CurveKey, CurveKeyKind};
use fyrox::core::pool::Handle;
use fyrox::generic_animation::track::TrackBinding;
use fyrox::scene::Scene;
use fyrox::scene::animation::prelude::*;
use fyrox::scene::base::BaseBuilder;
use fyrox::scene::node::Node;
use glam::{Quat, Vec3};
use tumble_fyrox::clip::{Clip, ClipBuilder, RawClip, Rounding, SamplingContext, SamplingJob};
use tumble_fyrox::pose::{Joint, JointIndex, LocalPose, Seconds, Skeleton, Transform};
use tumble_fyrox::recorder::{
    Outcome, PoseSource, Progress, Recorder, RecorderSettings, SettleSettings, Stop,
};
use tumble_fyrox::{NodeFollower, mannequin, spawn_model, to_vector3};

fn build(skeleton: &Skeleton, clip: &RawClip) -> Clip {
    ClipBuilder::default().build(skeleton, clip).expect("a clip")
}

fn sample(clip: &Clip, context: &mut SamplingContext, at: Seconds, output: &mut LocalPose) {
    SamplingJob { clip, context, at, rounding: Rounding::None, output }.run().expect("its own skeleton");
}

#[test]
fn a_recording_of_nodes_has_the_curves_of_the_clip_that_moved_them() {
    let model = mannequin::model();
    let walk = mannequin::clips().into_iter().find(|clip| clip.meta.name == "walk").expect("a walk");
    let rate_hz = walk.meta.rate_hz.expect("an even grid");
    let clip = build(&model.skeleton, &walk);
    let mut context = SamplingContext::for_clip(&clip);
    let mut pose = LocalPose::rest(&model.skeleton);
    let mut scene = Scene::new();
    let nodes = spawn_model(&model, &mut scene.graph).expect("the mannequin");
    let mut follower = NodeFollower::new(&model.skeleton);
    let settings =
        RecorderSettings { rate_hz, stop: Stop::After(walk.duration), ..RecorderSettings::default() };
    let mut recorder = Recorder::new(&model.skeleton, settings).expect("settings");

    let mut frame = 0_u32;
    while !matches!(recorder.progress(), Progress::Done(_)) {
        // Four frames a sample, so that samples lie on frames.
        let now = Seconds(f64::from(frame) / (4.0 * rate_hz));
        sample(&clip, &mut context, now, &mut pose);
        nodes.write_pose(&pose, &mut scene.graph);
        update(&mut scene);
        recorder.push(now, &mut follower.frame(now, &nodes, &scene.graph)).expect("a frame");
        frame += 1;
    }
    let again = build(&model.skeleton, &recorder.finish().expect("samples"));
    assert!(again.duration() == clip.duration(), "{} is not {}", again.duration(), clip.duration());
    let mut contexts = [&clip, &again].map(SamplingContext::for_clip);
    let mut other = pose.clone();
    for index in 0..=(walk.duration.0 * rate_hz).round() as u32 {
        let at = Seconds(f64::from(index) / rate_hz);
        sample(&clip, &mut contexts[0], at, &mut pose);
        sample(&again, &mut contexts[1], at, &mut other);
        for (joint, (a, b)) in pose.iter().zip(other.iter()).enumerate() {
            let turned = (a.rotation.inverse() * b.rotation).xyz().length();
            let moved = a.translation.distance(b.translation);
            // Both are within 0.1 mm of the same motion, 3 cm from the joint.
            assert!(turned < 4e-3 && moved < 2e-4, "joint {joint} at {at}: {turned} and {moved} m");
        }
    }
}

/// A chain of two joints and Fyrox's own player on the second: 1 m along x and a quarter turn about y, in a second.
fn played(scene: &mut Scene) -> (Skeleton, tumble_fyrox::ModelNodes) {
    let joint = |name: &str, parent| Joint { name: name.to_owned(), parent, rest: Transform::IDENTITY };
    let skeleton = Skeleton::new(&[joint("root", None), joint("arm", Some(0))]).expect("a chain");
    let nodes = spawn_model(&bare(&skeleton), &mut scene.graph).expect("joints alone");
    let mut animation = Animation::default();
    animation.set_time_slice(0.0..1.0);
    animation.set_loop(false);
    let line = |to: f32| {
        let key = |at, value| CurveKey::new(at, value, CurveKeyKind::Linear);
        vec![key(0.0, 0.0), key(1.0, to)]
    };
    for (mut track, ends) in [
        (Track::new_position(), [1.0, 0.0, 0.0]),
        (Track::new_rotation(), [0.0, std::f32::consts::FRAC_PI_2, 0.0]),
    ] {
        for (curve, end) in track.data_container_mut().curves_mut().iter_mut().zip(ends) {
            *curve = line(end).into();
        }
        animation.add_track_with_binding(TrackBinding::new(nodes.joints[1]), track);
    }
    let mut animations = AnimationContainer::new();
    animations.add(animation);
    let _: Handle<Node> =
        AnimationPlayerBuilder::new(BaseBuilder::new()).with_animations(animations).build(&mut scene.graph);
    (skeleton, nodes)
}

#[test]
fn what_fyroxs_animation_player_plays_is_recorded() {
    let mut scene = Scene::new();
    let (skeleton, nodes) = played(&mut scene);
    let mut follower = NodeFollower::new(&skeleton);
    let settings = RecorderSettings {
        rate_hz: 30.0,
        stop: Stop::WhenSettled(SettleSettings::default()),
        ..RecorderSettings::default()
    };
    let mut recorder = Recorder::new(&skeleton, settings).expect("settings");
    let mut frame = 0_u32;
    let mut fastest = (0.0_f32, 0.0_f32);
    while !matches!(recorder.progress(), Progress::Done(_)) {
        update(&mut scene);
        let now = Seconds(f64::from(frame) / 60.0);
        let mut source = follower.frame(now, &nodes, &scene.graph);
        recorder.push(now, &mut source).expect("a frame");
        if (10..50).contains(&frame) {
            let (linear, angular) = source.max_speed();
            fastest = (fastest.0.max(linear), fastest.1.max(angular));
        }
        frame += 1;
    }
    assert!((fastest.0 - 1.0).abs() < 1e-2, "a metre a second, found {}", fastest.0);
    assert!((fastest.1 - std::f32::consts::FRAC_PI_2).abs() < 1e-2, "a quarter turn, found {}", fastest.1);
    assert_eq!(recorder.outcome(), Some(Outcome::Settled), "it stands still at the end");
    let clip = recorder.finish().expect("samples");
    let [track] = &clip.tracks[..] else { panic!("one joint moved: {:?}", clip.tracks) };
    assert_eq!(track.path, "arm");
    let path = track.translation.as_ref().expect("it moved");
    let turn = track.rotation.as_ref().expect("it turned");
    for (moved, turned) in path.keys.iter().zip(&turn.keys).filter(|(key, _)| key.time <= Seconds(0.9)) {
        let along = moved.time.0 as f32;
        assert!(moved.value.distance(Vec3::X * along) < 1e-4, "{moved:?}");
        let wanted = Quat::from_rotation_y(along * std::f32::consts::FRAC_PI_2);
        assert!(turned.value.dot(wanted).abs() > 0.999_999, "{turned:?}");
    }
}

#[test]
fn speeds_are_in_metres_by_the_roots_scale_and_not_known_before_the_second_frame() {
    let mut scene = Scene::new();
    let joint = |parent| Joint { name: String::new(), parent, rest: Transform::from_translation(Vec3::Y) };
    let skeleton = Skeleton::new(&[joint(None), joint(Some(0))]).expect("a chain");
    let nodes = spawn_model(&bare(&skeleton), &mut scene.graph).expect("joints alone");
    scene.graph[nodes.root].local_transform_mut().set_scale(to_vector3(Vec3::splat(0.01)));
    let mut follower = NodeFollower::new(&skeleton);
    let mut pose = LocalPose::rest(&skeleton);
    let mut out = pose.clone();
    let mut speed = |pose: &LocalPose, at: f64| {
        nodes.write_pose(pose, &mut scene.graph);
        let mut source = follower.frame(Seconds(at), &nodes, &scene.graph);
        source.read(&mut out);
        source.max_speed()
    };
    assert_eq!(speed(&pose, 0.0), (f32::INFINITY, f32::INFINITY));
    assert_eq!(speed(&pose, 0.5), (0.0, 0.0));
    pose.set(JointIndex(1), Transform::from_translation(Vec3::new(30.0, 1.0, 0.0)));
    let (linear, angular) = speed(&pose, 1.0);
    assert!((linear - 0.6).abs() < 1e-4 && angular == 0.0, "30 cm in half a second, found {linear}");
    assert_eq!(speed(&pose, 1.0), (linear, angular), "no time has passed");
    assert_eq!(speed(&pose, 0.9), (f32::INFINITY, f32::INFINITY), "another recording");
    pose.set(JointIndex(0), Transform::from_rotation(Quat::from_rotation_x(0.002)));
    let (_, angular) = speed(&pose, 1.0);
    assert!((angular - 0.02).abs() < 1e-4, "small turns are seen, found {angular}");
}

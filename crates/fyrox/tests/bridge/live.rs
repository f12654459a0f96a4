// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Ragdolls as nodes of a scene.

use crate::ground::ground;
use fyrox::core::algebra::Vector2;
use fyrox::scene::Scene;
use glam::{Quat, Vec3};
use tumble_fyrox::{LiveRagdoll, Strike, apply_physics_settings, step_physics, step_scene};
use tumble_pose::{LocalPose, LocalToModelJob, Model, ModelPose};
use tumble_ragdoll::rapier3d::prelude::Pose;
use tumble_ragdoll::{PhysicsSettings, RagdollPlan, Rig};

const FRAME: f32 = 1.0 / 60.0;

struct Arena {
    scene: Scene,
    model: Model,
    rig: Rig,
    start: LocalPose,
    settings: PhysicsSettings,
}

impl Arena {
    fn new() -> Self {
        let model = tumble_mannequin::model();
        let (rig, _) = Rig::infer(&model, None).expect("a person");
        let settings = PhysicsSettings::default();
        let start = LocalPose::rest(&model.skeleton);
        let plan = RagdollPlan::new(&model.skeleton, &rig, &start, &settings).expect("it fits");
        let mut scene = ground(plan.ground());
        apply_physics_settings(&settings, plan.size(), &mut scene.graph);
        Self { scene, model, rig, start, settings }
    }

    fn spawn(&mut self, place: Pose) -> LiveRagdoll {
        let graph = &mut self.scene.graph;
        LiveRagdoll::spawn(&self.model.skeleton, &self.rig, &self.start, place, &self.settings, graph)
            .expect("it fits")
    }

    fn frames(&mut self, ragdoll: &mut LiveRagdoll, count: usize) {
        for _ in 0..count {
            step_scene(&mut self.scene, Vector2::new(1.0, 1.0), FRAME, &self.settings);
            ragdoll.advance(FRAME, &mut self.scene.graph);
        }
    }

    fn heights(&self, pose: &LocalPose) -> Vec<f32> {
        let skeleton = &self.model.skeleton;
        let mut output = ModelPose::identity(skeleton.joint_count());
        LocalToModelJob { skeleton, local: pose, output: &mut output }.run().expect("a pose of its");
        skeleton.joints().map(|joint| output.translation(joint).y).collect()
    }
}

/// The greatest distance between two poses' joints, each in its parent, in metres and radians.
fn apart(one: &LocalPose, other: &LocalPose) -> (f32, f32) {
    one.iter().zip(other.iter()).fold((0.0, 0.0), |(far, turned), (one, other)| {
        let angle = one.rotation.angle_between(other.rotation);
        (f32::max(far, one.translation.distance(other.translation)), f32::max(turned, angle))
    })
}

#[test]
fn it_begins_in_the_pose_that_it_is_given_wherever_the_character_stands() {
    let mut arena = Arena::new();
    let mut pose = LocalPose::rest(&arena.model.skeleton);
    for (place, turn) in [(Vec3::ZERO, 0.0), (Vec3::new(3.0, 0.0, -7.0), 2.0)] {
        let mut ragdoll = arena.spawn(Pose::from_parts(place, Quat::from_rotation_y(turn)));
        ragdoll.read_pose(&mut pose);
        let (far, turned) = apart(&pose, &arena.start);
        assert!(far < 1e-4 && turned < 2e-3, "{far} m, {turned} rad from the start");
        arena.frames(&mut ragdoll, 1);
        ragdoll.read_pose(&mut pose);
        let (far, turned) = apart(&pose, &arena.start);
        assert!(far < 0.02 && turned < 0.1, "nothing jumps at the first step: {far} m, {turned} rad");
        ragdoll.remove(&mut arena.scene.graph);
    }
}

#[test]
fn it_falls_lies_still_and_leaves_nothing_behind() {
    let mut arena = Arena::new();
    let before = arena.scene.graph.node_count();
    let mut ragdoll = arena.spawn(Pose::IDENTITY);
    let chest = ragdoll.bodies().len().min(3) - 1;
    let point = ragdoll.body_place(chest).translation;
    ragdoll
        .strike(&Strike { body: chest, point, velocity: Vec3::Z * 6.0, spread: 0.0 }, &mut arena.scene.graph);
    let mut pose = LocalPose::rest(&arena.model.skeleton);
    arena.frames(&mut ragdoll, 20);
    let (linear, _) = ragdoll.max_speed(&arena.scene.graph);
    assert!(linear > 0.5, "after a third of a second it falls: {linear} m/s");
    arena.frames(&mut ragdoll, 340);
    let (linear, angular) = ragdoll.max_speed(&arena.scene.graph);
    assert!(linear < 0.1 && angular < 0.6, "after six it lies: {linear} m/s, {angular} rad/s");
    ragdoll.read_pose(&mut pose);
    let heights = arena.heights(&pose);
    let (least, most) =
        heights.iter().fold((f32::MAX, f32::MIN), |(least, most), y| (least.min(*y), most.max(*y)));
    assert!(least > -0.02 && most < 0.7, "joints between {least} and {most} m above the ground");
    ragdoll.remove(&mut arena.scene.graph);
    assert_eq!(arena.scene.graph.node_count(), before);
    step_scene(&mut arena.scene, Vector2::new(1.0, 1.0), FRAME, &arena.settings);
}

#[test]
fn a_ragdoll_falls_the_same_way_beside_others() {
    let mut arena = Arena::new();
    let mut lone = arena.spawn(Pose::IDENTITY);
    let strike = |ragdoll: &LiveRagdoll, arena: &mut Arena| {
        let point = ragdoll.body_place(0).translation;
        let strike = Strike { body: 0, point, velocity: Vec3::X * 4.0, spread: 0.5 };
        ragdoll.strike(&strike, &mut arena.scene.graph);
    };
    strike(&lone, &mut arena);
    arena.frames(&mut lone, 30);
    let mut alone = LocalPose::rest(&arena.model.skeleton);
    lone.read_pose(&mut alone);

    let mut arena = Arena::new();
    let mut first = arena.spawn(Pose::IDENTITY);
    // Where the first will fall, so that bodies are in each other's way.
    let beside = arena.spawn(Pose::from_translation(Vec3::X * 0.5));
    strike(&first, &mut arena);
    arena.frames(&mut first, 30);
    let mut together = LocalPose::rest(&arena.model.skeleton);
    first.read_pose(&mut together);
    let (far, turned) = apart(&alone, &together);
    assert!(far < 0.01 && turned < 0.1, "{far} m and {turned} rad from the fall alone");
    let (linear, _) = beside.max_speed(&arena.scene.graph);
    assert!(linear < 4.0, "the other one is not thrown: {linear} m/s");
}

/// Fyrox looks for a rotation in a matrix by a search that sometimes ends elsewhere, and moves bodies by what it found:
/// so that one fall in ten went up instead.
#[test]
fn no_fall_of_many_is_torn_apart() {
    let mut arena = Arena::new();
    let mut pose = LocalPose::rest(&arena.model.skeleton);
    for side in 0..20_u8 {
        let turn = Quat::from_rotation_y(f32::from(side) * 0.9);
        let mut ragdoll = arena.spawn(Pose::from_parts(Vec3::ZERO, turn));
        let point = ragdoll.body_place(2).translation;
        let strike = Strike { body: 2, point, velocity: Vec3::NEG_Z * 6.0, spread: 0.3 };
        ragdoll.strike(&strike, &mut arena.scene.graph);
        for _ in 0..24 {
            arena.frames(&mut ragdoll, 5);
            ragdoll.read_pose(&mut pose);
            let highest = arena.heights(&pose).into_iter().fold(f32::MIN, f32::max);
            assert!(highest < 2.0, "blow {side}: a joint is {highest} m high");
        }
        ragdoll.remove(&mut arena.scene.graph);
    }
}

#[test]
fn strikes_that_make_no_sense_are_left_alone() {
    let mut arena = Arena::new();
    let mut ragdoll = arena.spawn(Pose::IDENTITY);
    let good = Strike { body: 0, point: Vec3::Y, velocity: Vec3::X, spread: 0.5 };
    for strike in [
        Strike { body: usize::MAX, ..good },
        Strike { point: Vec3::splat(f32::NAN), ..good },
        Strike { velocity: Vec3::X * f32::INFINITY, ..good },
        Strike { spread: f32::NAN, ..good },
    ] {
        ragdoll.strike(&strike, &mut arena.scene.graph);
    }
    assert_eq!(ragdoll.max_speed(&arena.scene.graph), (0.0, 0.0), "nothing moves");
    arena.frames(&mut ragdoll, 5);
    let mut pose = LocalPose::rest(&arena.model.skeleton);
    ragdoll.read_pose(&mut pose);
    assert!(pose.iter().all(tumble_pose::Transform::is_finite));
    let allocated = allocation_counter::measure(|| ragdoll.read_pose(&mut pose));
    assert_eq!(allocated.count_total, 0, "reading a pose allocates nothing");
}

#[test]
fn physics_takes_the_whole_of_a_frame_in_equal_steps_that_are_never_longer_than_asked() {
    let falls = |dt: f32, frames: usize, seconds: f32| {
        let mut arena = Arena::new();
        let ragdoll = arena.spawn(Pose::from_translation(Vec3::Y * 50.0));
        for _ in 0..frames {
            step_physics(&mut arena.scene, dt, &arena.settings);
        }
        step_scene(&mut arena.scene, Vector2::new(1.0, 1.0), 0.0, &arena.settings);
        let speed = -arena.scene.graph[ragdoll.bodies()[0]].lin_vel().y;
        let expected = 9.81 * seconds;
        assert!((speed - expected).abs() < 0.3, "{dt}: {speed} m/s instead of {expected}");
    };
    for dt in [1.0 / 30.0, 1.0 / 60.0, 1.0 / 144.0, 0.001] {
        let frames = (0.5 / dt) as usize;
        falls(dt, frames, frames as f32 * dt);
    }
    for dt in [0.0, -1.0, f32::NAN] {
        falls(dt, 3, 0.0);
    }
    // 60 steps, and no more.
    falls(f32::INFINITY, 1, 0.25);
}

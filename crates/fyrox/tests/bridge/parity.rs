// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The same rig and the same blow in a rapier world of our own and in Fyrox's.

use crate::ground::ground;
use fyrox::core::algebra::Vector2;
use glam::{Quat, Vec3};
use tumble_fyrox::{LiveRagdoll, Strike, apply_physics_settings, fyrox_physics_settings, step_scene};
use tumble_pose::{LocalPose, Model, Role};
use tumble_ragdoll::rapier3d::prelude as rapier;
use tumble_ragdoll::rapier3d::prelude::Pose;
use tumble_ragdoll::{GROUND_GROUP, PhysicsSettings, Ragdoll, RagdollPlan, Rig, WorldSets};

const FRAME: f32 = 1.0 / 60.0;

/// In frames.
const HALF_A_SECOND: usize = 30;

/// Where each body has its joint, frame by frame.
type Fall = Vec<Vec<Vec3>>;

fn chest(rig: &Rig) -> usize {
    let chest = rig.bodies.iter().position(|body| matches!(body.role, Some(Role::Chest | Role::Spine)));
    chest.expect("a person has a chest")
}

fn in_rapier(model: &Model, rig: &Rig, velocity: Vec3, settings: &PhysicsSettings, frames: usize) -> Fall {
    let (mut bodies, mut colliders) = (rapier::RigidBodySet::new(), rapier::ColliderSet::new());
    let mut joints = rapier::ImpulseJointSet::new();
    let start = LocalPose::rest(&model.skeleton);
    let plan = RagdollPlan::new(&model.skeleton, rig, &start, settings).expect("it fits");
    let (ground, lift) = (plan.ground(), Vec3::Y * plan.lift());
    let mut sets = WorldSets { bodies: &mut bodies, colliders: &mut colliders, joints: &mut joints };
    let ragdoll = Ragdoll::of_plan(plan, lift, settings, &mut sets);
    let groups =
        rapier::InteractionGroups::new(GROUND_GROUP, rapier::Group::ALL, rapier::InteractionTestMode::And);
    let slab = rapier::ColliderBuilder::cuboid(60.0, 1.0, 60.0).translation(Vec3::Y * (ground - 1.0));
    colliders.insert(slab.friction(settings.friction).collision_groups(groups));
    let struck = &mut bodies[ragdoll.handles()[chest(rig)]];
    let point = struck.center_of_mass();
    struck.apply_impulse_at_point(velocity * struck.mass(), point, true);

    let parameters = settings.integration_parameters(ragdoll.plan().size());
    let mut pipeline = rapier::PhysicsPipeline::new();
    let (mut islands, mut broad, mut narrow) =
        (rapier::IslandManager::new(), rapier::BroadPhaseBvh::new(), rapier::NarrowPhase::new());
    let (mut multibodies, mut ccd) = (rapier::MultibodyJointSet::new(), rapier::CCDSolver::new());
    let mut step = |bodies: &mut rapier::RigidBodySet| {
        pipeline.step(
            Vec3::NEG_Y * settings.gravity,
            &parameters,
            &mut islands,
            &mut broad,
            &mut narrow,
            bodies,
            &mut colliders,
            &mut joints,
            &mut multibodies,
            &mut ccd,
            &(),
            &(),
        );
    };
    let steps = (settings.steps_per_second * f64::from(FRAME)).round() as usize;
    (0..frames)
        .map(|_| {
            (0..steps).for_each(|_| step(&mut bodies));
            ragdoll.handles().iter().map(|&handle| bodies[handle].translation()).collect()
        })
        .collect()
}

fn in_fyrox(model: &Model, rig: &Rig, velocity: Vec3, settings: &PhysicsSettings, frames: usize) -> Fall {
    let start = LocalPose::rest(&model.skeleton);
    let plan = RagdollPlan::new(&model.skeleton, rig, &start, settings).expect("it fits");
    let mut scene = ground(plan.ground());
    apply_physics_settings(settings, plan.size(), &mut scene.graph);
    let ragdoll =
        LiveRagdoll::spawn(&model.skeleton, rig, &start, Pose::IDENTITY, settings, &mut scene.graph);
    let mut ragdoll = ragdoll.expect("it fits");
    let body = chest(rig);
    let part = &plan.bodies()[body];
    let point = part.start * part.mass.local_com;
    ragdoll.strike(&Strike { body, point, velocity, spread: 0.0 }, &mut scene.graph);
    (0..frames)
        .map(|_| {
            step_scene(&mut scene, Vector2::new(1.0, 1.0), FRAME, settings);
            ragdoll.advance(FRAME, &mut scene.graph);
            (0..rig.bodies.len()).map(|index| ragdoll.body_place(index).translation).collect()
        })
        .collect()
}

/// The farthest that a body is from its other self, frame by frame.
fn apart(one: &Fall, other: &Fall) -> Vec<f32> {
    let farthest = |(one, other): (&Vec<Vec3>, &Vec<Vec3>)| {
        one.iter().zip(other).map(|(one, other)| one.distance(*other)).fold(0.0, f32::max)
    };
    one.iter().zip(other).map(farthest).collect()
}

fn worst(apart: &[f32]) -> f32 {
    apart.iter().copied().fold(0.0, f32::max)
}

/// How far a fall is from itself in rapier alone when the blow differs in its last digits.
fn from_itself(model: &Model, rig: &Rig, velocity: Vec3, settings: &PhysicsSettings) -> f32 {
    let fall = |nudge: f32| in_rapier(model, rig, velocity * nudge, settings, HALF_A_SECOND);
    let own = fall(1.0);
    let nudges = [1.000_000_2, 1.000_001, 1.000_01];
    nudges.into_iter().map(|nudge| worst(&apart(&own, &fall(nudge)))).fold(0.0, f32::max)
}

/// Falls are chaotic: where a foot catches, the last digit of a number can grow to centimetres in half a second. Such
/// a fall may be as far from itself in Fyrox as in rapier, but few are such.
#[test]
fn the_first_half_second_of_a_fall_is_the_same_in_fyrox_as_in_rapier() {
    let model = tumble_mannequin::model();
    let (rig, _) = Rig::infer(&model, None).expect("a person");
    let settings = fyrox_physics_settings(PhysicsSettings::default());
    let mut same = 0;
    for side in 0..8 {
        let turn = Quat::from_rotation_y(std::f32::consts::TAU * side as f32 / 8.0);
        let velocity = turn * Vec3::Z * 6.0;
        let one = in_rapier(&model, &rig, velocity, &settings, HALF_A_SECOND);
        let other = in_fyrox(&model, &rig, velocity, &settings, HALF_A_SECOND);
        let moved = one[HALF_A_SECOND - 1][0].distance(one[0][0]);
        assert!(moved > 0.2, "it falls: the hips have moved {moved} m");
        let apart = apart(&one, &other);
        if worst(&apart) <= 0.02 {
            same += 1;
        } else {
            let own = from_itself(&model, &rig, velocity, &settings);
            assert!(worst(&apart) <= 2.0 * own, "blow {side}: {apart:.4?} m apart, {own} m from itself");
        }
    }
    assert!(same >= 6, "{same} of 8 falls are within 2 cm");
}

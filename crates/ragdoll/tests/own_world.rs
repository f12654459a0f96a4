// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! A ragdoll in a rapier world of the game's own.

#![allow(clippy::expect_used, reason = "a test may")]

mod stick_figure;

use stick_figure::{model, standing};
use tumble_pose::LocalPose;
use tumble_pose::glam::Vec3;
use tumble_ragdoll::rapier3d::prelude::*;
use tumble_ragdoll::{BodyFollower, GROUND_GROUP, PhysicsSettings, Ragdoll, Rig, WorldSets};

#[test]
fn a_game_steps_a_ragdoll_in_its_own_world_and_reads_its_pose_without_allocating() {
    let model = model(1.0);
    let (rig, _) = Rig::infer(&model, None).expect("a person");
    let start = standing(&model);
    let settings = PhysicsSettings::default();
    let (mut bodies, mut colliders, mut joints) =
        (RigidBodySet::new(), ColliderSet::new(), ImpulseJointSet::new());
    let mut sets = WorldSets { bodies: &mut bodies, colliders: &mut colliders, joints: &mut joints };
    let mut ragdoll = Ragdoll::build(&model.skeleton, &rig, &start, Vec3::ZERO, &settings, &mut sets)
        .expect("fits the skeleton");
    let ground = InteractionGroups::new(GROUND_GROUP, Group::ALL, InteractionTestMode::And);
    let slab = ColliderBuilder::cuboid(10.0, 1.0, 10.0).translation(Vec3::NEG_Y).collision_groups(ground);
    colliders.insert(slab);

    let mut follower = BodyFollower::new(&model.skeleton, &rig, &start, ragdoll.plan());
    let mut pose = LocalPose::rest(&model.skeleton);
    follower.read(&ragdoll, &bodies, Vec3::ZERO, &mut pose);
    for (joint, (is, was)) in model.skeleton.joints().zip(pose.iter().zip(start.iter())) {
        let name = model.skeleton.name(joint);
        assert!(is.translation.distance(was.translation) < 1e-5, "{name} stands where it stood");
        assert!(is.rotation.dot(was.rotation).abs() > 1.0 - 1e-5, "{name} is turned as it was");
    }

    let mut pipeline = PhysicsPipeline::new();
    let (mut islands, mut broad, mut narrow) =
        (IslandManager::new(), BroadPhaseBvh::new(), NarrowPhase::new());
    let (mut multibodies, mut ccd) = (MultibodyJointSet::new(), CCDSolver::new());
    let parameters = settings.integration_parameters(ragdoll.plan().size());
    for _ in 0..960 {
        let mut sets = WorldSets { bodies: &mut bodies, colliders: &mut colliders, joints: &mut joints };
        ragdoll.before_step(parameters.dt, &mut sets);
        pipeline.step(
            Vec3::NEG_Y * settings.gravity,
            &parameters,
            &mut islands,
            &mut broad,
            &mut narrow,
            &mut bodies,
            &mut colliders,
            &mut joints,
            &mut multibodies,
            &mut ccd,
            &(),
            &(),
        );
    }
    let mut sets = WorldSets { bodies: &mut bodies, colliders: &mut colliders, joints: &mut joints };
    // Of a ragdoll at rest: rapier notes which bodies are changed, in lists that grow.
    let preparing = allocation_counter::measure(|| ragdoll.before_step(parameters.dt, &mut sets));
    assert_eq!(preparing.count_total, 0, "preparing a step allocates nothing");
    let reading = allocation_counter::measure(|| follower.read(&ragdoll, &bodies, Vec3::ZERO, &mut pose));
    assert_eq!(reading.count_total, 0, "a read allocates nothing");
    let hips = model.skeleton.find("hips").expect("a joint of the figure");
    let height = pose.get(hips).translation.y;
    assert!((0.0..0.7).contains(&height), "it has collapsed onto the ground: hips at {height} m");
}

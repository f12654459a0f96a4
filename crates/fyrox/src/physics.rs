// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::convert::to_vector3;
use fyrox::core::algebra::Vector2;
use fyrox::scene::Scene;
use fyrox::scene::graph::{Graph, GraphUpdateSwitches};
use glam::Vec3;
use std::collections::HashSet;
use tumble_ragdoll::rapier3d::dynamics::{MotorModel, SpringCoefficients};
use tumble_ragdoll::{LimitModel, PhysicsSettings};

/// No more steps than this are taken at once: a frame that took longer slows physics down.
const MOST_STEPS: f64 = 60.0;

/// These settings with what Fyrox keeps to itself as Fyrox has it: contacts are softer there, joints stiffer, motors
/// act by force, and joints cannot change from step to step, so that limits are per axis, nothing sticks and muscles have
/// no tone. Fewer steps of more iterations suit such joints.
///
/// Falls that are baked with them go the way of live ones ([`LiveRagdoll`](crate::LiveRagdoll)); the default sinks
/// less into the ground.
#[must_use]
pub fn fyrox_physics_settings(settings: PhysicsSettings) -> PhysicsSettings {
    let [contact, joint] = [SpringCoefficients::contact_defaults(), SpringCoefficients::joint_defaults()];
    let pair = |spring: SpringCoefficients<f32>| [spring.natural_frequency, spring.damping_ratio];
    PhysicsSettings {
        contact_spring: pair(contact),
        joint_spring: pair(joint),
        motor_model: MotorModel::ForceBased,
        limit_model: LimitModel::PerAxis,
        steps_per_second: settings.steps_per_second.min(240.0),
        iterations: settings.iterations.max(16),
        joint_damping_rate: settings.joint_damping_rate.min(15.0),
        calm_damping: 0.0,
        calm_below: [0.0; 2],
        tone: 0.0,
        ..settings
    }
}

/// Copies what ragdolls need of `settings` into a scene's physics, for characters `size` times 1.75 m tall.
///
/// Gravity and rapier's numbers are the scene's, for everything in it. The springs of contacts and joints Fyrox keeps
/// to itself ([`fyrox_physics_settings`]); the step is [`step_physics`]'s.
pub fn apply_physics_settings(settings: &PhysicsSettings, size: f32, graph: &mut Graph) {
    let settings = &fyrox_physics_settings(*settings);
    let rapier = settings.integration_parameters(size);
    let own = graph.physics.integration_parameters.get_value_mut_and_mark_modified();
    own.dt = None;
    own.min_ccd_dt = rapier.min_ccd_dt;
    own.allowed_linear_error = rapier.normalized_allowed_linear_error;
    own.normalized_max_corrective_velocity = rapier.normalized_max_corrective_velocity;
    own.prediction_distance = rapier.normalized_prediction_distance;
    own.num_solver_iterations = rapier.num_solver_iterations;
    own.num_internal_pgs_iterations = rapier.num_internal_pgs_iterations;
    own.num_internal_stabilization_iterations = rapier.num_internal_stabilization_iterations;
    own.min_island_size = rapier.min_island_size as u32;
    own.max_ccd_substeps = rapier.max_ccd_substeps as u32;
    own.warmstart_coefficient = rapier.warmstart_coefficient;
    own.length_unit = rapier.length_unit;
    let gravity = to_vector3(Vec3::NEG_Y * settings.gravity);
    graph.physics.gravity.set_value_and_mark_modified(gravity);
}

/// Takes as many equal steps of physics as `dt` seconds hold at the rate of `settings` ([`fyrox_physics_settings`]), and
/// moves no node: bodies are read by the next [`Scene::update`], which then should take no step of its own
/// ([`step_scene`] does both).
///
/// No more than 60 steps are taken, each of at most the time that `settings` tell: past that physics runs slow.
/// Nothing happens where `dt` is not above 0.
pub fn step_physics(scene: &mut Scene, dt: f32, settings: &PhysicsSettings) {
    let settings = &fyrox_physics_settings(*settings);
    let wanted = f64::from(dt) * settings.steps_per_second;
    if wanted.is_nan() || wanted <= 0.0 {
        return;
    }
    // A frame of 1/60 s is not quite that in 32 bits.
    let steps = (wanted - 1e-3).ceil().clamp(1.0, MOST_STEPS);
    let step = (wanted.min(MOST_STEPS) / settings.steps_per_second / steps) as f32;
    for _ in 0..steps as usize {
        scene.graph.update(Vector2::new(1.0, 1.0), step, without_nodes(true));
    }
}

/// [`step_physics`], then [`Scene::update`] of everything else, with the whole of `dt`.
pub fn step_scene(scene: &mut Scene, frame: Vector2<f32>, dt: f32, settings: &PhysicsSettings) {
    step_physics(scene, dt, settings);
    let everything_else = GraphUpdateSwitches { physics: false, ..GraphUpdateSwitches::default() };
    scene.update(frame, dt, everything_else);
}

/// Lets what was put into the scene graph reach physics, or takes a step as well.
pub(crate) fn without_nodes(physics: bool) -> GraphUpdateSwitches {
    GraphUpdateSwitches {
        physics,
        physics2d: false,
        node_overrides: Some(HashSet::default()),
        delete_dead_nodes: false,
        ..GraphUpdateSwitches::default()
    }
}

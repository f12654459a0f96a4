// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{Blow, GROUND_GROUP, PhysicsSettings, Ragdoll, RagdollPlan, WorldSets};
use glam::Vec3;
use rapier3d::prelude::*;
use tumble_pose::Role;

/// A rapier world of one ragdoll on level ground.
pub(crate) struct World {
    settings: PhysicsSettings,
    parameters: IntegrationParameters,
    pub(crate) ragdoll: Ragdoll,
    pub(crate) bodies: RigidBodySet,
    colliders: ColliderSet,
    joints: ImpulseJointSet,
    multibodies: MultibodyJointSet,
    islands: IslandManager,
    broad: BroadPhaseBvh,
    narrow: NarrowPhase,
    ccd: CCDSolver,
    pipeline: PhysicsPipeline,
}

impl World {
    /// The ragdoll of a plan, lifted as it says and moved `aside`; the ground lies around the origin.
    pub(crate) fn new(plan: RagdollPlan, aside: Vec3, settings: PhysicsSettings) -> Self {
        let mut bodies = RigidBodySet::new();
        let mut colliders = ColliderSet::new();
        let mut joints = ImpulseJointSet::new();
        let (size, top, offset) = (plan.size(), plan.ground(), aside + Vec3::Y * plan.lift());
        let mut sets = WorldSets { bodies: &mut bodies, colliders: &mut colliders, joints: &mut joints };
        let ragdoll = Ragdoll::of_plan(plan, offset, &settings, &mut sets);
        let groups = InteractionGroups::new(GROUND_GROUP, Group::ALL, InteractionTestMode::And);
        let (half, depth) = (60.0 * size, 1.0 * size);
        let ground = ColliderBuilder::cuboid(half, depth, half)
            .translation(Vec3::Y * (top - depth))
            .friction(settings.friction)
            .collision_groups(groups);
        colliders.insert(ground);
        Self {
            parameters: settings.integration_parameters(size),
            settings,
            ragdoll,
            bodies,
            colliders,
            joints,
            multibodies: MultibodyJointSet::new(),
            islands: IslandManager::new(),
            broad: BroadPhaseBvh::new(),
            narrow: NarrowPhase::new(),
            ccd: CCDSolver::new(),
            pipeline: PhysicsPipeline::new(),
        }
    }

    pub(crate) fn step(&mut self) {
        let mut sets =
            WorldSets { bodies: &mut self.bodies, colliders: &mut self.colliders, joints: &mut self.joints };
        self.ragdoll.before_step(self.parameters.dt, &mut sets);
        self.pipeline.step(
            Vec3::NEG_Y * self.settings.gravity,
            &self.parameters,
            &mut self.islands,
            &mut self.broad,
            &mut self.narrow,
            &mut self.bodies,
            &mut self.colliders,
            &mut self.joints,
            &mut self.multibodies,
            &mut self.ccd,
            &(),
            &(),
        );
    }

    /// Strikes body number `target` at `point`, in world space, and returns the energy of the blow in joules.
    pub(crate) fn strike(&mut self, target: usize, point: Vec3, blow: &Blow) -> f32 {
        let before = self.kinetic_energy();
        let parts = self.ragdoll.plan().bodies();
        let body = &mut self.bodies[self.ragdoll.handles()[target]];
        let change = blow.velocity(body.mass());
        let free = 0.5 * body.mass() * change.length_squared();
        body.apply_impulse_at_point(change * body.mass(), point, true);
        for (index, part) in parts.iter().enumerate() {
            if part.parent == Some(target) || parts[target].parent == Some(index) {
                let body = &mut self.bodies[self.ragdoll.handles()[index]];
                body.apply_impulse(change * body.mass() * blow.spread, true);
            }
        }
        (self.kinetic_energy() - before).max(free)
    }

    /// The ragdoll's bodies, in the rig's order.
    fn bodies(&self) -> impl Iterator<Item = &RigidBody> {
        self.ragdoll.handles().iter().map(|&handle| &self.bodies[handle])
    }

    /// Body number `part`.
    pub(crate) fn body(&self, part: usize) -> &RigidBody {
        &self.bodies[self.ragdoll.handles()[part]]
    }

    /// How high the middle of a body is above the ground, in metres.
    pub(crate) fn height(&self, part: usize) -> f32 {
        self.body(part).center_of_mass().y - self.ragdoll.plan().ground()
    }

    /// The angle between hips and chest, from how they are at rest, in radians; 0 where there is no trunk.
    pub(crate) fn trunk_bend(&self) -> f32 {
        let parts = self.ragdoll.plan().bodies();
        let found = |role| parts.iter().position(|part| part.role == Some(role));
        match (found(Role::Hips), found(Role::Chest).or(found(Role::Spine))) {
            (Some(hips), Some(chest)) => {
                let standing = |part: usize| self.body(part).rotation() * parts[part].rest_turn.inverse();
                standing(hips).angle_between(standing(chest))
            }
            _ => 0.0,
        }
    }

    pub(crate) fn kinetic_energy(&self) -> f32 {
        self.bodies().map(RigidBody::kinetic_energy).sum()
    }

    /// Kinetic and potential energy of all bodies, in joules.
    pub(crate) fn energy(&self) -> f32 {
        let potential = |body: &RigidBody| body.mass() * self.settings.gravity * body.center_of_mass().y;
        self.kinetic_energy() + self.bodies().map(potential).sum::<f32>()
    }

    /// The speed of the fastest body, in m/s, and of the fastest spin, in rad/s.
    pub(crate) fn max_speed(&self) -> (f32, f32) {
        self.bodies().fold((0.0, 0.0), |(linear, angular), body| {
            (linear.max(body.linvel().length()), angular.max(body.angvel().length()))
        })
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{Blow, GROUND_GROUP, PhysicsSettings, Ragdoll, RagdollPlan, WorldSets};
use glam::Vec3;
use rapier3d::prelude::*;

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
        for &handle in self.ragdoll.handles() {
            let body = &mut self.bodies[handle];
            let spin = body.angvel();
            if spin.length() > self.settings.max_angular_speed {
                body.set_angvel(spin.clamp_length_max(self.settings.max_angular_speed), false);
            }
        }
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

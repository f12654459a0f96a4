// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{Blow, GROUND_GROUP, PhysicsSettings, Ragdoll, Rig, RigError, WorldSets};
use glam::Vec3;
use rapier3d::prelude::*;
use tumble_pose::{LocalPose, Skeleton};

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
    /// The ragdoll in the pose `start`, moved by `offset` metres; the ground lies around the origin.
    pub(crate) fn new(
        skeleton: &Skeleton,
        rig: &Rig,
        start: &LocalPose,
        offset: Vec3,
        settings: PhysicsSettings,
    ) -> Result<Self, RigError> {
        let mut bodies = RigidBodySet::new();
        let mut colliders = ColliderSet::new();
        let mut joints = ImpulseJointSet::new();
        let mut sets = WorldSets { bodies: &mut bodies, colliders: &mut colliders, joints: &mut joints };
        let ragdoll = Ragdoll::build(skeleton, rig, start, offset, &settings, &mut sets)?;
        let groups = InteractionGroups::new(GROUND_GROUP, Group::ALL, InteractionTestMode::And);
        let (half, depth) = (60.0 * ragdoll.size(), 1.0 * ragdoll.size());
        let ground = ColliderBuilder::cuboid(half, depth, half)
            .translation(Vec3::Y * (rig.ground + settings.ground_margin * ragdoll.size() - depth))
            .friction(settings.friction)
            .collision_groups(groups);
        colliders.insert(ground);
        Ok(Self {
            parameters: settings.integration_parameters(ragdoll.size()),
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
        })
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
        for handle in self.ragdoll.handles() {
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
        let struck = &self.ragdoll.parts[target];
        let body = &mut self.bodies[struck.handle];
        let change = blow.velocity(body.mass());
        let free = 0.5 * body.mass() * change.length_squared();
        body.apply_impulse_at_point(change * body.mass(), point, true);
        for (index, part) in self.ragdoll.parts.iter().enumerate() {
            if part.parent == Some(target) || struck.parent == Some(index) {
                let body = &mut self.bodies[part.handle];
                body.apply_impulse(change * body.mass() * blow.spread, true);
            }
        }
        (self.kinetic_energy() - before).max(free)
    }

    pub(crate) fn kinetic_energy(&self) -> f32 {
        self.ragdoll.handles().map(|handle| self.bodies[handle].kinetic_energy()).sum()
    }

    /// Kinetic and potential energy of all bodies, in joules.
    pub(crate) fn energy(&self) -> f32 {
        let potential = |handle| {
            let body: &RigidBody = &self.bodies[handle];
            body.mass() * self.settings.gravity * body.center_of_mass().y
        };
        self.kinetic_energy() + self.ragdoll.handles().map(potential).sum::<f32>()
    }

    /// The speed of the fastest body, in m/s, and of the fastest spin, in rad/s.
    pub(crate) fn max_speed(&self) -> (f32, f32) {
        self.ragdoll.handles().fold((0.0, 0.0), |(linear, angular), handle| {
            let body = &self.bodies[handle];
            (linear.max(body.linvel().length()), angular.max(body.angvel().length()))
        })
    }
}

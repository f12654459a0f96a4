// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{PhysicsSettings, RagdollPlan, Rig, RigError};
use glam::Vec3;
use rapier3d::prelude::*;
use tumble_pose::{LocalPose, Skeleton};

/// The group of whatever bodies fall on.
pub const GROUND_GROUP: Group = Group::GROUP_32;

/// A character's bodies and joints in a rapier world.
#[derive(Debug)]
pub struct Ragdoll {
    plan: RagdollPlan,
    handles: Vec<RigidBodyHandle>,
}

impl Ragdoll {
    /// Builds the bodies of `rig` into a world, in the pose `start`, moved by `offset` metres.
    ///
    /// # Errors
    ///
    /// Those of [`RagdollPlan::new`].
    ///
    /// # Panics
    ///
    /// When `start` has not one entry per joint of the skeleton.
    pub fn build(
        skeleton: &Skeleton,
        rig: &Rig,
        start: &LocalPose,
        offset: Vec3,
        settings: &PhysicsSettings,
        world: &mut WorldSets<'_>,
    ) -> Result<Self, RigError> {
        Ok(Self::of_plan(RagdollPlan::new(skeleton, rig, start, settings)?, offset, settings, world))
    }

    /// Builds the bodies of a plan that was made with `settings` into a world, moved by `offset` metres.
    #[must_use]
    pub fn of_plan(
        plan: RagdollPlan,
        offset: Vec3,
        settings: &PhysicsSettings,
        world: &mut WorldSets<'_>,
    ) -> Self {
        let mut handles: Vec<RigidBodyHandle> = Vec::with_capacity(plan.bodies().len());
        for body in plan.bodies() {
            let pose = Pose::from_parts(body.start.translation + offset, body.start.rotation);
            let builder = RigidBodyBuilder::dynamic()
                .pose(pose)
                .angular_damping(settings.angular_damping)
                .can_sleep(false)
                .gyroscopic_forces_enabled(false);
            let handle = world.bodies.insert(builder);
            let collider = ColliderBuilder::new(body.shape.collider())
                .mass_properties(body.mass)
                .friction(settings.friction)
                .restitution(0.0)
                .collision_groups(body.groups);
            world.colliders.insert_with_parent(collider, handle, world.bodies);
            if let (Some(link), Some(parent)) = (body.link, body.parent) {
                world.joints.insert(handles[parent], handle, link, true);
            }
            handles.push(handle);
        }
        Self { plan, handles }
    }

    /// What it is made of.
    #[must_use]
    pub fn plan(&self) -> &RagdollPlan {
        &self.plan
    }

    /// The rapier body of each body of the rig, in the rig's order.
    #[must_use]
    pub fn handles(&self) -> &[RigidBodyHandle] {
        &self.handles
    }
}

/// The sets of a rapier world that a ragdoll is built into.
pub struct WorldSets<'a> {
    /// Bodies.
    pub bodies: &'a mut RigidBodySet,
    /// Colliders.
    pub colliders: &'a mut ColliderSet,
    /// Joints.
    pub joints: &'a mut ImpulseJointSet,
}

impl std::fmt::Debug for WorldSets<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WorldSets").field("bodies", &self.bodies.len()).finish_non_exhaustive()
    }
}

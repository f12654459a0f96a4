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
    /// Of each body, the joint that it hangs on, and that with its motor where it is another.
    joints: Vec<Option<(ImpulseJointHandle, Option<ImpulseJointHandle>)>>,
    max_angular_speed: f32,
    /// Since the start, in seconds.
    time: f32,
}

/// What a start pose has beyond limits is taken back over this time, in seconds.
const SPARE_FADE: f32 = 0.5;

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
        let mut joints = Vec::with_capacity(plan.bodies().len());
        for body in plan.bodies() {
            let pose = Pose::from_parts(body.start.translation + offset, body.start.rotation);
            let builder = RigidBodyBuilder::dynamic()
                .pose(pose)
                .linvel(body.velocity[0])
                .angvel(body.velocity[1])
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
            joints.push(body.link.zip(body.parent).map(|(link, parent)| {
                let mut insert = |joint| world.joints.insert(handles[parent], handle, joint, true);
                // Motors come first, so that limits have the last word.
                let motor = body.motor.map(&mut insert);
                (insert(link), motor)
            }));
            handles.push(handle);
        }
        Self { plan, handles, joints, max_angular_speed: settings.max_angular_speed, time: 0.0 }
    }

    /// Prepares the next step, of `dt` seconds: keeps bodies from spinning too fast, and turns limits to where they are
    /// needed. Without it a ragdoll has none. Nothing is allocated.
    ///
    /// # Panics
    ///
    /// When `world` is not the one that it was built into.
    pub fn before_step(&mut self, dt: f32, world: &mut WorldSets<'_>) {
        for &handle in &self.handles {
            let body = &mut world.bodies[handle];
            let spin = body.angvel();
            if spin.length() > self.max_angular_speed {
                body.set_angvel(spin.clamp_length_max(self.max_angular_speed), false);
            }
        }
        let left = self.spare_left();
        for (index, part) in self.plan.bodies().iter().enumerate() {
            let (Some(hold), Some(parent), Some((link, _))) = (&part.hold, part.parent, self.joints[index])
            else {
                continue;
            };
            let rotation = |body: usize| *world.bodies[self.handles[body]].rotation();
            let rotations = [rotation(parent), rotation(index)];
            if let Some(link) = world.joints.get_mut(link, false) {
                hold.turn_link(&mut link.data, rotations, left);
            }
        }
        self.time += dt;
    }

    /// The share that is still allowed of what the start pose has beyond limits.
    pub(crate) fn spare_left(&self) -> f32 {
        (1.0 - self.time / SPARE_FADE).max(0.0)
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

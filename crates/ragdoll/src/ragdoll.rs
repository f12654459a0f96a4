// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::hold::Hold;
use crate::hold_joints::{Drive, Motor};
use crate::{PhysicsSettings, RagdollPlan, Rig, RigError};
use glam::{Quat, Vec3};
use rapier3d::prelude::*;
use tumble_pose::{LocalPose, Skeleton};

/// The group of whatever bodies fall on.
pub const GROUND_GROUP: Group = Group::GROUP_32;

/// A character's bodies and joints in a rapier world.
#[derive(Debug, Clone)]
pub struct Ragdoll {
    plan: RagdollPlan,
    handles: Vec<RigidBodyHandle>,
    /// Of each body, the joint that it hangs on, and that with its motor where it is another.
    joints: Vec<Option<(ImpulseJointHandle, Option<ImpulseJointHandle>)>>,
    settings: PhysicsSettings,
    /// Since the start, in seconds.
    time: f32,
    /// From 0, lively, to 1.
    calm: f32,
    tension: Tension,
}

/// What joints do besides holding together.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Tension {
    /// They resist motion.
    Loose,
    /// They keep the angles that they had when the ragdoll became calm, as dry friction does.
    Stuck,
    /// They strive for the start pose, so strongly.
    Tone(f32),
}

/// From this calm on joints stick.
const STUCK: f32 = 0.25;

/// How fast full tone brings a body of its own back, in rad/s: limbs with more hanging on them are slower.
const TONE_FREQUENCY: f32 = 50.0;

impl Tension {
    fn drive(self, hold: &Hold, motor: &Motor, [parent, child]: [Quat; 2]) -> Drive {
        let Motor { damping, torque, weight, .. } = *motor;
        match self {
            Self::Loose => Drive { target: None, stiffness: 0.0, damping, torque },
            Self::Stuck => {
                let target = Some(hold.relative(parent, child));
                Drive { target, stiffness: 1e4 * weight, damping: damping.max(200.0 * weight), torque }
            }
            Self::Tone(tone) => {
                let frequency = TONE_FREQUENCY * tone.sqrt();
                let damping = damping.max(2.0 * frequency * weight);
                let torque = torque * (1.0 + 10.0 * tone);
                let stiffness = frequency * frequency * weight;
                Drive { target: Some(hold.start), stiffness, damping, torque }
            }
        }
    }
}

/// A ragdoll that moves slowly grows calm in so many seconds, and lively again in so many.
const CALMING: [f32; 2] = [0.4, 0.05];

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
                let motor = body.motor_joint.map(&mut insert);
                (insert(link), motor)
            }));
            handles.push(handle);
        }
        Self { plan, handles, joints, settings: *settings, time: 0.0, calm: 0.0, tension: Tension::Loose }
    }

    /// Prepares the next step, of `dt` seconds: keeps bodies from spinning too fast, and turns limits to where they are
    /// needed. Without it ball joints have none. Nothing is allocated but by rapier, which lists what changed.
    ///
    /// # Panics
    ///
    /// When `world` is not the one that it was built into.
    pub fn before_step(&mut self, dt: f32, world: &mut WorldSets<'_>) {
        self.slow_down(dt, world.bodies);
        let left = self.spare_left();
        let tension = self.tension();
        let changes = tension != self.tension || matches!(tension, Tension::Tone(_));
        for (index, part) in self.plan.bodies().iter().enumerate() {
            let (Some((hold, motor)), Some(parent), Some((link, beside))) =
                (&part.hold, part.parent, self.joints[index])
            else {
                continue;
            };
            let rotation = |body: usize| *world.bodies[self.handles[body]].rotation();
            let rotations = [rotation(parent), rotation(index)];
            if let Some(link) = world.joints.get_mut(link, false) {
                hold.turn_link(&mut link.data, rotations, left);
            }
            if let (true, Some(joint)) = (changes, world.joints.get_mut(beside.unwrap_or(link), false)) {
                hold.drive(&mut joint.data, &tension.drive(hold, motor, rotations));
            }
        }
        self.tension = tension;
        self.time += dt;
    }

    fn tension(&self) -> Tension {
        let tone = self.settings.tone * (1.0 - self.time / self.settings.tone_fade).max(0.0);
        if tone > 0.0 {
            Tension::Tone(tone)
        } else if self.calm >= STUCK || (self.calm > 0.0 && self.tension == Tension::Stuck) {
            Tension::Stuck
        } else {
            Tension::Loose
        }
    }

    /// Keeps bodies from spinning too fast, and from creeping once all are slow.
    fn slow_down(&mut self, dt: f32, bodies: &mut RigidBodySet) {
        let [speed, spin] = self.settings.calm_below;
        let slow = |body: &RigidBody| body.linvel().length() < speed && body.angvel().length() < spin;
        let all_slow = self.handles.iter().all(|&handle| slow(&bodies[handle]));
        let [calming, waking] = CALMING;
        let change = if all_slow { dt / calming } else { -dt / waking };
        self.calm = (self.calm + change).clamp(0.0, 1.0);
        let damping = self.calm * self.settings.calm_damping;
        let (angular_damping, most) =
            (self.settings.angular_damping + damping, self.settings.max_angular_speed);
        for &handle in &self.handles {
            // A body that is touched costs rapier more than one that is looked at.
            let body = &bodies[handle];
            if body.angular_damping().to_bits() != angular_damping.to_bits() {
                let body = &mut bodies[handle];
                body.set_linear_damping(damping);
                body.set_angular_damping(angular_damping);
            }
            let spin = bodies[handle].angvel();
            if spin.length() > most {
                bodies[handle].set_angvel(spin.clamp_length_max(most), false);
            }
        }
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

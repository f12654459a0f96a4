// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! What a [`Hold`] is in rapier: a joint that bodies hang on, with their limits, and for balls whose limits turn
//! another with the motor.

use crate::PhysicsSettings;
use crate::angles::{rapier_angles, twist};
use crate::hold::{Hold, Reach};
use crate::swing_twist::frame;
use glam::{Quat, Vec3};
use rapier3d::prelude::*;

const ANGULAR: [JointAxis; 3] = [JointAxis::AngX, JointAxis::AngY, JointAxis::AngZ];

/// A limit that is this far off, or farther, is told as so far off: no step goes farther, and large angles about one
/// axis tilt the other.
const FAR: f32 = 0.2;

/// What draws a joint to an angle: stiffness and damping as rapier takes them, with at most so many N·m.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Drive {
    /// The child's frame in the parent's; none to resist all motion alike.
    pub(crate) target: Option<Quat>,
    pub(crate) stiffness: f32,
    pub(crate) damping: f32,
    pub(crate) torque: f32,
}

/// What resists a joint's motion.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Motor {
    pub(crate) damping: f32,
    pub(crate) torque: f32,
    /// What stiffness and damping told as acceleration are multiplied by: 1, or what the two bodies weigh against each
    /// other where the motor acts by force.
    pub(crate) weight: f32,
    model: MotorModel,
}

impl Motor {
    fn add_to(&self, joint: &mut GenericJoint, axes: &[JointAxis]) {
        for &axis in axes {
            joint.set_motor_velocity(axis, 0.0, self.damping);
            joint.set_motor_model(axis, self.model);
            joint.set_motor_max_force(axis, self.torque);
        }
    }
}

impl Hold {
    /// What the child hangs on, with its limits and, but for balls held by swing and twist, its motor.
    pub(crate) fn link(&self, settings: &PhysicsSettings, motor: &Motor) -> GenericJoint {
        let mut joint = GenericJointBuilder::new(match self.reach {
            Reach::Hinge(_) => JointAxesMask::LOCKED_REVOLUTE_AXES,
            Reach::PerAxis(_) | Reach::Ball(_) => JointAxesMask::LOCKED_SPHERICAL_AXES,
        })
        .local_frame1(self.on_parent)
        .local_frame2(self.on_child)
        .contacts_enabled(false)
        .softness(settings.joint_softness());
        let half = match &self.reach {
            Reach::Hinge(half) => std::slice::from_ref(half),
            Reach::PerAxis(half) => &half[..],
            Reach::Ball(_) => {
                for axis in [JointAxis::AngX, JointAxis::AngY] {
                    joint = joint.limits(axis, [-std::f32::consts::PI, 0.0]);
                }
                return joint.build();
            }
        };
        for (axis, half) in ANGULAR.into_iter().zip(half) {
            joint = joint.limits(axis, [-half, *half]);
        }
        let mut joint = joint.build();
        motor.add_to(&mut joint, self.free_axes());
        joint
    }

    /// The motor of a ball whose link turns: a joint beside it, whose angles count from the start pose.
    pub(crate) fn motor_joint(&self, motor: &Motor) -> Option<GenericJoint> {
        let Reach::Ball(_) = self.reach else { return None };
        let from_start = (self.on_parent.rotation * self.start).normalize();
        let mut joint = GenericJointBuilder::new(JointAxesMask::empty())
            .local_frame1(Pose::from_parts(self.on_parent.translation, from_start))
            .local_frame2(self.on_child)
            .contacts_enabled(false)
            .build();
        motor.add_to(&mut joint, self.free_axes());
        Some(joint)
    }

    /// A motor that resists motion with at most `torque`, in N·m, between bodies of these masses.
    pub(crate) fn motor(
        &self,
        settings: &PhysicsSettings,
        torque: f32,
        masses: [&MassProperties; 2],
    ) -> Motor {
        let weight = match settings.motor_model {
            MotorModel::AccelerationBased => 1.0,
            MotorModel::ForceBased => self.inertia(self.free_axes().len(), masses),
        };
        Motor { damping: settings.joint_damping_rate * weight, torque, weight, model: settings.motor_model }
    }

    pub(crate) fn free_axes(&self) -> &'static [JointAxis] {
        match self.reach {
            Reach::Hinge(_) => &ANGULAR[..1],
            Reach::Ball(_) | Reach::PerAxis(_) => &ANGULAR,
        }
    }

    /// Sets the motor, which is the link's own or in a joint beside it, to draw the child toward `drive.target`.
    pub(crate) fn drive(&self, motor: &mut GenericJoint, drive: &Drive) {
        let angles = match (self.reach, drive.target) {
            (_, None) => Vec3::ZERO,
            (Reach::Hinge(_), Some(target)) => Vec3::X * twist(target).0,
            (Reach::PerAxis(_), Some(target)) => rapier_angles(target),
            (Reach::Ball(_), Some(target)) => {
                // Angles count from the target: none of them is ever large.
                motor.local_frame1.rotation = (self.on_parent.rotation * target).normalize();
                Vec3::ZERO
            }
        };
        for (&axis, angle) in self.free_axes().iter().zip(angles.to_array()) {
            motor.set_motor(axis, angle, 0.0, drive.stiffness, drive.damping);
            motor.set_motor_max_force(axis, drive.torque);
        }
    }

    /// Turns the frames of a ball's link, so that what is beyond a limit now is beyond 0 about x, the axis of twist, or
    /// about y, that of swing. `left` is what is still allowed of what the start pose had to spare, as a share.
    pub(crate) fn turn_link(&self, link: &mut GenericJoint, [parent, child]: [Quat; 2], left: f32) {
        let reach = match self.reach {
            Reach::Ball(reach) => reach,
            Reach::Hinge(half) if self.spare[0] > 0.0 => {
                let half = half + self.spare[0] * left;
                link.set_limits(JointAxis::AngX, [-half, half]);
                return;
            }
            Reach::Hinge(_) | Reach::PerAxis(_) => return,
        };
        let from = parent * self.on_parent.rotation;
        let [twist, swing] = reach.excess(self.relative(parent, child));
        let axes = from * frame(twist.axis, swing.axis);
        let beyond = |angle: f32, spare: f32| (angle - spare * left).clamp(-FAR, FAR);
        let turned = Quat::from_rotation_x(beyond(twist.angle, self.spare[0]))
            * Quat::from_rotation_y(beyond(swing.angle, self.spare[1]));
        link.local_frame1.rotation = (parent.inverse() * axes).normalize();
        link.local_frame2.rotation = (child.inverse() * axes * turned).normalize();
    }

    /// What two bodies weigh against each other about the first `free` axes, evenly, in kg·m².
    fn inertia(&self, free: usize, masses: [&MassProperties; 2]) -> f32 {
        let axes = Vec3::AXES.into_iter().take(free);
        let frames = [self.on_parent.rotation, self.on_child.rotation];
        let yielding: f32 = axes
            .flat_map(|axis| {
                masses.into_iter().zip(frames).map(move |(mass, frame)| {
                    let axis = mass.principal_inertia_local_frame.inverse() * frame * axis;
                    (axis * axis).dot(mass.inv_principal_inertia)
                })
            })
            .sum();
        free as f32 / yielding
    }
}

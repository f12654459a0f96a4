// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::angles::upper;
use crate::hold::Hold;
use crate::hold_joints::Motor;
use crate::joint_frames::JointFrames;
use crate::{GROUND_GROUP, PhysicsSettings, Rig, RigError, Shape};
use glam::{Quat, Vec3};
use rapier3d::prelude::*;
use tumble_pose::{JointIndex, LocalPose, Role, Seconds, Skeleton, Transform};

/// What a ragdoll in a start pose is made of, in numbers, before it is put into a world: for engines that keep
/// rapier's sets to themselves. [`Ragdoll::of_plan`](crate::Ragdoll::of_plan) puts it into sets of your own, and
/// [`BodyFollower::follow`](crate::BodyFollower::follow) gives the pose from where its bodies are.
#[derive(Debug, Clone)]
pub struct RagdollPlan {
    bodies: Vec<PlannedBody>,
    size: f32,
    ground: f32,
    lift: f32,
}

/// Bodies start this far above the ground that they feel, in metres.
const CLEARANCE: f32 = 0.002;

/// The lift that clears the ground is taken back from what is shown over this time, in seconds.
const LIFT_FADE: f64 = 0.3;

/// A rigid body of a [`RagdollPlan`], and the joint by which it hangs on another.
#[derive(Debug, Clone)]
pub struct PlannedBody {
    /// The joint of the skeleton that it moves.
    pub joint: JointIndex,
    /// The number of the body that it hangs on, which comes before it; `None` for the first.
    pub parent: Option<usize>,
    /// Its place and turn at the start, those of its joint, in model space, in metres.
    pub start: Pose,
    /// How it moves at the start: its centre of mass, in m/s, and its turn, in rad/s, along the axes of model space.
    pub velocity: [Vec3; 2],
    /// Its form, in its joint.
    pub shape: Shape,
    /// Its mass, where the centre of it is, and its inertia, in its joint.
    pub mass: MassProperties,
    /// What it collides with.
    pub groups: InteractionGroups,
    /// The joint between its parent and it: frames, a motor that resists motion, and limits, but for those of a ball
    /// by [`LimitModel::SwingTwist`], which only [`Ragdoll`] keeps.
    ///
    /// [`LimitModel::SwingTwist`]: crate::LimitModel::SwingTwist
    /// [`Ragdoll`]: crate::Ragdoll
    pub link: Option<GenericJoint>,
    pub(crate) role: Option<Role>,
    /// How its joint is turned at rest, in model space.
    pub(crate) rest_turn: Quat,
    /// The joint with its motor, where that is not in the link.
    pub(crate) motor_joint: Option<GenericJoint>,
    pub(crate) hold: Option<(Hold, Motor)>,
}

impl RagdollPlan {
    /// The bodies of `rig` in the pose `start`.
    ///
    /// Limits are those of the rig, about the middle of their ranges. Where `start` lies outside them no joint is torn
    /// back into its range: more is allowed at first ([`LimitModel::SwingTwist`]), or ranges are shifted
    /// ([`LimitModel::PerAxis`]).
    ///
    /// [`LimitModel::SwingTwist`]: crate::LimitModel::SwingTwist
    /// [`LimitModel::PerAxis`]: crate::LimitModel::PerAxis
    ///
    /// # Errors
    ///
    /// [`RigError`] when the rig is not valid or does not fit the skeleton, or when a joint of `start` is not finite
    /// or has a rotation that is not of unit length.
    ///
    /// # Panics
    ///
    /// When `start` has not one entry per joint of the skeleton.
    pub fn new(
        skeleton: &Skeleton,
        rig: &Rig,
        start: &LocalPose,
        settings: &PhysicsSettings,
    ) -> Result<Self, RigError> {
        let bound = rig.bind(skeleton)?;
        check_pose(skeleton, start)?;
        let rest = JointFrames::new(skeleton, skeleton.rest_pose(), rig.metres_per_unit);
        let now = JointFrames::new(skeleton, start, rig.metres_per_unit);
        let size = rig.size(&bound, &rest);
        let shapes: Vec<SharedShape> = rig.bodies.iter().map(|body| body.shape.collider()).collect();
        let groups = collision_groups(&bound, &shapes, &rest, &now);
        let masses: Vec<MassProperties> = rig
            .bodies
            .iter()
            .zip(&shapes)
            .map(|(body, shape)| mass_properties(shape, body.mass, settings))
            .collect();
        let bodies = rig.bodies.iter().zip(&bound).enumerate().map(|(index, (body, &(joint, parent)))| {
            let hold = body.link.as_ref().zip(parent).map(|(link, parent)| {
                let above = bound[parent].0;
                let axes = [
                    rest.at(above).1.inverse() * link.on_parent.rotation(),
                    rest.at(joint).1.inverse() * link.on_child.rotation(),
                ];
                let torque = settings.joint_damping * link.damping * size.powi(4);
                let hold = Hold::new(&link.limits, axes, [now.at(above), now.at(joint)], settings);
                (hold, hold.motor(settings, torque, [&masses[parent], &masses[index]]))
            });
            let (position, rotation) = now.at(joint);
            PlannedBody {
                joint,
                role: body.role,
                rest_turn: rest.at(joint).1,
                parent,
                start: Pose::from_parts(position, rotation),
                velocity: [Vec3::ZERO; 2],
                shape: body.shape,
                mass: masses[index],
                groups: groups[index],
                link: hold.as_ref().map(|(hold, motor)| hold.link(settings, motor)),
                motor_joint: hold.as_ref().and_then(|(hold, motor)| hold.motor_joint(motor)),
                hold,
            }
        });
        let ground = rig.ground + settings.ground_margin * size;
        let lift = (CLEARANCE + ground - rig.lowest(&bound, &now, Vec3::Y)).max(0.0);
        Ok(Self { bodies: bodies.collect(), size, ground, lift })
    }

    /// The same bodies, moving as a motion does of which `earlier` is the pose `apart` seconds before the start; still
    /// where that is no time.
    ///
    /// # Errors
    ///
    /// [`RigError::Start`] when a joint of `earlier` is not finite or has a rotation that is not of unit length.
    ///
    /// # Panics
    ///
    /// When `earlier` has not one entry per joint of the skeleton.
    pub fn moving(
        mut self,
        skeleton: &Skeleton,
        rig: &Rig,
        earlier: &LocalPose,
        apart: Seconds,
    ) -> Result<Self, RigError> {
        check_pose(skeleton, earlier)?;
        let second = 1.0 / apart.0 as f32;
        if !(second.is_finite() && second > 0.0) {
            return Ok(self);
        }
        let before = JointFrames::new(skeleton, earlier, rig.metres_per_unit);
        for body in &mut self.bodies {
            let (position, rotation) = before.at(body.joint);
            let center = body.mass.local_com;
            let moved = body.start.transform_point(center) - (position + rotation * center);
            let turned = upper(body.start.rotation * rotation.inverse()).to_scaled_axis();
            body.velocity = [moved * second, turned * second];
        }
        Ok(self)
    }

    /// The bodies, in the rig's order: each after its parent.
    #[must_use]
    pub fn bodies(&self) -> &[PlannedBody] {
        &self.bodies
    }

    /// How much taller than 1.75 m the resting character is, as a factor.
    #[must_use]
    pub fn size(&self) -> f32 {
        self.size
    }

    /// Height of the ground that bodies feel, in model space, in metres.
    #[must_use]
    pub fn ground(&self) -> f32 {
        self.ground
    }

    /// How much higher than it stands the ragdoll is to be simulated, in metres, so that every body clears that
    /// ground at the start.
    #[must_use]
    pub fn lift(&self) -> f32 {
        self.lift
    }

    /// How much lower than it is simulated a pose is to be shown, `time` seconds after the start: the first where
    /// the character stood, and soon as it is. In metres; 0 for a time that is NaN.
    #[must_use]
    pub fn lift_left(&self, time: f64) -> f32 {
        let gone = (time / LIFT_FADE).min(1.0) as f32;
        // Quick at first: the body sinks onto the ground as soon as it is let go.
        self.lift * (1.0 - gone) * (1.0 - gone)
    }
}

fn check_pose(skeleton: &Skeleton, pose: &LocalPose) -> Result<(), RigError> {
    let bad = |place: &Transform| !place.is_finite() || !place.rotation.is_normalized();
    match skeleton.joints().zip(pose.iter()).find(|(_, place)| bad(place)) {
        Some((joint, _)) => Err(RigError::Start { joint: skeleton.path(joint).to_owned() }),
        None => Ok(()),
    }
}

impl Rig {
    /// Height at rest over 1.75 m.
    pub(crate) fn size(&self, bound: &[(JointIndex, Option<usize>)], rest: &JointFrames) -> f32 {
        let tall = -self.lowest(bound, rest, Vec3::NEG_Y) - self.lowest(bound, rest, Vec3::Y);
        (tall / 1.75).max(1e-3)
    }

    /// How far the lowest body is above the ground, in metres.
    pub(crate) fn clearance(&self, bound: &[(JointIndex, Option<usize>)], frames: &JointFrames) -> f32 {
        self.lowest(bound, frames, Vec3::Y) - self.ground
    }

    fn lowest(&self, bound: &[(JointIndex, Option<usize>)], frames: &JointFrames, up: Vec3) -> f32 {
        let heights = self.bodies.iter().zip(bound).map(|(body, &(joint, _))| {
            let (position, rotation) = frames.at(joint);
            body.shape.lowest(position, rotation, up)
        });
        heights.fold(f32::MAX, f32::min)
    }
}

impl Shape {
    /// As rapier wants it.
    #[must_use]
    pub fn collider(&self) -> SharedShape {
        match *self {
            Self::Capsule { from, to, radius } if from.distance(to) < 1e-4 * radius => {
                SharedShape::compound(vec![(Pose::from_translation(from), SharedShape::ball(radius))])
            }
            Self::Capsule { from, to, radius } => SharedShape::capsule(from, to, radius),
            Self::Cuboid { center, rotation, half_extents: Vec3 { x, y, z } } => {
                SharedShape::compound(vec![(
                    Pose::from_parts(center, rotation),
                    SharedShape::cuboid(x, y, z),
                )])
            }
        }
    }
}

/// The shape's own, scaled to the mass, its inertia evened out: thin limbs make joints that are hard to solve.
fn mass_properties(shape: &SharedShape, mass: f32, settings: &PhysicsSettings) -> MassProperties {
    let own = shape.mass_properties(1.0);
    let inertia = own.principal_inertia() * (mass / own.mass());
    let least = inertia.max_element() * settings.inertia_floor;
    MassProperties::with_principal_inertia_frame(
        own.local_com,
        mass,
        inertia.max(Vec3::splat(least)) * settings.inertia_scale,
        own.principal_inertia_local_frame,
    )
}

/// Every body collides with the ground and with all bodies but its parent, grandparent, siblings and those that
/// it overlaps at rest or at the start: contacts there would fight the joints.
fn collision_groups(
    bound: &[(JointIndex, Option<usize>)],
    shapes: &[SharedShape],
    rest: &JointFrames,
    now: &JointFrames,
) -> Vec<InteractionGroups> {
    let parent = |index: usize| bound[index].1;
    let near = |a: usize, b: usize| {
        let legs = parent(a) == Some(0) && parent(b) == Some(0);
        parent(a) == Some(b)
            || parent(b) == Some(a)
            || parent(a).and_then(parent) == Some(b)
            || parent(b).and_then(parent) == Some(a)
            || (parent(a) == parent(b) && !legs)
    };
    let overlap = |a: usize, b: usize| {
        [rest, now].into_iter().any(|frames| {
            let pose = |index: usize| {
                let (position, rotation) = frames.at(bound[index].0);
                Pose::from_parts(position, rotation)
            };
            let found = rapier3d::parry::query::intersection_test(
                &pose(a),
                shapes[a].as_ref(),
                &pose(b),
                shapes[b].as_ref(),
            );
            found.unwrap_or(true)
        })
    };
    let group = |index: usize| Group::from_bits_truncate(1 << index);
    let filter = |a: usize| {
        let apart = (0..bound.len()).filter(|&b| a != b && !near(a, b) && !overlap(a.min(b), a.max(b)));
        apart.fold(GROUND_GROUP, |groups, b| groups | group(b))
    };
    (0..bound.len())
        .map(|index| InteractionGroups::new(group(index), filter(index), InteractionTestMode::And))
        .collect()
}

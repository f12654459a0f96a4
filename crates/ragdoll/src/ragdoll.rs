// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::hold::Hold;
use crate::joint_frames::JointFrames;
use crate::{PhysicsSettings, Rig, RigError, Shape};
use glam::Vec3;
use rapier3d::prelude::*;
use tumble_pose::{JointIndex, LocalPose, Skeleton, Transform};

/// The group of whatever bodies fall on.
pub const GROUND_GROUP: Group = Group::GROUP_32;

/// A character's bodies and joints in a rapier world.
#[derive(Debug)]
pub struct Ragdoll {
    pub(crate) parts: Vec<Part>,
    /// Height of the character at rest over 1.75 m.
    pub(crate) size: f32,
}

/// A body of a ragdoll and the joint by which it hangs.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) joint: JointIndex,
    pub(crate) parent: Option<usize>,
    pub(crate) shape: Shape,
    pub(crate) handle: RigidBodyHandle,
    /// Of the root part nothing.
    pub(crate) hold: Option<Hold>,
}

impl Ragdoll {
    /// Builds the bodies of `rig` into a world, in the pose `start`, moved by `offset` metres.
    ///
    /// Limits are those of the rig, about the middle of their ranges; where `start` lies outside them they are
    /// shifted until it does not, so that no joint is torn back into its range.
    ///
    /// # Errors
    ///
    /// [`RigError`] when the rig is not valid or does not fit the skeleton, or when a joint of `start` is not finite
    /// or has a rotation that is not of unit length.
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
        let bound = rig.bind(skeleton)?;
        let bad = |place: &Transform| !place.is_finite() || !place.rotation.is_normalized();
        if let Some((joint, _)) = skeleton.joints().zip(start.iter()).find(|(_, place)| bad(place)) {
            return Err(RigError::Start { joint: skeleton.path(joint).to_owned() });
        }
        let rest = JointFrames::new(skeleton, skeleton.rest_pose(), rig.metres_per_unit);
        let now = JointFrames::new(skeleton, start, rig.metres_per_unit);
        let size = rig.size(&bound, &rest);
        let shapes: Vec<SharedShape> = rig.bodies.iter().map(|body| collider_shape(&body.shape)).collect();
        let apart = collision_groups(&bound, &shapes, &rest, &now);
        let mut parts: Vec<Part> = Vec::with_capacity(bound.len());
        for (index, (body, &(joint, parent))) in rig.bodies.iter().zip(&bound).enumerate() {
            let (position, rotation) = now.at(joint);
            let pose = Pose::from_parts(position + offset, rotation);
            let builder = RigidBodyBuilder::dynamic()
                .pose(pose)
                .angular_damping(settings.angular_damping)
                .can_sleep(false)
                .gyroscopic_forces_enabled(false);
            let handle = world.bodies.insert(builder);
            let mass = mass_properties(&shapes[index], body.mass, settings);
            let collider = ColliderBuilder::new(shapes[index].clone())
                .mass_properties(mass)
                .friction(settings.friction)
                .restitution(0.0)
                .collision_groups(apart[index]);
            world.colliders.insert_with_parent(collider, handle, world.bodies);
            let hold = match (&body.link, parent) {
                (Some(link), Some(parent)) => {
                    let above = bound[parent].0;
                    let axes = [
                        rest.at(above).1.inverse() * link.on_parent.rotation(),
                        rest.at(joint).1.inverse() * link.on_child.rotation(),
                    ];
                    let hold = Hold::new(&link.limits, axes, [now.at(above), now.at(joint)], settings);
                    let torque = settings.joint_damping * link.damping * size.powi(4);
                    let joint = hold.generic_joint(settings, torque);
                    world.joints.insert(parts[parent].handle, handle, joint, true);
                    Some(hold)
                }
                _ => None,
            };
            parts.push(Part { joint, parent, shape: body.shape, handle, hold });
        }
        Ok(Self { parts, size })
    }

    /// The rapier body of each body of the rig, in the rig's order.
    #[must_use]
    pub fn handles(&self) -> impl ExactSizeIterator<Item = RigidBodyHandle> + '_ {
        self.parts.iter().map(|part| part.handle)
    }

    /// How much taller than 1.75 m the resting character is, as a factor.
    #[must_use]
    pub fn size(&self) -> f32 {
        self.size
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

pub(crate) fn collider_shape(shape: &Shape) -> SharedShape {
    match *shape {
        Shape::Capsule { from, to, radius } if from.distance(to) < 1e-4 * radius => {
            SharedShape::compound(vec![(Pose::from_translation(from), SharedShape::ball(radius))])
        }
        Shape::Capsule { from, to, radius } => SharedShape::capsule(from, to, radius),
        Shape::Cuboid { center, rotation, half_extents: Vec3 { x, y, z } } => {
            SharedShape::compound(vec![(Pose::from_parts(center, rotation), SharedShape::cuboid(x, y, z))])
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

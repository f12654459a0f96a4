// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::angles::{middle, rapier_angles, swing_twist, twist, upper};
use crate::joint_frames::JointFrames;
use crate::{Limits, PhysicsSettings, Rig, RigError, Shape};
use glam::{Quat, Vec3};
use rapier3d::prelude::*;
use tumble_pose::{JointIndex, LocalPose, Skeleton};

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

/// The frames of a joint between two bodies, and its limits in rapier's measure: half-ranges about the frame.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hold {
    pub(crate) on_parent: Pose,
    pub(crate) on_child: Pose,
    /// One for a hinge, three for a ball.
    pub(crate) half_ranges: HalfRanges,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum HalfRanges {
    Hinge(f32),
    Ball([f32; 3]),
}

const ANGULAR: [JointAxis; 3] = [JointAxis::AngX, JointAxis::AngY, JointAxis::AngZ];

impl Ragdoll {
    /// Builds the bodies of `rig` into a world, in the pose `start`, moved up by `lift` metres.
    ///
    /// Limits are those of the rig, about the middle of their ranges; where `start` lies outside them they are
    /// shifted until it does not, so that no joint is torn back into its range.
    ///
    /// # Errors
    ///
    /// [`RigError`] when the rig is not valid or does not fit the skeleton.
    pub fn build(
        skeleton: &Skeleton,
        rig: &Rig,
        start: &LocalPose,
        lift: f32,
        settings: &PhysicsSettings,
        world: &mut WorldSets<'_>,
    ) -> Result<Self, RigError> {
        let bound = rig.bind(skeleton)?;
        let rest = JointFrames::new(skeleton, skeleton.rest_pose(), rig.metres_per_unit);
        let now = JointFrames::new(skeleton, start, rig.metres_per_unit);
        let size = rig.size(&bound, &rest);
        let shapes: Vec<SharedShape> = rig.bodies.iter().map(|body| collider_shape(&body.shape)).collect();
        let apart = collision_groups(&bound, &shapes, &rest, &now);
        let mut parts: Vec<Part> = Vec::with_capacity(bound.len());
        for (index, (body, &(joint, parent))) in rig.bodies.iter().zip(&bound).enumerate() {
            let (position, rotation) = now.at(joint);
            let pose = Pose::from_parts(position + Vec3::Y * lift, rotation);
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

impl Hold {
    /// `axes` are fixed to parent and child, `places` are where the two joints start.
    fn new(
        limits: &Limits,
        [mut on_parent, on_child]: [Quat; 2],
        [parent, child]: [(Vec3, Quat); 2],
        settings: &PhysicsSettings,
    ) -> Self {
        let start = |on_parent: Quat| upper((parent.1 * on_parent).inverse() * child.1 * on_child);
        let half = |[least, greatest]: [f32; 2]| 0.5 * (greatest - least);
        let half_ranges = match *limits {
            Limits::Hinge { range } => {
                // A hinge turns about one axis alone: what the start pose has beside it moves the axis.
                let (angle, beside) = twist(start(on_parent));
                let (half, center) = (half(range), 0.5 * (range[0] + range[1]));
                let center = center.clamp(angle - half, angle + half);
                on_parent = on_parent * beside * Quat::from_rotation_x(center);
                HalfRanges::Hinge(half)
            }
            Limits::Ball { twist, swing_y, swing_z } => {
                let ranges = [twist, swing_y, swing_z];
                on_parent *= middle(ranges);
                HalfRanges::Ball(ranges.map(half))
            }
        };
        let anchor = parent.1.inverse() * (child.0 - parent.0);
        let mut hold = Self {
            on_parent: Pose::from_parts(anchor, on_parent.normalize()),
            on_child: Pose::from_parts(Vec3::ZERO, on_child.normalize()),
            half_ranges,
        };
        hold.cap(settings.limit_cap);
        hold.admit(start(hold.on_parent.rotation));
        hold
    }

    /// Turns a ball's frame toward `start` until it lies within the limits.
    fn admit(&mut self, start: Quat) {
        let HalfRanges::Ball(half) = self.half_ranges else { return };
        let frame = self.on_parent.rotation;
        for step in 0..=32 {
            let toward = Quat::IDENTITY.slerp(start, step as f32 / 32.0);
            let angles = rapier_angles(toward.inverse() * start).abs();
            self.on_parent.rotation = (frame * toward).normalize();
            if angles.cmple(Vec3::from(half)).all() {
                return;
            }
        }
    }

    /// Shrinks a ball's ranges until Σ sin²(half) is at most `cap`.
    fn cap(&mut self, cap: f32) {
        let HalfRanges::Ball(half) = &mut self.half_ranges else { return };
        let sum =
            |half: &[f32; 3]| half.iter().map(|half| Quat::from_rotation_x(*half).x.powi(2)).sum::<f32>();
        while sum(half) > cap {
            *half = half.map(|half| half * 0.98);
        }
    }

    fn generic_joint(&self, settings: &PhysicsSettings, torque: f32) -> GenericJoint {
        let (locked, half) = match &self.half_ranges {
            HalfRanges::Hinge(half) => (JointAxesMask::LOCKED_REVOLUTE_AXES, std::slice::from_ref(half)),
            HalfRanges::Ball(half) => (JointAxesMask::LOCKED_SPHERICAL_AXES, &half[..]),
        };
        let mut joint = GenericJointBuilder::new(locked)
            .local_frame1(self.on_parent)
            .local_frame2(self.on_child)
            .contacts_enabled(false)
            .softness(settings.joint_softness());
        for (axis, half) in ANGULAR.into_iter().zip(half) {
            joint = joint
                .limits(axis, [-half, *half])
                .motor_velocity(axis, 0.0, settings.joint_damping_rate)
                .motor_model(axis, MotorModel::AccelerationBased)
                .motor_max_force(axis, torque);
        }
        joint.build()
    }

    /// How far the child is beyond the limits by rapier's measure, and by swing and twist; and how far the two
    /// anchors are apart. In radians and metres, 0 within.
    pub(crate) fn excess(&self, parent: &Pose, child: &Pose) -> (f32, f32, f32) {
        let (on_parent, on_child) = (*parent * self.on_parent, *child * self.on_child);
        let relative = upper(on_parent.rotation.inverse() * on_child.rotation);
        let beyond = |angles: Vec3, half: [f32; 3]| (angles.abs() - Vec3::from(half)).max_element().max(0.0);
        let half = match self.half_ranges {
            HalfRanges::Hinge(half) => [half, 0.0, 0.0],
            HalfRanges::Ball(half) => half,
        };
        let gap = on_parent.translation.distance(on_child.translation);
        (beyond(rapier_angles(relative), half), beyond(swing_twist(relative), half), gap)
    }
}

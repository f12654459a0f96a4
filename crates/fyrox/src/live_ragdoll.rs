// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::body_frame::BodyFrame;
use crate::carriers::Carriers;
use crate::convert::{to_unit_quaternion, to_vec3, to_vector3};
use crate::joint_node;
use crate::physics::{fyrox_physics_settings, without_nodes};
use fyrox::core::algebra::Vector2;
use fyrox::core::pool::Handle;
use fyrox::graph::SceneGraph as _;
use fyrox::scene::base::BaseBuilder;
use fyrox::scene::collider::{BitMask, ColliderBuilder, ColliderShape, InteractionGroups};
use fyrox::scene::graph::Graph;
use fyrox::scene::joint::{Joint, JointBuilder, JointMotorParams};
use fyrox::scene::node::Node;
use fyrox::scene::pivot::PivotBuilder;
use fyrox::scene::rigidbody::{RigidBody, RigidBodyBuilder, RigidBodyMassPropertiesType};
use fyrox::scene::transform::{Transform, TransformBuilder};
use glam::Vec3;
use tumble_pose::{LocalPose, Skeleton};
use tumble_ragdoll::rapier3d::math::Pose;
use tumble_ragdoll::{
    BodyFollower, GROUND_GROUP, PhysicsSettings, PlannedBody, RagdollPlan, Rig, RigError, Shape,
};

/// A character's ragdoll as nodes of a scene: rigid bodies, their colliders, and the joints between them.
///
/// Bodies are nodes of their own, beside the character's: [`read_pose`](Self::read_pose) turns where they are into
/// a pose, to be written to the character. What they fall on is in the group [`GROUND_GROUP`], and lies as much
/// higher than the ground that is seen as the settings' `ground_margin` tells, times the plan's size.
///
/// Two ragdolls go through each other: a body in another's way would get between its limbs, and be thrown out. (Fyrox
/// knows bodies apart by 32 groups; one pair of ragdolls in 31 that touch still feels the other.)
///
/// [`GROUND_GROUP`]: tumble_ragdoll::GROUND_GROUP
#[derive(Debug)]
pub struct LiveRagdoll {
    plan: RagdollPlan,
    follower: BodyFollower,
    place: Pose,
    /// The node above all of the ragdoll's.
    root: Handle<Node>,
    bodies: Vec<Handle<RigidBody>>,
    frames: Vec<BodyFrame>,
    carriers: Carriers,
    max_angular_speed: f32,
    /// How long it has fallen, in seconds.
    age: f64,
}

/// A push at a point of one body of a [`LiveRagdoll`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strike {
    /// The number of the body, in the rig's order.
    pub body: usize,
    /// Where it lands on the character as it is seen, in the scene, in metres.
    pub point: Vec3,
    /// The change of the body's velocity if it were struck in its centre and hung on nothing, in m/s.
    pub velocity: Vec3,
    /// Share of it that bodies jointed to this one get as well, in `0.0..=1.0`.
    pub spread: f32,
}

impl LiveRagdoll {
    /// Adds the ragdoll of a character that stands at `place` in the scene, in metres, in the pose `start`. (`Pose` is
    /// rapier's, `ragdoll::rapier3d::math::Pose`.)
    ///
    /// It begins at rest, and moves when the scene's physics next takes a step. Bodies are lifted as far as they
    /// need to clear the ground that they feel; the poses that are read are lowered by that again, and by less and
    /// less of it in the first moments, so that the first is `start`.
    ///
    /// # Errors
    ///
    /// Those of [`RagdollPlan::new`]: the rig does not fit the skeleton, or `start` is no pose. The scene is then
    /// unchanged.
    ///
    /// # Panics
    ///
    /// When `start` has not one entry per joint of the skeleton.
    pub fn spawn(
        skeleton: &Skeleton,
        rig: &Rig,
        start: &LocalPose,
        place: Pose,
        settings: &PhysicsSettings,
        graph: &mut Graph,
    ) -> Result<Self, RigError> {
        let settings = &fyrox_physics_settings(*settings);
        let plan = RagdollPlan::new(skeleton, rig, start, settings)?;
        let lifted = Pose::from_translation(Vec3::Y * plan.lift()) * place;
        let root: Handle<Node> =
            PivotBuilder::new(BaseBuilder::new().with_name("Ragdoll")).build(graph).transmute();
        let meeting = meeting_places(&plan, lifted);
        let apart = BitMask(1 << (root.index() % 31));
        let own = InteractionGroups::new(apart, BitMask(apart.0 | GROUND_GROUP.bits()));
        let planned = || plan.bodies().iter().zip(&meeting);
        let frames: Vec<BodyFrame> =
            planned().map(|(body, at)| BodyFrame::new(body, [*at, lifted * body.start])).collect();
        let bodies: Vec<Handle<RigidBody>> = planned()
            .zip(&frames)
            .map(|((body, at), frame)| add_body(body, *at, frame, settings, own, graph))
            .collect();
        let carriers = Carriers::new(&bodies, root, graph);
        let mut joints: Vec<(Handle<Joint>, JointMotorParams)> = vec![];
        for (index, body) in plan.bodies().iter().enumerate() {
            let (Some(link), Some(parent)) = (&body.link, body.parent) else { continue };
            let joint = JointBuilder::new(base("Joint", meeting[parent] * link.local_frame1))
                .with_params(joint_node::params(link))
                .with_body1(bodies[parent])
                .with_body2(bodies[index])
                .with_contacts_enabled(false)
                .with_auto_rebinding_enabled(false)
                .build(graph);
            graph.link_nodes(joint, root);
            joints.push((joint, joint_node::motor(link)));
        }
        graph.update_hierarchical_data_for_descendants(root);
        // Fyrox takes a joint's frames from where its bodies are when it makes the joint. So bodies are first put
        // where all frames meet, the joints made, and then the bodies moved to the start. It may come to a joint
        // before its bodies, and leaves it for the next time: hence twice.
        for _ in 0..2 {
            graph.update(Vector2::new(1.0, 1.0), 0.0, without_nodes(false));
        }
        for (joint, motor) in joints {
            // A motor that is there from the beginning would not reach physics.
            graph[joint].set_motor_params(motor);
        }
        let starts =
            plan.bodies().iter().zip(&frames).map(|(body, frame)| lifted * body.start * frame.in_joint);
        let carriers = carriers.start(starts.collect(), &bodies, graph);
        Ok(Self {
            follower: BodyFollower::new(skeleton, rig, start, &plan),
            frames,
            carriers,
            max_angular_speed: settings.max_angular_speed,
            plan,
            place,
            root,
            bodies,
            age: 0.0,
        })
    }

    /// What it is made of.
    #[must_use]
    pub fn plan(&self) -> &RagdollPlan {
        &self.plan
    }

    /// The node of each body of the rig, in the rig's order. It has the body's velocity, but stays where the ragdoll
    /// began: [`body_place`](Self::body_place) tells where the body is.
    #[must_use]
    pub fn bodies(&self) -> &[Handle<RigidBody>] {
        &self.bodies
    }

    /// Strikes it: changes the velocities of the bodies that are struck, at once. A body that it has not, and what
    /// is not finite, is left alone.
    ///
    /// # Panics
    ///
    /// When its bodies are no longer in the scene.
    pub fn strike(&self, strike: &Strike, graph: &mut Graph) {
        let parts = self.plan.bodies();
        let finite = strike.point.is_finite() && strike.velocity.is_finite() && strike.spread.is_finite();
        let Some(struck) = parts.get(strike.body).filter(|_| finite) else { return };
        // Not as impulses: physics knows no masses before its first step, and would lose them.
        let node = &mut graph[self.bodies[strike.body]];
        let at = self.carriers.places[strike.body];
        // Where it is seen it is a little lower than where it is.
        let point = strike.point + Vec3::Y * self.plan.lift_left(self.age);
        let torque = (point - at.translation).cross(strike.velocity * struck.mass.mass());
        let spin = at.rotation * ((at.rotation.inverse() * torque) / self.frames[strike.body].inertia);
        node.set_ang_vel(node.ang_vel() + to_vector3(spin));
        for (index, part) in parts.iter().enumerate() {
            let beside = part.parent == Some(strike.body) || struck.parent == Some(index);
            let share = if index == strike.body { 1.0 } else { strike.spread * f32::from(u8::from(beside)) };
            if share != 0.0 {
                let node = &mut graph[self.bodies[index]];
                node.set_lin_vel(node.lin_vel() + to_vector3(strike.velocity * share));
            }
        }
    }

    /// Where body number `index` has its joint, in the scene, in metres, when [`advance`](Self::advance) was last
    /// called.
    ///
    /// # Panics
    ///
    /// When there is no such body.
    #[must_use]
    pub fn body_place(&self, index: usize) -> Pose {
        self.carriers.places[index] * self.frames[index].in_joint.inverse()
    }

    /// Writes the pose of the whole skeleton, for a character that stands where this one was spawned, when
    /// [`advance`](Self::advance) was last called. Nothing is allocated.
    ///
    /// # Panics
    ///
    /// When `out` is not a pose of the skeleton.
    pub fn read_pose(&mut self, out: &mut LocalPose) {
        let down = Pose::from_translation(Vec3::NEG_Y * self.plan.lift_left(self.age));
        let inverse = self.place.inverse() * down;
        let (places, frames) = (&self.carriers.places, &self.frames);
        self.follower.follow(|index| inverse * places[index] * frames[index].in_joint.inverse(), out);
    }

    /// To be called once a frame, after the scene's update: it has fallen for `dt` seconds more. Where bodies are now
    /// is taken in, and bodies that spin faster than the settings let them are slowed.
    ///
    /// # Panics
    ///
    /// When its nodes are no longer in the scene.
    pub fn advance(&mut self, dt: f32, graph: &mut Graph) {
        self.age += f64::from(dt);
        self.carriers.follow(&self.bodies, graph);
        for body in &self.bodies {
            let spin = to_vec3(&graph[*body].ang_vel());
            if spin.length() > self.max_angular_speed {
                graph[*body].set_ang_vel(to_vector3(spin.clamp_length_max(self.max_angular_speed)));
            }
        }
    }

    /// The speed of the fastest body, in m/s, and of the fastest spin, in rad/s. NaN counts as rest.
    ///
    /// # Panics
    ///
    /// When its bodies are no longer in the scene.
    #[must_use]
    pub fn max_speed(&self, graph: &Graph) -> (f32, f32) {
        self.bodies.iter().fold((0.0, 0.0), |(linear, angular), body| {
            let body = &graph[*body];
            (linear.max(body.lin_vel().norm()), angular.max(body.ang_vel().norm()))
        })
    }

    /// Takes it out of the scene. Nothing happens where it is gone already.
    pub fn remove(self, graph: &mut Graph) {
        if graph.is_valid_handle(self.root) {
            graph.remove_node(self.root);
        }
    }
}

/// Where bodies are when all frames of joints meet, the first where it starts.
fn meeting_places(plan: &RagdollPlan, place: Pose) -> Vec<Pose> {
    let mut places: Vec<Pose> = Vec::with_capacity(plan.bodies().len());
    for body in plan.bodies() {
        let at = match (&body.link, body.parent) {
            (Some(link), Some(parent)) => places[parent] * link.local_frame1 * link.local_frame2.inverse(),
            _ => place * body.start,
        };
        places.push(at);
    }
    places
}

fn add_body(
    body: &PlannedBody,
    joint_at: Pose,
    frame: &BodyFrame,
    settings: &PhysicsSettings,
    solver_groups: InteractionGroups,
    graph: &mut Graph,
) -> Handle<RigidBody> {
    let to_joint = frame.in_joint.inverse();
    let (shape, shape_at) = match body.shape {
        Shape::Capsule { from, to, radius } if from.distance(to) < 1e-4 * radius => {
            (ColliderShape::ball(radius), to_joint * Pose::from_translation(from))
        }
        Shape::Capsule { from, to, radius } => {
            (ColliderShape::capsule(to_vector3(from), to_vector3(to), radius), to_joint)
        }
        Shape::Cuboid { center, rotation, half_extents: Vec3 { x, y, z } } => {
            (ColliderShape::cuboid(x, y, z), to_joint * Pose::from_parts(center, rotation))
        }
    };
    let groups = InteractionGroups {
        memberships: BitMask(body.groups.memberships.bits()),
        filter: BitMask(body.groups.filter.bits()),
    };
    let collider = ColliderBuilder::new(base("Collider", shape_at))
        .with_shape(shape)
        .with_density(Some(0.0))
        .with_friction(settings.friction)
        .with_restitution(0.0)
        .with_collision_groups(groups)
        .with_solver_groups(solver_groups)
        .build(graph);
    RigidBodyBuilder::new(base("Body", joint_at * frame.in_joint).with_child(collider))
        .with_mass(body.mass.mass())
        .with_mass_properties_type(RigidBodyMassPropertiesType::Additional {
            center_of_mass: to_vector3(Vec3::ZERO),
            principal_inertia: to_vector3(frame.inertia),
        })
        .with_ang_damping(settings.angular_damping)
        .with_can_sleep(false)
        .build(graph)
}

fn base(name: &str, at: Pose) -> BaseBuilder {
    BaseBuilder::new().with_name(name).with_local_transform(transform(at))
}

fn transform(at: Pose) -> Transform {
    TransformBuilder::new()
        .with_local_position(to_vector3(at.translation))
        .with_local_rotation(to_unit_quaternion(at.rotation))
        .build()
}

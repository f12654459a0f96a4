// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::convert::{to_quat, to_unit_quaternion, to_vec3, to_vector3};
use fyrox::core::pool::Handle;
use fyrox::graph::SceneGraph as _;
use fyrox::scene::base::BaseBuilder;
use fyrox::scene::graph::Graph;
use fyrox::scene::node::Node;
use fyrox::scene::pivot::PivotBuilder;
use fyrox::scene::rigidbody::RigidBody;
use tumble_ragdoll::rapier3d::math::Pose;

/// A node above each body, by which Fyrox is kept from moving bodies itself.
///
/// When a body's node has moved, Fyrox moves the body to it: where physics had put it already, but for what is lost on
/// the way. The node's rotation is looked for in a matrix, and one time in a thousand, for turns of more than 100°,
/// another is found: so one ragdoll in ten was torn apart and thrown into the air. Here a body's node never moves in
/// the scene, and its body is left alone. The node above it, its carrier, goes where the body is, and the node
/// itself back by as much. Physics then tells where the body is as seen from the carrier, where it was a frame ago:
/// turned by so little that it is found exactly.
#[derive(Debug)]
pub(crate) struct Carriers {
    nodes: Vec<Handle<Node>>,
    /// Where each body's node stays in the scene.
    parked: Vec<Pose>,
    /// Where it is in its carrier for that.
    offsets: Vec<Pose>,
    /// Where each body is, and its carrier.
    pub(crate) places: Vec<Pose>,
}

impl Carriers {
    /// Puts one above each body, all below `root`.
    pub(crate) fn new(bodies: &[Handle<RigidBody>], root: Handle<Node>, graph: &mut Graph) -> Self {
        let carrier = |&body: &Handle<RigidBody>| {
            let node: Handle<Node> =
                PivotBuilder::new(BaseBuilder::new().with_name("Carrier")).build(graph).transmute();
            graph.link_nodes(node, root);
            graph.link_nodes(body, node);
            node
        };
        let nodes = bodies.iter().map(carrier).collect();
        Self { nodes, parked: vec![], offsets: vec![], places: vec![] }
    }

    /// Moves the bodies to where they start: there their nodes stay.
    pub(crate) fn start(mut self, at: Vec<Pose>, bodies: &[Handle<RigidBody>], graph: &mut Graph) -> Self {
        for ((&carrier, &body), &at) in self.nodes.iter().zip(bodies).zip(&at) {
            place(carrier, at, graph);
            place(body.transmute(), Pose::IDENTITY, graph);
        }
        self.offsets = vec![Pose::IDENTITY; at.len()];
        self.parked.clone_from(&at);
        self.places = at;
        self
    }

    /// Takes in where bodies are since nodes were last updated. Nothing happens where they were not, and nothing is
    /// allocated but by Fyrox, which sends itself a message for each node that moves.
    pub(crate) fn follow(&mut self, bodies: &[Handle<RigidBody>], graph: &mut Graph) {
        for (index, &body) in bodies.iter().enumerate() {
            let seen = graph[body].local_transform();
            let seen = Pose::from_parts(to_vec3(seen.position()), to_quat(seen.rotation()));
            if seen == self.offsets[index] {
                continue;
            }
            let at = self.places[index] * seen;
            let at = Pose::from_parts(at.translation, at.rotation.normalize());
            self.places[index] = at;
            self.offsets[index] = at.inverse() * self.parked[index];
            place(self.nodes[index], at, graph);
            place(body.transmute(), self.offsets[index], graph);
        }
    }
}

fn place(node: Handle<Node>, at: Pose, graph: &mut Graph) {
    let transform = graph[node].local_transform_mut();
    transform.set_position(to_vector3(at.translation)).set_rotation(to_unit_quaternion(at.rotation));
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::convert::{to_quat, to_unit_quaternion, to_vec3, to_vector3};
use fyrox::core::pool::Handle;
use fyrox::graph::SceneGraph;
use fyrox::scene::graph::Graph;
use fyrox::scene::node::Node;
use tumble_pose::{JointIndex, LocalPose, Transform};

/// A character in a scene: handles to its nodes.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelNodes {
    /// Places the character in the scene: position, turn, and as scale the metres that one of the model's units has.
    /// Poses are below it and leave it alone.
    pub root: Handle<Node>,
    /// One node for each joint of the skeleton, in its order; the first is a child of `root`.
    pub joints: Vec<Handle<Node>>,
    /// The nodes that are seen, in the model's order: one for each mesh, two for one that has opaque surfaces and
    /// blended ones.
    pub meshes: Vec<Handle<Node>>,
}

impl ModelNodes {
    /// Writes where each joint is in its parent.
    ///
    /// Nodes that are there already are not touched, so that Fyrox has nothing to do for them; rotations that are not
    /// of unit length are normalised. A joint whose entry is not finite, or has a rotation of no length, stays where
    /// it is. So do joints that the pose does not have, and joints whose node is gone.
    ///
    /// Allocates nothing itself. Fyrox sends itself a message for each node that moves, through a channel that
    /// allocates once for 31 of them.
    pub fn write_pose(&self, pose: &LocalPose, graph: &mut Graph) {
        for (&handle, joint) in self.joints.iter().zip(pose.iter()) {
            let Some(joint) = usable(joint) else { continue };
            let Ok(node) = graph.try_get_node_mut(handle) else { continue };
            // Asking for the transform to change it sends the message.
            if place_of(node) != joint {
                node.local_transform_mut()
                    .set_position(to_vector3(joint.translation))
                    .set_rotation(to_unit_quaternion(joint.rotation))
                    .set_scale(to_vector3(joint.scale));
            }
        }
    }

    /// Reads where each joint is in its parent.
    ///
    /// Entries of joints whose node is gone, or that these nodes do not have, stay as they are. Allocates nothing.
    pub fn read_pose(&self, graph: &Graph, out: &mut LocalPose) {
        let joints = u16::try_from(out.joint_count().min(self.joints.len())).unwrap_or(u16::MAX);
        for (joint, &handle) in (0..joints).map(JointIndex).zip(&self.joints) {
            if let Ok(node) = graph.try_get_node(handle) {
                out.set(joint, place_of(node));
            }
        }
    }

    /// Takes the character out of the scene, with all that hangs on it. Nothing happens where it is gone already.
    pub fn remove(self, graph: &mut Graph) {
        if graph.is_valid_handle(self.root) {
            graph.remove_node(self.root);
        }
    }
}

/// Where a node is in its parent.
fn place_of(node: &Node) -> Transform {
    let now = node.local_transform();
    Transform {
        translation: to_vec3(now.position()),
        rotation: to_quat(now.rotation()),
        scale: to_vec3(now.scale()),
    }
}

/// The joint, its rotation of unit length; nothing where that cannot be.
fn usable(joint: Transform) -> Option<Transform> {
    let square = joint.rotation.length_squared();
    if !joint.is_finite() || !square.is_normal() {
        return None;
    }
    // Rounding alone is left as it is, so that what is read back is what was written.
    let rotation = if (square - 1.0).abs() > UNIT { joint.rotation / square.sqrt() } else { joint.rotation };
    Some(Transform { rotation, ..joint })
}

/// How far the square of a quaternion's length may be from 1 through rounding alone.
const UNIT: f32 = 1e-6;

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::bone_list::BoneList;
use crate::convert::to_transform;
use crate::mesh_template::MeshTemplate;
use crate::{ModelError, ModelNodes};
use fyrox::core::algebra::Matrix4;
use fyrox::core::pool::Handle;
use fyrox::graph::SceneGraph;
use fyrox::scene::base::BaseBuilder;
use fyrox::scene::graph::Graph;
use fyrox::scene::node::Node;
use fyrox::scene::pivot::PivotBuilder;
use glam::Affine3A;
use tumble_pose::{Model, Skeleton, Transform};

/// A character ready to be put into scenes, any number of times.
///
/// Geometry, materials and textures are made once and shared by all instances; an instance is nodes, and a handle for
/// each bone.
#[derive(Debug)]
pub struct ModelTemplate {
    name: String,
    skeleton: Skeleton,
    bones: BoneList,
    meshes: Vec<MeshTemplate>,
}

impl ModelTemplate {
    /// Makes everything that instances share.
    ///
    /// Skinned surfaces with more bones than Fyrox can draw at once are cut into several. Surfaces without triangles
    /// are left out. Missing normals come from the triangles, missing texture coordinates are 0.
    ///
    /// # Errors
    ///
    /// [`ModelError`] when the model does not hold together, holds numbers that are not finite, has joints one below
    /// the other deeper than Fyrox can follow, or has an image that cannot be decoded.
    pub fn new(model: &Model) -> Result<Self, ModelError> {
        let skeleton = model.skeleton.clone();
        let rest = rest_matrices(&skeleton)?;
        let mut bones = BoneList::default();
        let meshes = MeshTemplate::all(model, &rest, &mut bones)?;
        Ok(Self { name: model.name.clone(), skeleton, bones, meshes })
    }

    /// The skeleton of every instance.
    #[must_use]
    pub fn skeleton(&self) -> &Skeleton {
        &self.skeleton
    }

    /// Puts an instance into a scene, at its origin and at rest.
    ///
    /// Where nodes are in the scene Fyrox finds out at the next update.
    pub fn spawn(&self, graph: &mut Graph) -> ModelNodes {
        let at_root = graph.get_root();
        let root = add(graph, at_root, &self.name, Transform::IDENTITY, Matrix4::identity());
        let mut joints: Vec<Handle<Node>> = Vec::with_capacity(self.skeleton.joint_count());
        for joint in self.skeleton.joints() {
            // Parents come first.
            let parent = self.skeleton.parent(joint).map_or(root, |parent| joints[parent.index()]);
            let rest = self.skeleton.rest_pose().get(joint);
            joints.push(add(graph, parent, self.skeleton.name(joint), rest, self.bones.own(joint)));
        }
        let bones: Vec<Handle<Node>> = self
            .bones
            .bones()
            .iter()
            .map(|bone| {
                let joint = joints[bone.joint.index()];
                if bone.extra {
                    let name = format!("{} (bone)", self.skeleton.name(bone.joint));
                    add(graph, joint, &name, Transform::IDENTITY, bone.inverse_bind)
                } else {
                    joint
                }
            })
            .collect();
        let meshes = self.meshes.iter().map(|mesh| {
            let node = graph.add_node(mesh.build(&bones));
            graph.link_nodes(node, mesh.joint().map_or(root, |joint| joints[joint.index()]));
            node
        });
        let meshes = meshes.collect();
        ModelNodes { root, joints, meshes }
    }
}

/// Puts one character into a scene. For several of a kind make a [`ModelTemplate`].
///
/// # Errors
///
/// As [`ModelTemplate::new`]; the scene is then unchanged.
pub fn spawn_model(model: &Model, graph: &mut Graph) -> Result<ModelNodes, ModelError> {
    Ok(ModelTemplate::new(model)?.spawn(graph))
}

/// How deep joints may hang below each other: Fyrox goes down by recursion, and would run out of stack.
const MAX_DEPTH: usize = 1024;

/// Each joint in model space, at rest.
fn rest_matrices(skeleton: &Skeleton) -> Result<Vec<Affine3A>, ModelError> {
    let mut rest: Vec<(Affine3A, usize)> = Vec::with_capacity(skeleton.joint_count());
    for (joint, local) in skeleton.joints().zip(skeleton.rest_pose().iter()) {
        // Parents come first.
        let above = skeleton.parent(joint).map(|parent| rest[parent.index()]);
        let (above, depth) = above.unwrap_or((Affine3A::IDENTITY, 0));
        if depth == MAX_DEPTH {
            let joint = skeleton.name(joint).to_owned();
            return Err(ModelError::Depth { joint, most: MAX_DEPTH });
        }
        rest.push((above * local.to_affine(), depth + 1));
    }
    Ok(rest.into_iter().map(|(matrix, _)| matrix).collect())
}

fn add(
    graph: &mut Graph,
    parent: Handle<Node>,
    name: &str,
    at: Transform,
    inverse_bind: Matrix4<f32>,
) -> Handle<Node> {
    let base = BaseBuilder::new()
        .with_name(name)
        .with_local_transform(to_transform(at))
        .with_inv_bind_pose_transform(inverse_bind);
    let node = graph.add_node(PivotBuilder::new(base).build_node());
    graph.link_nodes(node, parent);
    node
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::error::GltfError;
use super::scene_tree::{SceneTree, local_transform, node_label};
use super::schema::{Document, Property};
use glam::Affine3A;
use tumble_pose::{Joint, JointIndex, Skeleton};

/// The skeleton that a scene holds, and where each of its nodes went.
#[derive(Debug)]
pub(super) struct JointTree {
    pub(super) skeleton: Skeleton,
    /// For each node of the file the joint that it became.
    pub(super) joints: Vec<Option<JointIndex>>,
    /// For each node of the file what carries it. Only of meaning for nodes of the scene.
    pub(super) anchors: Vec<Anchor>,
}

/// The nearest joint at or above a node, and where the node sits in it at rest.
#[derive(Debug, Clone, Copy)]
pub(super) struct Anchor {
    pub(super) joint: JointIndex,
    pub(super) offset: Affine3A,
}

impl JointTree {
    /// Joints are all joints of skins and all nodes that an animation moves, with their ancestors; every node
    /// where there are none of these. Several roots are put under one more, named after the scene or else
    /// `name`.
    pub(super) fn read(
        document: &Document,
        scene: &SceneTree,
        name: &str,
        warnings: &mut Vec<String>,
    ) -> Result<Self, GltfError> {
        let nodes = joint_nodes(document, scene);
        let is_root = |node: &&usize| scene.parents[**node].is_none();
        let mut list = Vec::with_capacity(nodes.len() + 1);
        if nodes.iter().filter(is_root).count() > 1 {
            let name = scene.name.clone().unwrap_or_else(|| name.to_owned());
            list.push(Joint { name, parent: None, rest: tumble_pose::Transform::IDENTITY });
        }
        let above = list.len().checked_sub(1);
        let mut places = vec![None; document.nodes.len()];
        for &node in &nodes {
            let (rest, exact) = local_transform(&document.nodes[node]);
            if !is_same(&rest.to_affine(), &exact) {
                let node = node_label(document, node);
                warnings.push(format!("node {node}: its matrix is sheared, which a joint cannot be"));
            }
            let parent = scene.parents[node].map_or(above, |parent| places[parent]);
            places[node] = Some(list.len());
            list.push(Joint { name: joint_name(document, node), parent, rest });
        }
        if list.is_empty() {
            return Err(GltfError::NoSkeleton);
        }
        let skeleton = Skeleton::new(&list)?;
        let mut of_place = vec![JointIndex::ROOT; list.len()];
        for joint in skeleton.joints() {
            of_place[skeleton.source_index(joint)] = joint;
        }
        let joints: Vec<_> = places.into_iter().map(|place| place.map(|place| of_place[place])).collect();
        let anchors = anchors(document, scene, &skeleton, &joints);
        Ok(Self { skeleton, joints, anchors })
    }
}

/// The scene's nodes that become joints, parents first.
fn joint_nodes(document: &Document, scene: &SceneTree) -> Vec<usize> {
    let mut is_joint = vec![false; document.nodes.len()];
    let of_skins = document.skins.iter().flat_map(|skin| skin.joints.iter().copied());
    let channels = document.animations.iter().flat_map(|animation| &animation.channels);
    let moved = channels.filter(|channel| {
        matches!(channel.target.path, Property::Translation | Property::Rotation | Property::Scale)
    });
    for node in of_skins.chain(moved.filter_map(|channel| channel.target.node)) {
        if let Some(is_joint) = is_joint.get_mut(node) {
            *is_joint = scene.holds[node];
        }
    }
    for &node in scene.order.iter().rev() {
        if let (true, Some(parent)) = (is_joint[node], scene.parents[node]) {
            is_joint[parent] = true;
        }
    }
    let none = !is_joint.contains(&true);
    scene.order.iter().copied().filter(|&node| none || is_joint[node]).collect()
}

/// A node's name; that of a node without one is its number in the file.
pub(super) fn joint_name(document: &Document, node: usize) -> String {
    match document.nodes[node].name.as_deref() {
        None | Some("") => format!("#{node}"),
        Some(name) => name.to_owned(),
    }
}

fn anchors(
    document: &Document,
    scene: &SceneTree,
    skeleton: &Skeleton,
    joints: &[Option<JointIndex>],
) -> Vec<Anchor> {
    // What hangs on no joint stays where it is in the scene, carried by the root.
    let root = skeleton.rest_pose().get(JointIndex::ROOT).to_affine().inverse();
    let root = if root.is_finite() { root } else { Affine3A::IDENTITY };
    let mut anchors = vec![Anchor { joint: JointIndex::ROOT, offset: root }; joints.len()];
    for &node in &scene.order {
        let above = scene.parents[node].map_or(anchors[node], |parent| anchors[parent]);
        anchors[node] = match joints[node] {
            Some(joint) => Anchor { joint, offset: Affine3A::IDENTITY },
            None => Anchor { offset: above.offset * local_transform(&document.nodes[node]).1, ..above },
        };
    }
    anchors
}

/// Whether two maps are the same but for rounding.
pub(super) fn is_same(a: &Affine3A, b: &Affine3A) -> bool {
    let size = b.matrix3.to_cols_array().into_iter().fold(0.0_f32, |size, value| size.max(value.abs()));
    a.matrix3.abs_diff_eq(b.matrix3, size * 1e-5)
}

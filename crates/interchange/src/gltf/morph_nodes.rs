// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::accessor_error::AccessorError;
use super::accessor_reader::AccessorReader;
use super::joint_tree::{JointTree, joint_name};
use super::scene_tree::SceneTree;
use super::schema::{Document, Mesh};
use super::unique_names::UniqueNames;
use serde::Deserialize;
use std::collections::HashMap;
use tumble_clip::{ScalarTarget, TrackKey};

/// The nodes of a scene whose mesh has morph targets, and what clips call their weights.
#[derive(Debug, Default)]
pub(super) struct MorphNodes {
    targets: HashMap<usize, Vec<TrackKey>>,
}

impl MorphNodes {
    /// A node that is no joint is called by its nearest joint's path and the names of the nodes below that;
    /// where this is taken already, with a number after it, as the paths of joints are.
    pub(super) fn read(
        document: &Document,
        accessors: &AccessorReader<'_>,
        scene: &SceneTree,
        tree: &JointTree,
    ) -> Result<Self, AccessorError> {
        let mut read = Self::default();
        let joint_paths = || {
            let joints = tree.skeleton.joints();
            UniqueNames::with(joints.map(|joint| tree.skeleton.path(joint).to_owned()))
        };
        let mut paths = None;
        for &node in &scene.order {
            let mesh = document.nodes[node].mesh.and_then(|mesh| document.meshes.get(mesh));
            let Some((mesh, count)) =
                mesh.map(|mesh| (mesh, target_count(mesh))).filter(|(_, count)| *count > 0)
            else {
                continue;
            };
            let path = if let Some(joint) = tree.joints[node] {
                tree.skeleton.path(joint).to_owned()
            } else {
                let path = path_below(document, accessors, scene, tree, node)?;
                paths.get_or_insert_with(joint_paths).take(&path)
            };
            let target_names = target_names(mesh);
            let mut names = UniqueNames::default();
            let key = |number: usize| {
                let name = target_names.get(number).filter(|name| !name.is_empty());
                let name = names.take(&name.cloned().unwrap_or_else(|| number.to_string()));
                accessors.charge(path.len() + name.len() + size_of::<TrackKey>())?;
                Ok(TrackKey { path: path.clone(), target: ScalarTarget::Morph(name) })
            };
            let keys = (0..count).map(key).collect::<Result<_, AccessorError>>()?;
            read.targets.insert(node, keys);
        }
        Ok(read)
    }

    /// The names of a node's weights, one per target, at least one.
    pub(super) fn of_node(&self, node: usize) -> Option<&[TrackKey]> {
        self.targets.get(&node).map(Vec::as_slice)
    }
}

/// A mesh may have targets without weights (bevyengine/bevy#9863).
fn target_count(mesh: &Mesh) -> usize {
    mesh.primitives.first().map_or(0, |primitive| primitive.targets.len())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Extras {
    target_names: Vec<String>,
}

fn target_names(mesh: &Mesh) -> Vec<String> {
    let extras = mesh.extras.as_ref().and_then(|extras| serde_json::from_str::<Extras>(extras.get()).ok());
    extras.map(|extras| extras.target_names).unwrap_or_default()
}

fn path_below(
    document: &Document,
    accessors: &AccessorReader<'_>,
    scene: &SceneTree,
    tree: &JointTree,
    node: usize,
) -> Result<String, AccessorError> {
    let mut names = Vec::new();
    let mut above = Some(node);
    while let Some(node) = above.filter(|node| tree.joints[*node].is_none()) {
        let name = joint_name(document, node);
        accessors.charge(name.len() + 1)?;
        names.push(name);
        above = scene.parents[node];
    }
    let joint = tree.skeleton.path(tree.anchors[node].joint);
    names.extend((!joint.is_empty()).then(|| joint.to_owned()));
    names.reverse();
    Ok(names.join("/"))
}

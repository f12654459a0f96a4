// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::error::{GltfError, label};
use super::schema::{Document, Node};
use glam::{Affine3A, Mat4, Quat, Vec3};
use tumble_pose::Transform;

/// The nodes of the scene that is read, known to be trees.
#[derive(Debug)]
pub(super) struct SceneTree {
    /// Its nodes, breadth-first: parents before children, siblings in the file's order.
    pub(super) order: Vec<usize>,
    /// For each node of the file its parent, in whatever scene.
    pub(super) parents: Vec<Option<usize>>,
    /// For each node of the file whether the scene has it.
    pub(super) holds: Vec<bool>,
    /// The scene's name, where it has one.
    pub(super) name: Option<String>,
}

impl SceneTree {
    /// The default scene, else the first, else all nodes where there is no scene.
    pub(super) fn read(document: &Document) -> Result<Self, GltfError> {
        let parents = parents(document)?;
        let all: Vec<usize> = (0..parents.len()).filter(|&node| parents[node].is_none()).collect();
        let reached = breadth_first(document, all.clone());
        if reached.len() < parents.len() {
            return Err(cycle(document, &parents, &reached));
        }
        let number = document.scene.unwrap_or(0);
        let (roots, name) = match document.scenes.get(number) {
            Some(scene) => (scene.nodes.clone(), scene.name.clone()),
            None if document.scene.is_none() => (all, None),
            None => {
                let count = document.scenes.len();
                return Err(GltfError::Reference {
                    of: "the file".into(),
                    what: "scene",
                    index: number,
                    count,
                });
            }
        };
        let mut holds = vec![false; parents.len()];
        let mut firsts = Vec::new();
        for root in roots {
            let parent = parents.get(root).ok_or_else(|| GltfError::Reference {
                of: format!("scene {number}"),
                what: "node",
                index: root,
                count: parents.len(),
            })?;
            if let Some(parent) = *parent {
                let [root, parent] = [root, parent].map(|node| node_label(document, node));
                return Err(GltfError::SceneRoot { node: root, parent });
            }
            if !std::mem::replace(&mut holds[root], true) {
                firsts.push(root);
            }
        }
        let order = breadth_first(document, firsts);
        for &node in &order {
            holds[node] = true;
        }
        Ok(Self { order, parents, holds, name: name.filter(|name| !name.is_empty()) })
    }
}

fn parents(document: &Document) -> Result<Vec<Option<usize>>, GltfError> {
    let count = document.nodes.len();
    let mut parents = vec![None; count];
    for (index, node) in document.nodes.iter().enumerate() {
        for &child in &node.children {
            let Some(parent) = parents.get_mut(child) else {
                let of = format!("node {}", node_label(document, index));
                return Err(GltfError::Reference { of, what: "node", index: child, count });
            };
            if let Some(first) = parent.replace(index) {
                let [node, first, second] = [child, first, index].map(|node| node_label(document, node));
                return Err(GltfError::TwoParents { node, first, second });
            }
        }
    }
    Ok(parents)
}

/// Every node is met once: none has two parents, and none of `roots` has one.
fn breadth_first(document: &Document, roots: Vec<usize>) -> Vec<usize> {
    let mut order = roots;
    let mut next = 0;
    while let Some(&node) = order.get(next) {
        order.extend_from_slice(&document.nodes[node].children);
        next += 1;
    }
    order
}

/// Names a node of a cycle: going up from one that no root reaches, the first that comes again.
fn cycle(document: &Document, parents: &[Option<usize>], reached: &[usize]) -> GltfError {
    let mut met = vec![false; parents.len()];
    for &node in reached {
        met[node] = true;
    }
    let mut node = met.iter().position(|met| !met).unwrap_or(0);
    while !std::mem::replace(&mut met[node], true) {
        node = parents[node].unwrap_or(node);
    }
    GltfError::Cycle { node: node_label(document, node) }
}

/// A node as messages call it.
pub(super) fn node_label(document: &Document, index: usize) -> String {
    label(index, document.nodes.get(index).and_then(|node| node.name.as_deref()))
}

/// Where a node sits in its parent, as a transform and exactly.
///
/// The two differ where a node's matrix is sheared, which a transform cannot hold. What is not finite, or has a
/// rotation of no length, gives something that is not finite.
pub(super) fn local_transform(node: &Node) -> (Transform, Affine3A) {
    if let Some(matrix) = node.matrix {
        let affine = Affine3A::from_mat4(Mat4::from_cols_array(&matrix));
        return (Transform::from_affine(&affine), affine);
    }
    let transform = Transform {
        translation: node.translation.map_or(Vec3::ZERO, Vec3::from_array),
        rotation: node.rotation.map_or(Quat::IDENTITY, |rotation| Quat::from_array(rotation).normalize()),
        scale: node.scale.map_or(Vec3::ONE, Vec3::from_array),
    };
    (transform, transform.to_affine())
}

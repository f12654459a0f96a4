// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::binary_writer::{BinaryWriter, Bounds, Stream};
use super::schema::{Document, Skin};
use glam::{Affine3A, Mat4};
use std::collections::BTreeSet;
use tumble_pose::{JointIndex, Skeleton};

/// The number of a skin with these joints, whose nodes have their numbers: one that is there already, or a new
/// one.
///
/// # Errors
///
/// What is wrong with the skin.
pub(super) fn write_skin(
    document: &mut Document,
    binary: &mut BinaryWriter,
    skeleton: &Skeleton,
    joints: &[JointIndex],
    inverse_bind: &[Affine3A],
) -> Result<usize, &'static str> {
    let count = skeleton.joint_count();
    if joints.is_empty() || joints.iter().any(|joint| joint.index() >= count) {
        return Err("follows a joint that the skeleton does not have");
    }
    if inverse_bind.len() != joints.len() || !inverse_bind.iter().all(Affine3A::is_finite) {
        return Err("has no finite inverse bind matrix for each joint of its skin");
    }
    let matrix = |matrix: &Affine3A| Mat4::from(*matrix).to_cols_array();
    let matrices: Vec<[f32; 16]> = inverse_bind.iter().map(matrix).collect();
    let skin = Skin {
        inverse_bind_matrices: Some(binary.push(Stream::InverseBinds, Bounds::Unstated, &matrices)),
        skeleton: Some(JointIndex::ROOT.index()),
        joints: joints.iter().map(|joint| joint.index()).collect(),
    };
    Ok(place_of(&mut document.skins, skin))
}

/// Adds a skin of all joints that no mesh uses, where a reader could not tell the joints without one. Blender
/// too knows an armature by this.
pub(super) fn write_spare_skin(
    document: &mut Document,
    binary: &mut BinaryWriter,
    skeleton: &Skeleton,
    moved: &BTreeSet<JointIndex>,
) {
    if tells_joints(document, skeleton, moved) {
        return;
    }
    let mut places = Vec::with_capacity(skeleton.joint_count());
    let mut matrices = Vec::with_capacity(skeleton.joint_count());
    for joint in skeleton.joints() {
        let above = skeleton.parent(joint).map_or(Affine3A::IDENTITY, |parent| places[parent.index()]);
        let place: Affine3A = above * skeleton.rest_pose().get(joint).to_affine();
        let inverse = place.inverse();
        // A joint that is flat, or too far away to tell, has no inverse.
        let inverse = if inverse.is_finite() { inverse } else { Affine3A::IDENTITY };
        matrices.push(Mat4::from(inverse).to_cols_array());
        places.push(place);
    }
    document.skins.push(Skin {
        inverse_bind_matrices: Some(binary.push(Stream::InverseBinds, Bounds::Unstated, &matrices)),
        skeleton: Some(JointIndex::ROOT.index()),
        joints: skeleton.joints().map(JointIndex::index).collect(),
    });
}

/// Whether skins and animations, or there being nothing else, tell which nodes are joints.
fn tells_joints(document: &Document, skeleton: &Skeleton, moved: &BTreeSet<JointIndex>) -> bool {
    let mut is_known = vec![false; skeleton.joint_count()];
    let of_skins = document.skins.iter().flat_map(|skin| skin.joints.iter().copied());
    for joint in of_skins.chain(moved.iter().map(|joint| joint.index())) {
        is_known[joint] = true;
    }
    if !is_known.contains(&true) {
        return document.nodes.len() == is_known.len();
    }
    for joint in skeleton.joints().rev() {
        if let (true, Some(parent)) = (is_known[joint.index()], skeleton.parent(joint)) {
            is_known[parent.index()] = true;
        }
    }
    !is_known.contains(&false)
}

/// Where something is in a list, at the end of which it is put if it is not there yet.
pub(super) fn place_of<T: PartialEq>(list: &mut Vec<T>, item: T) -> usize {
    let place = list.iter().position(|known| *known == item).unwrap_or(list.len());
    if place == list.len() {
        list.push(item);
    }
    place
}

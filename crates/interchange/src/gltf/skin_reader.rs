// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::accessor_reader::AccessorReader;
use super::error::GltfError;
use super::joint_tree::JointTree;
use super::scene_tree::node_label;
use super::schema::Document;
use glam::{Affine3A, Mat4};
use tumble_pose::Attach;

/// Reads a skin as what moves a mesh. Without inverse bind matrices they are identities, as glTF has it.
pub(super) fn read_skin(
    document: &Document,
    accessors: &AccessorReader<'_>,
    tree: &JointTree,
    index: usize,
) -> Result<Attach, GltfError> {
    let skins = &document.skins;
    let Some(skin) = skins.get(index) else {
        let (of, what) = ("a node with a skinned mesh".into(), "skin");
        return Err(GltfError::Reference { of, what, index, count: skins.len() });
    };
    let at = || format!("the inverse bind matrices of skin {index}");
    accessors.charge(skin.joints.len() * size_of::<Affine3A>()).map_err(|e| GltfError::accessor(at(), e))?;
    let mut joints = Vec::with_capacity(skin.joints.len());
    for &node in &skin.joints {
        let joint = tree.joints.get(node).copied().flatten();
        joints.push(
            joint.ok_or_else(|| GltfError::SkinJoint { skin: index, node: node_label(document, node) })?,
        );
    }
    if joints.is_empty() || joints.len() > usize::from(u16::MAX) {
        return Err(GltfError::SkinSize { skin: index, found: joints.len() });
    }
    let inverse_bind = match skin.inverse_bind_matrices {
        None => vec![Affine3A::IDENTITY; joints.len()],
        Some(accessor) => {
            let matrices = accessors.floats::<16>(accessor).map_err(|e| GltfError::accessor(at(), e))?;
            if matrices.len() < joints.len() {
                let (expected, found) = (joints.len(), matrices.len());
                return Err(GltfError::Count { of: at(), expected, found });
            }
            let affine = |matrix| Affine3A::from_mat4(Mat4::from_cols_array(matrix));
            matrices.iter().take(joints.len()).map(affine).collect()
        }
    };
    Ok(Attach::Skinned { joints, inverse_bind })
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::animation_writer::AnimationWriter;
use super::binary_writer::{BinaryWriter, Stream};
use super::container;
use super::material_writer::MaterialWriter;
use super::mesh_writer::{MeshWriter, UsedMaterial};
use super::schema::{AssetInfo, Buffer, Document, Node, Scene, named};
use super::skin_writer::write_spare_skin;
use super::write_error::WriteGlbError;
use std::collections::BTreeSet;
use tumble_clip::RawClip;
use tumble_pose::{JointIndex, Model, Skeleton};

/// Writes a character and its clips as the bytes of a `.glb` file.
///
/// A model without meshes is written as its skeleton alone. The same input gives the same bytes. Read again, the
/// file gives the same joints, in the same order, and clips that take them through the same poses; times and
/// values are `f32` there. What glTF has no place for goes into the animations' `extras`: the blow behind a fall,
/// metres a unit, scalar curves.
///
/// Materials and images that no mesh shows are left out, as are surfaces without triangles. Where a clip lasts
/// longer than its keys, the curve that ends last gets one more key that holds it; where it has none at all, the
/// root gets two that keep it at rest.
///
/// # Errors
///
/// [`WriteGlbError`] when a clip moves a joint that is not there, when a number is not finite, when keys are out
/// of order, when a mesh names what does not exist, or when the file would be longer than 4 GiB.
pub fn write_glb(model: &Model, clips: &[RawClip]) -> Result<Vec<u8>, WriteGlbError> {
    let skeleton = &model.skeleton;
    let mut binary = BinaryWriter::default();
    let mut document = Document {
        asset: Some(AssetInfo {
            version: "2.0".to_owned(),
            min_version: None,
            generator: Some("Tumble".to_owned()),
        }),
        scene: Some(0),
        scenes: vec![Scene { name: named(&model.name), nodes: vec![JointIndex::ROOT.index()] }],
        nodes: joint_nodes(skeleton),
        ..Document::default()
    };
    let mut writer =
        MeshWriter { model, document: &mut document, binary: &mut binary, materials: Vec::new() };
    for mesh in &model.meshes {
        writer.write(mesh)?;
    }
    let materials = writer.materials;
    let mut writer =
        MaterialWriter { model, document: &mut document, binary: &mut binary, images: Vec::new() };
    for UsedMaterial { index, image } in materials {
        writer.write(&model.materials[index], image)?;
    }
    let mut writer = AnimationWriter { skeleton, binary: &mut binary, moved: BTreeSet::new() };
    document.animations = clips.iter().map(|clip| writer.write(clip)).collect::<Result<_, _>>()?;
    let moved = writer.moved;
    write_spare_skin(&mut document, &mut binary, skeleton, &moved);
    let layout = binary.finish();
    for (number, image) in document.images.iter_mut().enumerate() {
        image.buffer_view = layout.view(Stream::Image(number));
    }
    if !layout.bytes.is_empty() {
        document.buffers = vec![Buffer { uri: None, byte_length: layout.bytes.len() as u64 }];
    }
    (document.accessors, document.buffer_views) = (layout.accessors, layout.views);
    container::pack(&document, &layout.bytes)
}

/// The nodes of the joints, each with the joint's number.
fn joint_nodes(skeleton: &Skeleton) -> Vec<Node> {
    let node = |joint| {
        let mut node = Node {
            name: named(skeleton.name(joint)),
            children: skeleton.children(joint).map(JointIndex::index).collect(),
            ..Node::default()
        };
        node.place(skeleton.rest_pose().get(joint));
        node
    };
    skeleton.joints().map(node).collect()
}

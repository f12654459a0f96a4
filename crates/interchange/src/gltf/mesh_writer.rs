// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::binary_writer::BinaryWriter;
use super::joint_tree::is_same;
use super::schema::{self, Document, Node, named};
use super::skin_writer::{place_of, write_skin};
use super::surface_writer::write_surface;
use super::write_error::WriteGlbError;
use glam::{Affine3A, Mat4};
use tumble_pose::{Attach, JointIndex, Mesh, Model, Transform};

/// Writes a model's meshes and the nodes that show them, after those of its joints.
#[derive(Debug)]
pub(super) struct MeshWriter<'a> {
    pub(super) model: &'a Model,
    pub(super) document: &'a mut Document,
    pub(super) binary: &'a mut BinaryWriter,
    /// The model's materials that are used, in the file's order.
    pub(super) materials: Vec<UsedMaterial>,
}

/// A material as surfaces use it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct UsedMaterial {
    /// Its number in the model.
    pub(super) index: usize,
    /// What it shows. A surface without texture coordinates can show no image.
    pub(super) image: Option<usize>,
}

impl MeshWriter<'_> {
    /// Writes a mesh and its node, unless it shows nothing. A rigid mesh hangs on its joint, a skinned one
    /// stands at the top of the scene, since it follows its joints alone.
    pub(super) fn write(&mut self, mesh: &Mesh) -> Result<(), WriteGlbError> {
        match &mesh.attach {
            Attach::Rigid { joint, offset } => self.write_rigid(mesh, *joint, offset),
            Attach::Skinned { joints, inverse_bind } => {
                let Some(number) = self.write_mesh(mesh, Some(joints.len()), None)? else { return Ok(()) };
                let (document, skeleton) = (&mut *self.document, &self.model.skeleton);
                let skin = write_skin(document, self.binary, skeleton, joints, inverse_bind);
                let skin = skin.map_err(|problem| attach(mesh, problem))?;
                let node =
                    Node { name: named(&mesh.name), mesh: Some(number), skin: Some(skin), ..Node::default() };
                self.document.scenes[0].nodes.push(self.document.nodes.len());
                self.document.nodes.push(node);
                Ok(())
            }
        }
    }

    fn write_rigid(
        &mut self,
        mesh: &Mesh,
        joint: JointIndex,
        offset: &Affine3A,
    ) -> Result<(), WriteGlbError> {
        if joint.index() >= self.model.skeleton.joint_count() {
            return Err(attach(mesh, "hangs on a joint that the skeleton does not have"));
        }
        if !offset.is_finite() {
            return Err(attach(mesh, "hangs on its joint at a place that is not finite"));
        }
        // A node may not be sheared: there, the vertices themselves are moved.
        let can_hold = is_same(&Transform::from_affine(offset).to_affine(), offset);
        let bake = (!can_hold).then_some(offset);
        let Some(number) = self.write_mesh(mesh, None, bake)? else { return Ok(()) };
        let matrix = (can_hold && *offset != Affine3A::IDENTITY).then(|| Mat4::from(*offset).to_cols_array());
        let node = Node { name: named(&mesh.name), mesh: Some(number), matrix, ..Node::default() };
        let nodes = &mut self.document.nodes;
        let index = nodes.len();
        nodes[joint.index()].children.push(index);
        nodes.push(node);
        Ok(())
    }

    fn write_mesh(
        &mut self,
        mesh: &Mesh,
        bones: Option<usize>,
        bake: Option<&Affine3A>,
    ) -> Result<Option<usize>, WriteGlbError> {
        let mut primitives = Vec::with_capacity(mesh.surfaces.len());
        for (index, surface) in mesh.surfaces.iter().enumerate() {
            let refuse =
                |problem| WriteGlbError::Surface { mesh: mesh.name.clone(), surface: index, problem };
            let Some(mut primitive) = write_surface(self.binary, surface, bones, bake).map_err(refuse)?
            else {
                continue;
            };
            if let Some(index) = surface.material {
                let material = self.model.materials.get(index);
                let material =
                    material.ok_or_else(|| refuse("is of a material that the model does not have"))?;
                let image = material.base_color_image.filter(|_| !surface.uvs.is_empty());
                primitive.material = Some(place_of(&mut self.materials, UsedMaterial { index, image }));
            }
            primitives.push(primitive);
        }
        if primitives.is_empty() {
            return Ok(None);
        }
        self.document.meshes.push(schema::Mesh {
            name: named(&mesh.name),
            primitives,
            ..schema::Mesh::default()
        });
        Ok(Some(self.document.meshes.len() - 1))
    }
}

fn attach(mesh: &Mesh, problem: &'static str) -> WriteGlbError {
    WriteGlbError::Attach { mesh: mesh.name.clone(), problem }
}

impl Node {
    /// Puts the node at a place; what is as it is without saying is not said.
    pub(super) fn place(&mut self, place: Transform) {
        let Transform { translation, rotation, scale } = place;
        let rest = Transform::IDENTITY;
        self.translation = (translation != rest.translation).then(|| translation.to_array());
        self.rotation = (rotation != rest.rotation).then(|| rotation.to_array());
        self.scale = (scale != rest.scale).then(|| scale.to_array());
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::ModelError;
use crate::placed_vertices::{PlacedVertex, place};
use crate::skin_parts::{MAX_BONES, SkinPart};
use crate::surface_check::SurfaceCheck;
use fyrox::core::math::TriangleDefinition;
use fyrox::scene::mesh::buffer::{TriangleBuffer, VertexBuffer};
use fyrox::scene::mesh::surface::{SurfaceData, SurfaceResource};
use glam::{Affine3A, Mat3A};
use tumble_pose::Surface;

/// Turns one surface of a model into geometry for Fyrox.
///
/// A rigid mesh's place in its joint is baked into the vertices, so that shear and mirroring survive, which a node's
/// transform cannot hold. A triangle that is mirrored as the character rests is turned round, since Fyrox always
/// takes counter-clockwise for the front.
pub(crate) struct SurfaceJob<'a> {
    pub(crate) mesh: &'a str,
    pub(crate) index: usize,
    pub(crate) surface: &'a Surface,
    pub(crate) frame: Frame<'a>,
}

/// What places the vertices.
#[derive(Clone, Copy)]
pub(crate) enum Frame<'a> {
    Rigid {
        offset: Affine3A,
        /// The joint in model space, at rest.
        joint: Affine3A,
    },
    Skinned {
        /// For each joint of the skin its place in the model's bones.
        bones: &'a [usize],
        /// For each joint of the skin what it does to vertices at rest.
        rest: &'a [Affine3A],
    },
}

/// Geometry that instances share.
#[derive(Debug)]
pub(crate) struct Geometry {
    pub(crate) data: SurfaceResource,
    /// Places in the model's bones, in the order in which vertices count them; none for rigid geometry.
    pub(crate) bones: Vec<usize>,
}

impl SurfaceJob<'_> {
    /// One piece of geometry, several where more bones are needed than Fyrox holds, none where nothing is to be seen.
    pub(crate) fn run(&self) -> Result<Vec<Geometry>, ModelError> {
        let (offset, skin) = match self.frame {
            Frame::Rigid { offset, .. } => (offset, None),
            Frame::Skinned { bones, .. } => (Affine3A::IDENTITY, Some(bones.len())),
        };
        let check = SurfaceCheck { mesh: self.mesh, index: self.index, surface: self.surface, skin };
        let turned = |&[a, b, c]: &[u32; 3]| if self.is_mirrored(a) { [a, c, b] } else { [a, b, c] };
        let triangles: Vec<[u32; 3]> = check.run()?.iter().map(turned).collect();
        let vertices = place(self.surface, &triangles, &offset);
        if let Some(vertex) = vertices.iter().position(|vertex| !vertex.position.is_finite()) {
            return Err(ModelError::VertexNotFinite { surface: check.place(), vertex, what: "position" });
        }
        let bones_of = |vertex: u32| self.bones_of(vertex).map(|(bone, _)| bone);
        let parts = SkinPart::cut(&triangles, MAX_BONES, bones_of);
        let geometry = |part: SkinPart| {
            let buffer = self
                .buffer(&part, &vertices)
                .map_err(|reason| ModelError::Buffer { surface: check.place(), reason })?;
            let triangles = part.triangles.iter().map(|&corners| TriangleDefinition(corners)).collect();
            let data = SurfaceData::new(buffer, TriangleBuffer::new(triangles));
            Ok(Geometry { data: SurfaceResource::new_embedded(data), bones: part.bones })
        };
        parts.into_iter().map(geometry).collect()
    }

    fn buffer(&self, part: &SkinPart, vertices: &[PlacedVertex]) -> Result<VertexBuffer, String> {
        let count = part.vertices.len();
        let used = part.vertices.iter().map(|&vertex| (vertex, vertices[vertex as usize]));
        let buffer = if let Frame::Rigid { .. } = self.frame {
            VertexBuffer::new(count, used.map(|(_, placed)| placed.rigid()).collect())
        } else {
            let skinned = used.map(|(vertex, placed)| {
                let (mut indices, mut weights) = ([0; 4], [0.0; 4]);
                for (slot, (bone, weight)) in self.bones_of(vertex).enumerate() {
                    (indices[slot], weights[slot]) = (part.bone_place(bone), weight);
                }
                placed.skinned(indices, weights)
            });
            VertexBuffer::new(count, skinned.collect())
        };
        buffer.map_err(|error| format!("{error:?}"))
    }

    /// Whether what is right-handed about this vertex is left-handed where it rests.
    fn is_mirrored(&self, vertex: u32) -> bool {
        let matrix = match self.frame {
            Frame::Rigid { offset, joint } => joint.matrix3 * offset.matrix3,
            Frame::Skinned { rest, .. } => {
                let blend = |sum, (place, weight): (usize, f32)| sum + rest[place].matrix3 * weight;
                self.places_of(vertex).fold(Mat3A::ZERO, blend)
            }
        };
        matrix.determinant() < 0.0
    }

    /// The bones that move a vertex, and how much.
    fn bones_of(&self, vertex: u32) -> impl Iterator<Item = (usize, f32)> {
        let bones = if let Frame::Skinned { bones, .. } = self.frame { bones } else { &[] };
        self.places_of(vertex).map(|(place, weight)| (bones[place], weight))
    }

    /// The joints of the skin that move a vertex, and how much; none in a rigid mesh.
    fn places_of(&self, vertex: u32) -> impl Iterator<Item = (usize, f32)> + use<> {
        let (places, weights) = self.surface.influences.get(vertex as usize).copied().unwrap_or_default();
        places.map(usize::from).into_iter().zip(weights).filter(|&(_, weight)| weight != 0.0)
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::convert::{to_vector2, to_vector3};
use fyrox::scene::mesh::vertex::{AnimatedVertex, StaticVertex};
use glam::{Affine3A, Mat3A, Vec2, Vec3};
use tumble_pose::Surface;

/// A vertex where Fyrox is to have it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlacedVertex {
    pub(crate) position: Vec3,
    /// Of unit length.
    pub(crate) normal: Vec3,
    pub(crate) uv: Vec2,
}

impl PlacedVertex {
    pub(crate) fn rigid(self) -> StaticVertex {
        StaticVertex {
            position: to_vector3(self.position),
            tex_coord: to_vector2(self.uv),
            normal: to_vector3(self.normal),
            tangent: to_vector3(self.tangent()).push(1.0),
        }
    }

    pub(crate) fn skinned(self, bone_indices: [u8; 4], bone_weights: [f32; 4]) -> AnimatedVertex {
        let StaticVertex { position, tex_coord, normal, tangent } = self.rigid();
        AnimatedVertex { position, tex_coord, normal, tangent, bone_weights, bone_indices }
    }

    /// Some direction along the surface. Only normal maps would ask which, and models have none; but Fyrox's shaders
    /// divide by the length of its product with the normal.
    fn tangent(self) -> Vec3 {
        self.normal.any_orthonormal_vector()
    }
}

/// The vertices of a surface, moved by `offset`. Texture coordinates that the surface lacks are 0; normals that it
/// lacks, or that have no length, are those of the triangles around, by their size.
pub(crate) fn place(surface: &Surface, triangles: &[[u32; 3]], offset: &Affine3A) -> Vec<PlacedVertex> {
    let positions: Vec<Vec3> =
        surface.positions.iter().map(|&position| offset.transform_point3(position)).collect();
    // The inverse transposed, but for a factor above 0: what is flat has one, too.
    let Mat3A { x_axis: x, y_axis: y, z_axis: z } = offset.matrix3;
    let turn = offset.matrix3.determinant().signum();
    let cofactors = Mat3A::from_cols(y.cross(z), z.cross(x), x.cross(y)) * turn;
    let given = |vertex: usize| (cofactors * *surface.normals.get(vertex)?).try_normalize();
    let given: Vec<Option<Vec3>> = (0..positions.len()).map(given).collect();
    let faces = if given.contains(&None) { of_faces(&positions, triangles) } else { Vec::new() };
    let normal = |vertex: usize| {
        let face = || faces.get(vertex).copied().and_then(Vec3::try_normalize);
        given[vertex].or_else(face).unwrap_or(Vec3::Y)
    };
    let uv = |vertex: usize| surface.uvs.get(vertex).copied().unwrap_or_default();
    let vertex = |(index, &position)| PlacedVertex { position, normal: normal(index), uv: uv(index) };
    positions.iter().enumerate().map(vertex).collect()
}

/// For each vertex the sum of the normals of its triangles, as long as they are large.
fn of_faces(positions: &[Vec3], triangles: &[[u32; 3]]) -> Vec<Vec3> {
    let mut normals = vec![Vec3::ZERO; positions.len()];
    for corners in triangles {
        let [a, b, c] = corners.map(|corner| positions[corner as usize]);
        let normal = (b - a).cross(c - a);
        for corner in corners {
            normals[*corner as usize] += normal;
        }
    }
    normals
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::bones::Bones;
use super::camera::{Camera, Projected};
use super::canvas::Canvas;
use super::light::Light;
use super::paint::{Paint, TextureError, paints};
use glam::{Affine3A, Mat3A, Vec2, Vec3, Vec3A};
use tumble_pose::{Attach, LocalToModelError, Mesh, Model, ModelPose, Surface};

const WITHOUT_MATERIAL: Vec3 = Vec3::new(0.55, 0.55, 0.55);

/// A character, ready to be posed and drawn: its meshes, or without any its bones.
#[derive(Debug)]
pub(crate) enum Figure<'a> {
    Meshes { meshes: &'a [Mesh], paints: Vec<Paint>, without_material: Paint },
    Bones(Bones),
}

/// A shape in one pose.
#[derive(Debug)]
pub(crate) struct Solid<'a> {
    pub(crate) positions: Vec<Vec3>,
    /// One per position, or none at all.
    normals: Vec<Vec3>,
    uvs: &'a [Vec2],
    indices: &'a [u32],
    paint: &'a Paint,
}

impl<'a> Figure<'a> {
    /// A character's figure, and the textures that it has to do without.
    pub(crate) fn new(model: &'a Model) -> Result<(Self, Vec<TextureError>), LocalToModelError> {
        if model.meshes.iter().all(|mesh| mesh.surfaces.iter().all(|surface| surface.indices.is_empty())) {
            return Ok((Self::Bones(Bones::new(&model.skeleton)?), Vec::new()));
        }
        let (paints, unread) = paints(model);
        let without_material = Paint::plain(WITHOUT_MATERIAL);
        Ok((Self::Meshes { meshes: &model.meshes, paints, without_material }, unread))
    }

    /// The figure's shapes in a pose.
    pub(crate) fn pose(&self, pose: &ModelPose) -> Vec<Solid<'_>> {
        match self {
            Self::Bones(bones) => {
                let shapes = bones.capsules(pose).map(|capsule| Solid {
                    positions: capsule.positions,
                    normals: capsule.normals,
                    uvs: &[],
                    indices: &bones.indices,
                    paint: capsule.paint,
                });
                shapes.collect()
            }
            Self::Meshes { meshes, paints, without_material } => {
                let mut solids = Vec::new();
                for mesh in *meshes {
                    let movers = movers(&mesh.attach, pose);
                    solids.extend(mesh.surfaces.iter().map(|surface| {
                        let (positions, normals) = move_vertices(surface, &mesh.attach, &movers);
                        let paint = surface.material.and_then(|material| paints.get(material));
                        let paint = paint.unwrap_or(without_material);
                        Solid { positions, normals, uvs: &surface.uvs, indices: &surface.indices, paint }
                    }));
                }
                solids
            }
        }
    }
}

/// The matrices that move a mesh's vertices: one per joint of its skin, or one for all.
fn movers(attach: &Attach, pose: &ModelPose) -> Vec<Affine3A> {
    match attach {
        Attach::Rigid { joint, offset } => vec![pose.affine(*joint) * *offset],
        Attach::Skinned { joints, inverse_bind } => {
            joints.iter().zip(inverse_bind).map(|(&joint, &inverse)| pose.affine(joint) * inverse).collect()
        }
    }
}

fn move_vertices(surface: &Surface, attach: &Attach, movers: &[Affine3A]) -> (Vec<Vec3>, Vec<Vec3>) {
    let mover = |vertex: usize| match attach {
        Attach::Rigid { .. } => movers.first().copied().unwrap_or(Affine3A::IDENTITY),
        Attach::Skinned { .. } => {
            surface.influences.get(vertex).map_or(Affine3A::IDENTITY, |influences| mixed(influences, movers))
        }
    };
    let mut positions = Vec::with_capacity(surface.positions.len());
    let mut normals = Vec::with_capacity(surface.normals.len());
    for (vertex, &position) in surface.positions.iter().enumerate() {
        let mover = mover(vertex);
        positions.push(mover.transform_point3(position));
        if let Some(&normal) = surface.normals.get(vertex) {
            normals.push(turn_normal(&mover.matrix3, normal));
        }
    }
    (positions, normals)
}

/// Entries that the skin has not, count for nothing.
fn mixed((entries, weights): &([u16; 4], [f32; 4]), movers: &[Affine3A]) -> Affine3A {
    let mut sum = Affine3A { matrix3: Mat3A::ZERO, translation: Vec3A::ZERO };
    for (&entry, &weight) in entries.iter().zip(weights) {
        if let Some(mover) = movers.get(usize::from(entry)) {
            sum.matrix3 += mover.matrix3 * weight;
            sum.translation += mover.translation * weight;
        }
    }
    sum
}

/// Turns a normal as the surface turns, also where the matrix stretches or mirrors: by its cofactors.
fn turn_normal(m: &Mat3A, normal: Vec3) -> Vec3 {
    let cofactors =
        Mat3A::from_cols(m.y_axis.cross(m.z_axis), m.z_axis.cross(m.x_axis), m.x_axis.cross(m.y_axis));
    (cofactors * normal).normalize_or_zero()
}

impl Solid<'_> {
    /// Each triangle's corners, as places among the vertices. Triangles that name a vertex too many are left out.
    pub(crate) fn triangles(&self) -> impl Iterator<Item = [usize; 3]> + '_ {
        let corners =
            self.indices.chunks_exact(3).map(|three| [0, 1, 2].map(|corner| three[corner] as usize));
        corners.filter(|corners| corners.iter().all(|&corner| corner < self.positions.len()))
    }

    /// Draws the shape.
    pub(crate) fn draw(&self, canvas: &mut Canvas, camera: &Camera, light: &Light) {
        let projected: Vec<Option<Projected>> =
            self.positions.iter().map(|&position| camera.project(position)).collect();
        for corners in self.triangles() {
            let [Some(a), Some(b), Some(c)] = corners.map(|corner| projected[corner]) else {
                continue;
            };
            let [pa, pb, pc] = corners.map(|corner| self.positions[corner]);
            let mut outwards = (pb - pa).cross(pc - pa).normalize_or_zero();
            if outwards.dot(camera.eye - pa) < 0.0 {
                outwards = -outwards;
            }
            let normals = corners.map(|corner| {
                let normal = self.normals.get(corner).copied().unwrap_or(outwards);
                // Both sides of a surface are drawn; which way its normals point does not matter.
                if normal.dot(outwards) < 0.0 { -normal } else { normal }
            });
            let uvs = corners.map(|corner| self.uvs.get(corner).copied().unwrap_or(Vec2::ZERO));
            canvas.triangle([a, b, c], |[wa, wb, wc], pixel| {
                let color = self.paint.at(uvs[0] * wa + uvs[1] * wb + uvs[2] * wc, pixel)?;
                Some(light.on(color, normals[0] * wa + normals[1] * wb + normals[2] * wc))
            });
        }
    }
}

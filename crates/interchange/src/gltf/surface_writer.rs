// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::binary_writer::{BinaryWriter, Bounds, Stream};
use super::influences::{Four, Influences};
use super::schema::Primitive;
use glam::Affine3A;
use glam::{Mat3A, Vec2, Vec3, Vec3A};
use tumble_pose::Surface;

/// Writes one surface; `None` for one without triangles.
///
/// `bones` is the number of the skin's joints, for a skinned mesh. `bake` moves the vertices themselves, where no
/// node can.
///
/// # Errors
///
/// What is wrong with it.
pub(super) fn write_surface(
    binary: &mut BinaryWriter,
    surface: &Surface,
    bones: Option<usize>,
    bake: Option<&Affine3A>,
) -> Result<Option<Primitive>, &'static str> {
    check(surface, bones)?;
    if surface.indices.is_empty() {
        return Ok(None);
    }
    let mut primitive = Primitive::default();
    let mut attribute = |name: &str, accessor: usize| primitive.attributes.insert(name.to_owned(), accessor);
    let baked = bake.map(|bake| baked(surface, bake));
    let surface = baked.as_ref().unwrap_or(surface);
    let positions: Vec<[f32; 3]> = surface.positions.iter().map(Vec3::to_array).collect();
    attribute("POSITION", binary.push(Stream::Vertices(12), Bounds::Stated, &positions));
    if !surface.normals.is_empty() {
        let unit = |normal: &Vec3| normal.try_normalize().unwrap_or(Vec3::Y).to_array();
        let normals: Vec<[f32; 3]> = surface.normals.iter().map(unit).collect();
        attribute("NORMAL", binary.push(Stream::Vertices(12), Bounds::Unstated, &normals));
    }
    if !surface.uvs.is_empty() {
        let uvs: Vec<[f32; 2]> = surface.uvs.iter().map(Vec2::to_array).collect();
        attribute("TEXCOORD_0", binary.push(Stream::Vertices(8), Bounds::Unstated, &uvs));
    }
    if let Some(bones) = bones {
        let (joints, weights): (Vec<_>, Vec<_>) = clean_influences(surface, bones)?.into_iter().unzip();
        attribute("JOINTS_0", write_joints(binary, &joints, bones));
        attribute("WEIGHTS_0", binary.push(Stream::Vertices(16), Bounds::Unstated, &weights));
    }
    primitive.indices = Some(write_indices(binary, surface));
    Ok(Some(primitive))
}

fn check(surface: &Surface, bones: Option<usize>) -> Result<(), &'static str> {
    let vertices = surface.positions.len();
    let fits = |count: usize| count == 0 || count == vertices;
    if !fits(surface.normals.len()) || !fits(surface.uvs.len()) {
        return Err("has normals or texture coordinates for another number of vertices");
    }
    if bones.is_some() && surface.influences.len() != vertices {
        return Err("has joints and weights for another number of vertices");
    }
    if !surface.positions.iter().all(|position| position.is_finite())
        || !surface.normals.iter().all(|normal| normal.is_finite())
        || !surface.uvs.iter().all(|uv| uv.is_finite())
    {
        return Err("has a position, normal or texture coordinate that is not finite");
    }
    if !surface.indices.len().is_multiple_of(3) {
        return Err("ends within a triangle");
    }
    if surface.indices.iter().any(|index| *index as usize >= vertices) {
        return Err("has a triangle of a vertex that does not exist");
    }
    Ok(())
}

/// Brings influences into the form that glTF asks for: no joint twice, none without weight, a sum of 1.
fn clean_influences(surface: &Surface, bones: usize) -> Result<Vec<Four>, &'static str> {
    let (joints, weights): (Vec<_>, Vec<_>) =
        surface.influences.iter().map(|(joints, weights)| (joints.map(u32::from), *weights)).unzip();
    let mut influences = Influences::new(joints.len(), bones);
    influences.add(&joints, &weights).map_err(|_| "follows a joint that its skin does not have")?;
    Ok(influences.finish().0)
}

fn write_joints(binary: &mut BinaryWriter, joints: &[[u16; 4]], bones: usize) -> usize {
    if bones <= 256 {
        let joints: Vec<[u8; 4]> = joints.iter().map(|joints| joints.map(|joint| joint as u8)).collect();
        binary.push(Stream::Vertices(4), Bounds::Unstated, &joints)
    } else {
        binary.push(Stream::Vertices(8), Bounds::Unstated, joints)
    }
}

fn write_indices(binary: &mut BinaryWriter, surface: &Surface) -> usize {
    let indices = &surface.indices;
    // The largest number of a type is not an index but restarts a strip.
    if u16::try_from(surface.positions.len()).is_ok() {
        let indices: Vec<[u16; 1]> = indices.iter().map(|index| [*index as u16]).collect();
        binary.push(Stream::Indices, Bounds::Unstated, &indices)
    } else {
        let indices: Vec<[u32; 1]> = indices.iter().map(|index| [*index]).collect();
        binary.push(Stream::Indices, Bounds::Unstated, &indices)
    }
}

/// The surface with its vertices moved. A mirror turns triangles inside out, so they are turned back.
fn baked(surface: &Surface, bake: &Affine3A) -> Surface {
    let mut surface = surface.clone();
    let Mat3A { x_axis: x, y_axis: y, z_axis: z } = bake.matrix3;
    let mirror = bake.matrix3.determinant().signum();
    // Normals go by the matrix of cofactors, which a flat matrix has as well.
    let cofactors = Mat3A::from_cols(y.cross(z), z.cross(x), x.cross(y)) * mirror;
    for position in &mut surface.positions {
        *position = bake.transform_point3(*position);
    }
    for normal in &mut surface.normals {
        *normal = (cofactors * Vec3A::from(*normal)).into();
    }
    if mirror < 0.0 {
        surface.indices.chunks_exact_mut(3).for_each(|triangle| triangle.swap(1, 2));
    }
    surface
}

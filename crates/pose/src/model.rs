// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{JointIndex, Skeleton};
use glam::{Affine3A, Vec2, Vec3};
use std::sync::Arc;

/// A character: a skeleton and what hangs on it. Meshes are plain data, in no engine's format.
#[derive(Debug, Clone)]
pub struct Model {
    /// What the character is called; the file's stem when it came from a file.
    pub name: String,
    /// Its joints.
    pub skeleton: Skeleton,
    /// Its meshes, each on a joint or on a skin of joints.
    pub meshes: Vec<Mesh>,
    /// What the meshes' surfaces look like.
    pub materials: Vec<Material>,
    /// Textures of the materials, as they were stored.
    pub images: Vec<Image>,
}

/// A mesh and what moves it.
#[derive(Debug, Clone)]
pub struct Mesh {
    /// Its name, not always unique.
    pub name: String,
    /// What it follows.
    pub attach: Attach,
    /// Its parts, each of one material.
    pub surfaces: Vec<Surface>,
}

/// What moves a mesh.
#[derive(Debug, Clone)]
pub enum Attach {
    /// The mesh follows one joint stiffly.
    Rigid {
        /// The joint.
        joint: JointIndex,
        /// Where the mesh sits in the joint.
        offset: Affine3A,
    },
    /// Each vertex follows up to four joints of the skin.
    Skinned {
        /// The skin's joints. [`Surface::influences`] counts in this list.
        joints: Vec<JointIndex>,
        /// From mesh space to each joint at bind, one per entry of `joints`.
        inverse_bind: Vec<Affine3A>,
    },
}

/// Triangles of one material.
#[derive(Debug, Clone, Default)]
pub struct Surface {
    /// Places of the vertices, in mesh space.
    pub positions: Vec<Vec3>,
    /// Unit normals, one per vertex, or none at all.
    pub normals: Vec<Vec3>,
    /// Texture coordinates, one per vertex, or none at all; v runs down.
    pub uvs: Vec<Vec2>,
    /// For each vertex of a skinned mesh four places in the skin and their weights, which sum to 1. Empty on a
    /// rigid mesh.
    pub influences: Vec<([u16; 4], [f32; 4])>,
    /// Three vertices a triangle, counter-clockwise seen from outside.
    pub indices: Vec<u32>,
    /// Index into [`Model::materials`].
    pub material: Option<usize>,
}

/// What a surface looks like: the part of glTF's metallic-roughness material that games here use.
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    /// Its name.
    pub name: String,
    /// Linear red, green, blue and opacity, in `0.0..=1.0`; multiplies the texture.
    pub base_color: [f32; 4],
    /// Index into [`Model::images`].
    pub base_color_image: Option<usize>,
    /// In `0.0..=1.0`.
    pub metallic: f32,
    /// In `0.0..=1.0`.
    pub roughness: f32,
    /// How opacity is used.
    pub alpha: AlphaMode,
    /// Whether back faces are drawn.
    pub double_sided: bool,
}

/// How a material uses its opacity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum AlphaMode {
    /// Not at all.
    Opaque,
    /// Drawn at or above this opacity, not drawn below.
    Mask(f32),
    /// Mixed with what lies behind.
    Blend,
}

/// An image as it was stored: PNG or JPEG bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Its name.
    pub name: String,
    /// `image/png` or `image/jpeg`.
    pub media_type: String,
    /// The encoded bytes.
    pub bytes: Arc<[u8]>,
}

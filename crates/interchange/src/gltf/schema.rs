// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The parts of a glTF 2.0 document that Tumble reads and writes, as serde sees them.
//!
//! The schema crates refuse a whole file for a camera or an extension that nobody here reads, and forget the
//! value that they refuse. These structs know only what is used; everything else is skipped unseen. Numbers
//! are taken as they come: whoever uses one checks it.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Document {
    pub(super) asset: Option<AssetInfo>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) extensions_required: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) scene: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) scenes: Vec<Scene>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) nodes: Vec<Node>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) meshes: Vec<Mesh>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) skins: Vec<Skin>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) animations: Vec<Animation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) materials: Vec<Material>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) textures: Vec<Texture>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) images: Vec<Image>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) accessors: Vec<Accessor>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) buffer_views: Vec<BufferView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) buffers: Vec<Buffer>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AssetInfo {
    pub(super) version: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) min_version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) generator: Option<String>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Scene {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) nodes: Vec<usize>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Node {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) children: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mesh: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) skin: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) matrix: Option<[f32; 16]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) translation: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rotation: Option<[f32; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) scale: Option<[f32; 3]>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Mesh {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    pub(super) primitives: Vec<Primitive>,
    /// May hold `targetNames`, by a convention of all exporters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) extras: Option<Box<RawValue>>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Primitive {
    pub(super) attributes: BTreeMap<String, usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) indices: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) material: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mode: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) targets: Vec<BTreeMap<String, usize>>,
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Skin {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) inverse_bind_matrices: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) skeleton: Option<usize>,
    pub(super) joints: Vec<usize>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Animation {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    pub(super) channels: Vec<Channel>,
    pub(super) samplers: Vec<Sampler>,
    /// May hold what Tumble alone knows of a clip.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) extras: Option<Box<RawValue>>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Channel {
    pub(super) sampler: usize,
    pub(super) target: Target,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Target {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) node: Option<usize>,
    pub(super) path: Property,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Property {
    Translation,
    Rotation,
    Scale,
    Weights,
    /// What an extension animates.
    #[serde(other)]
    Other,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Sampler {
    pub(super) input: usize,
    #[serde(default)]
    pub(super) interpolation: Interpolation,
    pub(super) output: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) enum Interpolation {
    #[serde(rename = "STEP")]
    Step,
    #[default]
    #[serde(rename = "LINEAR")]
    Linear,
    #[serde(rename = "CUBICSPLINE")]
    CubicSpline,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Material {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pbr_metallic_roughness: Option<PbrMetallicRoughness>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) alpha_mode: Option<AlphaMode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) alpha_cutoff: Option<f32>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) double_sided: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum AlphaMode {
    Opaque,
    Mask,
    Blend,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct PbrMetallicRoughness {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) base_color_factor: Option<[f32; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) base_color_texture: Option<TextureInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) metallic_factor: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) roughness_factor: Option<f32>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct TextureInfo {
    pub(super) index: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tex_coord: Option<u32>,
    #[serde(skip_serializing)]
    pub(super) extensions: TextureInfoExtensions,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct TextureInfoExtensions {
    #[serde(rename = "KHR_texture_transform")]
    pub(super) transform: Option<TextureTransform>,
}

/// `KHR_texture_transform`, with which packers undo the quantisation of texture coordinates.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct TextureTransform {
    pub(super) offset: [f32; 2],
    pub(super) rotation: f32,
    pub(super) scale: [f32; 2],
    pub(super) tex_coord: Option<u32>,
}

impl Default for TextureTransform {
    fn default() -> Self {
        Self { offset: [0.0; 2], rotation: 0.0, scale: [1.0; 2], tex_coord: None }
    }
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Texture {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) source: Option<usize>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Image {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) uri: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) buffer_view: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mime_type: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) buffer_view: Option<usize>,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) byte_offset: u64,
    pub(super) component_type: u32,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) normalized: bool,
    pub(super) count: u64,
    #[serde(rename = "type")]
    pub(super) shape: Shape,
    /// Written where glTF asks for it; what a file claims is not read.
    #[serde(skip_deserializing, skip_serializing_if = "Vec::is_empty")]
    pub(super) min: Vec<f64>,
    #[serde(skip_deserializing, skip_serializing_if = "Vec::is_empty")]
    pub(super) max: Vec<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sparse: Option<Sparse>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum Shape {
    Scalar,
    Vec2,
    Vec3,
    Vec4,
    Mat2,
    Mat3,
    Mat4,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Sparse {
    pub(super) count: u64,
    pub(super) indices: SparseIndices,
    pub(super) values: SparseValues,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseIndices {
    pub(super) buffer_view: usize,
    #[serde(default)]
    pub(super) byte_offset: u64,
    pub(super) component_type: u32,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseValues {
    pub(super) buffer_view: usize,
    #[serde(default)]
    pub(super) byte_offset: u64,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BufferView {
    pub(super) buffer: usize,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) byte_offset: u64,
    pub(super) byte_length: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) byte_stride: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) target: Option<u32>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Buffer {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) uri: Option<String>,
    pub(super) byte_length: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_zero(value: &u64) -> bool {
    *value == 0
}

/// A name as it is written: an empty one is left out.
pub(super) fn named(name: &str) -> Option<String> {
    (!name.is_empty()).then(|| name.to_owned())
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::accessor_reader::AccessorReader;
use super::animation_reader::AnimationReader;
use super::budget::Budget;
use super::container;
use super::error::GltfError;
use super::extensions::check_required;
use super::joint_tree::JointTree;
use super::material_reader::MaterialReader;
use super::mesh_reader::MeshReader;
use super::morph_nodes::MorphNodes;
use super::resources::{Buffers, Resources, beside};
use super::scene_tree::SceneTree;
use crate::read_file;
use std::io;
use std::path::Path;
use tumble_clip::RawClip;
use tumble_pose::Model;

/// What a file holds: a character and its clips.
#[derive(Debug, Clone)]
pub struct Asset {
    /// The skeleton, the meshes on it and what they look like.
    pub model: Model,
    /// All animations, in the file's order, each of its own name.
    pub clips: Vec<RawClip>,
    /// What was left out or put right, a line each.
    pub warnings: Vec<String>,
}

/// Reads a `.glb` or `.gltf` file.
///
/// Buffers and images may be inside it or beside it; no other place is looked at. The model is named after the
/// file. Of several scenes the default one is read. No file may be larger than [`LARGEST_FILE`](crate::LARGEST_FILE).
///
/// # Errors
///
/// [`GltfError`], which says what is wrong and where.
pub fn read_gltf(path: &Path) -> Result<Asset, GltfError> {
    let bytes = read_file(path).map_err(|source| GltfError::Io { path: path.to_owned(), source })?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    read_gltf_bytes(&name, &bytes, beside(path))
}

/// Reads the bytes of a `.glb` or `.gltf` file.
///
/// `name` becomes the model's. `fetch` is asked for the files that the bytes name, by their paths relative to
/// them: with forward slashes, never absolute and never upwards.
///
/// # Errors
///
/// [`GltfError`], which says what is wrong and where.
pub fn read_gltf_bytes(
    name: &str,
    bytes: &[u8],
    mut fetch: impl FnMut(&str) -> io::Result<Vec<u8>>,
) -> Result<Asset, GltfError> {
    let (document, bin) = container::open(bytes)?;
    check_required(&document.extensions_required)?;
    let mut warnings = Vec::new();
    let mut resources = Resources::new(&mut fetch);
    let buffers = Buffers::load(&document, bin, &mut resources)?;
    let budget = Budget::for_file((bytes.len() as u64).saturating_add(buffers.total()));
    let accessors = AccessorReader::new(&document, &buffers, &budget);
    let scene = SceneTree::read(&document)?;
    let tree = JointTree::read(&document, &scene, name, &mut warnings)?;
    let materials = MaterialReader::new(&document, &accessors, &mut resources, &mut warnings).read()?;
    let meshes = MeshReader {
        document: &document,
        accessors: &accessors,
        tree: &tree,
        mappings: &materials.mappings,
        warnings: &mut warnings,
    };
    let meshes = meshes.read(&scene)?;
    let morphs = MorphNodes::read(&document, &accessors, &scene, &tree);
    let morphs = morphs.map_err(|error| GltfError::accessor("the names of morph targets".into(), error))?;
    let animations = AnimationReader {
        document: &document,
        accessors: &accessors,
        scene: &scene,
        tree: &tree,
        morphs: &morphs,
        warnings: &mut warnings,
    };
    let clips = animations.read()?;
    let model = Model {
        name: name.to_owned(),
        skeleton: tree.skeleton,
        meshes,
        materials: materials.list,
        images: materials.images,
    };
    Ok(Asset { model, clips, warnings })
}

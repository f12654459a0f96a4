// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

mod accessor_reader;
mod animation_reader;
mod budget;
mod clip_extras;
mod container;
mod error;
mod extensions;
mod influences;
mod joint_tree;
mod keys;
mod material_reader;
mod mesh_reader;
mod morph_nodes;
mod read;
mod resources;
mod sample_rate;
mod scene_tree;
mod schema;
mod skin_reader;
mod triangles;
mod unique_names;

pub use accessor_reader::AccessorError;
pub use error::{GltfError, ResourceError};
pub use read::{Asset, read_gltf, read_gltf_bytes};

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

mod accessor_error;
mod accessor_reader;
mod animation_reader;
mod animation_writer;
mod binary_writer;
mod budget;
mod clip_extras;
mod component;
mod container;
mod curve_writer;
mod error;
mod extensions;
mod influences;
mod joint_tree;
mod keys;
mod material_reader;
mod material_writer;
mod mesh_reader;
mod mesh_writer;
mod morph_nodes;
mod read;
mod resources;
mod sample_rate;
mod scene_tree;
mod schema;
mod skin_reader;
mod skin_writer;
mod surface_writer;
mod triangles;
mod unique_names;
mod unit_rotations;
mod write;
mod write_error;

pub use accessor_error::AccessorError;
pub use error::{GltfError, ResourceError};
pub use read::{Asset, read_gltf, read_gltf_bytes};
pub use write::write_glb;
pub use write_error::WriteGlbError;

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reads and writes glTF: characters, skeletons and animations.
//!
//! ```
//! use tumble_interchange::{read_gltf_bytes, write_glb};
//!
//! let file = br#"{
//!     "asset": { "version": "2.0" },
//!     "nodes": [{ "name": "hips", "children": [1] }, { "name": "spine", "translation": [0, 0.2, 0] }]
//! }"#;
//! let no_other_files = |_: &str| Err(std::io::ErrorKind::NotFound.into());
//! let asset = read_gltf_bytes("hero", file, no_other_files)?;
//! assert_eq!(asset.model.skeleton.joint_count(), 2);
//!
//! let glb = write_glb(&asset.model, &asset.clips)?;
//! let again = read_gltf_bytes("hero", &glb, no_other_files)?;
//! assert!(again.model.skeleton.find("spine").is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Should I use this crate?
//!
//! Yes, if you want a rigged character out of a `.glb` or `.gltf` file as plain data, with every animation that
//! is in it. It reads what real files have: quantised meshes, sparse accessors, accessors without bytes behind
//! them, splines, meshes that hang on a joint without a skin. Files that are broken, or made to do harm, get a
//! one-line error that says what is wrong and where; the memory that they can ask for is bounded by their size.
//! What it writes passes the Khronos validator, and is the same bytes each time.
//!
//! No, if you want all of a scene: cameras, lights, and of materials more than their base colour are passed
//! over; so are, for now, the shapes of morph targets, though not the animation of their weights.
//!
//! # What becomes a joint
//!
//! All joints of skins and all nodes that an animation moves, with their ancestors up to the scene's root; in a
//! file without these, every node. Where that gives several roots they are put under one more, named after the
//! scene. Other nodes with meshes are attached to the nearest joint above them.
//!
//! # Features
//!
//! None.

mod gltf;
mod read_file;

pub use gltf::{
    AccessorError, Asset, GltfError, ResourceError, WriteGlbError, read_gltf, read_gltf_bytes, write_glb,
};
pub use read_file::{LARGEST_FILE, read_file};

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::error::GltfError;

/// What is read as it is meant, or changes only what a surface looks like.
const KNOWN: &[&str] = &[
    "EXT_texture_avif",
    "EXT_texture_webp",
    "KHR_animation_pointer",
    "KHR_lights_punctual",
    "KHR_mesh_quantization",
    "KHR_texture_basisu",
    "KHR_texture_transform",
    "KHR_xmp_json_ld",
];

/// Extensions whose names begin so describe the looks of a surface.
const KNOWN_PREFIX: &str = "KHR_materials_";

const COMPRESSION: &[&str] =
    &["EXT_meshopt_compression", "KHR_draco_mesh_compression", "KHR_meshopt_compression"];

/// Refuses a file that requires an extension without which it would be read wrongly.
pub(super) fn check_required(extensions: &[String]) -> Result<(), GltfError> {
    let unknown = |name: &&String| !KNOWN.contains(&name.as_str()) && !name.starts_with(KNOWN_PREFIX);
    let Some(name) = extensions.iter().find(unknown) else { return Ok(()) };
    let compressed = COMPRESSION.contains(&name.as_str());
    let hint = if compressed { "; export the file without compression" } else { "" };
    Err(GltfError::Extension { name: name.chars().take(60).collect(), hint })
}

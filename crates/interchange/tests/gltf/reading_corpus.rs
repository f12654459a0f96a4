// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! What is read from files that nobody here made.

use crate::corpus::gltf_files;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use tumble_clip::RawClip;
use tumble_interchange::{Asset, read_gltf};
use tumble_pose::{Attach, JointIndex};

#[test]
fn each_file_of_the_corpus_is_read_whole() {
    for path in gltf_files() {
        let asset = read_gltf(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        insta::assert_snapshot!(asset.model.name.clone(), summary(&asset));
    }
}

fn summary(asset: &Asset) -> String {
    let mut text = String::new();
    write_summary(&mut text, asset).expect("a string takes everything");
    text
}

fn write_summary(text: &mut String, asset: &Asset) -> std::fmt::Result {
    let model = &asset.model;
    let skeleton = &model.skeleton;
    writeln!(text, "{} joints below {:?}", skeleton.joint_count(), skeleton.name(JointIndex::ROOT))?;
    for mesh in &model.meshes {
        let vertices: usize = mesh.surfaces.iter().map(|surface| surface.positions.len()).sum();
        let triangles: usize = mesh.surfaces.iter().map(|surface| surface.indices.len() / 3).sum();
        let attach = match &mesh.attach {
            Attach::Skinned { joints, .. } => format!("skinned to {}", joints.len()),
            Attach::Rigid { joint, .. } => format!("rigid on {:?}", skeleton.path(*joint)),
        };
        writeln!(text, "mesh {:?}: {vertices} vertices, {triangles} triangles, {attach}", mesh.name)?;
    }
    for material in &model.materials {
        writeln!(text, "{material:?}")?;
    }
    for image in &model.images {
        writeln!(text, "image {:?}: {}, {} bytes", image.name, image.media_type, image.bytes.len())?;
    }
    for clip in &asset.clips {
        write_clip(text, clip)?;
    }
    let scalars: BTreeSet<_> =
        asset.clips.iter().flat_map(|clip| clip.scalars.iter().map(|(key, _)| key)).collect();
    for key in scalars {
        writeln!(text, "scalar {key}")?;
    }
    for warning in &asset.warnings {
        writeln!(text, "warning: {warning}")?;
    }
    Ok(())
}

fn write_clip(text: &mut String, clip: &RawClip) -> std::fmt::Result {
    let keys: usize = clip
        .tracks
        .iter()
        .map(|track| {
            let count = |keys: Option<usize>| keys.unwrap_or(0);
            count(track.translation.as_ref().map(|curve| curve.keys.len()))
                + count(track.rotation.as_ref().map(|curve| curve.keys.len()))
                + count(track.scale.as_ref().map(|curve| curve.keys.len()))
        })
        .sum();
    let rate = clip.meta.rate_hz.map_or_else(|| "no rate".to_owned(), |rate| format!("{rate} Hz"));
    writeln!(
        text,
        "clip {:?}: {:.4} s, {rate}, {} tracks, {keys} keys, {} scalars",
        clip.meta.name,
        clip.duration.0,
        clip.tracks.len(),
        clip.scalars.len(),
    )
}

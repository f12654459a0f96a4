// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Every animation of the corpus as a clip: within its bound, through a file, and back.

#![allow(clippy::expect_used, reason = "a test may")]

use tumble_clip::{Clip, ClipBuilder, RawClip};
use tumble_interchange::read_gltf;
use tumble_tests::corpus;

#[test]
fn every_animation_of_the_corpus_keeps_its_bound_and_comes_back_from_its_file() {
    let mut built = 0;
    for folder in ["clips", "motions", "characters", "morph"] {
        let Some(folder) = corpus(folder) else { return };
        let files = std::fs::read_dir(folder).expect("a folder of the corpus");
        let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
        files.sort();
        for file in files {
            let asset = read_gltf(&file).expect("a glTF file");
            for raw in &asset.clips {
                let name = format!("{}: {}", file.display(), raw.meta.name);
                let clip = ClipBuilder::default().build(&asset.model.skeleton, raw);
                let clip = clip.unwrap_or_else(|error| panic!("{name}: {error}"));
                assert!(clip.report().max_error_m <= 1e-4, "{name}: {} m", clip.report().max_error_m);
                assert!(clip.report().max_scalar_error <= 1e-3, "{name}: {}", clip.report().max_scalar_error);
                let bytes = clip.to_bytes();
                assert_eq!(Clip::from_bytes(&bytes).expect("reads back").to_bytes(), bytes, "{name}");
                built += 1;
            }
        }
    }
    assert!(built > 100, "{built} animations");
}

/// ACL's scalars take a half to a third of these weights' bytes.
#[test]
fn the_morph_weights_of_the_corpus_take_a_sixth_of_their_bytes() {
    let Some(folder) = corpus("morph") else { return };
    let asset = read_gltf(&folder.join("MorphStressTest.gltf")).expect("a glTF file");
    let builder = ClipBuilder { rate_hz: Some(30.0), ..ClipBuilder::default() };
    let [mut all_raw, mut all_memory] = [0, 0];
    for raw in &asset.clips {
        let build = |raw: &RawClip| builder.build(&asset.model.skeleton, raw).expect("a clip");
        let (clip, bare) = (build(raw), build(&RawClip { scalars: Vec::new(), ..raw.clone() }));
        let values = clip.sample_count() as usize * clip.scalar_keys().len();
        let file = clip.track_bytes() - bare.track_bytes();
        let memory = clip.memory_bytes() - bare.memory_bytes();
        println!("{}: {} bytes, {file} in the file, {memory} in memory", raw.meta.name, 4 * values);
        assert!(clip.report().max_scalar_error <= 1e-3, "{}", raw.meta.name);
        assert!(file * 6 <= 4 * values, "{}: {file} bytes for {values} values", raw.meta.name);
        (all_raw, all_memory) = (all_raw + 4 * values, all_memory + memory);
    }
    assert!(all_memory * 6 <= all_raw, "{all_memory} bytes in memory for {all_raw}");
}

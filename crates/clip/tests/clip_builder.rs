// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Clips hold their bound at every sample.

mod synthetic;

use tumble_clip::{Clip, ClipBuilder};

#[test]
fn a_body_in_motion_is_within_its_bound_and_comes_back_from_its_bytes() {
    let skeleton = synthetic::body(41);
    let raw = synthetic::motion(&skeleton, 120, 30.0, 0.6);
    let clip = ClipBuilder::default().build(&skeleton, &raw).expect("a clip");
    assert!(clip.report().max_error_m <= 1e-4, "{:?}", clip.report());
    assert!(clip.report().track_bytes < clip.report().raw_bytes / 4, "{:?}", clip.report());
    let bytes = clip.to_bytes();
    let read = Clip::from_bytes(&bytes).expect("a file");
    assert_eq!(read, clip);
}

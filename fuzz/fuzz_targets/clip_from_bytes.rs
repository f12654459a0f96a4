// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reads a clip from any bytes. What is accepted plays, and is written as it was read.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tumble_clip::{Clip, JointSamplingJob, Rounding, SamplingContext, SamplingJob, ScalarSamplingJob};
use tumble_pose::{LocalPose, ScalarPose, Seconds, Transform};

fuzz_target!(|bytes: &[u8]| {
    let bytes = repaired(bytes.to_vec());
    let Ok(clip) = Clip::from_bytes(&bytes) else { return };
    let written = clip.to_bytes();
    if written != bytes {
        // All that a reader may leave out are sections that say so.
        assert!(written.len() < bytes.len(), "{} bytes became {}", bytes.len(), written.len());
        assert_eq!(Clip::from_bytes(&written).expect("its own bytes").to_bytes(), written);
    }
    play(&clip);
});

/// Puts right what would give every change away at once: the magic, the version, the length and the checksum.
fn repaired(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.len() < 24 {
        return bytes;
    }
    let length = bytes.len() as u64;
    bytes[..8].copy_from_slice(b"TUMBLE\x1A\n");
    bytes[8..12].copy_from_slice(&1_u32.to_le_bytes());
    bytes[12..20].copy_from_slice(&length.to_le_bytes());
    let body = bytes.len() - 4;
    let sum = crc32fast::hash(&bytes[..body]);
    bytes[body..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

fn play(clip: &Clip) {
    let mut context = SamplingContext::for_clip(clip);
    let mut pose = LocalPose::rest(clip.skeleton());
    let mut scalars = ScalarPose::zeros(clip.scalar_keys().len());
    for along in [f64::NAN, -0.4, 0.0, 0.123, 0.5, 0.97, 1.0, 3.21] {
        for rounding in [Rounding::None, Rounding::Nearest] {
            let at = Seconds(clip.duration().0 * along);
            SamplingJob { clip, context: &mut context, at, rounding, output: &mut pose }
                .run()
                .expect("it fits");
            ScalarSamplingJob { clip, at, rounding, output: &mut scalars }.run().expect("it fits");
            for joint in clip.skeleton().joints() {
                let alone = JointSamplingJob { clip, context: &mut context, joint, at, rounding }.run();
                assert_eq!(alone.expect("it is there"), pose.get(joint), "{joint:?} alone at {at}");
            }
            assert!(pose.iter().all(Transform::is_finite), "{pose:?} at {at}");
            assert!(scalars.values().iter().all(|value| value.is_finite()), "{scalars:?} at {at}");
        }
    }
}

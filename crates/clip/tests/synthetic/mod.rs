// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Clips made for tests: motion like a body's, and worse.

#![allow(dead_code, clippy::expect_used, reason = "a part of tests, of which each uses some")]

use tumble_clip::{Curve, Interpolation, RawClip, RawTrack};
use tumble_pose::glam::{EulerRot, Quat, Vec3};
use tumble_pose::{Joint, Seconds, Skeleton, Transform};

/// A tree like a body's: every fourth joint branches off nearer the root.
pub(crate) fn body(joints: usize) -> Skeleton {
    let joint = |index: usize| {
        let parent = match index {
            0 => None,
            _ if index.is_multiple_of(4) => Some(index / 3),
            _ => Some(index - 1),
        };
        let turn = Quat::from_euler(EulerRot::XYZ, 0.3 * index as f32, 0.1, 0.05 * index as f32);
        let rest = Transform {
            translation: Vec3::new(0.02, if index == 0 { 1.0 } else { 0.12 }, 0.01 * (index % 3) as f32),
            rotation: turn,
            scale: Vec3::ONE,
        };
        Joint { name: format!("joint{index}"), parent, rest }
    };
    Skeleton::new(&(0..joints).map(joint).collect::<Vec<_>>()).expect("a tree")
}

/// A joint turning about three axes at its own pace.
pub(crate) fn turn(joint: usize, at: f64, wide: f32) -> Quat {
    let wave = |speed: f64, phase: f64| ((at * speed + phase + joint as f64 * 0.7).sin()) as f32 * wide;
    Quat::from_euler(EulerRot::YXZ, wave(2.1, 0.0), wave(3.7, 1.0), wave(1.3, 2.0))
}

/// Every joint turns and the root walks, sampled at a rate.
pub(crate) fn motion(skeleton: &Skeleton, samples: usize, rate_hz: f64, wide: f32) -> RawClip {
    let times: Vec<Seconds> = (0..samples).map(|index| Seconds(index as f64 / rate_hz)).collect();
    let tracks = skeleton.joints().map(|joint| {
        let rest = skeleton.rest_pose().get(joint);
        let rotation =
            times.iter().map(|&at| (at, (rest.rotation * turn(joint.index(), at.0, wide)).normalize()));
        let walk = times.iter().map(|&at| (at, rest.translation + Vec3::new(0.0, 0.05, 1.2) * at.0 as f32));
        RawTrack {
            path: skeleton.path(joint).to_owned(),
            rotation: Some(Curve::new(Interpolation::Linear, rotation)),
            translation: (joint.index() == 0).then(|| Curve::new(Interpolation::Linear, walk)),
            scale: None,
        }
    });
    RawClip {
        tracks: tracks.collect(),
        duration: times.last().copied().unwrap_or_default(),
        ..RawClip::default()
    }
}

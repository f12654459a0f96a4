// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Clips made for tests, and a measure of error that shares nothing with the one under test.

use crate::{Curve, Interpolation, RawClip, RawTrack};
use glam::{DMat4, DVec3, EulerRot, Quat, Vec3};
use tumble_pose::{Joint, LocalPose, Seconds, Skeleton, Transform};

/// A tree like a body's: every fourth joint branches off nearer the root.
pub(crate) fn body(joints: usize) -> Skeleton {
    tree(joints, |index| if index.is_multiple_of(4) { index / 3 } else { index - 1 })
}

/// Joints one below another.
pub(crate) fn chain(joints: usize) -> Skeleton {
    tree(joints, |index| index - 1)
}

fn tree(joints: usize, parent: impl Fn(usize) -> usize) -> Skeleton {
    let joint = |index: usize| Joint {
        name: format!("joint{index}"),
        parent: (index > 0).then(|| parent(index)),
        rest: Transform {
            translation: Vec3::new(0.02, if index == 0 { 1.0 } else { 0.12 }, 0.01 * (index % 3) as f32),
            rotation: Quat::from_euler(EulerRot::XYZ, 0.3 * index as f32, 0.1, 0.05 * index as f32),
            scale: Vec3::ONE,
        },
    };
    Skeleton::new(&(0..joints).map(joint).collect::<Vec<_>>()).expect("a tree")
}

/// A grid of instants from 0.
pub(crate) fn times(samples: usize, rate_hz: f64) -> Vec<Seconds> {
    (0..samples).map(|index| Seconds(index as f64 / rate_hz)).collect()
}

/// A linear curve of a function of time, in seconds.
pub(crate) fn curve<T: crate::CurveValue>(times: &[Seconds], value: impl Fn(f64) -> T) -> Curve<T> {
    Curve::new(Interpolation::Linear, times.iter().map(|&at| (at, value(at.0))))
}

/// A turn about three axes at a pace of the joint's own, `wide` radians to either side.
pub(crate) fn turn(joint: usize, at: f64, wide: f32) -> Quat {
    let wave = |speed: f64, phase: f64| libm::sin(at * speed + phase + joint as f64 * 0.7) as f32 * wide;
    Quat::from_euler(EulerRot::YXZ, wave(2.1, 0.0), wave(3.7, 1.0), wave(1.3, 2.0))
}

/// Every joint turns and the root walks.
pub(crate) fn motion(skeleton: &Skeleton, times: &[Seconds], wide: f32) -> RawClip {
    let tracks = skeleton.joints().map(|joint| {
        let rest = skeleton.rest_pose().get(joint);
        let walk = |at: f64| rest.translation + Vec3::new(0.0, 0.05, 1.2) * at as f32;
        RawTrack {
            path: skeleton.path(joint).to_owned(),
            rotation: Some(curve(times, |at| (rest.rotation * turn(joint.index(), at, wide)).normalize())),
            translation: (joint.index() == 0).then(|| curve(times, walk)),
            scale: None,
        }
    });
    let duration = times.last().copied().unwrap_or_default();
    RawClip { tracks: tracks.collect(), duration, ..RawClip::default() }
}

/// A clip of one track.
pub(crate) fn single(path: &str, duration: f64, track: RawTrack) -> RawClip {
    let tracks = vec![RawTrack { path: path.to_owned(), ..track }];
    RawClip { tracks, duration: Seconds(duration), ..RawClip::default() }
}

/// The largest displacement of any joint's three points at `shell` along its axes, in its own units and, where
/// its rest is scaled, in model space, in units.
pub(crate) fn worst_error(skeleton: &Skeleton, a: &LocalPose, b: &LocalPose, shell: f64) -> f64 {
    let (a, b) = (object_space(skeleton, a), object_space(skeleton, b));
    let rest = object_space(skeleton, skeleton.rest_pose());
    let mut worst = 0.0_f64;
    for joint in 0..skeleton.joint_count() {
        for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
            let scaled = rest[joint].transform_vector3(axis).length();
            let point = axis * shell.max(shell / scaled);
            let off = a[joint].transform_point3(point).distance(b[joint].transform_point3(point));
            worst = worst.max(off);
        }
    }
    worst
}

/// Where each joint is.
pub(crate) fn object_space(skeleton: &Skeleton, pose: &LocalPose) -> Vec<DMat4> {
    let mut object: Vec<DMat4> = Vec::new();
    for (joint, local) in skeleton.joints().zip(pose.iter()) {
        let (scale, rotation) = (local.scale.as_dvec3(), local.rotation.as_dquat());
        let local = DMat4::from_scale_rotation_translation(scale, rotation, local.translation.as_dvec3());
        object.push(skeleton.parent(joint).map_or(local, |parent| object[parent.index()] * local));
    }
    object
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::levers::{Extent, Levers, largest_sums_along_chains};
use crate::shell_error::ShellError;
use crate::{BoundClip, Curve, CurveValue, Interpolation, Key, RawTrack};
use glam::Vec3;
use tumble_pose::{JointIndex, Transform};

/// How far each part of a joint may be off.
#[derive(Debug, Clone, Copy)]
pub(super) struct Share {
    /// In the parent's units.
    pub(super) translation: f64,
    /// In radians.
    pub(super) rotation: f64,
    pub(super) scale: f64,
}

/// The bound divided among the parts that move: along any chain the shares add up to no more than the bound.
///
/// With `L` a joint's true matrix in its parent and `L'` its reduced one, the error of a point is the sum along
/// the chain of (true matrices above) (L' - L) (point, by the reduced matrices below). Each term is at most the
/// part's error times its lever.
#[derive(Debug, Clone)]
pub(super) struct Shares(Vec<Share>);

impl Shares {
    /// `bound` is in metres. The moving parts of a chain share it equally; of a joint on several chains, the
    /// share of the one with the most moving parts counts.
    pub(super) fn new(clip: &BoundClip<'_>, errors: &ShellError, bound: f64) -> Self {
        let joints = || clip.skeleton().joints();
        let rest = |joint: JointIndex| clip.skeleton().rest_pose().get(joint);
        let extents: Vec<Extent> = joints().map(|joint| extent(clip.track(joint), rest(joint))).collect();
        let levers = Levers::new(errors, &extents);
        let moving = joints().map(|joint| clip.track(joint).map_or(0, moving_parts) as f64).collect();
        let share = |(joint, parts): (usize, f64)| {
            let (lever, share) = (levers.of(joint), bound / parts.max(1.0));
            Share {
                translation: share / lever.translation,
                rotation: share / lever.rotation,
                scale: share / lever.scale,
            }
        };
        Self(largest_sums_along_chains(errors, moving).into_iter().enumerate().map(share).collect())
    }

    pub(super) fn of(&self, joint: usize) -> Share {
        self.0[joint]
    }
}

fn moving_parts(track: &RawTrack) -> usize {
    let parts = [
        track.translation.as_ref().is_some_and(moves),
        track.rotation.as_ref().is_some_and(moves),
        track.scale.as_ref().is_some_and(moves),
    ];
    parts.into_iter().filter(|&moves| moves).count()
}

/// Whether a curve is anything but one value.
fn moves<T: CurveValue>(curve: &Curve<T>) -> bool {
    curve
        .keys
        .windows(2)
        .any(|pair| curve.interpolation == Interpolation::Cubic || pair[0].value != pair[1].value)
}

fn extent(track: Option<&RawTrack>, rest: Transform) -> Extent {
    let mut extent = Extent::default();
    extent.include(rest.translation, rest.scale);
    let Some(track) = track else {
        return extent;
    };
    hull(track.translation.as_ref(), |point| extent.include(point, Vec3::ZERO));
    hull(track.scale.as_ref(), |point| extent.include(Vec3::ZERO, point));
    extent
}

/// Points between which a curve always stays: its keys and, where it is cubic, its Bézier points.
fn hull(curve: Option<&Curve<Vec3>>, mut include: impl FnMut(Vec3)) {
    let Some(curve) = curve else {
        return;
    };
    curve.keys.iter().for_each(|key| include(key.value));
    if curve.interpolation == Interpolation::Cubic {
        for pair in curve.keys.windows(2) {
            let third = |from: &Key<Vec3>, tangent: Vec3| {
                from.value + tangent * ((pair[1].time - pair[0].time).0 / 3.0) as f32
            };
            include(third(&pair[0], pair[0].out_tangent));
            include(third(&pair[1], -pair[1].in_tangent));
        }
    }
}

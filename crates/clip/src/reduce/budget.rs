// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::reduce_curve::Rule;
use crate::chains::{largest_sums_along_chains, tightening};
use crate::levers::{Extent, Lever, Levers};
use crate::shell_error::ShellError;
use crate::{BoundClip, Curve, CurveValue, Interpolation, Key, RawTrack};
use glam::Vec3;
use tumble_pose::{JointIndex, Transform};

/// At first every part may be off by so many equal shares of the bound: parts are seldom off at the same time.
const START: f64 = 6.0;

/// What the errors along a chain that is over the bound are brought to.
const AIM: f64 = 0.9;

/// After so many rounds a joint over the bound, and those above it, get equal shares, which never are.
const ROUNDS: usize = 8;

/// How far each part of each joint may be off so that at the end of every chain the bound holds.
///
/// With `L` a joint's true matrix in its parent and `L'` its reduced one, the error of a point is the sum along
/// the chain of (true matrices above) (L' - L) (point, by the reduced matrices below). Each term is at most the
/// part's error times its lever; so where the terms at any one time add up to no more than the bound, the bound
/// holds then.
#[derive(Debug)]
pub(super) struct Budget<'a> {
    errors: &'a ShellError,
    /// In metres.
    bound: f64,
    levers: Levers,
    /// Per joint, in metres: with so much for each moving part, no chain can add up to more than the bound.
    equal: Vec<f64>,
    /// Per joint: how many equal shares its parts may be off. At least 1.
    shares: Vec<f64>,
    round: usize,
}

impl<'a> Budget<'a> {
    /// `bound` is in metres.
    pub(super) fn new(clip: &BoundClip<'_>, errors: &'a ShellError, bound: f64) -> Self {
        let joints = || clip.skeleton().joints();
        let rest = |joint: JointIndex| clip.skeleton().rest_pose().get(joint);
        let extents: Vec<Extent> = joints().map(|joint| extent(clip.track(joint), rest(joint))).collect();
        let moving = joints().map(|joint| clip.track(joint).map_or(0, moving_parts) as f64).collect();
        let parts = largest_sums_along_chains(errors, moving);
        Self {
            errors,
            bound,
            levers: Levers::new(errors, &extents),
            equal: parts.iter().map(|parts| bound / parts.max(1.0)).collect(),
            shares: parts.iter().map(|parts| parts.clamp(1.0, START)).collect(),
            round: 0,
        }
    }

    pub(super) fn lever(&self, joint: usize) -> Lever {
        self.levers.of(joint)
    }

    /// The rules for a joint's translation, rotation and scale.
    pub(super) fn rules(&self, joint: usize) -> [Rule; 3] {
        let (lever, share) = (self.levers.of(joint), self.equal[joint] * self.shares[joint]);
        [lever.translation, lever.rotation, lever.scale].map(|lever| Rule::Within(share / lever))
    }

    /// Takes what each joint's terms came to, in metres, a bound for each slot of time, and says of each
    /// whether it is to be done again by stricter rules. None is where the bound holds.
    pub(super) fn tighten(&mut self, terms: &[Vec<f64>]) -> Vec<bool> {
        let mut sums: Vec<Vec<f64>> = Vec::with_capacity(terms.len());
        for (joint, terms) in terms.iter().enumerate() {
            let mut sum = terms.clone();
            if let Some(parent) = self.errors.parent(joint) {
                sum.iter_mut().zip(&sums[parent]).for_each(|(sum, above)| *sum += above);
            }
            sums.push(sum);
        }
        let reached: Vec<f64> = sums.iter().map(|sum| sum.iter().copied().fold(0.0, f64::max)).collect();
        self.round += 1;
        let factors = tightening(self.errors, &reached, self.bound, AIM);
        let stricter = |(shares, factor): (&mut f64, f64)| {
            let again = factor < 1.0 && *shares > 1.0;
            if again {
                *shares = if self.round < ROUNDS { (*shares * factor).max(1.0) } else { 1.0 };
            }
            again
        };
        self.shares.iter_mut().zip(factors).map(stricter).collect()
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
    let cubic = curve.interpolation == Interpolation::Cubic;
    curve.keys.windows(2).any(|pair| cubic || pair[0].value != pair[1].value)
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
            let third = ((pair[1].time - pair[0].time).0 / 3.0) as f32;
            let point = |from: &Key<Vec3>, tangent: Vec3| from.value + tangent * third;
            include(point(&pair[0], pair[0].out_tangent));
            include(point(&pair[1], -pair[1].in_tangent));
        }
    }
}

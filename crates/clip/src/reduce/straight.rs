// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::hermite::Hermite;
use crate::CurveValue;
use crate::raw_clip::Hemisphere;
use crate::slerp::Arc;
use glam::{DQuat, DVec3, DVec4, Quat, Vec3};

/// The longest arc between two points of a rotation: what [`Straight::within`] allows for between them is then
/// less than a tenth of what it finds at them.
const LONGEST_ARC: f64 = 0.25;

/// A value of a curve in `f64`, and how far straight ways between such values are apart.
pub(super) trait Straight: Copy {
    /// What the curve holds.
    type Value: CurveValue;

    /// The same in `f64`.
    fn of(value: Self::Value) -> Self;

    /// How far apart two values are; radians for rotations.
    fn distance(self, other: Self) -> f64;

    /// The value's components; any others are 0.
    fn components(value: Self::Value) -> DVec4;

    /// A bound on how far a cubic interval, cut into equal pieces, is from straight ways between their ends.
    /// `None` where there is none.
    fn stray(interval: &Hermite, pieces: usize) -> Option<f64> {
        Some(interval.stray(pieces))
    }

    /// The points, with more between those that are too far apart for [`within`](Self::within).
    fn refined(points: Vec<Point<Self>>) -> Vec<Point<Self>> {
        points
    }

    /// Whether the straight way from `from` to `to`, in the time of all of `points`, stays within `tolerance`
    /// of the way through them: at the points and at any time between. There is at least one point; they are in
    /// order of time.
    fn within(points: &[Point<Self>], from: Self, to: Self, tolerance: f64) -> bool;
}

/// A point that a curve passes through.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point<S: Straight> {
    /// In seconds.
    pub(super) time: f64,
    /// Its value as it came.
    pub(super) value: S::Value,
    /// The same in `f64`; of rotations, in the hemisphere of the point before.
    pub(super) exact: S,
}

impl<S: Straight> Point<S> {
    pub(super) fn new(time: f64, value: S::Value) -> Self {
        Self { time, value, exact: S::of(value) }
    }
}

/// How far along a time is, from 0 at the first point to 1 at the last.
fn blends<S: Straight>(points: &[Point<S>]) -> impl Iterator<Item = f64> + '_ {
    let start = points.first().map_or(0.0, |point| point.time);
    let span = points.last().map_or(0.0, |point| point.time) - start;
    points.iter().map(move |point| if span > 0.0 { (point.time - start) / span } else { 0.0 })
}

impl Straight for f64 {
    type Value = f32;

    fn of(value: f32) -> Self {
        f64::from(value)
    }

    fn distance(self, other: Self) -> f64 {
        (self - other).abs()
    }

    fn components(value: f32) -> DVec4 {
        DVec4::new(f64::from(value), 0.0, 0.0, 0.0)
    }

    /// The difference of two straight lines is largest at an end.
    fn within(points: &[Point<Self>], from: Self, to: Self, tolerance: f64) -> bool {
        let near = |(point, blend): (&Point<Self>, f64)| {
            (from + (to - from) * blend).distance(point.exact) <= tolerance
        };
        points.iter().zip(blends(points)).all(near)
    }
}

impl Straight for DVec3 {
    type Value = Vec3;

    fn of(value: Vec3) -> Self {
        value.as_dvec3()
    }

    fn distance(self, other: Self) -> f64 {
        DVec3::distance(self, other)
    }

    fn components(value: Vec3) -> DVec4 {
        value.as_dvec3().extend(0.0)
    }

    /// The difference of two straight lines is largest at an end.
    fn within(points: &[Point<Self>], from: Self, to: Self, tolerance: f64) -> bool {
        let near =
            |(point, blend): (&Point<Self>, f64)| from.lerp(to, blend).distance(point.exact) <= tolerance;
        points.iter().zip(blends(points)).all(near)
    }
}

impl Straight for DQuat {
    type Value = Quat;

    fn of(value: Quat) -> Self {
        value.as_dquat().normalize()
    }

    fn distance(self, other: Self) -> f64 {
        2.0 * Arc::new(self, other).angle()
    }

    fn components(value: Quat) -> DVec4 {
        DVec4::from(value.as_dquat())
    }

    fn stray(interval: &Hermite, pieces: usize) -> Option<f64> {
        interval.turning_stray(pieces)
    }

    fn refined(points: Vec<Point<Self>>) -> Vec<Point<Self>> {
        let mut refined: Vec<Point<Self>> = Vec::with_capacity(points.len());
        let mut hemisphere = Hemisphere::default();
        for mut point in points {
            if hemisphere.flips(point.exact, DQuat::dot) {
                point = Point { value: -point.value, exact: -point.exact, ..point };
            }
            if let Some(&before) = refined.last() {
                let arc = Arc::new(before.exact, point.exact);
                let pieces = (arc.angle() / LONGEST_ARC).ceil();
                let span = point.time - before.time;
                refined.extend((1..pieces as usize).map(|piece| {
                    let blend = piece as f64 / pieces;
                    let exact = arc.at(blend);
                    Point { time: before.time + span * blend, value: exact.as_quat(), exact }
                }));
            }
            refined.push(point);
        }
        refined
    }

    /// Between two points the source and the straight way are both arcs, `q'' = -w² q` each. So their
    /// difference `d` has `d'' = -w² d - (v² - w²) q`, with `v` the speed of the straight way, and is nowhere
    /// longer than at the longer end by more than an eighth of the longest `d''` times the square of the time
    /// between: with `l` and `k` for the lengths of the arcs,
    /// `|d| <= (longer end + |k² - l²| / 8) / (1 - l² / 8)`.
    fn within(points: &[Point<Self>], from: Self, to: Self, tolerance: f64) -> bool {
        let arc = Arc::new(from, to);
        // Two quaternions this far apart are rotations `tolerance` apart.
        let longest = 2.0 * libm::sin(tolerance.min(std::f64::consts::PI) / 4.0);
        let mut before: Option<(&Point<Self>, f64, f64)> = None;
        points.iter().zip(blends(points)).all(|(point, blend)| {
            let off = (arc.at(blend) - point.exact).length();
            let Some((from, at, off_before)) = before.replace((point, blend, off)) else {
                return off <= longest;
            };
            let source = arc_squared((point.exact - from.exact).length_squared());
            let straight = (arc.angle() * (blend - at)).powi(2);
            off.max(off_before) + (straight - source).abs() / 8.0 <= longest * (1.0 - source / 8.0)
        })
    }
}

/// The square of an arc's length from that of its chord's, for arcs up to a few tenths: the series of
/// 4·asin²(c/2).
fn arc_squared(chord: f64) -> f64 {
    chord * (1.0 + chord * (1.0 / 12.0 + chord * (1.0 / 90.0 + chord / 560.0)))
}

#[cfg(test)]
mod tests;

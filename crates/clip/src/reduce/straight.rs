// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::hermite::Hermite;
use crate::CurveValue;
use crate::raw_clip::Hemisphere;
use crate::slerp::Arc;
use glam::{DQuat, DVec3, DVec4, Quat, Vec3};

/// The longest arc between two points of a rotation: what [`Straight::deviations`] adds for the time between
/// them is then less than a tenth of what it finds at them.
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

    /// The points, with more between those that are too far apart for [`deviations`](Self::deviations).
    fn refined(points: Vec<Point<Self>>) -> Vec<Point<Self>> {
        points
    }

    /// On the straight way from `self` at 0 to `to` at 1.
    fn towards(self, to: Self, blend: f64) -> Self;

    /// For each piece between two of the points, in order of time, how far at most the straight way from `from`
    /// to `to`, in the time of all of the points, is from the way through them: at its ends and at any time
    /// between. As a [`chord`](Self::chord).
    fn deviations(points: &[Point<Self>], from: Self, to: Self) -> impl Iterator<Item = f64> {
        // The difference of two straight lines is largest at an end.
        let off = move |(point, blend): (&Point<Self>, f64)| from.towards(to, blend).distance(point.exact);
        let mut offs = points.iter().zip(blends(points)).map(off);
        let mut before = offs.next().unwrap_or(0.0);
        offs.map(move |off| std::mem::replace(&mut before, off).max(off))
    }

    /// What a distance comes to among [`deviations`](Self::deviations).
    fn chord(distance: f64) -> f64 {
        distance
    }

    /// The distance behind a chord.
    fn distance_of(chord: f64) -> f64 {
        chord
    }

    /// Whether no deviation is larger than a distance.
    fn within(points: &[Point<Self>], from: Self, to: Self, distance: f64) -> bool {
        let longest = Self::chord(distance);
        Self::deviations(points, from, to).all(|deviation| deviation <= longest)
    }
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
fn blends<S: Straight>(points: &[Point<S>]) -> impl Iterator<Item = f64> + Clone + '_ {
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

    fn towards(self, to: f64, blend: f64) -> f64 {
        self + (to - self) * blend
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

    fn towards(self, to: DVec3, blend: f64) -> DVec3 {
        self.lerp(to, blend)
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
    fn deviations(points: &[Point<Self>], from: Self, to: Self) -> impl Iterator<Item = f64> {
        let arc = Arc::new(from, to);
        let off = move |(point, blend): (&Point<Self>, f64)| (arc.at(blend) - point.exact).length();
        let ends = points.iter().zip(blends(points));
        let pieces = ends.clone().zip(ends.clone().skip(1));
        let mut before = ends.clone().next().map_or(0.0, off);
        pieces.map(move |((from, start), (to, end))| {
            let after = off((to, end));
            let longer = std::mem::replace(&mut before, after).max(after);
            let source = arc_squared((to.exact - from.exact).length_squared());
            let straight = (arc.angle() * (end - start)).powi(2);
            (longer + (straight - source).abs() / 8.0) / (1.0 - source / 8.0)
        })
    }

    fn chord(distance: f64) -> f64 {
        2.0 * libm::sin(distance.min(std::f64::consts::PI) / 4.0)
    }

    fn distance_of(chord: f64) -> f64 {
        4.0 * libm::asin((chord / 2.0).min(1.0))
    }

    fn towards(self, to: DQuat, blend: f64) -> DQuat {
        Arc::new(self, to).at(blend)
    }
}

/// The square of an arc's length from that of its chord's, for arcs up to a few tenths: the series of
/// 4·asin²(c/2).
fn arc_squared(chord: f64) -> f64 {
    chord * (1.0 + chord * (1.0 / 12.0 + chord * (1.0 / 90.0 + chord / 560.0)))
}

#[cfg(test)]
mod tests;

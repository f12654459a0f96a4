// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Directions spread so evenly that none is far from all of them: coverings of the sphere with equal caps.

#[cfg(test)]
mod tests;

use crate::voronoi_cell::VoronoiCell;
use glam::{DQuat, DVec3};
use std::f64::consts::{PI, TAU};

/// How often a start is improved.
const ROUNDS: u32 = 200;
/// How far a direction moves at most in the first round and in the last, as a share of what is between two.
const FIRST_STEP: f64 = 0.15;
const LAST_STEP: f64 = 5e-5;
/// How much more the worst place counts than the others, as a power of its distance, in the first round and in the
/// last.
const FIRST_POWER: f64 = 4.0;
const LAST_POWER: f64 = 400.0;
/// Directions to improve, about, all starts together: where there are few of them, a start is soon improved and
/// may be a bad one.
const WORK: usize = 240;
/// Starts at most.
const STARTS: usize = 8;

/// `count` unit vectors such that the largest angle from any direction to the nearest of them is nearly as small as
/// can be: within 3 % of the best that are known (R. H. Hardin, N. J. A. Sloane and W. D. Smith, "Spherical
/// coverings", tables) up to 20, and nearer than 8 % to the bound below which nothing can be (L. Fejes Tóth, "Lagerungen
/// in der Ebene, auf der Kugel und im Raum", 1953) for any number.
///
/// The place that is farthest from all of them is straight up, and the first lies toward +Z of it. One, two and
/// three directions lie evenly along the ground, which is the best that there is.
///
/// The same to the last bit on any machine: made of sums, products, roots and functions of `libm`.
pub(crate) fn sphere_covering(count: usize) -> Vec<DVec3> {
    if count < 4 {
        let turn = |index: usize| TAU * index as f64 / count as f64;
        return (0..count)
            .map(|index| DVec3::new(libm::sin(turn(index)), 0.0, libm::cos(turn(index))))
            .collect();
    }
    let starts = (WORK / count).clamp(1, STARTS);
    let covers = (0..starts).map(|start| Cover::of(spiral(count, 0.5 + 0.21 * start as f64)).improved());
    let best = covers.reduce(|best, other| if other.nearest > best.nearest { other } else { best });
    best.map_or_else(Vec::new, Cover::upright)
}

/// A spiral of the golden angle from straight up to straight down, a point for each equal slice of height; the
/// first and the last slice are `ends` as high as others.
fn spiral(count: usize, ends: f64) -> Vec<DVec3> {
    let golden = PI * (3.0 - 5_f64.sqrt());
    let point = |index: usize| {
        let y = 1.0 - 2.0 * (index as f64 + ends) / (count as f64 - 1.0 + 2.0 * ends);
        let (around, aside) = (golden * index as f64, (1.0 - y * y).max(0.0).sqrt());
        DVec3::new(aside * libm::sin(around), y, aside * libm::cos(around))
    };
    (0..count).map(point).collect()
}

/// Directions, and the place that is farthest from all of them.
#[derive(Debug, Clone)]
struct Cover {
    points: Vec<DVec3>,
    /// The cosine of the angle from the farthest place to the nearest direction.
    nearest: f64,
    farthest: DVec3,
    /// Where each is drawn to: to the corners of what is nearer to it than to the others.
    pulls: Vec<DVec3>,
}

impl Cover {
    fn of(points: Vec<DVec3>) -> Self {
        Self::pulled(points, FIRST_POWER, 1.0)
    }

    /// Corners at a `typical` distance pull by one, others by a power of how much farther they are.
    fn pulled(points: Vec<DVec3>, power: f64, typical: f64) -> Self {
        let mut cell = VoronoiCell::default();
        let (mut nearest, mut farthest) = (1.0, DVec3::Y);
        let mut pulls = Vec::with_capacity(points.len());
        for (index, &point) in points.iter().enumerate() {
            let mut pull = DVec3::ZERO;
            for &corner in cell.corners(&points, index) {
                let cosine = corner.dot(point);
                if cosine < nearest {
                    (nearest, farthest) = (cosine, corner);
                }
                pull += (corner - point) * libm::pow(corner.distance(point) / typical, power);
            }
            pulls.push(pull);
        }
        Self { points, nearest, farthest, pulls }
    }

    /// Goes down the slope of the sum of a power of all corners' distances; the power grows, until the farthest of them
    /// alone count.
    fn improved(self) -> Self {
        let between = (4.0 * PI / self.points.len() as f64).sqrt();
        let mut best = self.clone();
        let mut now = self;
        for round in 0..ROUNDS {
            let progress = f64::from(round) / f64::from(ROUNDS);
            let step = between * FIRST_STEP * libm::pow(LAST_STEP / FIRST_STEP, progress);
            let power = FIRST_POWER * libm::pow(LAST_POWER / FIRST_POWER, progress);
            let longest = now.pulls.iter().map(|pull| pull.length()).fold(0.0, f64::max);
            if longest < 1e-12 {
                break;
            }
            let moved = |(point, pull): (&DVec3, &DVec3)| (point + pull * (step / longest)).normalize();
            let points = now.points.iter().zip(&now.pulls).map(moved).collect();
            now = Self::pulled(points, power, (2.0 - 2.0 * now.nearest).sqrt());
            if now.nearest > best.nearest {
                best = now.clone();
            }
        }
        best
    }

    /// Turned so that the farthest place is straight up, and then the first direction toward +Z.
    fn upright(self) -> Vec<DVec3> {
        let up = DQuat::from_rotation_arc(self.farthest, DVec3::Y);
        let raised: Vec<DVec3> = self.points.iter().map(|&point| up * point).collect();
        let ahead = raised.first().map(|first| first.with_y(0.0)).and_then(DVec3::try_normalize);
        let turn = DQuat::from_rotation_arc(ahead.unwrap_or(DVec3::Z), DVec3::Z);
        raised.iter().map(|&point| (turn * point).normalize()).collect()
    }
}

/// The largest angle from any direction to the nearest of these, in radians: half a turn when there is but one, and
/// none when there is nothing. They are unit vectors.
pub(crate) fn worst_angle(points: &[DVec3]) -> Option<f64> {
    let mut cell = VoronoiCell::default();
    let mut worst: Option<f64> = None;
    for (index, &point) in points.iter().enumerate() {
        for corner in cell.corners(points, index) {
            // Exact for small angles as for large ones.
            let angle = libm::atan2(corner.cross(point).length(), corner.dot(point));
            worst = Some(worst.map_or(angle, |worst| worst.max(angle)));
        }
    }
    worst
}

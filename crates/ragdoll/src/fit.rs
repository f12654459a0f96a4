// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Shapes that fit points. Points are in model space, in metres; so are the shapes until they are put into a joint.

use crate::Shape;
use glam::{Quat, Vec3};

/// The value below which that share of the numbers lies; `None` of none.
fn percentile(mut numbers: Vec<f32>, share: f32) -> Option<f32> {
    numbers.sort_by(f32::total_cmp);
    let last = numbers.len().checked_sub(1)?;
    numbers.get((last as f32 * share).round() as usize).copied()
}

/// What lies between that share of outermost points at either end of a direction; `None` of too few points.
fn span(points: &[Vec3], direction: Vec3, outer: f32) -> Option<[f32; 2]> {
    if points.len() < ENOUGH {
        return None;
    }
    let along = || points.iter().map(|point| point.dot(direction)).collect();
    Some([percentile(along(), outer)?, percentile(along(), 1.0 - outer)?])
}

/// Fewer points than this tell nothing.
pub(crate) const ENOUGH: usize = 8;

/// A limb from one joint to the next: as thick as the points between them are far from its axis.
pub(crate) fn limb(points: &[Vec3], from: Vec3, to: Vec3, least_radius: f32) -> Shape {
    let length = from.distance(to);
    let direction = (to - from).try_normalize().unwrap_or(Vec3::Y);
    let distances: Vec<f32> = points
        .iter()
        .map(|&point| (point - from, (point - from).dot(direction)))
        .filter(|(_, along)| (0.1 * length..=0.9 * length).contains(along))
        .map(|(point, along)| point.distance(direction * along))
        .collect();
    let measured = (distances.len() >= ENOUGH).then(|| percentile(distances, 0.6)).flatten();
    let radius = measured.unwrap_or(0.18 * length).min(0.6 * length).max(least_radius);
    capsule(from, direction, [0.0, length], radius)
}

/// A limb that ends: a hand, a tail's tip. It reaches as far as its points do, or half as far as its parent.
pub(crate) fn tip(
    points: &[Vec3],
    from: Vec3,
    direction: Vec3,
    parent_length: f32,
    least_radius: f32,
) -> Shape {
    let distance = |point: &Vec3| (*point - from).reject_from_normalized(direction).length();
    let radius = percentile(points.iter().map(distance).collect(), 0.6);
    let reach = span(points, direction, 0.03).map(|ends| ends.map(|end| end - from.dot(direction)));
    let (reach, radius) = match (reach, radius) {
        (Some([start, end]), Some(radius)) => ([start.max(-radius), end], radius),
        _ => ([0.0, 0.4 * parent_length], 0.12 * parent_length),
    };
    capsule(from, direction, reach, radius.max(least_radius))
}

/// A box about the points, turned by `rotation`; `instead` of too few points. `outer` is the share of points that
/// stick out at each side: some, where a round body fills a box.
pub(crate) fn cuboid(
    points: &[Vec3],
    rotation: Quat,
    outer: Vec3,
    least: f32,
    instead: (Vec3, Vec3),
) -> Shape {
    let ends = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| span(points, rotation * axis, outer.dot(axis)));
    let (center, half) = match ends {
        [Some(x), Some(y), Some(z)] => {
            let middle = |[from, to]: [f32; 2]| 0.5 * (from + to);
            let half = |[from, to]: [f32; 2]| 0.5 * (to - from);
            let center = rotation * Vec3::new(middle(x), middle(y), middle(z));
            (center, Vec3::new(half(x), half(y), half(z)))
        }
        _ => instead,
    };
    Shape::Cuboid { center, rotation, half_extents: half.max(Vec3::splat(least)) }
}

/// An upright rounded shape about the points, for heads; `instead` of too few points.
pub(crate) fn upright(points: &[Vec3], rotation: Quat, least: f32, instead: (Vec3, f32)) -> Shape {
    let [across, up, ahead] = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| rotation * axis);
    match (span(points, across, 0.03), span(points, up, 0.03), span(points, ahead, 0.03)) {
        (Some(x), Some(y), Some(z)) => {
            let width = |[from, to]: [f32; 2]| to - from;
            let radius = (0.25 * (width(x) + width(z))).min(0.5 * width(y).max(width(x))).max(least);
            let middle = |[from, to]: [f32; 2]| 0.5 * (from + to);
            let foot = across * middle(x) + ahead * middle(z);
            capsule(foot, up, y, radius)
        }
        _ => Shape::Capsule { from: instead.0, to: instead.0, radius: instead.1.max(least) },
    }
}

/// A capsule that fills `reach` along a direction, its round ends inside.
fn capsule(origin: Vec3, direction: Vec3, [start, end]: [f32; 2], radius: f32) -> Shape {
    let middle = 0.5 * (start + end);
    let half = (0.5 * (end - start) - radius).max(0.0);
    Shape::Capsule {
        from: origin + direction * (middle - half),
        to: origin + direction * (middle + half),
        radius,
    }
}

/// The same shape in a joint that is at `position` and turned by `rotation`.
pub(crate) fn into_joint(shape: Shape, position: Vec3, rotation: Quat) -> Shape {
    let inverse = rotation.inverse();
    let point = |point: Vec3| inverse * (point - position);
    match shape {
        Shape::Capsule { from, to, radius } => Shape::Capsule { from: point(from), to: point(to), radius },
        Shape::Cuboid { center, rotation, half_extents } => {
            let rotation = (inverse * rotation).normalize();
            Shape::Cuboid { center: point(center), rotation, half_extents }
        }
    }
}

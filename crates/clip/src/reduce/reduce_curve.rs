// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::keep::keep;
use super::polyline::Polyline;
use super::straight::{Point, Straight};
use crate::{Curve, Interpolation, Key};
use tumble_pose::Seconds;

/// How much of the tolerance a cubic curve may spend on being cut into straight pieces.
const STRAY: f64 = 0.1;

/// By which rule keys stay.
#[derive(Debug, Clone, Copy)]
pub(super) enum Rule {
    /// The curve stays this near at any time.
    Within(f64),
    /// A key stays if it is farther than this from the last that did.
    Farther(f64),
}

/// A curve with keys at 0 and at the duration and as few as the rule allows between, or with a single key where
/// it stays the same; the curve as it came where that would have more keys than it has.
///
/// A stepped curve stays stepped, any other becomes linear.
pub(super) fn reduce_curve<S: Straight>(
    curve: &Curve<S::Value>,
    duration: Seconds,
    rule: Rule,
) -> Curve<S::Value> {
    let stepped = curve.interpolation == Interpolation::Step;
    let points = match rule {
        Rule::Within(tolerance) if !stepped => straight_points::<S>(curve, duration, tolerance),
        Rule::Within(tolerance) | Rule::Farther(tolerance) => changed_points::<S>(curve, duration, tolerance),
    };
    match points {
        Some(points) if points.len() <= curve.keys.len() => Curve {
            interpolation: if stepped { Interpolation::Step } else { Interpolation::Linear },
            keys: points.iter().map(|point| Key::new(Seconds(point.time), point.value)).collect(),
        },
        _ => curve.clone(),
    }
}

fn straight_points<S: Straight>(
    curve: &Curve<S::Value>,
    duration: Seconds,
    tolerance: f64,
) -> Option<Vec<Point<S>>> {
    let Polyline { points, stray } = Polyline::<S>::new(curve, duration, tolerance * STRAY)?;
    let tolerance = tolerance - stray;
    let first = points.first()?;
    if S::within(&points, first.exact, first.exact, tolerance) {
        return Some(vec![Point { time: 0.0, ..*first }]);
    }
    let fits = |from: usize, to: usize| {
        S::within(&points[from..=to], points[from].exact, points[to].exact, tolerance)
    };
    Some(keep(points.len(), fits).into_iter().map(|place| points[place]).collect())
}

/// The points that differ from the last that stayed, and a closing one.
fn changed_points<S: Straight>(
    curve: &Curve<S::Value>,
    duration: Seconds,
    tolerance: f64,
) -> Option<Vec<Point<S>>> {
    let keys = curve.keys.iter().map(|key| Point::<S>::new(key.time.0, key.value));
    let mut points: Vec<Point<S>> = Vec::new();
    let mut last = None;
    for point in keys {
        last = Some(point);
        if points.last().is_none_or(|kept| S::distance(kept.exact, point.exact) > tolerance) {
            points.push(point);
        }
    }
    let (first, last) = (points.first_mut()?, last?);
    first.time = 0.0;
    if points.len() > 1 {
        let closing = Point { time: duration.0, ..last };
        match points.last_mut() {
            Some(kept) if kept.time >= duration.0 => {}
            _ => points.push(closing),
        }
    }
    Some(points)
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::keep::keep;
use super::polyline::Polyline;
use super::slots::Stray;
use super::straight::{Point, Straight};
use crate::{Curve, Interpolation, Key};
use tumble_pose::Seconds;

/// How much of the tolerance a cubic curve may spend on being cut into straight pieces.
const CUTTING: f64 = 0.1;

/// By which rule keys stay.
#[derive(Debug, Clone, Copy)]
pub(super) enum Rule {
    /// The curve stays this near at any time.
    Within(f64),
    /// A key stays if it is farther than this from the last that did.
    Farther(f64),
}

/// A curve with fewer points, and how far it strays from the one it came from.
#[derive(Debug)]
struct Thinned<S: Straight> {
    points: Vec<Point<S>>,
    strays: Vec<Stray>,
}

/// A curve with keys at 0 and at the duration and as few as the rule allows between, or with a single key where
/// it stays the same; the curve as it came where that would have more keys than it has.
///
/// A stepped curve stays stepped, any other becomes linear. `stray` is told how far it is off, over time; for
/// [`Rule::Farther`] only as if it were stepped.
pub(super) fn reduce_curve<S: Straight>(
    curve: &Curve<S::Value>,
    duration: Seconds,
    rule: Rule,
    stray: impl FnMut(Stray),
) -> Curve<S::Value> {
    let stepped = curve.interpolation == Interpolation::Step;
    let thinned = match rule {
        Rule::Within(tolerance) if !stepped => straight_points::<S>(curve, duration, tolerance),
        Rule::Within(tolerance) | Rule::Farther(tolerance) => changed_points::<S>(curve, duration, tolerance),
    };
    match thinned {
        Some(thinned) if thinned.points.len() <= curve.keys.len() => {
            thinned.strays.into_iter().for_each(stray);
            let key = |point: &Point<S>| Key::new(Seconds(point.time), point.value);
            Curve {
                interpolation: if stepped { Interpolation::Step } else { Interpolation::Linear },
                keys: thinned.points.iter().map(key).collect(),
            }
        }
        _ => curve.clone(),
    }
}

fn straight_points<S: Straight>(
    curve: &Curve<S::Value>,
    duration: Seconds,
    tolerance: f64,
) -> Option<Thinned<S>> {
    let Polyline { points, stray } = Polyline::<S>::new(curve, duration, tolerance * CUTTING)?;
    let tolerance = tolerance - stray;
    let mut strays = Vec::new();
    let mut record = |points: &[Point<S>], from: S, to: S| {
        let pieces = points.windows(2).zip(S::deviations(points, from, to));
        strays.extend(pieces.map(|(piece, chord)| Stray {
            start: piece[0].time,
            end: piece[1].time,
            by: S::distance_of(chord) + stray,
        }));
    };
    let first = *points.first()?;
    if S::within(&points, first.exact, first.exact, tolerance) {
        record(&points, first.exact, first.exact);
        return Some(Thinned { points: vec![Point { time: 0.0, ..first }], strays });
    }
    let fits = |from: usize, to: usize| {
        S::within(&points[from..=to], points[from].exact, points[to].exact, tolerance)
    };
    let kept = keep(points.len(), fits);
    for pair in kept.windows(2) {
        record(&points[pair[0]..=pair[1]], points[pair[0]].exact, points[pair[1]].exact);
    }
    Some(Thinned { points: kept.into_iter().map(|place| points[place]).collect(), strays })
}

/// The points that differ from the last that stayed, and a closing one.
fn changed_points<S: Straight>(
    curve: &Curve<S::Value>,
    duration: Seconds,
    tolerance: f64,
) -> Option<Thinned<S>> {
    let points: Vec<Point<S>> = curve.keys.iter().map(|key| Point::new(key.time.0, key.value)).collect();
    let (first, last) = (*points.first()?, *points.last()?);
    let mut kept = vec![Point { time: 0.0, ..first }];
    let mut strays = Vec::new();
    let mut stays = first.exact;
    for (index, point) in points.iter().enumerate() {
        let off = stays.distance(point.exact);
        if off > tolerance {
            kept.push(*point);
            stays = point.exact;
        } else {
            let end = points.get(index + 1).map_or(duration.0, |next| next.time);
            strays.push(Stray { start: point.time, end, by: off });
        }
    }
    if kept.len() > 1 && kept.last().is_some_and(|kept| kept.time < duration.0) {
        kept.push(Point { time: duration.0, ..last });
    }
    Some(Thinned { points: kept, strays })
}

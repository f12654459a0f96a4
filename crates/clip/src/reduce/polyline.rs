// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::hermite::Hermite;
use super::straight::{Point, Straight};
use crate::{Curve, CurveValue, Interpolation, Key};
use tumble_pose::Seconds;

/// The most points that a cubic interval is cut into.
const FINEST: usize = 1 << 12;

/// Points through which a curve passes, straight from each to the next.
#[derive(Debug, Clone)]
pub(super) struct Polyline<S: Straight> {
    pub(super) points: Vec<Point<S>>,
    /// How far the curve may be from it.
    pub(super) stray: f64,
}

impl<S: Straight> Polyline<S> {
    /// The way of a curve, taken as straight between keys unless it is cubic, from 0 to the duration. `None`
    /// where a cubic one would take too many points to stray no farther than `stray`, or is not finite between
    /// its keys.
    pub(super) fn new(curve: &Curve<S::Value>, duration: Seconds, stray: f64) -> Option<Self> {
        let mut times = Vec::with_capacity(curve.keys.len() + 2);
        let (first, last) = (curve.keys.first()?.time, curve.keys.last()?.time);
        if first > Seconds::ZERO {
            times.push(Seconds::ZERO);
        }
        let mut worst = 0.0_f64;
        for pair in curve.keys.windows(2) {
            let (pieces, off) = if curve.interpolation == Interpolation::Cubic {
                cut::<S>(&pair[0], &pair[1], stray)?
            } else {
                (1, 0.0)
            };
            worst = worst.max(off);
            let span = pair[1].time - pair[0].time;
            times.extend((0..pieces).map(|piece| pair[0].time + span * (piece as f64 / pieces as f64)));
        }
        times.push(last);
        if last < duration {
            times.push(duration);
        }
        let point = |time: Seconds| curve.sample(time).map(|value| Point::new(time.0, value));
        let points: Vec<Point<S>> = times.into_iter().filter_map(point).collect();
        let finite = points.iter().all(|point| point.value.is_finite());
        finite.then(|| Self { points: S::refined(points), stray: worst })
    }
}

/// Into how many pieces to cut an interval, and how far it then strays.
fn cut<S: Straight>(from: &Key<S::Value>, to: &Key<S::Value>, stray: f64) -> Option<(usize, f64)> {
    let hermite = Hermite::new(from, to, S::components);
    let cuts = (0..=FINEST.ilog2()).map(|doublings| 1 << doublings);
    cuts.map(|pieces| (pieces, S::stray(&hermite, pieces)))
        .find_map(|(pieces, off)| off.filter(|&off| off <= stray).map(|off| (pieces, off)))
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::*;
use crate::{Curve, Interpolation, Key};
use proptest::prelude::*;
use tumble_pose::Seconds;
use tumble_pose::generators::{directions, rotations, vectors};

/// A walk of short and long turns at times of its own, as a reducer takes it in.
fn points(start: Quat, steps: &[(Vec3, f32, f64)]) -> Vec<Point<DQuat>> {
    let (mut time, mut turn) = (0.0, start);
    let walk = steps.iter().map(|&(axis, angle, gap)| {
        time += gap;
        turn = (turn * Quat::from_axis_angle(axis, angle)).normalize();
        Point::new(time, turn)
    });
    let walk = walk.collect();
    DQuat::refined(walk)
}

proptest! {
    /// The proof behind the bound between keys, tried: what is said to be within is, at any time.
    #[test]
    fn an_arc_that_is_said_to_be_within_is_so_at_any_time(
        start in rotations(),
        steps in prop::collection::vec((directions(), 0.0..0.4_f32, 0.01..0.5_f64), 2..8),
        slack in 0.7..1.3_f64,
    ) {
        let points = points(start, &steps);
        let (first, last) = (points[0], points[points.len() - 1]);
        let arc = Arc::new(first.exact, last.exact);
        let at = |time: f64| arc.at((time - first.time) / (last.time - first.time));
        let mut worst = 0.0_f64;
        for pair in points.windows(2) {
            let source = Arc::new(pair[0].exact, pair[1].exact);
            for part in 0..=50 {
                let blend = f64::from(part) / 50.0;
                let time = pair[0].time + (pair[1].time - pair[0].time) * blend;
                worst = worst.max(source.at(blend).distance(at(time)));
            }
        }
        if worst > 1e-6 && DQuat::within(&points, first.exact, last.exact, worst * slack) {
            prop_assert!(slack >= 1.0 - 1e-6, "{worst} rad are not within {slack} of it");
        }
        let enough = DQuat::within(&points, first.exact, last.exact, worst * 1.25 + 1e-9);
        prop_assert!(enough, "nor is it far too strict");
    }

    #[test]
    fn a_cubic_turn_is_no_farther_from_its_pieces_than_is_said(
        from in rotations(), to in rotations(), out in vectors(3.0), into in vectors(3.0),
        span in 0.01..2.0_f64, doublings in 0_u32..7,
    ) {
        let tangent = |tangent: Vec3| Quat::from_vec4(tangent.extend(-0.3));
        let keys = [
            Key { out_tangent: tangent(out), ..Key::new(Seconds(0.0), from) },
            Key { in_tangent: tangent(into), ..Key::new(Seconds(span), to) },
        ];
        let pieces = 1 << doublings;
        let hermite = Hermite::new(&keys[0], &keys[1], DQuat::components);
        let curve = Curve { interpolation: Interpolation::Cubic, keys: keys.to_vec() };
        let exact = |along: f64| DQuat::of(curve.sample(Seconds(span * along)).expect("has keys"));
        if let Some(stray) = DQuat::stray(&hermite, pieces) {
            for piece in 0..pieces {
                let place = |part: f64| (piece as f64 + part) / pieces as f64;
                let arc = Arc::new(exact(place(0.0)), exact(place(1.0)));
                for part in [0.1, 0.25, 0.5, 0.75, 0.9] {
                    let off = arc.at(part).distance(exact(place(part)));
                    prop_assert!(off <= stray + 1e-5, "{off} rad, {stray} were said, {pieces} pieces");
                }
            }
        }
    }

    #[test]
    fn a_cubic_way_is_no_farther_from_its_pieces_than_is_said(
        values in prop::array::uniform4(vectors(5.0)), span in 0.01..2.0_f64, doublings in 0_u32..7,
    ) {
        let [from, to, out, into] = values;
        let keys = [
            Key { out_tangent: out, ..Key::new(Seconds(0.0), from) },
            Key { in_tangent: into, ..Key::new(Seconds(span), to) },
        ];
        let pieces = 1 << doublings;
        let hermite = Hermite::new(&keys[0], &keys[1], DVec3::components);
        let stray = DVec3::stray(&hermite, pieces).expect("always known");
        let curve = Curve { interpolation: Interpolation::Cubic, keys: keys.to_vec() };
        let exact = |along: f64| DVec3::of(curve.sample(Seconds(span * along)).expect("has keys"));
        for piece in 0..pieces {
            let place = |part: f64| (piece as f64 + part) / pieces as f64;
            for part in [0.25, 0.5, 0.75] {
                let off = exact(place(0.0)).lerp(exact(place(1.0)), part).distance(exact(place(part)));
                prop_assert!(off <= stray + 1e-4, "{off}, {stray} were said, {pieces} pieces");
            }
        }
    }
}

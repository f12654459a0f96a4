// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::Key;
use crate::slerp::Arc;
use glam::{DQuat, DVec4};

/// One interval of a cubic curve, component by component, with tangents in change per interval.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hermite {
    from: DVec4,
    leaving: DVec4,
    to: DVec4,
    arriving: DVec4,
}

impl Hermite {
    pub(super) fn new<T: Copy>(from: &Key<T>, to: &Key<T>, components: impl Fn(T) -> DVec4) -> Self {
        let span = (to.time - from.time).0;
        Self {
            from: components(from.value),
            leaving: components(from.out_tangent) * span,
            to: components(to.value),
            arriving: components(to.in_tangent) * span,
        }
    }

    /// `blend` is 0 at the start and 1 at the end.
    fn at(&self, blend: f64) -> DVec4 {
        let (s2, s3) = (blend * blend, blend * blend * blend);
        self.from * (2.0 * s3 - 3.0 * s2 + 1.0)
            + self.leaving * (s3 - 2.0 * s2 + blend)
            + self.to * (3.0 * s2 - 2.0 * s3)
            + self.arriving * (s3 - s2)
    }

    /// How far the interval, cut into equal pieces, is at most from the straight lines between their ends: an
    /// eighth of the second derivative, which is largest at one end of the interval, times the square of a
    /// piece.
    pub(super) fn stray(&self, pieces: usize) -> f64 {
        let across = (self.to - self.from) * 6.0;
        let first = across - self.leaving * 4.0 - self.arriving * 2.0;
        let last = across - self.leaving * 2.0 - self.arriving * 4.0;
        first.length().max(last.length()) / (8.0 * (pieces * pieces) as f64)
    }

    /// The same for quaternions, normalised, against arcs of constant speed, in radians between rotations.
    /// `None` where the curve may come so near to 0 that nothing can be said.
    pub(super) fn turning_stray(&self, pieces: usize) -> Option<f64> {
        let mut flipped = *self;
        if self.from.dot(self.to) < 0.0 {
            (flipped.to, flipped.arriving) = (-self.to, -self.arriving);
        }
        let off = flipped.stray(pieces);
        let point = |piece: usize| flipped.at(piece as f64 / pieces as f64);
        (0..pieces)
            .map(|piece| piece_stray(point(piece), point(piece + 1), off))
            .try_fold(0.0_f64, |worst, stray| Some(worst.max(stray?)))
    }
}

/// For a piece that is nowhere farther than `off` from the chord between its ends: first from the curve to the
/// chord, then from the chord at the speed that unequal ends give it to one of even speed, then to the arc.
fn piece_stray(from: DVec4, to: DVec4, off: f64) -> Option<f64> {
    let (a, b) = (from.length(), to.length());
    let arc = Arc::new(DQuat::from_vec4(from), DQuat::from_vec4(to)).angle();
    let nearest = a.min(b) * libm::cos(arc / 2.0) - off;
    if !(nearest > off && arc < 0.5 && from.dot(to) > 0.0) {
        return None;
    }
    let to_chord = off / nearest * std::f64::consts::FRAC_PI_2;
    let uneven = 1.1 * arc * (a.max(b) / a.min(b) - 1.0) / 4.0;
    let to_arc = 0.02 * arc.powi(3);
    Some(2.0 * (to_chord + uneven + to_arc))
}

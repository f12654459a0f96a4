// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use tumble_pose::Seconds;

/// A stretch of time in which a curve is off by no more than something, and how much that is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Stray {
    /// In seconds.
    pub(super) start: f64,
    /// In seconds.
    pub(super) end: f64,
    /// In the curve's unit; radians for rotations.
    pub(super) by: f64,
}

/// A clip's duration cut into equal slots: bounds that are known a slot can be added up though their curves
/// have keys at different times.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slots {
    per_second: f64,
    count: usize,
}

/// Ends this near to a slot's, in slots, are at it.
const SAME: f64 = 1e-6;

impl Slots {
    /// At least one slot.
    pub(super) fn new(duration: Seconds, count: usize) -> Self {
        let count = count.max(1);
        let per_second = if duration > Seconds::ZERO { count as f64 / duration.0 } else { 0.0 };
        Self { per_second, count }
    }

    pub(super) fn zeros(&self) -> Vec<f64> {
        vec![0.0; self.count]
    }

    /// Raises the bound of every slot that a stretch of time touches.
    pub(super) fn raise(&self, bounds: &mut [f64], Stray { start, end, by }: Stray) {
        let first = (start * self.per_second + SAME) as usize;
        let end = (end * self.per_second - SAME).ceil().max(0.0) as usize;
        let first = first.min(self.count - 1);
        for bound in &mut bounds[first..end.clamp(first + 1, self.count)] {
            *bound = bound.max(by);
        }
    }
}

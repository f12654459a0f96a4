// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! What a coefficient stands for between the boundaries of its segment.
//!
//! The basis is that of Faber (1909) and Schauder (1927): a segment's straight line first, then a hat over all of
//! it, then one over each half of what is left, and so on. A sample needs two boundaries and one coefficient of
//! each level, whatever the clip's length.

/// The form of hats wider than two samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hats {
    /// Two straight lines.
    Straight,
    /// A parabola: smooth motion is nearer to it.
    Curved,
}

impl Hats {
    /// The weight of a coefficient at an offset from the left end of its hat, `width` samples wide.
    pub(super) const fn weight(self, offset: u32, width: u32) -> f32 {
        let along = (offset as f32 / width as f32) * 2.0 - 1.0;
        if matches!(self, Self::Curved) && width > 2 { 1.0 - along * along } else { 1.0 - along.abs() }
    }
}

/// Samples under a hat of one level, from 1, of a segment.
pub(super) const fn hat_width(segment: usize, level: usize) -> usize {
    segment >> (level - 1)
}

/// Levels of hats in a segment.
pub(super) const fn levels(segment: usize) -> usize {
    segment.trailing_zeros() as usize
}

/// Offsets in a segment of the peaks of one level's hats.
pub(super) fn peaks(segment: usize, level: usize) -> impl Iterator<Item = usize> {
    let width = hat_width(segment, level);
    (width / 2..segment).step_by(width)
}

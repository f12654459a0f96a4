// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::hats::Hats;

/// Where in a clip of segments of 2^K samples two neighbouring samples lie.
#[derive(Debug, Clone, Copy)]
pub(super) struct Neighbours<const K: usize> {
    pub(super) segment: usize,
    /// How many coefficients of each level the segment has.
    pub(super) counts: [u32; K],
    /// Which of them is over the two.
    pub(super) indices: [u32; K],
    /// What the boundaries count at each of the two.
    pub(super) ends: [[f32; 2]; 2],
    /// What the coefficients count.
    pub(super) hats: [[f32; K]; 2],
}

impl<const K: usize> Neighbours<K> {
    /// Of sample `lower` and the one after; `lower` is not the last of several.
    #[inline(always)]
    pub(super) fn new(lower: usize, samples: usize, hats: Hats) -> Self {
        let length = 1_usize << K;
        let (segment, offset) = (lower >> K, (lower & (length - 1)) as u32);
        let there = (samples - (segment << K)).min(length) as u32;
        let along = |offset: u32| offset as f32 * (1.0 / length as f32);
        let (from, to) = (along(offset), along(offset + 1));
        let mut place = Self {
            segment,
            counts: [0; K],
            indices: [0; K],
            ends: [[1.0 - from, from], [1.0 - to, to]],
            hats: [[0.0; K]; 2],
        };
        for level in 0..K {
            let wide = (length >> level) as u32;
            let (count, index) = ((there + wide / 2 - 1) / wide, offset / wide);
            place.counts[level] = count;
            place.indices[level] = index;
            if index < count {
                let left = offset - index * wide;
                place.hats[0][level] = hats.weight(left, wide);
                place.hats[1][level] = hats.weight(left + 1, wide);
            }
        }
        place
    }
}

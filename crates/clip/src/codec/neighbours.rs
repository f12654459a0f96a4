// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::hats::Hats;

/// Where in a clip of segments of 2^K samples two neighbouring samples lie, of which one is even and one odd.
///
/// The narrowest hats count at the odd one only, and wholly: that is why they come in this order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Neighbours<const K: usize> {
    pub(super) segment: usize,
    /// How many coefficients of each level the segment has.
    pub(super) counts: [u32; K],
    /// Which of them is over the two.
    pub(super) indices: [u32; K],
    /// What the boundaries count at the even one, then at the odd one.
    pub(super) ends: [[f32; 2]; 2],
    /// What the coefficients count at either.
    pub(super) hats: [[f32; K]; 2],
}

/// What the even and the odd of sample `lower` and the one after count between them.
#[inline(always)]
pub(super) fn shares(lower: usize, blend: f32) -> [f32; 2] {
    if lower.is_multiple_of(2) { [1.0 - blend, blend] } else { [blend, 1.0 - blend] }
}

/// Samples of the longest segment.
const LONGEST: usize = 16;

impl<const K: usize> Neighbours<K> {
    const LENGTH: usize = 1 << K;

    /// At each offset in a whole segment, for straight hats and for curved ones.
    const WHOLE: [[Self; LONGEST]; 2] = [Self::whole(Hats::Straight), Self::whole(Hats::Curved)];

    /// Of sample `lower` and the one after; `lower` is not the last of several.
    #[inline(always)]
    pub(super) fn new(lower: usize, samples: usize, hats: Hats) -> Self {
        let (segment, offset) = (lower >> K, lower & (Self::LENGTH - 1));
        let whole = match hats {
            Hats::Straight => &Self::WHOLE[0],
            Hats::Curved => &Self::WHOLE[1],
        };
        let mut place = Self { segment, ..whole[offset] };
        let there = samples - (segment << K);
        if there < Self::LENGTH {
            place.cut(there as u32);
        }
        place
    }

    /// A last segment has fewer coefficients, and none over its last samples.
    #[cold]
    fn cut(&mut self, there: u32) {
        for level in 0..K {
            let wide = (Self::LENGTH >> level) as u32;
            self.counts[level] = (there + wide / 2 - 1) / wide;
            if self.indices[level] >= self.counts[level] {
                self.hats[0][level] = 0.0;
                self.hats[1][level] = 0.0;
            }
        }
    }

    const fn whole(hats: Hats) -> [Self; LONGEST] {
        let (counts, indices, hat) = ([0; K], [0; K], [0.0; K]);
        let none = Self { segment: 0, counts, indices, ends: [[0.0; 2]; 2], hats: [hat; 2] };
        let mut all = [none; LONGEST];
        let mut offset = 0;
        while offset < Self::LENGTH {
            let place = &mut all[offset];
            let both = [offset + (offset & 1), offset | 1];
            let (even, odd) = (Self::along(both[0]), Self::along(both[1]));
            place.ends = [[1.0 - even, even], [1.0 - odd, odd]];
            let mut level = 0;
            while level < K {
                let wide = (Self::LENGTH >> level) as u32;
                let index = offset as u32 / wide;
                let left = index * wide;
                place.counts[level] = 1 << level;
                place.indices[level] = index;
                place.hats[0][level] = hats.weight(both[0] as u32 - left, wide);
                place.hats[1][level] = hats.weight(both[1] as u32 - left, wide);
                level += 1;
            }
            offset += 1;
        }
        all
    }

    const fn along(offset: usize) -> f32 {
        offset as f32 / Self::LENGTH as f32
    }
}

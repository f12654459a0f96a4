// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

/// Of a distribution.
pub(super) const SYMBOLS: usize = 16;
/// Chances are whole numbers of 2^15ths.
pub(super) const SCALE_BITS: u32 = 15;
/// What a symbol keeps however seldom it comes, before rounding.
const FLOOR: i16 = 8;

/// How likely each of 16 symbols is; learns from what comes.
///
/// Kept as cumulative chances that creep towards those of a distribution in which the symbol that came is all
/// but certain (F. Giesen, "Mixing discrete probability distributions", 2015): one loop without branches over
/// 16 lanes, and the total never changes.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(align(32))]
pub(super) struct Distribution {
    /// Strictly increasing from 1 to less than 2^15. What lies before the first symbol never comes, so that each
    /// symbol read without more bytes makes the reader's state less.
    starts: [u16; SYMBOLS],
    /// How many symbols it has learnt from, up to [`SETTLED`].
    seen: u16,
}

/// Symbols after which learning no longer slows down.
const SETTLED: u16 = 200;

impl Distribution {
    /// Chances in proportion to `weights`, each at least a two-thousandth.
    pub(super) fn new(weights: [u64; SYMBOLS]) -> Self {
        const LEAST: u64 = 16;
        let total: u64 = weights.iter().sum::<u64>().max(1);
        let shared = (1 << SCALE_BITS) - 1 - LEAST * SYMBOLS as u64;
        let mut below = 0;
        let mut starts = [0; SYMBOLS];
        for (symbol, (start, weight)) in starts.iter_mut().zip(weights).enumerate() {
            *start = (1 + below * shared / total + LEAST * symbol as u64) as u16;
            below += weight;
        }
        Self { starts, seen: 0 }
    }

    pub(super) fn flat() -> Self {
        Self::new([1; SYMBOLS])
    }

    #[inline(always)]
    pub(super) fn starts(&self) -> &[u16; SYMBOLS] {
        &self.starts
    }

    /// What lies between two, at `along` 64ths of the way, which is below 64.
    #[inline(always)]
    pub(super) fn between(&self, other: &Self, along: i32) -> [u16; SYMBOLS] {
        let mut starts = self.starts;
        for (start, other) in starts.iter_mut().zip(other.starts) {
            let far = i32::from(other as i16 - *start as i16) * (along << 10);
            *start = (*start as i16 + (far >> 16) as i16) as u16;
        }
        starts
    }

    /// Makes `symbol` more likely: at first by a sixteenth of what it lacks, later by less.
    #[inline(always)]
    pub(super) fn learn(&mut self, symbol: usize) {
        let rate = 4 + u16::from(self.seen > 12) + u16::from(self.seen > 40) + u16::from(self.seen > 150);
        self.seen = (self.seen + 1).min(SETTLED);
        for (lane, start) in self.starts.iter_mut().enumerate() {
            let lane = lane as i16;
            let target = if lane <= symbol as i16 {
                1 + FLOOR * lane
            } else {
                i16::MAX - FLOOR * (SYMBOLS as i16 - 1 - lane)
            };
            let from = *start as i16;
            *start = (from + ((target - from) >> (rate & 15))) as u16;
        }
    }
}

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
    /// How many symbols it has learnt from, as far as [`RATES`] tells them apart.
    seen: u16,
}

/// By the number of symbols learnt from: how many halvings of what is lacking make a step.
static RATES: [u16; 256] = {
    let mut rates = [4; 256];
    let mut seen = 0;
    while seen < rates.len() {
        rates[seen] += (seen > 12) as u16 + (seen > 40) as u16 + (seen > 150) as u16;
        seen += 1;
    }
    rates
};

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

    #[inline]
    pub(super) fn starts(&self) -> &[u16; SYMBOLS] {
        &self.starts
    }

    /// What lies between two, near this one if `along`, below 64, is small.
    #[inline(never)]
    pub(super) fn between(&self, other: &Self, along: i32) -> [u16; SYMBOLS] {
        // Told from the nearer one, so that the factor fits 16 bits, which compiles to one multiplication a lane.
        let is_near = along < 32;
        let (near, far) = if is_near { (self, other) } else { (other, self) };
        let along = if is_near { along } else { 63 - along };
        let factor = ((2 * along + 1) << 9) as i16;
        let mut starts = near.starts;
        for (start, far) in starts.iter_mut().zip(far.starts) {
            let way = i32::from(far as i16 - *start as i16);
            *start = (*start as i16 + ((way * i32::from(factor)) >> 16) as i16) as u16;
        }
        starts
    }

    /// Makes `symbol` more likely: at first by a sixteenth of what it lacks, later by less.
    #[inline(never)]
    pub(super) fn learn(&mut self, symbol: usize) {
        let rate = RATES[usize::from(self.seen) % RATES.len()];
        self.seen = (self.seen + 1).min(RATES.len() as u16 - 1);
        for (start, target) in self.starts.iter_mut().zip(CERTAIN[symbol % SYMBOLS]) {
            let from = *start as i16;
            *start = (from + ((target - from) >> (rate & 15))) as u16;
        }
    }
}

/// By symbol, the distribution in which it is all but certain.
static CERTAIN: [[i16; SYMBOLS]; SYMBOLS] = {
    let mut all = [[0; SYMBOLS]; SYMBOLS];
    let mut symbol = 0;
    while symbol < SYMBOLS {
        let mut lane = 0;
        while lane < SYMBOLS {
            let below = 1 + FLOOR * lane as i16;
            let above = i16::MAX - FLOOR * (SYMBOLS - 1 - lane) as i16;
            all[symbol][lane] = if lane <= symbol { below } else { above };
            lane += 1;
        }
        symbol += 1;
    }
    all
};

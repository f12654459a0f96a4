// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

/// Signs of numbers near a value that are known before it: -1, 0 or 1.
pub(super) type Signs = [i16; 8];

/// Which sign a value has, likely.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Skew {
    /// How sure that is, below [`Skew::CLASSES`].
    pub(super) class: usize,
    /// Whether it is below zero.
    pub(super) is_negative: bool,
}

impl Skew {
    pub(super) const CLASSES: usize = 4;
    pub(super) const NONE: Self = Self { class: 0, is_negative: false };
}

/// How often a component had the sign of each neighbour, or the other one: from -4096, never, to 4096, always.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Agreement([i16; 8]);

/// Always of the same sign.
const ALWAYS: i16 = 1 << 12;

impl Agreement {
    #[inline(always)]
    pub(super) fn skew(&self, signs: &Signs) -> Skew {
        let votes: i16 = self.0.iter().zip(signs).map(|(agreement, sign)| agreement * sign).sum();
        let size = votes.unsigned_abs();
        let class = usize::from(size > 1024) + usize::from(size > 4096) + usize::from(size > 8192);
        Skew { class, is_negative: votes < 0 }
    }

    #[inline(always)]
    pub(super) fn learn(&mut self, signs: &Signs, value: i32) {
        let value = value.signum() as i16;
        for (agreement, sign) in self.0.iter_mut().zip(signs) {
            let agrees = sign * value;
            let step = (agrees * ALWAYS - *agreement) >> 5;
            *agreement += if agrees == 0 { 0 } else { step };
        }
    }
}

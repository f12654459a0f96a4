// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

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

    /// From what the neighbours say together.
    #[inline]
    pub(super) fn new(votes: i32) -> Self {
        let always = i32::from(ALWAYS);
        let size = votes.abs();
        let class =
            usize::from(size > always / 4) + usize::from(size > always) + usize::from(size > 2 * always);
        Self { class, is_negative: votes < 0 }
    }
}

/// How often the components of a part had the sign of each neighbour, or the other one: from -4096, never, to
/// 4096, always.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Agreement {
    around: [Signs; 3],
    /// The component before, and the one before that.
    siblings: [[i16; 2]; 3],
}

/// Signs of eight numbers: -1, 0 or 1.
type Signs = [i16; 8];

/// Always of the same sign.
const ALWAYS: i16 = 1 << 12;

impl Agreement {
    /// For each component, what the signs around speak for. Not inlined, so that its loops stay vectors.
    #[inline(never)]
    pub(super) fn votes(&self, signs: &Signs) -> [i32; 3] {
        self.around.map(|around| {
            around.iter().zip(signs).map(|(&way, &sign)| i32::from(way) * i32::from(sign)).sum()
        })
    }

    #[inline]
    pub(super) fn sibling_votes(&self, component: usize, siblings: [i16; 2]) -> i32 {
        let [near, far] = self.siblings[component].map(i32::from);
        near * i32::from(siblings[0]) + far * i32::from(siblings[1])
    }

    /// Learns the signs of a value.
    #[inline(never)]
    pub(super) fn learn(&mut self, signs: &Signs, value: [i16; 3]) {
        for (around, value) in self.around.iter_mut().zip(value) {
            learn(around, signs, value);
        }
        let [first, second, third] = value;
        learn(&mut self.siblings[1], &[first, 0], second);
        learn(&mut self.siblings[2], &[second, first], third);
    }
}

#[inline]
fn learn<const N: usize>(ways: &mut [i16; N], signs: &[i16; N], value: i16) {
    for (way, sign) in ways.iter_mut().zip(signs) {
        let agrees = sign * value;
        let step = (agrees * ALWAYS - *way) >> 5;
        *way += if agrees == 0 { 0 } else { step };
    }
}

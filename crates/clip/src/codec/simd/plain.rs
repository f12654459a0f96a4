// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::{PAIR_OF_LANE, Row, Simd, WordUnit};
use tumble_pose::LANES;

/// Whatever every machine has: loops that a compiler makes vectors of.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Plain;

#[inline(always)]
fn each<T: Copy + Default>(of: impl Fn(usize) -> T) -> [T; LANES] {
    let mut all = [T::default(); LANES];
    for lane in 0..LANES {
        all[lane] = of(lane);
    }
    all
}

impl Simd for Plain {
    type Floats = [f32; LANES];
    type Unit = Self;

    #[inline(always)]
    fn floats(self, of: [f32; LANES]) -> [f32; LANES] {
        of
    }

    #[inline(always)]
    fn array(self, floats: [f32; LANES]) -> [f32; LANES] {
        floats
    }

    #[inline(always)]
    fn splat(self, value: f32) -> [f32; LANES] {
        [value; LANES]
    }

    #[inline(always)]
    fn of_bytes(self, of: [i8; LANES]) -> [f32; LANES] {
        each(|lane| f32::from(of[lane]))
    }

    #[inline(always)]
    fn of_words(self, of: [i16; LANES]) -> [f32; LANES] {
        each(|lane| f32::from(of[lane]))
    }

    #[inline(always)]
    fn of_integers(self, of: [i32; LANES]) -> [f32; LANES] {
        each(|lane| of[lane] as f32)
    }

    #[inline(always)]
    fn of_upper_halves(self, of: [u16; LANES]) -> [f32; LANES] {
        each(|lane| f32::from_bits(u32::from(of[lane]) << 16))
    }

    #[inline(always)]
    fn add(self, a: [f32; LANES], b: [f32; LANES]) -> [f32; LANES] {
        each(|lane| a[lane] + b[lane])
    }

    #[inline(always)]
    fn sub(self, a: [f32; LANES], b: [f32; LANES]) -> [f32; LANES] {
        each(|lane| a[lane] - b[lane])
    }

    #[inline(always)]
    fn mul(self, a: [f32; LANES], b: [f32; LANES]) -> [f32; LANES] {
        each(|lane| a[lane] * b[lane])
    }

    #[inline(always)]
    fn div(self, a: [f32; LANES], b: [f32; LANES]) -> [f32; LANES] {
        each(|lane| a[lane] / b[lane])
    }

    #[inline(always)]
    fn sqrt(self, a: [f32; LANES]) -> [f32; LANES] {
        each(|lane| a[lane].sqrt())
    }

    #[inline(always)]
    fn signed_by(self, a: [f32; LANES], sign: [f32; LANES]) -> [f32; LANES] {
        each(|lane| f32::from_bits(a[lane].to_bits() ^ (sign[lane].to_bits() & 0x8000_0000)))
    }

    #[inline(always)]
    fn chosen(self, lanes: u8, new: [f32; LANES], old: [f32; LANES]) -> [f32; LANES] {
        each(|lane| {
            let taken = 0_u32.wrapping_sub(u32::from(lanes) >> lane & 1);
            f32::from_bits((new[lane].to_bits() & taken) | (old[lane].to_bits() & !taken))
        })
    }

    #[inline(always)]
    fn taken(self, low: &Row, high: &Row, up: u32, down: u32) -> [f32; LANES] {
        let some = 0_u32.wrapping_sub(u32::from(up < 32));
        let (up, down) = (up & 31, down.min(31));
        each(|lane| {
            let bits = (u32::from(low[lane]) | u32::from(high[lane]) << 16) & some;
            ((bits << up).cast_signed() >> down) as f32
        })
    }

    #[inline(always)]
    fn pairs(self, first: [f32; LANES], second: [f32; LANES]) -> [u64; LANES] {
        each(|pair| {
            let lane = PAIR_OF_LANE[pair];
            u64::from(first[lane].to_bits()) | u64::from(second[lane].to_bits()) << 32
        })
    }

    #[inline(always)]
    fn unpaired(self, pairs: [u64; LANES]) -> [[f32; LANES]; 2] {
        [
            each(|lane| f32::from_bits(pairs[lane] as u32)),
            each(|lane| f32::from_bits((pairs[lane] >> 32) as u32)),
        ]
    }

    #[inline(always)]
    fn word_unit(self) -> Self {
        self
    }
}

impl WordUnit for Plain {
    type Words = [u16; LANES];

    #[inline(always)]
    fn words(self, of: [u16; LANES]) -> [u16; LANES] {
        of
    }

    #[inline(always)]
    fn array(self, words: [u16; LANES]) -> [u16; LANES] {
        words
    }

    #[inline(always)]
    fn wide(self, words: [u16; LANES]) -> [u32; LANES] {
        each(|lane| u32::from(words[lane]))
    }

    #[inline(always)]
    fn splat(self, value: u16) -> [u16; LANES] {
        [value; LANES]
    }

    #[inline(always)]
    fn add(self, a: [u16; LANES], b: [u16; LANES]) -> [u16; LANES] {
        each(|lane| a[lane].wrapping_add(b[lane]))
    }

    #[inline(always)]
    fn sub(self, a: [u16; LANES], b: [u16; LANES]) -> [u16; LANES] {
        each(|lane| a[lane].wrapping_sub(b[lane]))
    }

    #[inline(always)]
    fn mul(self, a: [u16; LANES], b: [u16; LANES]) -> [u16; LANES] {
        each(|lane| a[lane].wrapping_mul(b[lane]))
    }

    #[inline(always)]
    fn and(self, a: [u16; LANES], b: [u16; LANES]) -> [u16; LANES] {
        each(|lane| a[lane] & b[lane])
    }

    #[inline(always)]
    fn or(self, a: [u16; LANES], b: [u16; LANES]) -> [u16; LANES] {
        each(|lane| a[lane] | b[lane])
    }

    #[inline(always)]
    fn equal(self, a: [u16; LANES], b: [u16; LANES]) -> [u16; LANES] {
        each(|lane| 0_u16.wrapping_sub(u16::from(a[lane] == b[lane])))
    }

    #[inline(always)]
    fn down<const BY: i32>(self, a: [u16; LANES]) -> [u16; LANES] {
        each(|lane| a[lane] >> BY)
    }

    #[inline(always)]
    fn sums(self, mut sums: [u16; LANES]) -> [u16; LANES] {
        for by in [1, 2, 4] {
            let before = sums;
            sums = each(
                |lane| if lane < by { before[lane] } else { before[lane].wrapping_add(before[lane - by]) },
            );
        }
        sums
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

#![cfg(target_arch = "x86_64")]

use super::{Row, Simd, WordUnit};
use pulp::core_arch::x86::Sse2;
use pulp::x86::V1;
use std::arch::x86_64::{__m128, __m128i};
use tumble_pose::LANES;

/// The instructions that every x86-64 has: two registers of four lanes.
impl Simd for V1 {
    type Floats = [__m128; 2];
    type Unit = Sse2;

    #[inline(always)]
    fn floats(self, of: [f32; LANES]) -> [__m128; 2] {
        bytemuck::cast(of)
    }

    #[inline(always)]
    fn array(self, floats: [__m128; 2]) -> [f32; LANES] {
        bytemuck::cast(floats)
    }

    #[inline(always)]
    fn splat(self, value: f32) -> [__m128; 2] {
        [self.sse._mm_set1_ps(value); 2]
    }

    #[inline(always)]
    fn of_bytes(self, of: [i8; LANES]) -> [__m128; 2] {
        let bytes = self.sse2._mm_set_epi64x(0, bytemuck::cast(of));
        // Each byte in both halves of a word: so the word, doubled again, is moved down with its sign.
        let words = self.sse2._mm_unpacklo_epi8(bytes, bytes);
        let (low, high) =
            (self.sse2._mm_unpacklo_epi16(words, words), self.sse2._mm_unpackhi_epi16(words, words));
        [
            self.sse2._mm_cvtepi32_ps(self.sse2._mm_srai_epi32::<24>(low)),
            self.sse2._mm_cvtepi32_ps(self.sse2._mm_srai_epi32::<24>(high)),
        ]
    }

    #[inline(always)]
    fn of_words(self, of: [i16; LANES]) -> [__m128; 2] {
        let words: __m128i = bytemuck::cast(of);
        let (low, high) =
            (self.sse2._mm_unpacklo_epi16(words, words), self.sse2._mm_unpackhi_epi16(words, words));
        [
            self.sse2._mm_cvtepi32_ps(self.sse2._mm_srai_epi32::<16>(low)),
            self.sse2._mm_cvtepi32_ps(self.sse2._mm_srai_epi32::<16>(high)),
        ]
    }

    #[inline(always)]
    fn of_integers(self, of: [i32; LANES]) -> [__m128; 2] {
        let [low, high]: [__m128i; 2] = bytemuck::cast(of);
        [self.sse2._mm_cvtepi32_ps(low), self.sse2._mm_cvtepi32_ps(high)]
    }

    #[inline(always)]
    fn of_upper_halves(self, of: [u16; LANES]) -> [__m128; 2] {
        let (none, words) = (self.sse2._mm_set1_epi16(0), bytemuck::cast(of));
        [
            self.sse2._mm_castsi128_ps(self.sse2._mm_unpacklo_epi16(none, words)),
            self.sse2._mm_castsi128_ps(self.sse2._mm_unpackhi_epi16(none, words)),
        ]
    }

    #[inline(always)]
    fn add(self, a: [__m128; 2], b: [__m128; 2]) -> [__m128; 2] {
        [self.sse._mm_add_ps(a[0], b[0]), self.sse._mm_add_ps(a[1], b[1])]
    }

    #[inline(always)]
    fn sub(self, a: [__m128; 2], b: [__m128; 2]) -> [__m128; 2] {
        [self.sse._mm_sub_ps(a[0], b[0]), self.sse._mm_sub_ps(a[1], b[1])]
    }

    #[inline(always)]
    fn mul(self, a: [__m128; 2], b: [__m128; 2]) -> [__m128; 2] {
        [self.sse._mm_mul_ps(a[0], b[0]), self.sse._mm_mul_ps(a[1], b[1])]
    }

    #[inline(always)]
    fn div(self, a: [__m128; 2], b: [__m128; 2]) -> [__m128; 2] {
        [self.sse._mm_div_ps(a[0], b[0]), self.sse._mm_div_ps(a[1], b[1])]
    }

    #[inline(always)]
    fn sqrt(self, a: [__m128; 2]) -> [__m128; 2] {
        [self.sse._mm_sqrt_ps(a[0]), self.sse._mm_sqrt_ps(a[1])]
    }

    #[inline(always)]
    fn signed_by(self, a: [__m128; 2], sign: [__m128; 2]) -> [__m128; 2] {
        let bit = self.sse._mm_set1_ps(-0.0);
        [
            self.sse._mm_xor_ps(a[0], self.sse._mm_and_ps(sign[0], bit)),
            self.sse._mm_xor_ps(a[1], self.sse._mm_and_ps(sign[1], bit)),
        ]
    }

    #[inline(always)]
    fn chosen(self, lanes: u8, new: [__m128; 2], old: [f32; LANES]) -> [f32; LANES] {
        let (old, all) = (self.floats(old), self.sse2._mm_set1_epi32(i32::from(lanes)));
        let bits: [__m128i; 2] = bytemuck::cast([1, 2, 4, 8, 16, 32, 64, 128_i32]);
        let low = self
            .sse2
            ._mm_castsi128_ps(self.sse2._mm_cmpeq_epi32(self.sse2._mm_and_si128(all, bits[0]), bits[0]));
        let high = self
            .sse2
            ._mm_castsi128_ps(self.sse2._mm_cmpeq_epi32(self.sse2._mm_and_si128(all, bits[1]), bits[1]));
        self.array([
            self.sse._mm_or_ps(self.sse._mm_and_ps(low, new[0]), self.sse._mm_andnot_ps(low, old[0])),
            self.sse._mm_or_ps(self.sse._mm_and_ps(high, new[1]), self.sse._mm_andnot_ps(high, old[1])),
        ])
    }

    #[inline(always)]
    fn taken(self, low: &Row, high: &Row, up: u32, down: u32) -> [__m128; 2] {
        let (low, high): (__m128i, __m128i) = (bytemuck::cast(*low), bytemuck::cast(*high));
        let (up, down) =
            (self.sse2._mm_cvtsi32_si128(up.cast_signed()), self.sse2._mm_cvtsi32_si128(down.cast_signed()));
        let (first, second) =
            (self.sse2._mm_unpacklo_epi16(low, high), self.sse2._mm_unpackhi_epi16(low, high));
        [
            self.sse2._mm_cvtepi32_ps(self.sse2._mm_sra_epi32(self.sse2._mm_sll_epi32(first, up), down)),
            self.sse2._mm_cvtepi32_ps(self.sse2._mm_sra_epi32(self.sse2._mm_sll_epi32(second, up), down)),
        ]
    }

    #[inline(always)]
    fn pairs(self, first: [__m128; 2], second: [__m128; 2]) -> [u64; LANES] {
        bytemuck::cast([
            self.sse._mm_unpacklo_ps(first[0], second[0]),
            self.sse._mm_unpacklo_ps(first[1], second[1]),
            self.sse._mm_unpackhi_ps(first[0], second[0]),
            self.sse._mm_unpackhi_ps(first[1], second[1]),
        ])
    }

    #[inline(always)]
    fn unpaired(self, pairs: [u64; LANES]) -> [[__m128; 2]; 2] {
        let [a, b, c, d, e, f, g, h] = bytemuck::cast::<_, [i64; LANES]>(pairs);
        let (ab, cd) = (
            self.sse2._mm_castsi128_ps(self.sse2._mm_set_epi64x(b, a)),
            self.sse2._mm_castsi128_ps(self.sse2._mm_set_epi64x(d, c)),
        );
        let (ef, gh) = (
            self.sse2._mm_castsi128_ps(self.sse2._mm_set_epi64x(f, e)),
            self.sse2._mm_castsi128_ps(self.sse2._mm_set_epi64x(h, g)),
        );
        [
            [
                self.sse._mm_shuffle_ps::<0b10_00_10_00>(ab, cd),
                self.sse._mm_shuffle_ps::<0b10_00_10_00>(ef, gh),
            ],
            [
                self.sse._mm_shuffle_ps::<0b11_01_11_01>(ab, cd),
                self.sse._mm_shuffle_ps::<0b11_01_11_01>(ef, gh),
            ],
        ]
    }

    #[inline(always)]
    fn word_unit(self) -> Sse2 {
        self.sse2
    }
}

/// Eight words are one register, on machines with wider ones too.
impl WordUnit for Sse2 {
    type Words = __m128i;

    #[inline(always)]
    fn words(self, of: [u16; LANES]) -> __m128i {
        bytemuck::cast(of)
    }

    #[inline(always)]
    fn array(self, words: __m128i) -> [u16; LANES] {
        bytemuck::cast(words)
    }

    #[inline(always)]
    fn wide(self, words: __m128i) -> [u32; LANES] {
        let none = self._mm_set1_epi16(0);
        bytemuck::cast([self._mm_unpacklo_epi16(words, none), self._mm_unpackhi_epi16(words, none)])
    }

    #[inline(always)]
    fn splat(self, value: u16) -> __m128i {
        self._mm_set1_epi16(value.cast_signed())
    }

    #[inline(always)]
    fn add(self, a: __m128i, b: __m128i) -> __m128i {
        self._mm_add_epi16(a, b)
    }

    #[inline(always)]
    fn sub(self, a: __m128i, b: __m128i) -> __m128i {
        self._mm_sub_epi16(a, b)
    }

    #[inline(always)]
    fn mul(self, a: __m128i, b: __m128i) -> __m128i {
        self._mm_mullo_epi16(a, b)
    }

    #[inline(always)]
    fn and(self, a: __m128i, b: __m128i) -> __m128i {
        self._mm_and_si128(a, b)
    }

    #[inline(always)]
    fn or(self, a: __m128i, b: __m128i) -> __m128i {
        self._mm_or_si128(a, b)
    }

    #[inline(always)]
    fn equal(self, a: __m128i, b: __m128i) -> __m128i {
        self._mm_cmpeq_epi16(a, b)
    }

    #[inline(always)]
    fn down<const BY: i32>(self, a: __m128i) -> __m128i {
        self._mm_srli_epi16::<BY>(a)
    }

    #[inline(always)]
    fn sums(self, a: __m128i) -> __m128i {
        let a = self._mm_add_epi16(a, self._mm_slli_si128::<2>(a));
        let a = self._mm_add_epi16(a, self._mm_slli_si128::<4>(a));
        self._mm_add_epi16(a, self._mm_slli_si128::<8>(a))
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

#![cfg(target_arch = "x86_64")]
use super::{Row, Simd};
use pulp::core_arch::x86::Sse2;
use pulp::x86::V3;
use std::arch::x86_64::{__m256, __m256i};
use tumble_pose::LANES;

/// The instructions of x86-64-v3, but for those that round once where others round twice.
impl Simd for V3 {
    type Floats = __m256;
    type Unit = Sse2;

    #[inline(always)]
    fn floats(self, of: [f32; LANES]) -> __m256 {
        bytemuck::cast(of)
    }

    #[inline(always)]
    fn array(self, floats: __m256) -> [f32; LANES] {
        bytemuck::cast(floats)
    }

    #[inline(always)]
    fn splat(self, value: f32) -> __m256 {
        self.avx._mm256_set1_ps(value)
    }

    #[inline(always)]
    fn of_bytes(self, of: [i8; LANES]) -> __m256 {
        let bytes = self.sse2._mm_set_epi64x(0, bytemuck::cast(of));
        self.avx._mm256_cvtepi32_ps(self.avx2._mm256_cvtepi8_epi32(bytes))
    }

    #[inline(always)]
    fn of_words(self, of: [i16; LANES]) -> __m256 {
        self.avx._mm256_cvtepi32_ps(self.avx2._mm256_cvtepi16_epi32(bytemuck::cast(of)))
    }

    #[inline(always)]
    fn of_integers(self, of: [i32; LANES]) -> __m256 {
        self.avx._mm256_cvtepi32_ps(bytemuck::cast(of))
    }

    #[inline(always)]
    fn of_upper_halves(self, of: [u16; LANES]) -> __m256 {
        let wide = self.avx2._mm256_cvtepu16_epi32(bytemuck::cast(of));
        self.avx._mm256_castsi256_ps(self.avx2._mm256_slli_epi32::<16>(wide))
    }

    #[inline(always)]
    fn add(self, a: __m256, b: __m256) -> __m256 {
        self.avx._mm256_add_ps(a, b)
    }

    #[inline(always)]
    fn sub(self, a: __m256, b: __m256) -> __m256 {
        self.avx._mm256_sub_ps(a, b)
    }

    #[inline(always)]
    fn mul(self, a: __m256, b: __m256) -> __m256 {
        self.avx._mm256_mul_ps(a, b)
    }

    #[inline(always)]
    fn div(self, a: __m256, b: __m256) -> __m256 {
        self.avx._mm256_div_ps(a, b)
    }

    #[inline(always)]
    fn sqrt(self, a: __m256) -> __m256 {
        self.avx._mm256_sqrt_ps(a)
    }

    #[inline(always)]
    fn signed_by(self, a: __m256, sign: __m256) -> __m256 {
        let sign = self.avx._mm256_and_ps(sign, self.avx._mm256_set1_ps(-0.0));
        self.avx._mm256_xor_ps(a, sign)
    }

    #[inline(always)]
    fn chosen(self, lanes: u8, new: __m256, old: [f32; LANES]) -> [f32; LANES] {
        let bits: __m256i = bytemuck::cast([1, 2, 4, 8, 16, 32, 64, 128_i32]);
        let set = self.avx2._mm256_and_si256(self.avx._mm256_set1_epi32(i32::from(lanes)), bits);
        let mask = self.avx._mm256_castsi256_ps(self.avx2._mm256_cmpeq_epi32(set, bits));
        self.array(self.avx._mm256_blendv_ps(self.floats(old), new, mask))
    }

    #[inline(always)]
    fn taken(self, low: &Row, high: &Row, up: u32, down: u32) -> __m256 {
        // Four lanes of both rows in either half, then a low word and a high word in turn.
        let halves = self.avx2._mm256_permute4x64_epi64::<0b11_01_10_00>(bytemuck::cast([*low, *high]));
        let turn: [i8; 16] = [0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15];
        let turns: __m256i = bytemuck::cast([turn, turn]);
        let bits = self.avx2._mm256_shuffle_epi8(halves, turns);
        let up = self.sse2._mm_cvtsi32_si128(up.cast_signed());
        let down = self.sse2._mm_cvtsi32_si128(down.cast_signed());
        let values = self.avx2._mm256_sra_epi32(self.avx2._mm256_sll_epi32(bits, up), down);
        self.avx._mm256_cvtepi32_ps(values)
    }

    #[inline(always)]
    fn pairs(self, first: __m256, second: __m256) -> [u64; LANES] {
        let low = self.avx._mm256_unpacklo_ps(first, second);
        let high = self.avx._mm256_unpackhi_ps(first, second);
        bytemuck::cast([low, high])
    }

    #[inline(always)]
    fn unpaired(self, pairs: [u64; LANES]) -> [__m256; 2] {
        let [a, b, c, d, e, f, g, h] = bytemuck::cast::<_, [i64; LANES]>(pairs);
        let left = self.avx._mm256_set_epi64x(f, e, b, a);
        let right = self.avx._mm256_set_epi64x(h, g, d, c);
        let (left, right) = (self.avx._mm256_castsi256_ps(left), self.avx._mm256_castsi256_ps(right));
        let first = self.avx._mm256_shuffle_ps::<0b10_00_10_00>(left, right);
        let second = self.avx._mm256_shuffle_ps::<0b11_01_11_01>(left, right);
        [first, second]
    }

    #[inline(always)]
    fn word_unit(self) -> Sse2 {
        self.sse2
    }
}

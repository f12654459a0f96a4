// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::*;
use proptest::prelude::*;

#[test]
fn a_lanes_pair_lies_where_the_lane_of_that_number_is_asked_for() {
    for (lane, &pair) in PAIR_OF_LANE.iter().enumerate() {
        assert_eq!(PAIR_OF_LANE[pair], lane);
    }
}

/// Each operation as bits.
fn results<S: Simd>(simd: S, a: [f32; LANES], b: [f32; LANES], rows: [Row; 2], by: (u32, u32)) -> Vec<u64> {
    let (x, y) = (simd.floats(a), simd.floats(b));
    let mut all = Vec::new();
    let mut floats =
        |floats: S::Floats| all.extend(simd.array(floats).map(|value| u64::from(value.to_bits())));
    floats(simd.add(x, y));
    floats(simd.sub(x, y));
    floats(simd.mul(x, y));
    floats(simd.div(x, y));
    floats(simd.sqrt(simd.mul(x, x)));
    floats(simd.signed_by(x, y));
    floats(simd.splat(a[3]));
    floats(simd.of_bytes(rows[0].map(|word| word as i8)));
    floats(simd.of_words(rows[0].map(u16::cast_signed)));
    floats(simd.of_integers(rows[0].map(|word| i32::from(word) << 9)));
    floats(simd.of_upper_halves(rows[1]));
    floats(simd.floats(simd.chosen(by.0 as u8, x, b)));
    floats(simd.taken(&rows[0], &rows[1], by.0, by.1));
    let pairs = simd.pairs(x, y);
    let back = simd.unpaired(PAIR_OF_LANE.map(|place| pairs[place]));
    floats(back[0]);
    floats(back[1]);
    let unit = simd.word_unit();
    let (v, w) = (unit.words(rows[0]), unit.words(rows[1]));
    let few = unit.and(v, unit.splat(15));
    for words in [
        unit.add(v, w),
        unit.sub(v, w),
        unit.mul(v, w),
        unit.and(v, w),
        unit.or(v, w),
        unit.equal(few, unit.splat(7)),
        unit.down::<4>(v),
        unit.sums(v),
    ] {
        all.extend(unit.array(words).map(u64::from));
    }
    all.extend(unit.wide(v).map(u64::from));
    all.extend(pairs);
    all
}

proptest! {
    #[test]
    fn each_operation_has_the_same_bits_on_every_machine(
        a in prop::array::uniform8(-1e3..1e3_f32),
        b in prop::array::uniform8(-1e3..1e3_f32),
        rows in prop::array::uniform2(prop::array::uniform8(any::<u16>())),
        by in (0_u32..=47, 15_u32..=32),
    ) {
        let plain = results(Plain, a, b, rows, by);
        let back = &plain[13 * LANES..15 * LANES];
        prop_assert!(back.iter().zip(a.iter().chain(&b)).all(|(&bits, value)| bits == u64::from(value.to_bits())));
        #[cfg(target_arch = "x86_64")]
        if let Some(simd) = pulp::x86::V1::try_new() {
            prop_assert_eq!(results(simd, a, b, rows, by), plain.clone());
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(simd) = pulp::x86::V3::try_new() {
            prop_assert_eq!(results(simd, a, b, rows, by), plain);
        }
    }

    #[test]
    fn taken_numbers_are_the_bits_between(
        values in prop::array::uniform8(any::<i32>()),
        width in 0_u32..=17,
        bit in 0_u32..=15,
    ) {
        let kept = values.map(|value| if width == 0 { 0 } else { value << (32 - width) >> (32 - width) });
        let bits = kept.map(|value| (value.cast_unsigned() & ((1 << width) - 1)) << bit);
        let (low, high) = (bits.map(|bits| bits as u16), bits.map(|bits| (bits >> 16) as u16));
        let up = if width == 0 { 32 } else { 32 - width - bit };
        let taken = Plain.taken(&low, &high, up, 32 - width);
        prop_assert_eq!(taken.map(f32::to_bits), kept.map(|value| (value as f32).to_bits()));
    }
}

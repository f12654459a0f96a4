// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::distribution::{Distribution, SCALE_BITS, SYMBOLS};
use super::{decode, encode};
use crate::codec::coefficients::{Coefficients, PartKind, PartShape, Shape};
use crate::file::ByteReader;
use proptest::prelude::*;
use proptest::sample::Index;

/// Shapes of any kind, and integers from nearly all zeros to nearly all extreme.
fn coefficients() -> impl Strategy<Value = Coefficients> {
    let parts = prop::collection::vec((any::<bool>(), prop::option::of(any::<Index>())), 0..6);
    (1..60_usize, 1..=5_u32, parts, any::<u64>()).prop_map(|(samples, segment, parts, seed)| {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut shapes: Vec<PartShape> = Vec::new();
        for (is_rotation, parent) in parts {
            let kind = if is_rotation { PartKind::Rotation } else { PartKind::Vector };
            let above: Vec<usize> = (0..shapes.len()).filter(|&above| shapes[above].kind == kind).collect();
            let parent = parent.filter(|_| !above.is_empty()).map(|parent| *parent.get(&above));
            shapes.push(PartShape { kind, parent });
        }
        let shape = Shape { samples, segment: 1 << segment, parts: shapes };
        let parts = shape.parts.len();
        let exists = |row: usize| row.is_multiple_of(shape.segment) || row < samples;
        let bits = rng.u32(0..=32);
        let mut number = || if bits == 0 { 0 } else { rng.i32(..) >> rng.u32(32 - bits..32) };
        let values = (0..shape.rows() * parts)
            .map(|value| if exists(value / parts) { [number(), number(), number()] } else { [0; 3] })
            .collect();
        let charts = (0..shape.boundaries() * parts)
            .map(|chart| shape.parts[chart % parts].kind == PartKind::Rotation && rng.u8(..) < 50)
            .collect();
        Coefficients { shape, values, charts }
    })
}

fn read(bytes: &[u8], shape: &Shape) -> Result<Coefficients, crate::DecodeError> {
    decode(ByteReader::new(bytes, 100), shape.clone())
}

proptest! {
    #[test]
    fn integers_of_any_size_come_back(coefficients in coefficients()) {
        let bytes = encode(&coefficients);
        prop_assert_eq!(read(&bytes, &coefficients.shape), Ok(coefficients));
    }

    #[test]
    fn what_is_accepted_is_what_writing_gives(
        coefficients in coefficients(), at: Index, change in 1..=255_u8, cut: Index,
        random in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let bytes = encode(&coefficients);
        let mut changed = bytes.clone();
        *at.get_mut(&mut changed) ^= change;
        let cut = bytes[..cut.index(bytes.len())].to_vec();
        let longer = [&bytes[..], &random].concat();
        for bytes in [changed, cut, longer, random] {
            if let Ok(other) = read(&bytes, &coefficients.shape) {
                prop_assert_eq!(encode(&other), bytes);
            }
        }
    }

    #[test]
    fn a_distribution_stays_one_whatever_it_learns(
        weights: [u32; SYMBOLS], symbols in prop::collection::vec((0..SYMBOLS, 1..400_usize), 0..20),
    ) {
        let mut distribution = Distribution::new(weights.map(u64::from));
        for (symbol, times) in symbols {
            for _ in 0..times {
                distribution.learn(symbol);
                let starts = distribution.starts();
                prop_assert_eq!(starts[0], 1);
                prop_assert!(starts.is_sorted_by(|one, next| one < next), "{starts:?}");
                prop_assert!(starts[SYMBOLS - 1] < 1 << SCALE_BITS);
            }
        }
    }
}

#[test]
fn bytes_that_are_too_few_or_too_many_are_refused() {
    let parts = vec![PartShape { kind: PartKind::Rotation, parent: None }; 3];
    let shape = Shape { samples: 40, segment: 8, parts };
    let values =
        (0..123).map(|value| if value < 120 { [value, -value % 5, value % 3] } else { [7; 3] }).collect();
    let charts = (0..18).map(|chart| chart > 9).collect();
    let coefficients = Coefficients { shape, values, charts };
    let bytes = encode(&coefficients);
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length], &coefficients.shape).is_err(), "{length} of {}", bytes.len());
    }
    for more in 1..10 {
        let longer = [&bytes[..], &vec![more; usize::from(more)]].concat();
        assert!(read(&longer, &coefficients.shape).is_err(), "{more} more");
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::bit_rows::{BitRows, BitWriter};
use super::channel::Span;
use super::rodrigues;
use crate::file::{ByteReader, ByteWriter};
use glam::Quat;
use proptest::prelude::*;
use tumble_pose::generators::rotations;

proptest! {
    #[test]
    fn a_number_in_steps_comes_back_within_half_a_step(
        least in -100.0..100.0_f64, range in 0.0..10.0_f64, along in 0.0..=1.0_f64, step in 1e-5..1.0_f64,
    ) {
        let span = Span::steps(least, least + range, step).expect("few enough steps");
        let value = least + range * along;
        let read = f64::from(span.at(0).value(span.bits(value)));
        let rounding = 2e-7 * (least.abs() + range);
        prop_assert!((read - value).abs() <= step / 2.0 + rounding, "{read} for {value} in steps of {step}");
        prop_assert!(span.bits(value) >> span.width() == 0);
        prop_assert!(f64::from(span.largest()) <= least.abs() + 2.0 * range + step);
    }

    #[test]
    fn rows_of_any_widths_come_back(
        widths in prop::collection::vec(0_u32..=24, 1..20), samples in 1_u32..20, seed: u64,
    ) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let whole = |&width: &u32| Span::steps(0.0, f64::from((1_u32 << width) - 1), 1.0).expect("few enough");
        let spans: Vec<Span> = widths.iter().map(whole).collect();
        let (mut rows, mut written) = (BitWriter::default(), Vec::new());
        for span in (0..samples).flat_map(|_| &spans) {
            let value = rng.u32(..) & ((1 << span.width()) - 1);
            rows.write(value, span.width());
            written.push(value as f32);
        }
        let section = [vec![7; 3], rows.into_bytes()].concat();
        let stride = widths.iter().sum();
        let rest = || ByteReader::new(&section[3..], 3);
        let rows = BitRows::read(&section, rest(), stride, samples).expect("as many bits as there are");
        let mut bit = 0;
        let channels: Vec<_> = spans.iter().map(|span| {
            bit += span.width();
            span.at(bit - span.width())
        }).collect();
        let read: Vec<f32> = (0..samples).flat_map(|sample| rows.values(sample, &channels)).collect();
        prop_assert_eq!(read, written);
        let bits = u64::from(stride) * u64::from(samples);
        let more = (bits / 8 + 1) * 8 / u64::from(stride.max(1)) + 1;
        if stride > 0 {
            prop_assert!(BitRows::read(&section, rest(), stride, more as u32).is_err(), "more than there are");
        }
    }

    #[test]
    fn a_rotation_comes_back_from_its_parameters_half_turns_among_them(turn in rotations()) {
        let parameters = rodrigues::parameters(turn.as_dquat().normalize());
        prop_assert!(parameters.length() <= 1.0 + 1e-12, "{parameters:?}");
        let back = Quat::from_array(rodrigues::rotation(parameters.as_vec3().to_array()));
        prop_assert!(back.dot(turn).abs() > 1.0 - 1e-6, "{back:?} for {turn:?}");
        prop_assert!((back.length() - 1.0).abs() < 1e-6);
    }
}

#[test]
fn numbers_that_take_too_many_steps_or_are_none_are_not_put_into_steps() {
    assert_eq!(Span::steps(0.0, 1.0, 1e-8), None, "a hundred million");
    for strange in [f64::NAN, f64::INFINITY, 1e300] {
        assert_eq!(Span::steps(0.0, strange, 1.0), None);
        assert_eq!(Span::steps(strange, strange, 1.0), None);
    }
    assert_eq!(Span::steps(0.0, 1.0, f64::NAN), None);
    assert_eq!(Span::steps(3.0, 3.0, 0.1).map(Span::width), Some(0), "nothing changes, nothing is stored");
}

#[test]
fn spans_that_could_read_more_than_a_number_are_refused() {
    for (width, least, step) in
        [(25, 0.0, 1.0), (31, 0.0, 0.0), (32, 1.0, 0.0), (8, 3e38, 1e38), (255, 0.0, 0.0)]
    {
        let mut bytes = ByteWriter::default();
        bytes.u8(width);
        bytes.f32(least);
        bytes.f32(step);
        assert!(Span::read(&mut ByteReader::new(&bytes.into_bytes(), 0)).is_err(), "{width} bits");
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::*;
use proptest::prelude::*;
use std::f32::consts::PI;
use tumble_pose::generators::rotations;

#[test]
fn a_curve_holds_before_its_first_key_and_after_its_last() {
    let curve = Curve::new(Interpolation::Linear, [(Seconds(1.0), 5.0), (Seconds(2.0), 7.0)]);
    assert_eq!(curve.sample(Seconds(0.0)), Some(5.0));
    assert_eq!(curve.sample(Seconds(f64::NAN)), Some(5.0), "NaN is before all");
    assert_eq!(curve.sample(Seconds(1.5)), Some(6.0));
    assert_eq!(curve.sample(Seconds(1e9)), Some(7.0));
    assert_eq!(Curve::<f32>::default().sample(Seconds(0.0)), None, "no keys, no value");
}

#[test]
fn a_step_comes_at_its_key_even_where_f32_rounds_the_key_past_the_sample() {
    let at = |index: f32| Seconds(f64::from(index / 30.0));
    let curve =
        Curve::new(Interpolation::Step, (0..200_u8).map(|index| (at(f32::from(index)), f32::from(index))));
    for index in 0..200_u8 {
        let exact = Seconds(f64::from(index) / 30.0);
        assert_eq!(curve.sample(exact), Some(f32::from(index)), "sample {index}");
    }
}

#[test]
fn a_moving_curve_does_not_rest_at_its_keys_however_late_they_are() {
    let hour = 3600.0;
    let curve = Curve::new(
        Interpolation::Linear,
        (0..10).map(|index| (Seconds(hour + f64::from(index)), index as f32)),
    );
    let just_before = curve.sample(Seconds(hour + 5.0 - 1e-4)).expect("has keys");
    assert!((just_before - 4.9999).abs() < 1e-6, "{just_before}");
}

#[test]
fn a_cubic_curve_passes_its_keys_with_its_tangents() {
    let key = |time, value, slope| Key { time: Seconds(time), value, in_tangent: slope, out_tangent: slope };
    let curve =
        Curve { interpolation: Interpolation::Cubic, keys: vec![key(0.0, 0.0_f32, 2.0), key(2.0, 8.0, 6.0)] };
    // x² + 2x through both keys with both slopes.
    for at in [0.0, 0.3, 1.0, 1.9, 2.0] {
        let value = curve.sample(Seconds(at)).expect("has keys");
        assert!((f64::from(value) - at * (at + 2.0)).abs() < 1e-5, "{at} s: {value}");
    }
}

/// godotengine/godot#57951: cubic keys go the long way round.
#[test]
fn a_cubic_turn_takes_the_shorter_way_whatever_the_signs_of_its_keys() {
    let key = |time, value: Quat| Key::new(Seconds(time), value);
    let (from, to) = (Quat::from_rotation_y(0.1), Quat::from_rotation_y(0.5));
    let curve =
        |to: Quat| Curve { interpolation: Interpolation::Cubic, keys: vec![key(0.0, from), key(1.0, to)] };
    for at in [0.1, 0.5, 0.9] {
        let (plain, flipped) = (curve(to).sample(Seconds(at)), curve(-to).sample(Seconds(at)));
        assert_eq!(plain, flipped, "at {at} s");
        assert!(plain.is_some_and(|turn| turn.angle_between(from) < 0.41), "between the two");
    }
}

proptest! {
    #[test]
    fn a_linear_turn_is_the_shorter_arc_at_constant_speed(
        from in rotations(), to in rotations(), blend in 0.0_f32..=1.0,
    ) {
        let whole = 2.0 * from.dot(to).abs().min(1.0).acos();
        let turn = from.between(to, blend);
        let part = 2.0 * from.dot(turn).abs().min(1.0).acos();
        let either_way = whole > PI - 0.01;
        prop_assert!(either_way || (part - whole * blend).abs() < 1e-3, "{part} of {whole} at {blend}");
        prop_assert!((turn.length() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn keys_are_found_whatever_their_spacing(
        gaps in prop::collection::vec(1e-3..10.0_f64, 1..50), along in 0.0..1.0_f64,
    ) {
        let mut times = vec![0.0];
        for gap in gaps {
            times.push(times[times.len() - 1] + gap);
        }
        let keys = times.iter().enumerate().map(|(index, &at)| (Seconds(at), index as f32));
        let curve = Curve::new(Interpolation::Step, keys);
        let time = along * times[times.len() - 1];
        let before = times.iter().filter(|&&at| at <= time).count() - 1;
        prop_assume!(times.iter().all(|&at| (at - time).abs() > 3e-7 * time), "told apart by an f32");
        prop_assert_eq!(curve.sample(Seconds(time)), Some(before as f32));
        for (index, &at) in times.iter().enumerate() {
            prop_assert_eq!(curve.sample(Seconds(at)), Some(index as f32));
        }
    }
}

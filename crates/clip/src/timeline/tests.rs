// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::*;
use proptest::prelude::*;

fn timeline(rate_hz: f64, duration: f64, looping: Looping) -> Timeline {
    Timeline::new(rate_hz, Seconds(duration), looping).expect("a timeline")
}

#[test]
fn the_last_sample_is_at_the_duration_whether_or_not_that_is_on_the_grid() {
    let whole = timeline(30.0, 4.0, Looping::Once);
    assert_eq!((whole.samples(), whole.instant(120), whole.uniform_rate()), (121, Seconds(4.0), Some(30.0)));
    let short = timeline(30.0, 4.01, Looping::Once);
    assert_eq!((short.samples(), short.instant(120), short.instant(121)), (122, Seconds(4.0), Seconds(4.01)));
    assert_eq!(short.uniform_rate(), None, "its last interval is shorter");
    let rounded = timeline(30.0, f64::from(118.1_f32 / 30.0), Looping::Once);
    assert_eq!(rounded.samples(), 120, "up to the next sample");
    let rounded = timeline(30.0, f64::from(119.0_f32 / 30.0), Looping::Once);
    assert_eq!((rounded.samples(), rounded.uniform_rate()), (120, Some(30.0)), "f32's rounding is no sample");
    assert_eq!(timeline(30.0, 0.0, Looping::Loop).samples(), 1, "a pose");
    assert_eq!(timeline(30.0, 1e-9, Looping::Once).samples(), 2, "its start and its end");
}

#[test]
fn timelines_that_are_none_are_refused() {
    for rate in [0.0, -30.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(Timeline::new(rate, Seconds(1.0), Looping::Once), Err(TimelineError::Rate { .. })));
    }
    for duration in [-1.0, f64::NAN, f64::INFINITY] {
        let duration = Seconds(duration);
        assert!(matches!(Timeline::new(30.0, duration, Looping::Once), Err(TimelineError::Duration { .. })));
    }
    assert!(matches!(Timeline::new(1e9, Seconds(1e9), Looping::Once), Err(TimelineError::Samples { .. })));
}

#[test]
fn outside_its_duration_a_clip_holds_or_starts_again() {
    let (once, looping) = (timeline(10.0, 2.0, Looping::Once), timeline(10.0, 2.0, Looping::Loop));
    let at = |timeline: &Timeline, at: f64| timeline.seek(Seconds(at), Rounding::None);
    for (time, held, again) in [(2.0, 20, 20), (2.5, 20, 5), (-0.5, 0, 15), (-4.5, 0, 15), (1e3 + 0.3, 20, 3)]
    {
        assert_eq!(at(&once, time), Seek::sample(held), "once at {time}");
        let seek = at(&looping, time);
        let place = f64::from(seek.lower) + f64::from(seek.blend);
        assert!((place - f64::from(again)).abs() < 1e-3, "looping at {time}: {seek:?}");
    }
    for strange in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let end = if strange == f64::INFINITY { 20 } else { 0 };
        assert_eq!(at(&once, strange), Seek::sample(end), "{strange}");
        assert_eq!(at(&looping, strange), Seek::sample(0), "{strange} is nowhere on a loop");
    }
}

#[test]
fn rounding_takes_the_sample_that_it_says() {
    let timeline = timeline(10.0, 0.25, Looping::Once);
    let at = |at: f64, rounding| timeline.seek(Seconds(at), rounding);
    for (time, floor, ceil, nearest) in
        [(0.0, 0, 0, 0), (0.13, 1, 2, 1), (0.17, 1, 2, 2), (0.22, 2, 3, 2), (0.23, 2, 3, 3)]
    {
        assert_eq!(at(time, Rounding::Floor), Seek::sample(floor), "floor of {time}");
        assert_eq!(at(time, Rounding::Ceil), Seek::sample(ceil), "ceil of {time}");
        assert_eq!(at(time, Rounding::Nearest), Seek::sample(nearest), "nearest to {time}");
    }
    let last = at(0.23, Rounding::None);
    assert_eq!((last.lower, last.upper), (2, 3), "in the last, shorter interval");
    assert!((last.blend - 0.6).abs() < 1e-6, "three fifths of it");
}

/// Just before a sample is not yet that sample, however near.
#[test]
fn rounding_is_exact_at_samples_and_right_beside_them() {
    for looping in [Looping::Once, Looping::Loop] {
        // Its last interval is the shorter one.
        let timeline = timeline(30.0, 2.01, looping);
        let at = |at: f64, rounding| timeline.seek(Seconds(at), rounding);
        let roundings = [Rounding::Floor, Rounding::Ceil, Rounding::Nearest, Rounding::None];
        for (index, instant) in (0_u32..).zip(timeline.instants()) {
            for rounding in roundings {
                assert_eq!(at(instant.0, rounding), Seek::sample(index), "{rounding:?} at {instant}");
            }
            if index > 0 {
                let before = roundings.map(|rounding| at(instant.0.next_down(), rounding));
                assert_eq!(before[..3], [index - 1, index, index].map(Seek::sample), "before {instant}");
                assert!(before[3].upper == index, "before {instant}: {:?}", before[3]);
            }
            if index + 1 < timeline.samples() {
                let after = roundings.map(|rounding| at(instant.0.next_up(), rounding));
                assert_eq!(after[..3], [index, index + 1, index].map(Seek::sample), "after {instant}");
                assert!(after[3].lower == index, "after {instant}: {:?}", after[3]);
            }
        }
        let middle = f64::midpoint(timeline.instant(3).0, timeline.instant(4).0);
        assert_eq!(at(middle.next_up(), Rounding::Nearest), Seek::sample(4));
        assert_eq!(at(middle.next_down(), Rounding::Nearest), Seek::sample(3));
    }
}

proptest! {
    /// In sums that a number can hold exactly.
    #[test]
    fn a_loop_goes_round_exactly_in_both_directions(
        rounds in -(1_i64 << 40)..1_i64 << 40, along in 0_u32..2048, rounding in prop::sample::select(vec![
            Rounding::None, Rounding::Floor, Rounding::Ceil, Rounding::Nearest,
        ]),
    ) {
        let timeline = timeline(30.0, 2.0, Looping::Loop);
        let along = f64::from(along) / 1024.0;
        let seek = |at: f64| timeline.seek(Seconds(at), rounding);
        prop_assert_eq!(seek(2.0 * rounds as f64 + along), seek(along));
    }

    #[test]
    fn any_time_is_somewhere_on_a_timeline(bits: u64, looping in prop::sample::select(vec![Looping::Once, Looping::Loop])) {
        let timeline = timeline(30.0, 1.51, looping);
        let seek = timeline.seek(Seconds(f64::from_bits(bits)), Rounding::None);
        prop_assert!(seek.lower <= seek.upper && seek.upper < timeline.samples(), "{:?}", seek);
        prop_assert!((0.0..1.0).contains(&seek.blend), "{:?}", seek);
    }

    #[test]
    fn every_instant_is_found_exactly(rate in 0.1..1000.0_f64, duration in 0.0..500.0_f64) {
        let timeline = timeline(rate, duration, Looping::Once);
        let mut before = None;
        for (index, instant) in timeline.instants().enumerate().take(3000) {
            prop_assert_eq!(timeline.seek(instant, Rounding::None), Seek::sample(index as u32));
            prop_assert!(before.replace(instant).is_none_or(|before| before < instant), "in order");
        }
    }

    #[test]
    fn a_place_between_samples_is_that_time(
        rate in 1.0..240.0_f64, duration in 0.01..3600.0_f64, along in 0.0..1.0_f64,
    ) {
        let timeline = timeline(rate, duration, Looping::Loop);
        let at = Seconds(duration * along);
        let Seek { lower, upper, blend } = timeline.seek(at, Rounding::None);
        let (from, to) = (timeline.instant(lower), timeline.instant(upper));
        let found = from + (to - from) * f64::from(blend);
        prop_assert!((found - at).0.abs() < 1e-7 / rate.min(1.0), "{found} for {at}");
    }
}

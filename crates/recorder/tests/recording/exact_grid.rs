// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{path, push, recorder, run, walker};
use proptest::prelude::*;
use tumble_pose::Seconds;
use tumble_recorder::{Outcome, Progress, RecorderSettings, Start, Stop};

/// DrunkenMonday/AnimationRecorder: 45, 50, 75 and 144 frames a second are recorded at 22.5, 25, 25 and 28.8 Hz.
#[test]
fn an_hour_at_any_frame_rate_has_every_sample_at_its_exact_instant() {
    for rate in [45.0, 50.0, 60.0, 75.0, 144.0] {
        let mut source = walker();
        let settings = RecorderSettings {
            stop: Stop::After(Seconds(3600.0)),
            max_length: Seconds(3600.0),
            ..RecorderSettings::default()
        };
        let mut recorder = recorder(&source, settings);
        assert_eq!(run(&mut recorder, &mut source, rate), Progress::Done(Outcome::Stopped), "at {rate}");
        let clip = recorder.finish().expect("samples");
        assert_eq!(clip.duration, Seconds(3600.0));
        let path = path(&clip);
        assert_eq!(path.len(), 108_001, "at {rate} frames a second");
        for (index, (time, place)) in path.into_iter().enumerate() {
            let exact = index as f64 / 30.0;
            assert!(time.to_bits() == exact.to_bits(), "sample {index} at {time}");
            let error = (f64::from(place.x) - exact).abs();
            assert!(error < 5e-4, "{error} m at {exact} s: more than an hour's f32 rounds to");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_sample_comes_once_at_its_instant_whatever_the_frames(
        rate in prop_oneof![Just(30.0), 1.0..240.0_f64],
        begin in prop_oneof![Just(0.0), -1e6..1e6_f64],
        steps in prop::collection::vec(prop_oneof![Just(0.0), 0.0..0.02_f64, 0.0..2.0_f64], 1..200),
    ) {
        let mut source = crate::Script::new(crate::chain(1), move |now, _| {
            tumble_pose::Transform::from_translation(tumble_pose::glam::Vec3::X * (now - begin) as f32)
        });
        let mut recorder = recorder(&source, RecorderSettings { rate_hz: rate, ..RecorderSettings::default() });
        let mut now = begin;
        push(&mut recorder, &mut source, now);
        for step in steps {
            now += step;
            push(&mut recorder, &mut source, now);
        }
        let reached = now - begin;
        let samples = recorder.sample_count();
        prop_assert!((samples - 1) as f64 / rate <= reached, "none is early");
        prop_assert!(samples as f64 / rate > reached, "none is late");
        let clip = recorder.finish().expect("samples");
        prop_assert_eq!(clip.duration, Seconds((samples - 1) as f64 / rate));
        if samples > 1 {
            let path = path(&clip);
            prop_assert_eq!(path.len() as u64, samples);
            for (index, (time, place)) in path.into_iter().enumerate() {
                prop_assert_eq!(time, index as f64 / rate, "the grid, to the bit");
                prop_assert!((f64::from(place.x) - time).abs() < 1e-4, "{} at {}", place.x, time);
            }
        }
    }
}

#[test]
fn one_long_frame_gives_all_its_samples_between_its_two_poses() {
    let mut source = walker();
    let mut recorder = recorder(&source, RecorderSettings { rate_hz: 8.0, ..RecorderSettings::default() });
    push(&mut recorder, &mut source, 0.0);
    push(&mut recorder, &mut source, 1.0);
    let path = path(&recorder.finish().expect("samples"));
    assert_eq!(path.len(), 9);
    assert!(path.iter().all(|&(time, place)| place.x == time as f32), "{path:?}");
}

#[test]
fn a_delay_starts_at_its_own_instant_and_not_at_the_next_frame() {
    let mut source = walker();
    let settings =
        RecorderSettings { start: Start::AfterDelay(Seconds(0.25)), ..RecorderSettings::default() };
    let mut recorder = recorder(&source, settings);
    assert_eq!(push(&mut recorder, &mut source, 3.0), Progress::Waiting);
    assert_eq!(push(&mut recorder, &mut source, 3.2), Progress::Waiting);
    assert_eq!(push(&mut recorder, &mut source, 4.0), Progress::Recording);
    let (time, place) = path(&recorder.finish().expect("samples"))[0];
    assert_eq!(time, 0.0);
    assert!((place.x - 3.25).abs() < 1e-6, "{place}");
}

#[test]
fn a_time_past_the_longest_length_ends_with_that() {
    let mut source = walker();
    let stop = Stop::After(Seconds(5.0));
    let settings = RecorderSettings { stop, max_length: Seconds(1.0), ..RecorderSettings::default() };
    let mut recorder = recorder(&source, settings);
    assert_eq!(run(&mut recorder, &mut source, 50.0), Progress::Done(Outcome::MaxLength));
    assert_eq!(recorder.sample_count(), 31);
}

#[test]
fn a_time_between_samples_ends_with_the_sample_after_it() {
    for (asked, samples) in [(0.0, 1), (0.01, 2), (0.1, 4), (0.101, 5), (1.0, 31)] {
        let mut source = walker();
        let settings = RecorderSettings { stop: Stop::After(Seconds(asked)), ..RecorderSettings::default() };
        let mut recorder = recorder(&source, settings);
        assert_eq!(run(&mut recorder, &mut source, 50.0), Progress::Done(Outcome::Stopped));
        assert_eq!(recorder.sample_count(), samples, "asked for {asked} s");
    }
}

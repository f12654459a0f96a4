// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{Script, chain, path, push, recorder, walker};
use proptest::prelude::*;
use tumble_pose::glam::{Quat, Vec3};
use tumble_pose::{JointIndex, Seconds, Transform};
use tumble_recorder::{
    Outcome, Progress, RecordError, Recorder, RecorderSettings, SettingsError, SettleSettings, Start, Stop,
    WhenFull,
};

fn ring(seconds: f64) -> RecorderSettings {
    RecorderSettings {
        max_length: Seconds(seconds),
        when_full: WhenFull::ForgetOldest,
        ..RecorderSettings::default()
    }
}

/// A chain whose joints travel and turn for ever, never twice through one pose.
fn wander(now: f64, joint: JointIndex) -> Transform {
    let phase = now as f32 + f32::from(joint.0);
    Transform {
        translation: Vec3::new(phase, phase.sin(), 0.1 * phase),
        rotation: Quat::from_rotation_z(3.0 * phase) * Quat::from_rotation_x(phase),
        scale: Vec3::splat(1.0 + 0.01 * phase),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn what_is_kept_is_the_end_of_the_whole_recording_to_the_bit(
        length in 0.0..2.0_f64,
        steps in prop::collection::vec(prop_oneof![Just(1.0 / 60.0), 0.0..0.05_f64, 0.0..1.5_f64], 1..80),
        taken in any::<prop::sample::Index>(),
    ) {
        let mut source = Script::new(chain(9), wander);
        let mut whole = recorder(&source, RecorderSettings::default());
        let mut kept = recorder(&source, ring(length));
        let taken = taken.index(steps.len());
        let mut now = 0.0;
        for (frame, step) in steps.into_iter().enumerate() {
            push(&mut whole, &mut source, now);
            push(&mut kept, &mut source, now);
            now += step;
            if frame == taken {
                kept.clip().expect("at any moment, and recording goes on");
            }
        }
        let most = (length * 30.0).floor() as u64 + 1;
        prop_assert_eq!(kept.sample_count(), whole.sample_count().min(most));
        let forgotten = (whole.sample_count() - kept.sample_count()) as usize;
        let (kept, whole) = (kept.finish().expect("samples"), whole.finish().expect("samples"));
        let samples = (kept.duration.0 * 30.0).round() as usize + 1;
        if samples > 1 {
            prop_assert_eq!(kept.tracks.len(), whole.tracks.len());
            for (kept, whole) in kept.tracks.iter().zip(&whole.tracks) {
                let places = kept.translation.iter().zip(&whole.translation);
                for (kept, whole) in places.flat_map(|(a, b)| a.keys.iter().zip(&b.keys[forgotten..])) {
                    prop_assert_eq!(kept.value, whole.value);
                }
                let turns = kept.rotation.iter().zip(&whole.rotation);
                for (kept, whole) in turns.flat_map(|(a, b)| a.keys.iter().zip(&b.keys[forgotten..])) {
                    prop_assert_eq!(kept.value, whole.value);
                }
                let keys = &kept.translation.as_ref().expect("it travels").keys;
                prop_assert_eq!(keys.len(), samples);
                for (index, key) in keys.iter().enumerate() {
                    prop_assert_eq!(key.time.0.to_bits(), (index as f64 / 30.0).to_bits(), "the grid, to the bit");
                }
            }
        }
    }
}

#[test]
fn clips_of_what_just_happened_are_taken_while_recording_goes_on() {
    let mut source = walker();
    let mut recorder = recorder(&source, ring(2.0));
    for frame in 0..=6_000_u32 {
        assert_eq!(push(&mut recorder, &mut source, f64::from(frame) / 60.0), Progress::Recording);
        if frame == 600 || frame == 6_000 {
            let clip = recorder.clip().expect("samples");
            assert_eq!(clip.duration, Seconds(2.0));
            let (path, now) = (path(&clip), f64::from(frame) / 60.0);
            assert_eq!(path.len(), 61);
            assert!((f64::from(path[0].1.x) - (now - 2.0)).abs() < 1e-5, "two seconds ago: {:?}", path[0]);
            assert!((f64::from(path[60].1.x) - now).abs() < 1e-5, "now: {:?}", path[60]);
        }
    }
}

#[test]
fn after_set_up_a_ring_allocates_nothing() {
    let mut source = Script::new(chain(40), wander);
    let mut recorder = recorder(&source, ring(1.0));
    let used = allocation_counter::measure(|| {
        for frame in 0..600_u32 {
            push(&mut recorder, &mut source, f64::from(frame) / 60.0);
        }
    });
    assert_eq!((used.count_total, recorder.sample_count()), (0, 31));
}

#[test]
fn a_frame_of_a_thousand_years_is_no_work_and_leaves_the_last_seconds() {
    let mut source = walker();
    let mut recorder = recorder(&source, ring(1.0));
    push(&mut recorder, &mut source, 0.0);
    push(&mut recorder, &mut source, 3.2e10);
    assert_eq!(recorder.sample_count(), 31);
    let later = recorder.push(Seconds(1e300), &mut source).expect("the same place");
    assert_eq!(later, Progress::Done(Outcome::MaxLength), "past all counting");
    assert_eq!(recorder.clip().expect("samples").duration, Seconds(1.0));
}

#[test]
fn told_to_stop_in_a_while_it_has_what_came_before_and_what_comes_of_it() {
    let mut source = walker();
    let mut recorder = recorder(&source, ring(3.0));
    let mut ended = None;
    for frame in 0..1_000_u32 {
        let now = f64::from(frame) / 100.0;
        if let Progress::Done(outcome) = push(&mut recorder, &mut source, now) {
            ended = Some((now, outcome));
            break;
        }
        if frame == 500 {
            recorder.stop_in(Seconds(1.0));
        }
    }
    assert_eq!(ended, Some((6.0, Outcome::Stopped)), "a second after it");
    let path = path(&recorder.finish().expect("samples"));
    assert_eq!(path.len(), 91);
    assert!((path[0].1.x - 3.0).abs() < 1e-5 && (path[90].1.x - 6.0).abs() < 1e-5, "{path:?}");
}

#[test]
fn told_to_stop_in_no_time_it_ends_with_the_sample_at_hand_or_the_next() {
    for (latest, time, samples) in [(1.0, 0.0, 31), (1.0, f64::NAN, 31), (1.01, -5.0, 32), (1.0, 1e300, 37)] {
        let mut source = walker();
        let mut recorder = recorder(&source, RecorderSettings::default());
        push(&mut recorder, &mut source, 0.0);
        push(&mut recorder, &mut source, latest);
        recorder.stop_in(Seconds(time));
        push(&mut recorder, &mut source, 1.2);
        assert_eq!(recorder.sample_count(), samples, "{time} s after {latest}");
    }
}

#[test]
fn a_ring_ends_when_told_after_its_time_or_at_rest_as_any_recording_does() {
    let settle =
        SettleSettings { held: Seconds(0.5), ease_to_hold: Seconds(0.2), ..SettleSettings::default() };
    for (stop, outcome) in
        [(Stop::After(Seconds(5.0)), Outcome::Stopped), (Stop::WhenSettled(settle), Outcome::Settled)]
    {
        let mut source = walker();
        source.speed = |now| if now < 4.0 { (1.0, 1.0) } else { (0.0, 0.0) };
        let mut recorder = recorder(&source, RecorderSettings { stop, ..ring(1.0) });
        assert_eq!(crate::run(&mut recorder, &mut source, 60.0), Progress::Done(outcome));
        assert_eq!(recorder.sample_count(), 31);
    }
}

#[test]
fn lengths_past_all_memory_are_refused_and_not_allocated() {
    let make = |settings| Recorder::new(&chain(1), settings).map(drop);
    for max_length in [Seconds(1e300), Seconds(4_194_304.0 / 30.0)] {
        let refused = make(RecorderSettings { max_length, ..RecorderSettings::default() });
        let expected = SettingsError::TooLong { setting: "max_length", found: max_length, rate_hz: 30.0 };
        assert_eq!(refused, Err(expected));
    }
    assert_eq!(
        make(RecorderSettings { max_length: Seconds(139_810.0), ..RecorderSettings::default() }),
        Ok(())
    );
    let rate_hz = 1e9;
    assert!(matches!(
        make(RecorderSettings { rate_hz, ..RecorderSettings::default() }),
        Err(SettingsError::TooLong { .. })
    ));
    let settle = SettleSettings { ease_to_hold: Seconds(1e12), ..SettleSettings::default() };
    assert!(matches!(
        make(RecorderSettings { stop: Stop::WhenSettled(settle), ..ring(1.0) }),
        Err(SettingsError::TooLong { setting: "settle.ease_to_hold", .. })
    ));
}

/// Characters recorded with one clock: each starts when it is struck, all have their samples at the same distances.
#[test]
fn several_recorders_over_one_clock_stay_in_step() {
    let mut sources: Vec<_> = (0..5).map(|_| Script::new(chain(9), wander)).collect();
    let settings = || RecorderSettings { start: Start::OnCall, rate_hz: 24.0, ..RecorderSettings::default() };
    let mut recorders: Vec<Recorder> = sources.iter().map(|source| recorder(source, settings())).collect();
    let mut now = 1e5;
    for frame in 0..2_000_u32 {
        for (recorder, source) in recorders.iter_mut().zip(&mut sources) {
            push(recorder, source, now);
        }
        if frame == 100 {
            recorders.iter_mut().for_each(Recorder::start);
        }
        let first = recorders[0].sample_count();
        assert!(recorders.iter().all(|recorder| recorder.sample_count() == first), "in every frame");
        now += [1.0 / 60.0, 1.0 / 45.0, 0.0, 0.1][frame as usize % 4];
    }
    let clips: Vec<_> = recorders.into_iter().map(|recorder| recorder.finish().expect("samples")).collect();
    assert!(clips.windows(2).all(|pair| pair[0] == pair[1]), "the same motion at the same instants");
}

#[test]
fn a_ring_that_has_not_begun_has_no_clip() {
    let source = walker();
    assert_eq!(recorder(&source, ring(1.0)).clip().map(drop), Err(RecordError::Empty));
}

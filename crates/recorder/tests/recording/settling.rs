// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{Script, chain, path, push, recorder, run};
use tumble_pose::glam::{Quat, Vec3};
use tumble_pose::{JointIndex, Seconds, Transform};
use tumble_recorder::{Outcome, Progress, RecorderSettings, SettleSettings, Stop};

fn until_settled() -> RecorderSettings {
    RecorderSettings { stop: Stop::WhenSettled(SettleSettings::default()), ..RecorderSettings::default() }
}

/// Slides at 2 m/s, from 1 s on at `creep` for ever.
fn slider(creep: f32) -> Script<impl FnMut(f64, JointIndex) -> Transform> {
    Script::new(chain(1), move |now, _| {
        let slid = now.min(1.0) as f32 * 2.0 + (now - 1.0).max(0.0) as f32 * creep;
        Transform {
            translation: Vec3::X * slid,
            rotation: Quat::from_rotation_y(slid * 0.5),
            ..Transform::IDENTITY
        }
    })
}

#[test]
fn a_creep_is_eased_to_a_hold_with_no_jump_in_speed() {
    let mut source = slider(0.08);
    source.speed = |now| if now < 1.0 { (2.0, 1.0) } else { (0.08, 0.04) };
    let mut recorder = recorder(&source, until_settled());
    assert_eq!(run(&mut recorder, &mut source, 120.0), Progress::Done(Outcome::Settled));
    assert!(recorder.is_settled());
    let clip = recorder.finish().expect("samples");
    // Slow from 1 s, held until 1.5 s, eased until 1.8 s.
    assert_eq!(clip.duration, Seconds(1.8));
    let path = path(&clip);
    assert_eq!(path.last().map(|&(time, _)| time), Some(1.8), "the closing key");
    let speeds: Vec<f32> = path.windows(2).map(|pair| (pair[1].1.x - pair[0].1.x) * 30.0).collect();
    assert!((speeds[44] - 0.08).abs() < 1e-3, "still full before 1.5 s: {}", speeds[44]);
    for pair in speeds[44..].windows(2) {
        assert!(pair[1] <= pair[0] + 1e-5 && pair[0] - pair[1] < 0.08 / 9.0 * 1.1, "even: {pair:?}");
    }
    assert!(
        speeds.last().is_some_and(|&last| (0.0..0.005).contains(&last)),
        "and at the end none: {speeds:?}"
    );
}

#[test]
fn a_fall_that_never_rests_is_capped_at_that_instant_and_says_so() {
    for rate in [7.0, 60.0, 144.0] {
        let mut source = slider(2.0);
        let mut recorder = recorder(&source, until_settled());
        assert_eq!(run(&mut recorder, &mut source, rate), Progress::Done(Outcome::Capped), "at {rate}");
        assert!(!recorder.is_settled());
        let clip = recorder.finish().expect("samples");
        let (path, end) = (path(&clip), clip.duration.0);
        assert!((end - 8.3).abs() < 1e-12, "cap and ease: {end}");
        let at_cap = path[240];
        assert!((at_cap.1.x - 16.0).abs() < 1e-4, "live up to the cap: {at_cap:?} at {rate}");
        let last = path[path.len() - 1];
        assert!((last.1.x - 16.3).abs() < 1e-4, "then half of the ease's way: {last:?} at {rate}");
        assert!(last.1.x - path[path.len() - 2].1.x < 0.01, "and no speed at the end");
    }
}

#[test]
fn pushes_go_on_until_the_hold_and_are_ignored_after_it() {
    let mut source = slider(0.0);
    source.speed = |now| if now < 1.0 { (2.0, 1.0) } else { (0.0, 0.0) };
    let mut recorder = recorder(&source, until_settled());
    let mut seen = Vec::new();
    for frame in 0..240_u32 {
        let progress = push(&mut recorder, &mut source, f64::from(frame) / 120.0);
        if seen.last() != Some(&progress) {
            seen.push(progress);
        }
    }
    assert_eq!(seen, [Progress::Recording, Progress::Easing, Progress::Done(Outcome::Settled)]);
    assert_eq!(recorder.sample_count(), 55);
}

#[test]
fn rest_during_a_delay_does_not_count() {
    let mut source = slider(0.0);
    source.speed = |_| (0.0, 0.0);
    let start = tumble_recorder::Start::AfterDelay(Seconds(10.0));
    let mut recorder = recorder(&source, RecorderSettings { start, ..until_settled() });
    assert_eq!(run(&mut recorder, &mut source, 60.0), Progress::Done(Outcome::Settled));
    assert_eq!(recorder.sample_count(), 25, "half a second and the ease");
}

#[test]
fn one_frame_longer_than_the_whole_fall_still_ends_in_a_hold() {
    let mut source = slider(0.0);
    let mut recorder = recorder(&source, until_settled());
    push(&mut recorder, &mut source, 0.0);
    assert_eq!(push(&mut recorder, &mut source, 1e6), Progress::Done(Outcome::Capped));
    assert!((recorder.finish().expect("samples").duration.0 - 8.3).abs() < 1e-12);
}

#[test]
fn the_longest_length_cuts_even_an_ease() {
    let mut source = slider(2.0);
    let mut recorder = recorder(&source, RecorderSettings { max_length: Seconds(8.1), ..until_settled() });
    assert_eq!(run(&mut recorder, &mut source, 60.0), Progress::Done(Outcome::MaxLength));
    assert_eq!(recorder.finish().expect("samples").duration, Seconds(8.1));
}

#[test]
fn the_same_fall_is_the_same_clip_to_the_bit() {
    let fall = || {
        let mut source = slider(0.05);
        source.speed = |now| if now < 1.0 { (2.0, 1.0) } else { (0.05, 0.0) };
        let mut recorder = recorder(&source, until_settled());
        run(&mut recorder, &mut source, 75.0);
        recorder.finish().expect("samples")
    };
    assert_eq!(fall(), fall());
}

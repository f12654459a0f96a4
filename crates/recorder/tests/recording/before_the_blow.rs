// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{path, push, recorder, walker};
use tumble_recorder::{Progress, RecorderSettings, Start};

/// DrunkenMonday/AnimationRecorder: the first sample is after the impulse frame.
#[test]
fn pushed_before_the_blow_sample_zero_is_the_pose_before_it() {
    let mut source = walker();
    let mut recorder = recorder(&source, RecorderSettings::default());
    push(&mut recorder, &mut source, 0.0);
    // The blow falls here: at the next frame the source is elsewhere.
    push(&mut recorder, &mut source, 1.0);
    assert_eq!(path(&recorder.finish().expect("samples"))[0].1.x, 0.0);
}

#[test]
fn started_between_frames_sample_zero_is_the_pose_of_the_frame_before() {
    let mut source = walker();
    let mut recorder =
        recorder(&source, RecorderSettings { start: Start::OnCall, ..RecorderSettings::default() });
    assert_eq!(push(&mut recorder, &mut source, 5.0), Progress::Waiting);
    assert_eq!(push(&mut recorder, &mut source, 5.25), Progress::Waiting);
    recorder.start();
    assert_eq!(recorder.sample_count(), 1, "that pose is taken at once");
    recorder.start();
    assert_eq!(recorder.sample_count(), 1, "asking again changes nothing");
    assert_eq!(push(&mut recorder, &mut source, 5.75), Progress::Recording);
    recorder.start();
    assert_eq!(push(&mut recorder, &mut source, 6.25), Progress::Recording);
    let path = path(&recorder.finish().expect("samples"));
    assert_eq!(path[0].1.x, 5.25);
    assert_eq!((path.len(), path[30].1.x), (31, 6.25), "and time counts from there");
}

#[test]
fn started_before_any_frame_sample_zero_is_the_first_one() {
    let mut source = walker();
    let mut recorder =
        recorder(&source, RecorderSettings { start: Start::OnCall, ..RecorderSettings::default() });
    recorder.start();
    assert_eq!(push(&mut recorder, &mut source, 2.0), Progress::Recording);
    push(&mut recorder, &mut source, 3.0);
    assert_eq!(path(&recorder.finish().expect("samples"))[0].1.x, 2.0);
}

#[test]
fn a_call_ends_a_delay() {
    let mut source = walker();
    let start = Start::AfterDelay(tumble_pose::Seconds(10.0));
    let mut recorder = recorder(&source, RecorderSettings { start, ..RecorderSettings::default() });
    assert_eq!(push(&mut recorder, &mut source, 2.0), Progress::Waiting);
    recorder.start();
    assert_eq!(push(&mut recorder, &mut source, 3.0), Progress::Recording);
    assert_eq!(path(&recorder.finish().expect("samples"))[0].1.x, 2.0);
}

#[test]
fn a_second_pose_at_the_instant_of_the_start_is_after_it() {
    let mut source = walker();
    let mut recorder = recorder(&source, RecorderSettings::default());
    push(&mut recorder, &mut source, 0.0);
    source.now = 7.0;
    recorder.push(tumble_pose::Seconds(0.0), &mut source).expect("the same instant");
    push(&mut recorder, &mut source, 1.0 / 30.0);
    let path = path(&recorder.finish().expect("samples"));
    assert_eq!(path[0].1.x, 0.0, "the first one counts");
    assert_eq!(path.len(), 2);
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{Script, chain, push, recorder, walker};
use proptest::prelude::*;
use tumble_pose::glam::{Quat, Vec3};
use tumble_pose::{Seconds, Transform};
use tumble_recorder::{
    Outcome, Progress, RecordError, Recorder, RecorderSettings, SettingsError, SettleSettings, Start, Stop,
};

proptest! {
    #[test]
    fn a_bad_frame_changes_nothing(
        steps in prop::collection::vec(0.001..0.3_f64, 2..40),
        place in any::<prop::sample::Index>(),
        bad in prop_oneof![Just(f64::NAN), Just(f64::INFINITY), Just(f64::NEG_INFINITY), -10.0..-1e-9_f64],
    ) {
        let place = place.index(steps.len());
        let record = |disturbed: bool| {
            let mut source = walker();
            let mut recorder = recorder(&source, RecorderSettings::default());
            let mut now = 0.0;
            push(&mut recorder, &mut source, now);
            for (index, step) in steps.iter().enumerate() {
                if disturbed && index == place {
                    source.now = 99.0;
                    let refused = recorder.push(Seconds(now + bad), &mut source);
                    assert!(matches!(refused, Err(RecordError::Time(_))), "{bad} after {now}");
                }
                now += step;
                push(&mut recorder, &mut source, now);
            }
            recorder.finish().expect("samples")
        };
        prop_assert_eq!(record(false), record(true));
    }
}

#[test]
fn a_pose_that_is_no_pose_is_refused_with_its_joint_and_changes_nothing() {
    let bad = [
        Transform::from_translation(Vec3::new(0.0, f32::NAN, 0.0)),
        Transform::from_rotation(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)),
        Transform::from_rotation(Quat::from_xyzw(0.0, f32::INFINITY, 0.0, 1.0)),
        Transform { scale: Vec3::splat(f32::NEG_INFINITY), ..Transform::IDENTITY },
    ];
    for bad in bad {
        let mut source = Script::new(chain(2), |now, joint| match (joint.0, now) {
            (1, 0.5) => bad,
            _ => Transform::from_translation(Vec3::X * now as f32),
        });
        let mut recorder = recorder(&source, RecorderSettings::default());
        push(&mut recorder, &mut source, 0.0);
        source.now = 0.5;
        let refused = recorder.push(Seconds(0.5), &mut source);
        assert_eq!(refused, Err(RecordError::Pose { joint: "joint1".into(), at: Seconds(0.5) }));
        assert_eq!(recorder.sample_count(), 1);
        push(&mut recorder, &mut source, 1.0);
        let keys = recorder.finish().expect("samples").tracks[1].translation.clone().expect("it moves").keys;
        assert!((keys[15].value.x - 0.5).abs() < 1e-6, "between the poses on either side");
    }
}

#[test]
fn a_rotation_of_another_length_is_normalised() {
    let mut source =
        Script::new(chain(1), |now, _| Transform::from_rotation(Quat::from_rotation_y(now as f32) * 3.0));
    let mut recorder = recorder(&source, RecorderSettings::default());
    push(&mut recorder, &mut source, 0.0);
    push(&mut recorder, &mut source, 1.0);
    for key in recorder.finish().expect("samples").tracks[0].rotation.clone().expect("it turns").keys {
        assert!((key.value.length() - 1.0).abs() < 1e-6, "{}", key.value);
    }
}

#[test]
fn another_skeleton_is_refused() {
    for (expected, found) in [(2, 1), (1, 2)] {
        let mut recorder =
            Recorder::new(&chain(expected), RecorderSettings::default()).expect("defaults hold");
        let mut other = Script::new(chain(found), |_, _| Transform::IDENTITY);
        let refused = recorder.push(Seconds(0.0), &mut other);
        assert_eq!(refused, Err(RecordError::Joints { expected, found }));
        assert_eq!(recorder.progress(), Progress::Waiting);
    }
}

#[test]
fn nothing_recorded_is_an_error_and_not_an_empty_clip() {
    let settings = RecorderSettings { start: Start::OnCall, ..RecorderSettings::default() };
    let mut source = walker();
    let mut recorder = recorder(&source, settings);
    push(&mut recorder, &mut source, 0.0);
    recorder.stop();
    assert_eq!(push(&mut recorder, &mut source, 1.0), Progress::Done(Outcome::Stopped));
    assert_eq!(recorder.finish().map(drop), Err(RecordError::Empty));
}

#[test]
fn settings_that_cannot_be_are_refused_with_their_name() {
    let base = RecorderSettings::default;
    let settle = |settle| Stop::WhenSettled(settle);
    let nan = Seconds(f64::NAN);
    let number = |settings: RecorderSettings| match Recorder::new(&chain(1), settings) {
        Err(SettingsError::Number { setting, .. }) => setting,
        other => panic!("{other:?}"),
    };
    assert_eq!(number(RecorderSettings { max_length: Seconds(-1.0), ..base() }), "max_length");
    assert_eq!(number(RecorderSettings { start: Start::AfterDelay(nan), ..base() }), "start delay");
    assert_eq!(number(RecorderSettings { stop: Stop::After(nan), ..base() }), "stop time");
    let held = SettleSettings { held: Seconds(-0.1), ..SettleSettings::default() };
    assert_eq!(number(RecorderSettings { stop: settle(held), ..base() }), "settle.held");
    let linear = SettleSettings { linear: f32::NAN, ..SettleSettings::default() };
    assert_eq!(number(RecorderSettings { stop: settle(linear), ..base() }), "settle.linear");
    for rate in [0.0, -30.0, f64::NAN, f64::INFINITY] {
        let refused = Recorder::new(&chain(1), RecorderSettings { rate_hz: rate, ..base() });
        assert!(matches!(refused, Err(SettingsError::Rate { .. })), "{rate}");
    }
    let endless = Recorder::new(&chain(1), RecorderSettings { max_length: Seconds(f64::INFINITY), ..base() });
    assert!(matches!(endless, Err(SettingsError::MaxLength { .. })));
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{Script, chain, push, recorder, run};
use tumble_clip::ClipBuilder;
use tumble_pose::glam::{Quat, Vec3};
use tumble_pose::{JointIndex, Seconds, Transform};
use tumble_recorder::{Outcome, Progress, RecorderSettings, SettleSettings, Stop};

/// A chain that swings less and less while its root slides to a stop at 2 s.
fn swing(now: f64, joint: JointIndex) -> Transform {
    let fade = (1.0 - now / 2.0).max(0.0) as f32;
    let angle = fade * (now * 9.0 + f64::from(joint.0)).sin() as f32;
    let slid = Vec3::X * (1.0 - fade * fade) * 3.0;
    Transform {
        translation: if joint == JointIndex::ROOT { slid } else { Vec3::Y * 0.3 },
        rotation: Quat::from_rotation_z(angle) * Quat::from_rotation_x(0.5 * angle),
        ..Transform::IDENTITY
    }
}

#[test]
fn a_recorded_fall_is_built_within_the_bound_with_the_samples_that_were_taken() {
    for rate_hz in [24.0, 30.0, 60.0] {
        let mut source = Script::new(chain(12), swing);
        source.speed = |now| if now < 2.0 { (1.0, 1.0) } else { (0.0, 0.0) };
        let stop = Stop::WhenSettled(SettleSettings::default());
        let mut recorder =
            recorder(&source, RecorderSettings { rate_hz, stop, ..RecorderSettings::default() });
        assert_eq!(run(&mut recorder, &mut source, 120.0), Progress::Done(Outcome::Settled));
        let samples = recorder.sample_count();
        let raw = recorder.finish().expect("samples");
        let clip = ClipBuilder::default().build(&source.skeleton, &raw).expect("a clip");
        assert_eq!(u64::from(clip.sample_count()), samples, "no instant more or less at {rate_hz} Hz");
        assert_eq!((clip.rate_hz(), clip.duration()), (rate_hz, raw.duration));
        assert!(clip.report().max_error_m <= 1e-4, "{:?}", clip.report());
    }
}

#[test]
fn a_single_pose_is_a_clip_too() {
    let mut source = Script::new(chain(3), swing);
    let mut recorder = recorder(&source, RecorderSettings::default());
    push(&mut recorder, &mut source, 0.7);
    let raw = recorder.finish().expect("one sample");
    assert_eq!(raw.duration, Seconds::ZERO);
    let clip = ClipBuilder::default().build(&source.skeleton, &raw).expect("a clip");
    assert_eq!(clip.sample_count(), 1);
}

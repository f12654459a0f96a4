// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{Script, chain, push, recorder};
use tumble_pose::glam::Vec3;
use tumble_pose::{Seconds, Transform};
use tumble_recorder::{Outcome, Progress, RecorderSettings};

/// newyellow/Unity-Runtime-Animation-Recorder#14: 2.6 MB a second, and hours to save.
#[test]
fn a_character_of_40_joints_takes_48_kb_a_second_and_no_more_than_it_may() {
    let mut source = Script::new(chain(40), |now, _| Transform::from_translation(Vec3::X * now as f32));
    let settings = RecorderSettings { max_length: Seconds(20.0), ..RecorderSettings::default() };
    let mut recorder = recorder(&source, settings);
    assert!((recorder.bytes_per_second() - 48_000.0).abs() < 1e-6);
    let used = allocation_counter::measure(|| {
        for frame in 0..6_000_u32 {
            push(&mut recorder, &mut source, f64::from(frame) / 60.0);
        }
    });
    assert_eq!(recorder.progress(), Progress::Done(Outcome::MaxLength));
    assert_eq!(recorder.sample_count(), 601, "of 100 s only the first 20 s");
    assert!(used.bytes_current <= 2 * 48_000 * 21, "{used:?}");
    assert!(used.count_total <= 20, "only the storage grows, by doubling: {used:?}");
}

#[test]
fn a_frame_of_a_thousand_years_takes_no_more_than_the_longest_length() {
    let mut source = Script::new(chain(1), |now, _| Transform::from_translation(Vec3::X * now as f32));
    let mut recorder = recorder(&source, RecorderSettings::default());
    push(&mut recorder, &mut source, 0.0);
    assert_eq!(push(&mut recorder, &mut source, 3.2e10), Progress::Done(Outcome::MaxLength));
    assert_eq!(recorder.sample_count(), 18_001);
}

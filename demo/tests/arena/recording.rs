// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::playing::Play;
use glam::Vec3;
use std::path::{Path, PathBuf};
use tumble_demo::{Action, Mode};
use tumble_fyrox::clip::{Clip, Rounding, SamplingContext, SamplingJob};
use tumble_fyrox::pose::{JointIndex, LocalPose, Seconds};

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.sort();
    files
}

fn read(path: &Path) -> Clip {
    Clip::from_bytes(&std::fs::read(path).expect("the file")).expect("a clip")
}

#[test]
fn a_recording_begins_with_the_next_hit_ends_at_rest_and_says_where_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let takes = folder.path().join("not/there yet");
    let mut play = Play::saving_to(Mode::Live, 2, takes.clone());
    play.act(&[Action::Record]);
    play.wait(0.5);
    assert!(files(&takes).is_empty(), "nothing is written before the end");
    let (stood, struck) = (play.character(0).hips, play.arena.now());
    let blow = play.ray_to(0, Vec3::NEG_Z);
    play.act(&[blow]);
    let mut steps = 0;
    while files(&takes).is_empty() {
        play.act(&[]);
        steps += 1;
        assert!(steps < 600, "it comes to rest");
    }
    let fell = (play.arena.now() - struck).0;
    let saved = files(&takes);
    let message = play.arena.message().expect("it says so");
    assert!(message.contains(&saved[0].display().to_string()), "{message}");
    assert_eq!(saved[0].file_name().and_then(|name| name.to_str()), Some("mannequin_fall.tumble"));

    let clip = read(&saved[0]);
    // It eases to its hold by slowing down: for 0.3 s that shows 0.15 s.
    assert!((clip.duration().0 - fell - 0.15).abs() < 0.06, "{} of {fell} s", clip.duration());
    let blow = clip.meta().blow.as_ref().expect("it knows the blow");
    assert!(blow.velocity.normalize().dot(Vec3::NEG_Z) > 0.999 && blow.joint.contains("chest"), "{blow:?}");
    let hips = clip.skeleton().find("hips").expect("a mannequin");
    let (mut pose, mut context) = (LocalPose::rest(clip.skeleton()), SamplingContext::for_clip(&clip));
    let mut height = |at| {
        let (clip, context, rounding) = (&clip, &mut context, Rounding::None);
        SamplingJob { clip, context, at, rounding, output: &mut pose }.run().expect("its own skeleton");
        pose.get(JointIndex::ROOT).translation.y + pose.get(hips).translation.y
    };
    assert!((height(Seconds::ZERO) - stood.y).abs() < 0.01, "first it stands, before the blow");
    assert!(height(clip.duration()) < 0.35, "at last it lies");
}

#[test]
fn a_second_take_has_a_name_of_its_own_and_a_key_ends_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut play = Play::saving_to(Mode::Live, 1, folder.path().to_owned());
    for take in 1..=3 {
        play.act(&[Action::StandUp, Action::Record, Action::StrikeAll(Vec3::X)]);
        play.wait(0.4);
        play.act(&[Action::Record]);
        assert_eq!(files(folder.path()).len(), take);
    }
    let clips: Vec<Clip> = files(folder.path()).iter().map(|path| read(path)).collect();
    assert!(clips.iter().all(|clip| (clip.duration().0 - 0.4).abs() < 0.05));
}

#[test]
fn a_fall_that_runs_already_is_recorded_from_then_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut play = Play::saving_to(Mode::Live, 3, folder.path().to_owned());
    play.act(&[Action::StrikeAll(Vec3::X)]);
    play.wait(0.3);
    play.act(&[Action::Record]);
    play.wait(0.5);
    play.act(&[Action::StandUp]);
    let saved = files(folder.path());
    assert_eq!(saved.len(), 1, "who stands up ends the take");
    assert!((read(&saved[0]).duration().0 - 0.5).abs() < 0.05);
    assert_eq!(read(&saved[0]).meta().blow, None, "it began after the blow");
}

#[test]
fn deaths_that_are_played_are_not_recorded_and_a_folder_that_cannot_be_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "in the way").expect("written");
    let mut play = Play::saving_to(Mode::Baked, 1, file.join("takes"));
    play.act(&[Action::Record]);
    assert!(play.arena.message().is_some_and(|message| message.contains("Tab")));
    play.act(&[Action::SwitchMode, Action::Record, Action::StrikeAll(Vec3::Z)]);
    play.wait(0.2);
    play.act(&[Action::Record]);
    let message = play.arena.message().expect("it says why not");
    assert!(message.contains("not recorded") && message.contains("takes"), "{message}");
}

#[test]
fn a_character_that_is_taken_away_ends_its_take() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut play = Play::saving_to(Mode::Live, 2, folder.path().to_owned());
    let blow = play.ray_to(1, Vec3::X);
    play.act(&[Action::Record, blow]);
    play.wait(0.3);
    play.act(&[Action::Remove]);
    assert_eq!(files(folder.path()).len(), 1);
    play.wait(0.1);
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::playing::{Play, turn_between};
use glam::{Quat, Vec3};
use tumble_demo::{Action, Crowd, Doing, Formation, Mode, Ray};

#[test]
fn a_live_hit_fells_the_character_that_was_hit_and_it_comes_to_rest() {
    let mut play = Play::new(Mode::Live, 3);
    play.wait(0.5);
    let stood = play.character(1).hips;
    assert!(stood.y > 0.8, "it stands: {stood}");
    let blow = play.ray_to(1, Vec3::NEG_Z);
    play.act(&[blow]);
    assert_eq!(play.arena.crowd(), Crowd { standing: 2, live: 1, baked: 0 });
    assert_eq!(play.character(1).doing, Doing::Live);
    assert!(play.character(1).hips.distance(stood) < 0.01, "it has not jumped");
    play.wait(4.0);
    let lies = play.character(1).hips;
    assert!(lies.y < 0.3 && lies.y > 0.0, "its hips are on the ground: {lies}");
    assert!(lies.z < stood.z - 0.2, "it was pushed that way: {lies}");
    play.wait(0.5);
    assert!(play.character(1).hips.distance(lies) < 0.02, "it lies still");
    assert!(play.character(0).hips.y > 0.8, "the others stand");
}

#[test]
fn a_baked_hit_plays_the_death_nearest_the_blow_turned_to_it_from_where_the_character_stood() {
    let mut play = Play::new(Mode::Baked, 1);
    for step in 0..24 {
        play.wait(0.37);
        let before = play.character(0);
        let direction = Quat::from_rotation_y(step as f32 * 0.7) * Vec3::Z;
        let blow = play.ray_to(0, direction);
        play.act(&[blow]);
        let struck = play.character(0);
        assert_eq!(struck.doing, Doing::Baked);
        assert!(struck.hips.distance(before.hips) < 0.01, "no jump: {} {}", struck.hips, before.hips);
        let (blow, duration) = struck.death.expect("it plays one");
        let turned = turn_between(struck.facing * blow, direction);
        assert!(turned < 0.1, "the death's blow lies {turned}° beside the one that was dealt");
        let turn = turn_between(struck.facing * Vec3::Z, before.facing * Vec3::Z);
        assert!(turn <= 22.6, "of eight deaths one is nearer than {turn}°");
        // No frame of the way down jumps either.
        let mut last = struck.hips;
        for _ in 0..(duration.0 * 60.0) as usize {
            play.act(&[]);
            let now = play.character(0).hips;
            assert!(now.distance(last) < 0.15, "{last} to {now}");
            last = now;
        }
        assert!(last.y < 0.5, "it lies or sits: {last}");
        play.act(&[Action::StandUp]);
    }
}

#[test]
fn a_character_stands_as_before_when_it_has_stood_up() {
    for mode in [Mode::Live, Mode::Baked] {
        let mut play = Play::new(mode, 2);
        play.act(&[]);
        let (stood, nodes) = (play.character(1), play.nodes());
        play.act(&[Action::StrikeAll(Vec3::NEG_X)]);
        play.wait(1.0);
        assert!(play.character(1).hips.distance(stood.hips) > 0.2, "{mode}: it fell");
        play.act(&[Action::StandUp]);
        let again = play.character(1);
        assert_eq!((again.doing, again.facing), (Doing::Standing, stood.facing), "{mode}");
        assert!(again.hips.distance(stood.hips) < 0.05, "{mode}: {} {}", again.hips, stood.hips);
        assert_eq!(play.nodes(), nodes, "{mode}: nothing of the fall is left");
    }
}

#[test]
fn live_and_baked_falls_of_one_blow_look_alike() {
    let fall = |mode| {
        let mut play = Play::new(mode, 1);
        play.act(&[Action::StrikeAll(Vec3::NEG_Z)]);
        let mut path = Vec::new();
        for _ in 0..60 {
            play.act(&[]);
            path.push(play.character(0).hips);
        }
        path
    };
    let (live, baked) = (fall(Mode::Live), fall(Mode::Baked));
    for (frame, (live, baked)) in live.iter().zip(&baked).enumerate() {
        let allowed = if frame < 30 { 0.03 } else { 0.2 };
        assert!(live.distance(*baked) < allowed, "frame {frame}: {live} and {baked}");
    }
}

#[test]
fn a_hit_counts_for_the_nearest_character_and_one_that_meets_nobody_for_none() {
    let mut play = Play::new(Mode::Live, 5);
    let chest = play.character(0).hips + Vec3::Y * 0.3;
    // From far away through all that stand in a row: the outermost is in front.
    let through = Ray { origin: chest + Vec3::X * 20.0, direction: Vec3::NEG_X };
    play.act(&[Action::Strike(through)]);
    assert_eq!(play.arena.crowd().live, 1);
    let hit = (0..5).find(|&number| play.character(number).doing == Doing::Live).expect("one is hit");
    assert!((0..5).all(|other| play.character(other).hips.x <= play.character(hit).hips.x + 0.1));
    let past = Ray { origin: Vec3::new(0.0, 9.0, 0.0), direction: Vec3::X };
    play.act(&[Action::Strike(past), Action::Strike(Ray { direction: Vec3::NAN, ..past })]);
    assert_eq!(play.arena.crowd().live, 1);
}

#[test]
fn what_falls_live_can_be_hit_again_in_either_mode_and_what_plays_a_death_only_live() {
    let mut play = Play::new(Mode::Live, 1);
    play.act(&[Action::StrikeAll(Vec3::NEG_Z)]);
    play.wait(3.0);
    let lay = play.character(0).hips;
    play.act(&[Action::SwitchMode, Action::StrikeAll(Vec3::X)]);
    assert_eq!(play.arena.mode(), Mode::Baked);
    play.wait(1.0);
    assert!(play.character(0).hips.x > lay.x + 0.05, "it was pushed again");
    play.act(&[Action::StandUp, Action::StrikeAll(Vec3::NEG_Z)]);
    play.wait(1.0);
    play.act(&[Action::StrikeAll(Vec3::NEG_Z)]);
    assert!(play.arena.message().is_some_and(|message| message.contains("Space")), "it says why not");
    play.act(&[Action::SwitchMode, Action::StrikeAll(Vec3::NEG_Z)]);
    assert_eq!(play.arena.crowd().live, 1);
    play.wait(2.0);
    assert!(play.character(0).hips.is_finite());
}

#[test]
fn characters_come_and_go_one_by_one() {
    let mut play = Play::new(Mode::Baked, 2);
    let nodes = play.nodes();
    play.act(&[Action::Add, Action::Add, Action::StrikeAll(Vec3::Z)]);
    assert_eq!(play.arena.crowd(), Crowd { standing: 0, live: 0, baked: 4 });
    play.act(&[Action::Remove, Action::Remove]);
    assert_eq!((play.arena.crowd().count(), play.nodes()), (2, nodes));
    play.act(&[Action::Remove; 5]);
    assert_eq!(play.arena.crowd().count(), 0);
    play.act(&vec![Action::Add; Formation::MOST + 3]);
    assert_eq!(play.arena.crowd().count(), Formation::MOST);
    assert!(play.arena.message().is_some_and(|message| message.contains("1000")));
}

#[test]
fn nobody_in_a_crowd_that_falls_live_is_thrown_into_the_air() {
    let mut play = Play::new(Mode::Live, 24);
    play.act(&[Action::StrikeAll(Vec3::NEG_Z)]);
    let mut highest = vec![0.0_f32; 24];
    for _ in 0..120 {
        play.act(&[]);
        for (number, highest) in highest.iter_mut().enumerate() {
            *highest = highest.max(play.character(number).hips.y);
        }
    }
    let thrown: Vec<(usize, f32)> =
        highest.into_iter().enumerate().filter(|(_, height)| *height > 1.2).collect();
    assert!(thrown.is_empty(), "{thrown:?}");
}

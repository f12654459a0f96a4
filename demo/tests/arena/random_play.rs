// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::playing::{DT, Play};
use glam::{Vec2, Vec3};
use tumble_demo::{Action, Input, Mode, Ray};

fn action(random: &mut fastrand::Rng, characters: usize) -> Action {
    let mut number = |range: f32| (random.f32() - 0.5) * range;
    let (a, b, c) = (number(2.0), number(2.0), number(2.0));
    let direction = Vec3::new(a, 0.3 * b, c).normalize_or_zero();
    match random.u32(0..20) {
        0..=5 => {
            let at = Vec3::new(random.f32() * 4.0 - 2.0, random.f32() * 1.8, random.f32() * 4.0 - 2.0);
            Action::Strike(Ray { origin: at - direction * 5.0, direction })
        }
        6 => Action::StrikeAll(direction),
        7 | 8 => Action::SwitchMode,
        9 | 10 => Action::Record,
        // A crowd of more than a few would only take long.
        11 | 12 if characters < 7 => Action::Add,
        11..=14 => Action::Remove,
        15 => Action::StandUp,
        16 => Action::Orbit(Vec2::new(a, b)),
        17 => Action::Zoom(a * 20.0),
        18 => Action::Pan(Vec2::new(a, b)),
        _ => Action::StrikeAll(Vec3::new(f32::NAN, f32::INFINITY, 0.0)),
    }
}

#[test]
fn whatever_is_pressed_for_thousands_of_steps_nothing_breaks_and_nothing_is_left_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut play = Play::saving_to(Mode::Live, 0, folder.path().to_owned());
    let empty = play.nodes();
    let mut random = fastrand::Rng::with_seed(7);
    for step in 0..4000 {
        let busy = random.u32(0..4) == 0;
        let actions: Vec<Action> = (0..if busy { random.usize(1..4) } else { 0 })
            .map(|_| action(&mut random, play.arena.crowd().count()))
            .collect();
        let dt = [0.0, DT, DT, DT, 1.0 / 144.0, 0.1][random.usize(0..6)];
        let frame = Vec2::new(random.f32() * 2000.0, random.f32() * 1000.0);
        play.arena.step(&mut play.scene, &Input { actions: &actions, frame }, dt);
        for number in 0..play.arena.crowd().count() {
            let hips = play.character(number).hips;
            assert!(hips.is_finite() && hips.length() < 1e3, "step {step}, after {actions:?}: {hips}");
        }
    }
    play.act(&[Action::StandUp]);
    play.act(&[Action::Remove; 10]);
    assert_eq!(play.nodes(), empty, "as at the start");
}

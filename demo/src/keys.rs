// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::input::Action;
use fyrox::keyboard::KeyCode;
use glam::{Vec2, Vec3};

/// What the keys and the mouse do, for people.
pub(crate) const KEYS: [(&str, &str); 11] = [
    ("left click", "hit a character there"),
    ("H", "hit all"),
    ("Tab", "live or baked"),
    ("Space", "all stand up"),
    ("+ -", "more, fewer characters"),
    ("R", "record a live fall"),
    ("right drag", "turn the camera"),
    ("wheel", "nearer, farther"),
    ("W A S D", "move the camera"),
    ("F1", "these keys"),
    ("Esc", "quit"),
];

/// A key that is pressed, or held down.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Pressed {
    /// Something for the arena.
    Do(Action),
    /// Shows or hides the list of keys.
    ToggleKeys,
    Quit,
}

/// What a key does. `forward` is which way the camera looks; `repeat` whether the key is held down.
pub(crate) fn pressed(key: KeyCode, forward: Vec3, repeat: bool) -> Option<Pressed> {
    /// A press moves the camera's target by this much of its distance.
    const STEP: f32 = 0.04;
    let may_repeat = match key {
        KeyCode::Equal | KeyCode::NumpadAdd => Some(Action::Add),
        KeyCode::Minus | KeyCode::NumpadSubtract => Some(Action::Remove),
        KeyCode::KeyW | KeyCode::ArrowUp => Some(Action::Pan(Vec2::Y * STEP)),
        KeyCode::KeyS | KeyCode::ArrowDown => Some(Action::Pan(Vec2::NEG_Y * STEP)),
        KeyCode::KeyD | KeyCode::ArrowRight => Some(Action::Pan(Vec2::X * STEP)),
        KeyCode::KeyA | KeyCode::ArrowLeft => Some(Action::Pan(Vec2::NEG_X * STEP)),
        _ => None,
    };
    if let Some(action) = may_repeat {
        return Some(Pressed::Do(action));
    }
    if repeat {
        return None;
    }
    match key {
        KeyCode::KeyH => Some(Pressed::Do(Action::StrikeAll(forward.with_y(0.0)))),
        KeyCode::Tab => Some(Pressed::Do(Action::SwitchMode)),
        KeyCode::KeyR => Some(Pressed::Do(Action::Record)),
        KeyCode::Space | KeyCode::Home => Some(Pressed::Do(Action::StandUp)),
        KeyCode::F1 => Some(Pressed::ToggleKeys),
        KeyCode::Escape => Some(Pressed::Quit),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_held_down_adds_on_and_on_but_switches_once() {
        let add = Some(Pressed::Do(Action::Add));
        assert_eq!(pressed(KeyCode::Equal, Vec3::Z, true), add);
        assert_eq!(pressed(KeyCode::NumpadAdd, Vec3::Z, false), add);
        assert_eq!(pressed(KeyCode::Tab, Vec3::Z, false), Some(Pressed::Do(Action::SwitchMode)));
        assert_eq!(pressed(KeyCode::Tab, Vec3::Z, true), None);
        assert_eq!(pressed(KeyCode::KeyQ, Vec3::Z, false), None);
    }
}

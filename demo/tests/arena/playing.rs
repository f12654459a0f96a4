// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use fyrox::core::log::Log;
use fyrox::scene::Scene;
use glam::{Quat, Vec3};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use tumble_demo::{Action, Arena, ArenaSettings, CharacterKind, CharacterState, Input, Mode, Ray};

/// A step, in seconds.
pub(crate) const DT: f32 = 1.0 / 60.0;

/// The mannequin, whose deaths are baked once for all tests of this process.
pub(crate) fn mannequin() -> Arc<CharacterKind> {
    static KIND: OnceLock<Arc<CharacterKind>> = OnceLock::new();
    KIND.get_or_init(|| Arc::new(CharacterKind::mannequin().expect("our own character"))).clone()
}

/// An arena that is played without a window.
pub(crate) struct Play {
    pub(crate) arena: Arena,
    pub(crate) scene: Scene,
}

impl Play {
    pub(crate) fn new(mode: Mode, crowd: usize) -> Self {
        Self::saving_to(mode, crowd, std::env::temp_dir().join("no take is saved here"))
    }

    pub(crate) fn saving_to(mode: Mode, crowd: usize, takes: PathBuf) -> Self {
        // The engine tells of every joint that it makes.
        Log::set_log_info(false);
        let mut scene = Scene::new();
        let arena = Arena::new(mannequin(), ArenaSettings { crowd, mode, takes }, &mut scene);
        Self { arena, scene }
    }

    pub(crate) fn act(&mut self, actions: &[Action]) {
        self.arena.step(&mut self.scene, &Input { actions, ..Input::NONE }, DT);
    }

    /// Lets time pass.
    pub(crate) fn wait(&mut self, seconds: f32) {
        (0..(seconds / DT).round() as usize).for_each(|_| self.act(&[]));
    }

    pub(crate) fn character(&self, number: usize) -> CharacterState {
        self.arena.character(number).expect("there are so many")
    }

    /// A hit to the chest of a character, along a direction, as a click gives it.
    pub(crate) fn ray_to(&self, number: usize, direction: Vec3) -> Action {
        let chest = self.character(number).hips + Vec3::Y * 0.35;
        Action::Strike(Ray { origin: chest - direction * 0.9, direction })
    }

    pub(crate) fn nodes(&self) -> u32 {
        self.scene.graph.node_count()
    }
}

/// The angle about +Y from one direction to another, seen from above, in degrees.
pub(crate) fn turn_between(from: Vec3, to: Vec3) -> f32 {
    let (from, to) = (from.with_y(0.0).normalize(), to.with_y(0.0).normalize());
    Quat::from_rotation_arc(from, to).to_axis_angle().1.to_degrees()
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The arena: hit a character, and watch its death live and baked.
//!
//! [`Arena`] is the whole game; it needs an engine's scene, but no window:
//!
//! ```no_run
//! use fyrox::scene::Scene;
//! use glam::Vec3;
//! use std::sync::Arc;
//! use tumble_demo::{Action, Arena, ArenaSettings, CharacterKind, Input, Mode};
//!
//! let mut scene = Scene::new();
//! let settings = ArenaSettings { crowd: 20, mode: Mode::Baked, takes: std::env::temp_dir() };
//! let mut arena = Arena::new(Arc::new(CharacterKind::mannequin()?), settings, &mut scene);
//! let blow = Input { actions: &[Action::StrikeAll(Vec3::NEG_Z)], ..Input::NONE };
//! arena.step(&mut scene, &blow, 1.0 / 60.0);
//! assert_eq!(arena.crowd().baked, 20);
//! # Ok::<(), tumble_demo::KindError>(())
//! ```
//!
//! # Should I use this crate?
//!
//! Read it rather: it shows how the others come together in a game. `cargo xtask demo` plays it.
//!
//! # Features
//!
//! None.

mod arena;
mod character;
mod character_kind;
mod command_line;
mod deaths;
mod demo_error;
mod formation;
mod headless;
mod hit;
mod input;
mod keys;
mod message;
mod mode;
mod orbit_camera;
mod panel;
mod picture;
mod playback;
mod quality;
mod recording;
mod scenery;
mod stage;
mod status;
mod take;
mod times;
mod window;

pub use arena::{Arena, ArenaSettings};
pub use character::{CharacterState, Doing};
pub use character_kind::{CharacterKind, KindError};
pub use formation::Formation;
pub use input::{Action, Input};
pub use mode::Mode;
pub use orbit_camera::{OrbitCamera, Ray};
pub use status::Crowd;
pub use times::{Percentiles, StepTimes, TimeFigures};

use clap::Parser as _;
use command_line::CommandLine;
use fyrox::core::log::Log;
use std::io::Write as _;
use std::process::ExitCode;

/// The program: does what the command line asks for.
#[must_use]
pub fn run() -> ExitCode {
    // The engine's log goes to stdout, which is for results.
    Log::enable_writing_to_stdout(false);
    Log::set_log_info(false);
    match CommandLine::parse().run() {
        Ok(text) => {
            // Nobody is left to tell when stdout is closed.
            let _ = std::io::stdout().write_all(text.as_bytes());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

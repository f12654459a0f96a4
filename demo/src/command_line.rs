// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::arena::{Arena, ArenaSettings};
use crate::character_kind::CharacterKind;
use crate::demo_error::DemoError;
use crate::formation::Formation;
use crate::headless::Headless;
use crate::mode::Mode;
use crate::window::{Screenshot, Window};
use crate::{headless, take};
use clap::Parser;
use clap::builder::RangedU64ValueParser;
use fyrox::scene::Scene;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Hit a character and watch its death: live in physics, or baked into a clip that costs next to nothing.
///
/// In the window F1 lists the keys.
#[derive(Debug, Parser)]
#[command(name = "tumble-demo", version)]
pub(crate) struct CommandLine {
    /// A character of your own, .glb or .gltf [default: a mannequin, made by code]
    #[arg(long, value_name = "FILE.glb")]
    character: Option<PathBuf>,
    /// How many characters stand there
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = RangedU64ValueParser::<usize>::new().range(0..=Formation::MOST as u64))]
    crowd: usize,
    /// What a hit does
    #[arg(long, value_enum, default_value_t)]
    mode: Mode,
    /// Strike all in the chest, from in front, so many seconds after the start [default: never, or 0 with --headless]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    strike: Option<f64>,
    /// Where recordings are saved [default: tumble/takes among your programs' data]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write a picture as PNG, then quit
    #[arg(long, value_name = "FILE.png", conflicts_with = "headless")]
    screenshot: Option<PathBuf>,
    /// When the picture is taken, in seconds of the arena's own time
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds, requires = "screenshot")]
    after: f64,
    /// Open no window: run as fast as it goes, and tell how long steps took
    #[arg(long)]
    headless: bool,
    /// How long it runs, in seconds of the arena's own time
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds, requires = "headless")]
    seconds: f64,
    /// Print the figures as JSON
    #[arg(long, requires = "headless")]
    json: bool,
}

impl CommandLine {
    /// Does what was asked; gives what belongs on stdout.
    pub(crate) fn run(self) -> Result<String, DemoError> {
        if self.headless {
            let mut scene = Scene::new();
            let arena = self.arena(&mut scene)?;
            let run = Headless { seconds: self.seconds, strike: self.strike.unwrap_or(0.0) };
            let figures = run.figures(arena, &mut scene);
            return if self.json { headless::json(&figures) } else { Ok(figures.to_string()) };
        }
        // Asked first: who has no screen shall not wait for the deaths to be baked.
        let window = Window::open()?;
        let mut scene = Scene::new();
        let arena = self.arena(&mut scene)?;
        let screenshot = self.screenshot.map(|path| Screenshot { path, after: self.after });
        window.run(arena, scene, self.strike, screenshot)?;
        Ok(String::new())
    }

    fn arena(&self, scene: &mut Scene) -> Result<Arena, DemoError> {
        let read = |path: &PathBuf| CharacterKind::read(Path::new(path));
        let kind = self.character.as_ref().map_or_else(CharacterKind::mannequin, read)?;
        let takes = self.out.clone().unwrap_or_else(take::default_folder);
        Ok(Arena::new(Arc::new(kind), ArenaSettings { crowd: self.crowd, mode: self.mode, takes }, scene))
    }
}

/// A time that an arena can get through.
fn seconds(text: &str) -> Result<f64, String> {
    let range = 0.0..=3600.0;
    let seconds = text.parse().ok().filter(|seconds| range.contains(seconds));
    seconds.ok_or_else(|| "expected seconds, from 0 to 3600".to_owned())
}

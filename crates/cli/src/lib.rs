// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The `tumble` command line, and the contact sheets that it draws.
//!
//! The program is `tumble`; `tumble --help` says what it can do. All else that this library has is
//! [`preview`], for programs that want pictures of motions without a graphics card:
//!
//! ```
//! use tumble_cli::preview::{SheetSettings, Strip, contact_sheet, moments};
//! use tumble_pose::glam::{Quat, Vec3};
//! use tumble_pose::{Joint, JointIndex, LocalPose, Model, Seconds, Skeleton, Transform};
//!
//! let up = |y| Transform::from_translation(Vec3::new(0.0, y, 0.0));
//! let skeleton = Skeleton::new(&[
//!     Joint { name: "base".into(), parent: None, rest: up(0.0) },
//!     Joint { name: "mast".into(), parent: Some(0), rest: up(1.0) },
//!     Joint { name: "top".into(), parent: Some(1), rest: up(1.0) },
//! ])?;
//! // A mast that bends in its middle within a second.
//! let bent = |at: Seconds| {
//!     let mut pose = LocalPose::rest(&skeleton);
//!     pose.set(JointIndex(1), Transform { rotation: Quat::from_rotation_z(at.0 as f32), ..up(1.0) });
//!     (at, pose)
//! };
//! let moments: Vec<_> = moments(Seconds(1.0), 3).into_iter().map(bent).collect();
//!
//! // Without meshes its bones are drawn.
//! let name = "mast".to_owned();
//! let model = Model { name, skeleton, meshes: vec![], materials: vec![], images: vec![] };
//! let settings = SheetSettings { cell: 120, ..SheetSettings::default() };
//! let strip = Strip { title: "bends".into(), moments: &moments };
//! let sheet = contact_sheet(&model, &[strip], &settings)?;
//! assert!(sheet.picture.width() > 3 * 120);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Should I use this crate?
//!
//! Run the program. To read, bake or compress in a program of your own take the libraries that it calls
//! (`tumble-interchange`, `tumble-ragdoll`, `tumble-clip`): the commands are thin.
//!
//! # Features
//!
//! None.

mod cli_error;
mod clip_options;
mod clip_text;
mod command_line;
mod commands;
mod file_kind;
mod motions;
mod output;
pub mod preview;
mod scale;
mod table;

use clap::Parser;
use clap::error::ErrorKind;
use cli_error::CliError;
use command_line::CommandLine;
use serde::Serialize;
use std::error::Error;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// Runs the program with the arguments it was called with: exit code 0, or 1 after one line on stderr that says
/// what went wrong and where. Wrong usage ends the program with 2.
#[must_use]
pub fn run() -> ExitCode {
    let command_line = match CommandLine::try_parse() {
        Ok(command_line) => command_line,
        Err(error) => return refuse(&error),
    };
    let result = command_line.run();
    let told = match &result {
        Ok(text) => io::stdout().write_all(text.as_bytes()),
        Err(error) => writeln!(io::stderr(), "error: {}", in_one_line(error)),
    };
    // Whoever stopped listening knows.
    match (told, result) {
        (Err(error), _) if error.kind() != io::ErrorKind::BrokenPipe => ExitCode::FAILURE,
        (_, Ok(_)) => ExitCode::SUCCESS,
        (_, Err(_)) => ExitCode::FAILURE,
    }
}

/// Prints the help or version that was asked for, or says in one line what is wrong with the arguments.
fn refuse(error: &clap::Error) -> ExitCode {
    // Whoever stopped listening knows.
    let _ = match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => error.print(),
        _ => writeln!(io::stderr(), "{}", usage_in_one_line(&error.to_string())),
    };
    ExitCode::from(if error.use_stderr() { WRONG_USAGE } else { 0 })
}

const WRONG_USAGE: u8 = 2;

/// What clap says in paragraphs, without those that tell how the command is used.
fn usage_in_one_line(text: &str) -> String {
    let paragraphs =
        text.split("\n\n").map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
    let told = paragraphs
        .take_while(|paragraph| !paragraph.starts_with("Usage:") && !paragraph.starts_with("For more"));
    told.collect::<Vec<_>>().join("; ") + "; --help tells more"
}

/// Tells something on stderr that is worth knowing and stops nothing.
fn warn(what: fmt::Arguments<'_>) {
    // Whoever closed stderr does not want to know.
    let _ = writeln!(io::stderr(), "warning: {what}");
}

/// A value as the JSON that a command prints.
fn json_text(value: &impl Serialize) -> Result<String, CliError> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

/// An error and what it came from, outermost first. A message that repeats its source's at its end is not
/// followed by it again.
fn in_one_line(error: &(dyn Error + 'static)) -> String {
    let mut line = String::new();
    for error in std::iter::successors(Some(error), |&error| error.source()) {
        let part = error.to_string().replace(['\n', '\r'], " ");
        if line.is_empty() {
            line = part;
        } else if !line.ends_with(&part) {
            line = format!("{line}: {part}");
        }
    }
    line
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The `tumble` command line, as a library so that tests reach its parts.

mod cli_error;
mod clip_text;
mod command_line;
mod commands;
mod file_kind;
mod motions;
mod output;
pub mod preview;
mod table;

use clap::Parser;
use cli_error::CliError;
use command_line::CommandLine;
use serde::Serialize;
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

/// Runs the program with the arguments it was called with: exit code 0, or 1 after one line on stderr that says
/// what went wrong and where. Wrong usage ends the program with 2.
#[must_use]
pub fn run() -> ExitCode {
    let result = CommandLine::parse().run();
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

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::CliError;
use crate::commands::Preview;
use clap::{Parser, Subcommand};

/// Bakes falls of rigged characters into animation clips, and looks into such clips.
///
/// Lengths are metres and times seconds; a character faces +Z with +Y up.
#[derive(Debug, Parser)]
#[command(name = "tumble", version, propagate_version = true)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Preview(Preview),
}

impl CommandLine {
    /// Does what was asked; gives what belongs on stdout.
    pub(crate) fn run(&self) -> Result<String, CliError> {
        match &self.command {
            Command::Preview(command) => command.run(),
        }
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::CliError;
use crate::commands::{Bake, Compress, Convert, Inspect, Merge, Preview, RigCommand, Verify};
use clap::{Parser, Subcommand};

/// Bakes falls of rigged characters into animation clips, and looks into such clips.
///
/// Lengths are metres and times seconds; a character faces +Z with +Y up.
#[derive(Debug, Parser)]
#[command(name = "tumble", version)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Bake(Bake),
    Merge(Merge),
    Compress(Compress),
    Inspect(Inspect),
    Convert(Convert),
    Rig(RigCommand),
    Preview(Preview),
    Verify(Verify),
}

impl CommandLine {
    /// Does what was asked; gives what belongs on stdout.
    pub(crate) fn run(&self) -> Result<String, CliError> {
        match &self.command {
            Command::Bake(command) => command.run(),
            Command::Merge(command) => command.run(),
            Command::Compress(command) => command.run(),
            Command::Inspect(command) => command.run(),
            Command::Convert(command) => command.run(),
            Command::Rig(command) => command.run(),
            Command::Preview(command) => command.run(),
            Command::Verify(command) => command.run(),
        }
    }
}

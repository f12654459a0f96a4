// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! What Bevy's animation costs beside Tumble, in the same run.
//!
//! Bevy's systems run in its own schedule, without its threads, which are a feature that is off here; Tumble runs on the
//! same thread. Both have the same samples. Bevy's poses are compared with Tumble's, and what is too far apart ends the
//! program with an error rather than with a time.

mod crowd_figures;
mod error;
mod keyframes;
mod one_figures;
mod reference;
mod report;
mod stage;

use clap::Parser;
use report::Report;
use std::error::Error;
use std::io::Write;
use std::process::ExitCode;
use tumble_bench::{Effort, corpus};

/// Measures what Bevy's animation costs beside Tumble, in one run on one thread; takes a minute
#[derive(Debug, Parser)]
#[command(name = "tumble-bench-bevy")]
struct Arguments {
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
    /// See only that all of it works, in a few seconds: the figures say little then
    #[arg(long)]
    quick: bool,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let sources = std::iter::successors(Some(&*error as &dyn Error), |&error| error.source());
            let line = sources.map(ToString::to_string).collect::<Vec<_>>().join(": ");
            // Whoever closed stderr does not want to know.
            let _ = writeln!(std::io::stderr(), "error: {line}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let effort = if arguments.quick { Effort::QUICK } else { Effort::FULL };
    let corpus = corpus::folder()?;
    if corpus.is_none() {
        writeln!(
            std::io::stderr(),
            "there is no corpus: its clips are left out (TUMBLE_CORPUS names its folder)"
        )?;
    }
    let report = Report::measure(effort, corpus.as_deref())?;
    let mut text = if arguments.json { serde_json::to_string_pretty(&report)? } else { report.to_string() };
    text.push('\n');
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Prints what Tumble costs, and what others cost in the same run.

use clap::Parser;
use std::error::Error;
use std::io::Write;
use std::process::ExitCode;
use tumble_bench::{Effort, Report, corpus};

/// Measures what Tumble costs beside Fyrox and rapier, in one run on one thread; takes a minute
#[derive(Debug, Parser)]
#[command(name = "tumble-bench")]
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

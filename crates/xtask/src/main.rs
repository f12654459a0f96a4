// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! What CI, the README and people all call: `cargo xtask demo`, `cargo xtask test` and `cargo xtask ci`.

mod ci;
mod demo;
mod manifest;
mod needs;
mod steps;
mod test;

use needs::Consent;
use std::process::ExitCode;
use steps::{Failure, Steps};

const USAGE: &str = "\
usage: cargo xtask <COMMAND> [--yes]

  demo   install what is missing, then play the demo; what follows goes to it, --help tells what it knows
  test   install what is missing, then run every test and every example in the documentation
  ci     formatting, dependencies, lints, documentation, each crate alone, and what `test` does

  --yes  install without asking, as for root
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (yes, commands): (Vec<String>, Vec<String>) =
        arguments.into_iter().partition(|argument| argument == "--yes");
    let consent = if yes.is_empty() { Consent::Ask } else { Consent::Given };
    let mut steps = Steps::default();
    let names: Vec<&str> = commands.iter().map(String::as_str).collect();
    let ran = match names[..] {
        ["demo", ..] => match demo::run(&mut steps, consent, &commands[1..]) {
            // The last word is the demo's.
            Ok(code) => return code,
            Err(failure) => Err(failure),
        },
        ["test"] => test::run(&mut steps, consent),
        ["ci"] => ci::run(&mut steps, consent),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    let code = match ran {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure) => ExitCode::FAILURE,
    };
    steps.summarise();
    code
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// A step has failed, and has said why.
#[derive(Debug)]
pub(crate) struct Failure;

/// The steps so far: what was done, how long it took, and what was left out.
#[derive(Debug, Default)]
pub(crate) struct Steps {
    done: Vec<(String, Duration)>,
    failed: Option<String>,
    skipped: Vec<String>,
}

impl Steps {
    /// Runs commands one after the other under one heading; the first that fails ends it.
    pub(crate) fn run(
        &mut self,
        name: &str,
        commands: impl IntoIterator<Item = Command>,
    ) -> Result<(), Failure> {
        println!("\n== {name}");
        let begin = Instant::now();
        let ran = commands.into_iter().try_for_each(|mut command| {
            println!("$ {}", line(&command));
            // What the command prints must come after its line.
            let _ = std::io::stdout().flush();
            match command.status() {
                Ok(status) if status.success() => Ok(()),
                Ok(status) => Err(status.to_string()),
                Err(error) => Err(error.to_string()),
            }
        });
        self.done.push((name.to_owned(), begin.elapsed()));
        ran.map_err(|why| self.fail(name, &why))
    }

    /// Notes a failure of a step.
    pub(crate) fn fail(&mut self, name: &str, why: &str) -> Failure {
        println!("{name}: {why}");
        self.failed = Some(name.to_owned());
        Failure
    }

    /// Notes what is left out, and says so at once and again at the end.
    pub(crate) fn skip(&mut self, what: impl Into<String>) {
        let what = what.into();
        println!("skipped: {what}");
        self.skipped.push(what);
    }

    /// Prints how long each step took, what was skipped, and which step failed, if one did.
    pub(crate) fn summarise(&self) {
        println!();
        for (name, time) in &self.done {
            println!("{:>8.1} s  {name}", time.as_secs_f64());
        }
        for what in &self.skipped {
            println!(" skipped    {what}");
        }
        match &self.failed {
            Some(name) => println!("failed: {name}"),
            None => println!("ok"),
        }
    }
}

/// The workspace's folder.
pub(crate) fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).unwrap_or(own).to_owned()
}

/// The cargo that runs this, in the workspace's folder.
pub(crate) fn cargo(arguments: &str) -> Command {
    let mut command = cargo_here();
    command.args(arguments.split_whitespace()).current_dir(root());
    command
}

/// The cargo that runs this, in the folder where it was called.
pub(crate) fn cargo_here() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Whether a command can be run and succeeds. Its output is thrown away.
pub(crate) fn succeeds(mut command: Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// A command as one would type it.
fn line(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy();
    let changed = command.get_envs().filter_map(|(name, value)| {
        Some(format!("{}='{}' ", name.to_string_lossy(), value?.to_string_lossy()))
    });
    let arguments = command.get_args().map(|argument| format!(" {}", argument.to_string_lossy()));
    changed.chain([program.into_owned()]).chain(arguments).collect()
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The `tumble` command line.

fn main() -> std::process::ExitCode {
    tumble_cli::run()
}

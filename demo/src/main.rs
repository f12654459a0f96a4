// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The arena.

fn main() -> std::process::ExitCode {
    tumble_demo::run()
}

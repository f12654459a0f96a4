// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The arena is played without a window, the program is run, and with a screen its pictures are looked at.

#![expect(clippy::expect_used, reason = "tests: an error fails them")]

mod allocation;
mod command_line;
mod corpus;
mod falling;
mod pictures;
mod playing;
mod random_play;
mod recording;
mod screen;

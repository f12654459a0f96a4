// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The bridge, in scenes without a window. One binary: each that links Fyrox takes its time.

#![expect(clippy::expect_used, reason = "tests: an error fails them")]

mod ground;
mod live;

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The program itself: what it prints, what it writes, and how it ends.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod bad_files;
mod corpus;
mod errors;
mod figures;
mod help;
mod inspect;
mod merge;
#[path = "../person/mod.rs"]
mod person;
mod sandbox;
mod usage;
mod whole_files;

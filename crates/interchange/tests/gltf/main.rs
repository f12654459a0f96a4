// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! glTF files in and out.

#![expect(clippy::expect_used, clippy::panic, reason = "a test says so by failing")]

mod bad_input;
mod corpus;
mod fixture;
mod hostile;
mod reading_animations;
mod reading_corpus;
mod reading_meshes;
mod reading_skeletons;
mod round_trip;
mod same;
mod writing;

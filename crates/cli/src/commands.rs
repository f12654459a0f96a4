// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! A file for each command: its arguments, and what it does with the libraries.

mod preview;

pub(crate) use preview::Preview;

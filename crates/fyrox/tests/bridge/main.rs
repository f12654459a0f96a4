// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Characters in scenes of Fyrox, without a window. One binary, since each that holds the engine takes long to link.

#![expect(clippy::expect_used, clippy::panic, reason = "a test says so by failing")]

mod allocation;
mod corpus;
mod culling;
mod ground;
mod live;
mod looks;
mod parity;
mod poses;
mod recording;
mod refusals;
mod shapes;
mod skinning;

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! A file for each command: its arguments, and what it does with the libraries.

mod bake;
mod compress;
mod convert;
mod inspect;
mod merge;
mod preview;
mod rig;
mod verify;

pub(crate) use bake::Bake;
pub(crate) use compress::Compress;
pub(crate) use convert::Convert;
pub(crate) use inspect::Inspect;
pub(crate) use merge::Merge;
pub(crate) use preview::Preview;
pub(crate) use rig::RigCommand;
pub(crate) use verify::Verify;

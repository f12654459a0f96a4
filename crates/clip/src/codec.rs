// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! How the motion of a runtime clip is held: the one room to change for another codec.
//!
//! A codec gives a section of the file for the joints ([`encode`]) and one for the scalars
//! ([`encode_scalars`]), and plays both ([`Tracks`], [`ScalarTracks`]). Nothing outside knows more of it.

mod bit_rows;
mod channel;
mod coefficients;
mod encode;
mod entropy;
mod plan;
mod rodrigues;
mod scalar_tracks;
mod scratch;
mod section;
mod source;
mod tracks;

pub(crate) use encode::{EncodeError, encode};
pub(crate) use scalar_tracks::{SCALARS_VERSION, ScalarTracks, encode_scalars};
pub(crate) use scratch::Scratch;
pub(crate) use tracks::{TRACKS_VERSION, Tracks};

#[cfg(test)]
mod tests;

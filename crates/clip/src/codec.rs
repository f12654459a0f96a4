// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! How the motion of a runtime clip is held: the one room to change for another codec.
//!
//! A codec gives a section of the file for the joints ([`encode`]) and one for the scalars
//! ([`encode_scalars`]), and plays both ([`Tracks`], [`ScalarTracks`]). Nothing outside knows more of it.

#![expect(
    clippy::inline_always,
    clippy::needless_range_loop,
    reason = "hot loops over lanes are inlined into what is dispatched, and stay vectors"
)]

mod as_it_came;
mod bit_plan;
mod carried;
mod coefficients;
mod encode;
#[allow(clippy::manual_midpoint, reason = "of 16 bits that cannot overflow, for a vector")]
mod entropy;
mod forms;
mod hats;
mod lane_groups;
mod moving_block;
mod neighbours;
mod numbers;
mod page;
mod pose_quantiser;
mod quantiser;
mod rodrigues;
mod sample;
mod sampler;
mod scalar_curves;
mod scalar_encode;
mod scalar_section;
mod scalar_tracks;
mod scratch;
mod section;
mod setting;
mod simd;
mod source;
mod steps;
mod tracks;
mod turning_block;
mod wanted;

pub(crate) use encode::{EncodeError, encode};
pub(crate) use scalar_encode::encode_scalars;
pub(crate) use scalar_tracks::{SCALARS_VERSION, ScalarTracks};
pub(crate) use scratch::Scratch;
pub(crate) use tracks::{TRACKS_VERSION, Tracks};

#[cfg(test)]
mod tests;

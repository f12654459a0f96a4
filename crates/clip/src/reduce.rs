// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Fewer keys for the same motion.

mod budget;
mod hermite;
mod keep;
mod polyline;
mod reduce_curve;
mod reduce_job;
mod settings;
mod slots;
mod straight;

pub use reduce_job::{ReduceError, ReduceJob};
pub use settings::{DeadBand, ReduceMethod, ReduceSettings};

#[cfg(test)]
mod tests;

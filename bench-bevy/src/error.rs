// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::stage::Layers;
use bevy_curve::cores::UnevenCoreError;
use tumble_bench::BenchError;
use tumble_clip::BuildError;

/// What kept Bevy from being measured beside Tumble.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PeerError {
    /// Tumble's own part fails.
    #[error(transparent)]
    Bench(#[from] BenchError),
    /// Bevy takes no such keyframes.
    #[error("Bevy's keyframes of {path}")]
    Keyframes { path: String, source: UnevenCoreError },
    /// Bevy does not play what Tumble plays, so that times would say nothing.
    #[error(
        "character {number} at {at_s} s ({layers:?}): Bevy's pose is {apart_mm:.3} mm from Tumble's, which is more \
         than {tolerance_mm} mm"
    )]
    Disagrees { number: usize, at_s: f64, layers: Layers, apart_mm: f64, tolerance_mm: f64 },
}

impl From<BuildError> for PeerError {
    fn from(error: BuildError) -> Self {
        Self::Bench(error.into())
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::{BuildError, ClipBuilder};
use crate::Bones;
use crate::dense_samples::DenseSamples;
use crate::rigid_fit::RigidFit;
use crate::shell_error::ShellError;
use std::borrow::Cow;
use tumble_pose::Seconds;

/// What a clip is to be like: the recording, or what rigid bones make of it.
pub(super) struct Target<'a> {
    pub(super) samples: Cow<'a, DenseSamples>,
    /// How far the clip may be from it, in metres.
    pub(super) bound: f64,
}

/// What of the precision must be left for the clip, besides what its bones are off.
const LEFT: f64 = 0.25;

impl<'a> Target<'a> {
    /// `place` tells a joint's path and a sample's time.
    pub(super) fn new(
        builder: &ClipBuilder,
        recorded: &'a DenseSamples,
        errors: &ShellError,
        place: impl Fn(usize, usize) -> (String, Seconds),
    ) -> Result<Self, BuildError> {
        let precision = f64::from(builder.tolerance.precision);
        let as_recorded = Self { samples: Cow::Borrowed(recorded), bound: precision };
        let Bones::Rigid { allowance } = builder.bones else { return Ok(as_recorded) };
        if !(allowance.is_finite() && allowance >= 0.0) {
            return Err(BuildError::Allowance { found: allowance });
        }
        let Some(fit) = RigidFit::new(recorded, errors) else { return Ok(as_recorded) };
        let allowed = precision + f64::from(allowance);
        let left = allowed - fit.worst.error;
        if left < precision * LEFT {
            let (reached, least) = (fit.worst.error, rounded_up(fit.worst.error));
            let (joint, at) = place(fit.worst.joint, fit.worst.sample);
            // What no number can measure, no allowance will do for.
            return Err(if least.is_finite() {
                BuildError::Stretch { joint, at, reached, allowance, least }
            } else {
                BuildError::out_of_bound((joint, at), reached, allowed)
            });
        }
        Ok(Self { samples: Cow::Owned(fit.samples), bound: left.min(precision) })
    }
}

/// To three digits, never down.
fn rounded_up(metres: f64) -> f32 {
    let digits = libm::pow(10.0, 2.0 - libm::log10(metres).floor());
    ((metres * digits).ceil() / digits) as f32
}

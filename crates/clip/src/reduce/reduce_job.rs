// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::reduce_curve::{Rule, reduce_curve};
use super::settings::{ReduceMethod, ReduceSettings};
use super::shares::{Share, Shares};
use crate::shell_error::ShellError;
use crate::{RawClip, RawClipError, RawTrack, ToleranceError};
use glam::{DQuat, DVec3};
use tumble_pose::{Seconds, Skeleton};

/// How much of the precision is used: the rest is for the roundings of whoever plays the curves in `f32`.
const USED: f64 = 0.97;

/// Makes a clip of fewer keys, for export and editing. (A runtime clip is built from dense samples instead: one
/// lossy stage is enough.)
#[derive(Debug)]
pub struct ReduceJob<'a> {
    /// The skeleton that the clip moves.
    pub skeleton: &'a Skeleton,
    /// The clip, which is not changed.
    pub clip: &'a RawClip,
    /// How far it may stray, and by what rule.
    pub settings: &'a ReduceSettings,
}

/// Why a clip's keys cannot be reduced.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReduceError {
    /// The clip cannot be played.
    #[error(transparent)]
    Clip(#[from] RawClipError),
    /// The tolerance makes no sense.
    #[error(transparent)]
    Tolerance(#[from] ToleranceError),
}

impl ReduceJob<'_> {
    /// Does it.
    ///
    /// By [`ReduceMethod::Bounded`] every joint stays within the tolerance *at any time*, between keys too.
    /// That holds by construction: each part gets a share of the bound such that the shares along every chain,
    /// each times the farthest point that the part carries, add up to no more than the bound, and each curve is
    /// proven to keep its share between its points as well as at them.
    ///
    /// No curve gets more keys than it had. A curve has a key at 0 and one at the duration, or a single one
    /// where it never changes; a curve that has too few keys for that stays as it is, as do tracks of joints
    /// that the skeleton has not. Neighbouring rotations come out in one hemisphere. The result is stamped: a
    /// clip with that very stamp comes back unchanged.
    ///
    /// # Errors
    ///
    /// [`ReduceError`] when the clip is not [valid](RawClip::validate) or the tolerance makes no sense.
    pub fn run(self) -> Result<RawClip, ReduceError> {
        self.clip.validate()?;
        if self.clip.reduced.as_ref() == Some(self.settings) {
            return Ok(self.clip.clone());
        }
        let metres_per_unit = self.clip.meta.metres_per_unit.unwrap_or(self.settings.metres_per_unit);
        let errors = ShellError::new(self.skeleton, &self.settings.tolerance, metres_per_unit)?;
        let bound = self.clip.bind(self.skeleton);
        let shares = Shares::new(&bound, &errors, f64::from(self.settings.tolerance.precision) * USED);
        let mut clip = self.clip.clone();
        for (track, joint) in clip.tracks.iter_mut().zip(bound.joints()) {
            if let Some(joint) = joint {
                reduce_track(
                    track,
                    self.clip.duration,
                    rules(self.settings.method, shares.of(joint.index())),
                );
            }
        }
        let scalar_precision = f64::from(self.settings.tolerance.scalar_precision);
        let rule = match self.settings.method {
            ReduceMethod::Bounded => Rule::Within(scalar_precision * USED),
            ReduceMethod::DeadBand(_) => Rule::Farther(scalar_precision),
        };
        for (_, curve) in &mut clip.scalars {
            *curve = reduce_curve::<f64>(curve, self.clip.duration, rule);
        }
        clip.make_continuous();
        clip.reduced = Some(self.settings.clone());
        Ok(clip)
    }
}

/// The rules for a joint's translation, rotation and scale.
fn rules(method: ReduceMethod, share: Share) -> [Rule; 3] {
    match method {
        ReduceMethod::Bounded => [share.translation, share.rotation, share.scale].map(Rule::Within),
        ReduceMethod::DeadBand(band) => {
            [band.translation, band.rotation, band.scale].map(|band| Rule::Farther(f64::from(band)))
        }
    }
}

fn reduce_track(track: &mut RawTrack, duration: Seconds, [translation, rotation, scale]: [Rule; 3]) {
    if let Some(curve) = &mut track.translation {
        *curve = reduce_curve::<DVec3>(curve, duration, translation);
    }
    if let Some(curve) = &mut track.rotation {
        *curve = reduce_curve::<DQuat>(curve, duration, rotation);
    }
    if let Some(curve) = &mut track.scale {
        *curve = reduce_curve::<DVec3>(curve, duration, scale);
    }
}

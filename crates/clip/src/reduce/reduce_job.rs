// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::budget::Budget;
use super::reduce_curve::{Rule, reduce_curve};
use super::settings::{DeadBand, ReduceMethod, ReduceSettings};
use super::slots::{Slots, Stray};
use crate::levers::Lever;
use crate::shell_error::ShellError;
use crate::{BoundClip, RawClip, RawClipError, RawTrack, ToleranceError};
use glam::{DQuat, DVec3};
use tumble_pose::{JointIndex, Seconds, Skeleton};

/// How much of the precision is used: the rest is for the roundings of whoever plays the curves in `f32`.
const USED: f64 = 0.97;

/// The most joints times slots of time: fewer slots only make the bound stricter.
const MOST_TERMS: usize = 1 << 22;

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
    /// That is proven, not sampled: how far each curve is off is bounded between its points as well as at them,
    /// and along every chain these bounds, each times the farthest point that the part carries, add up to no
    /// more than the tolerance at any one time.
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
        let mut clip = self.clip.clone();
        let scalar_precision = f64::from(self.settings.tolerance.scalar_precision);
        let scalar_rule = match self.settings.method {
            ReduceMethod::Bounded => {
                let precision = f64::from(self.settings.tolerance.precision) * USED;
                reduce_within(&mut clip.tracks, &bound, Budget::new(&bound, &errors, precision));
                Rule::Within(scalar_precision * USED)
            }
            ReduceMethod::DeadBand(DeadBand { translation, rotation, scale }) => {
                let rules = [translation, rotation, scale].map(|band| Rule::Farther(f64::from(band)));
                for (track, joint) in clip.tracks.iter_mut().zip(bound.joints()) {
                    if joint.is_some() {
                        reduce_track(track, self.clip.duration, rules, |_, _| {});
                    }
                }
                Rule::Farther(scalar_precision)
            }
        };
        for (_, curve) in &mut clip.scalars {
            *curve = reduce_curve::<f64>(curve, self.clip.duration, scalar_rule, |_| {});
        }
        clip.make_continuous();
        clip.reduced = Some(self.settings.clone());
        Ok(clip)
    }
}

/// Reduces tracks as far as a budget allows: by generous rules first, then those along the chains that came out
/// over the bound by stricter ones.
fn reduce_within(reduced: &mut [RawTrack], clip: &BoundClip<'_>, mut budget: Budget<'_>) {
    let (tracks, duration) = (&clip.clip().tracks, clip.clip().duration);
    let joints = clip.skeleton().joint_count();
    let slots = Slots::new(duration, most_intervals(tracks).min(MOST_TERMS / joints));
    let mut terms = vec![slots.zeros(); joints];
    let mut again = vec![true; joints];
    while again.contains(&true) {
        for (place, joint) in clip.joints().iter().enumerate() {
            let Some(joint) = joint.map(JointIndex::index).filter(|&joint| again[joint]) else {
                continue;
            };
            reduced[place].clone_from(&tracks[place]);
            let mut parts = [slots.zeros(), slots.zeros(), slots.zeros()];
            let stray = |part: usize, stray| slots.raise(&mut parts[part], stray);
            reduce_track(&mut reduced[place], duration, budget.rules(joint), stray);
            let Lever { translation, rotation, scale } = budget.lever(joint);
            for (slot, term) in terms[joint].iter_mut().enumerate() {
                *term = parts[0][slot] * translation + parts[1][slot] * rotation + parts[2][slot] * scale;
            }
        }
        again = budget.tighten(&terms);
    }
}

fn most_intervals(tracks: &[RawTrack]) -> usize {
    let keys = |track: &RawTrack| {
        let translation = track.translation.as_ref().map_or(0, |curve| curve.keys.len());
        let rotation = track.rotation.as_ref().map_or(0, |curve| curve.keys.len());
        translation.max(rotation).max(track.scale.as_ref().map_or(0, |curve| curve.keys.len()))
    };
    tracks.iter().map(keys).max().unwrap_or(0).saturating_sub(1)
}

/// Reduces translation, rotation and scale by their rules. `stray` is told which of them, by number, is how far
/// off.
fn reduce_track(
    track: &mut RawTrack,
    duration: Seconds,
    rules: [Rule; 3],
    mut stray: impl FnMut(usize, Stray),
) {
    if let Some(curve) = &mut track.translation {
        *curve = reduce_curve::<DVec3>(curve, duration, rules[0], |off| stray(0, off));
    }
    if let Some(curve) = &mut track.rotation {
        *curve = reduce_curve::<DQuat>(curve, duration, rules[1], |off| stray(1, off));
    }
    if let Some(curve) = &mut track.scale {
        *curve = reduce_curve::<DVec3>(curve, duration, rules[2], |off| stray(2, off));
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::codec::Scratch;
use crate::curve::SAME_TIME;
use crate::shell_error::ShellError;
use crate::timeline::{Looping, Rounding, Seek};
use crate::{BoundClip, BuildReport, Clip, RawClip, RawClipError, Seam, ToleranceError};
use glam::DAffine3;
use tumble_pose::{JointIndex, LocalPose, ScalarPose, Seconds, Transform};

/// Why a clip cannot be measured against another.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MeasureError {
    /// The source cannot be played.
    #[error(transparent)]
    Source(#[from] RawClipError),
    /// The clip's own tolerance does not fit its skeleton.
    #[error(transparent)]
    Tolerance(#[from] ToleranceError),
}

impl Clip {
    /// Measures the clip against what it was, or might have been, built from: every joint at every sample in
    /// object space and `f64`, by the tolerance of its [`report`](Self::report).
    ///
    /// The source is played on the clip's skeleton. A scalar that the source has not is measured against 0.
    ///
    /// # Errors
    ///
    /// [`MeasureError`] when the source is not [valid](RawClip::validate), or the stored tolerance is not.
    pub fn measure(&self, source: &RawClip) -> Result<BuildReport, MeasureError> {
        source.validate()?;
        let tolerance = self.report().tolerance.clone();
        let metres_per_unit = self.meta().metres_per_unit.unwrap_or(1.0);
        let errors = ShellError::new(self.skeleton(), &tolerance, metres_per_unit)?;
        let bound = source.bind(self.skeleton());
        let mut measured = Measured::new(self, &bound, &errors);
        let times: Vec<Seconds> = self.sample_times().collect();
        for (sample, &at) in times.iter().enumerate() {
            measured.at_sample(sample as u32, at);
        }
        for pair in times.windows(2) {
            measured.between(Seconds(f64::midpoint(pair[0].0, pair[1].0)));
        }
        let joints = self.skeleton().joint_count();
        let (samples, scalars) = (times.len(), self.scalar_keys().len());
        Ok(BuildReport {
            joints,
            animated_joints: (0..joints).filter(|&joint| self.tracks().is_animated(joint)).count(),
            scalars,
            samples,
            raw_bytes: samples * (40 * joints + 4 * scalars),
            memory_bytes: self.memory_bytes(),
            track_bytes: self.track_bytes(),
            max_error_m: measured.worst.error,
            p99_error_m: measured.percentile(),
            max_between_m: measured.max_between,
            max_scalar_error: measured.max_scalar_error(source, &times),
            worst_joint: self.skeleton().path(measured.worst.joint).to_owned(),
            worst_time: measured.worst.at,
            seam: self.seam(&errors),
            tolerance,
            bones: self.report().bones,
            unbound: bound.unbound().iter().map(|&path| path.to_owned()).collect(),
        })
    }

    /// How far the last pose is from the first, where it loops.
    fn seam(&self, errors: &ShellError) -> Option<Seam> {
        if self.looping() == Looping::Once {
            return None;
        }
        let rest = self.skeleton().rest_pose();
        let (mut first, mut last) = (rest.clone(), rest.clone());
        let mut scratch = Scratch::default();
        self.tracks().sample(Seek::sample(0), &mut scratch, rest, &mut first);
        self.tracks().sample(Seek::sample(self.sample_count() - 1), &mut scratch, rest, &mut last);
        let (joint, jump_m) = errors.farthest(first.iter(), last.iter());
        let joint = self.skeleton().path(JointIndex(joint as u16)).to_owned();
        Some(Seam { jump_m: jump_m.min(f64::MAX), joint })
    }
}

struct Worst {
    error: f64,
    joint: JointIndex,
    at: Seconds,
}

struct Measured<'a> {
    clip: &'a Clip,
    source: &'a BoundClip<'a>,
    errors: &'a ShellError,
    scratch: Scratch,
    pose: LocalPose,
    played: Vec<DAffine3>,
    right: Vec<DAffine3>,
    worst: Worst,
    max_between: f64,
    /// Of every joint at every sample.
    all: Vec<f32>,
}

impl<'a> Measured<'a> {
    fn new(clip: &'a Clip, source: &'a BoundClip<'a>, errors: &'a ShellError) -> Self {
        let joints = clip.skeleton().joint_count();
        Self {
            clip,
            source,
            errors,
            scratch: Scratch::default(),
            pose: LocalPose::identity(joints),
            played: vec![DAffine3::IDENTITY; joints],
            right: vec![DAffine3::IDENTITY; joints],
            worst: Worst { error: 0.0, joint: JointIndex::ROOT, at: Seconds::ZERO },
            max_between: 0.0,
            all: Vec::new(),
        }
    }

    fn at_sample(&mut self, sample: u32, at: Seconds) {
        let source = self.source;
        self.pose_both(Seek::sample(sample), |joint| source.transform_on_grid(joint, at));
        for joint in self.clip.skeleton().joints() {
            let error = self.error(joint);
            if error > self.worst.error {
                self.worst = Worst { error, joint, at };
            }
            self.all.push(error as f32);
        }
    }

    fn between(&mut self, at: Seconds) {
        let (source, seek) = (self.source, self.clip.timeline().seek(at, Rounding::None));
        self.pose_both(seek, |joint| source.transform(joint, at));
        for joint in self.clip.skeleton().joints() {
            self.max_between = self.max_between.max(self.error(joint));
        }
    }

    fn error(&self, joint: JointIndex) -> f64 {
        let joint = joint.index();
        self.errors.between(joint, &self.played[joint], &self.right[joint]).min(f64::MAX)
    }

    fn pose_both(&mut self, seek: Seek, right: impl Fn(JointIndex) -> Transform) {
        let rest = self.clip.skeleton().rest_pose();
        self.clip.tracks().sample(seek, &mut self.scratch, rest, &mut self.pose);
        self.errors.rebuild_pose(&self.pose, &mut self.played);
        self.errors.rebuild(self.clip.skeleton().joints().map(right), &mut self.right);
    }

    /// What 99 in 100 errors are not above.
    fn percentile(&mut self) -> f64 {
        let place = (self.all.len() * 99).div_ceil(100).saturating_sub(1);
        if place >= self.all.len() {
            return 0.0;
        }
        let (_, error, _) = self.all.select_nth_unstable_by(place, f32::total_cmp);
        f64::from(*error)
    }

    fn max_scalar_error(&self, source: &RawClip, times: &[Seconds]) -> f64 {
        let keys = self.clip.scalar_keys();
        let mut pose = ScalarPose::zeros(keys.len());
        let curves: Vec<_> =
            keys.iter().map(|key| source.scalars.iter().find(|(found, _)| found == key)).collect();
        let mut worst = 0.0_f64;
        for (sample, &at) in times.iter().enumerate() {
            self.clip.scalars().sample(Seek::sample(sample as u32), pose.values_mut());
            for (curve, &played) in curves.iter().zip(pose.values()) {
                let right = curve.and_then(|(_, curve)| curve.sample_near(at, SAME_TIME)).unwrap_or(0.0);
                worst = worst.max((f64::from(played) - f64::from(right)).abs());
            }
        }
        worst
    }
}

#[cfg(test)]
mod tests;

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::file::ByteReader;
use crate::timeline::Timeline;
use crate::{BoundClip, DecodeError};
use tumble_pose::{JointIndex, Skeleton, Transform};

/// A clip as a whole pose at every instant of a timeline: what a runtime clip is built from and measured
/// against.
#[derive(Debug, Clone)]
pub(crate) struct DenseSamples {
    joints: usize,
    /// Sample by sample, all joints of each.
    transforms: Vec<Transform>,
}

impl DenseSamples {
    /// The most joints times samples.
    pub(crate) const MAX_TRANSFORMS: usize = 1 << 26;

    /// Refuses a file of more samples of its tracks than can be built: rows of no bits cost a file nothing, however
    /// many there are, but whoever plays them all.
    pub(crate) fn check_count(
        tracks: usize,
        samples: u32,
        section: &ByteReader<'_>,
    ) -> Result<(), DecodeError> {
        let fits = tracks.saturating_mul(samples as usize) <= Self::MAX_TRANSFORMS;
        let expected = "no more tracks than can be held for as many samples";
        fits.then_some(()).ok_or(DecodeError::value(section.offset(), expected))
    }

    /// `None` where there would be too many.
    pub(crate) fn take(clip: &BoundClip<'_>, timeline: &Timeline) -> Option<Self> {
        let skeleton: &Skeleton = clip.skeleton();
        let joints = skeleton.joint_count();
        let count = joints * timeline.samples() as usize;
        if count > Self::MAX_TRANSFORMS {
            return None;
        }
        let mut transforms = Vec::with_capacity(count);
        for at in timeline.instants() {
            transforms.extend(skeleton.joints().map(|joint| clip.transform_on_grid(joint, at)));
        }
        Some(Self { joints, transforms })
    }

    /// Sample by sample, all joints of each.
    pub(crate) fn of_transforms(joints: usize, transforms: Vec<Transform>) -> Self {
        Self { joints, transforms }
    }

    /// The first joint and sample, if any, that are too large to be numbers.
    pub(crate) fn not_finite(&self) -> Option<(JointIndex, u32)> {
        let place = self.transforms.iter().position(|local| !local.is_finite())?;
        Some((JointIndex((place % self.joints) as u16), (place / self.joints) as u32))
    }

    pub(crate) fn joints(&self) -> usize {
        self.joints
    }

    pub(crate) fn samples(&self) -> usize {
        self.transforms.len() / self.joints
    }

    /// All joints at one sample.
    pub(crate) fn pose(&self, sample: usize) -> &[Transform] {
        &self.transforms[sample * self.joints..][..self.joints]
    }

    /// One joint at every sample.
    pub(crate) fn joint(&self, joint: usize) -> impl Iterator<Item = Transform> + Clone + '_ {
        self.transforms.iter().skip(joint).step_by(self.joints).copied()
    }
}

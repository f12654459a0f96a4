// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::sample_grid::SampleGrid;
use tumble_clip::{Curve, CurveValue, Interpolation, RawTrack};
use tumble_pose::glam::{Quat, Vec3};
use tumble_pose::{Block, JointIndex, LANES, LocalPose, Skeleton, Transform};

/// What stands this near to a value, component by component, is the same value: the noise of 32-bit numbers, and far
/// below every precision that a clip is built with.
const SAME: f32 = 1e-6;

/// The poses on the grid so far, one after the other.
#[derive(Debug, Clone)]
pub(crate) struct Samples {
    blocks: Vec<Block>,
    joints: usize,
}

impl Samples {
    pub(crate) fn new(joints: usize) -> Self {
        Self { blocks: Vec::new(), joints }
    }

    fn stride(&self) -> usize {
        self.joints.div_ceil(LANES)
    }

    pub(crate) fn sample_bytes(&self) -> usize {
        self.stride() * size_of::<Block>()
    }

    fn count(&self) -> usize {
        self.blocks.len() / self.stride()
    }

    fn get(&self, sample: usize, joint: JointIndex) -> Transform {
        let index = joint.index();
        self.blocks[sample * self.stride() + index / LANES].lane(index % LANES)
    }

    /// Appends the pose between `from` at 0 and `to` at 1. Of the two quaternions of each rotation it takes the one
    /// nearer to the sample before, so that neighbours never lie on opposite sides.
    pub(crate) fn push(&mut self, from: &LocalPose, to: &LocalPose, blend: f32) {
        let begin = self.blocks.len();
        let before = begin.checked_sub(self.stride());
        self.blocks.resize(begin + self.stride(), Block::IDENTITY);
        for (index, (a, b)) in from.iter().zip(to.iter()).enumerate() {
            let (block, lane) = (index / LANES, index % LANES);
            let mut value = if blend < 1.0 { a.interpolate(b, blend) } else { b };
            if let Some(before) = before {
                let last = self.blocks[before + block].lane(lane).rotation;
                if last.dot(value.rotation) < 0.0 {
                    value.rotation = -value.rotation;
                }
            }
            self.blocks[begin + block].set_lane(lane, value);
        }
    }

    /// The joints that move or stand elsewhere than at rest.
    pub(crate) fn tracks(&self, skeleton: &Skeleton, grid: SampleGrid) -> Vec<RawTrack> {
        let near = |a: Vec3, b: Vec3| (a - b).abs().max_element() <= SAME;
        let alike = |a: Quat, b: Quat| (a - b).to_array().into_iter().all(|c| c.abs() <= SAME);
        let track = |joint: JointIndex| {
            let rest = skeleton.rest_pose().get(joint);
            let value = |sample: usize| self.get(sample, joint);
            let rest_rotation =
                if rest.rotation.dot(value(0).rotation) < 0.0 { -rest.rotation } else { rest.rotation };
            RawTrack {
                path: skeleton.path(joint).to_owned(),
                translation: self.curve(grid, |sample| value(sample).translation, rest.translation, near),
                rotation: self.curve(grid, |sample| value(sample).rotation, rest_rotation, alike),
                scale: self.curve(grid, |sample| value(sample).scale, rest.scale, near),
            }
        };
        let moves = |track: &RawTrack| {
            track.translation.is_some() || track.rotation.is_some() || track.scale.is_some()
        };
        if self.blocks.is_empty() { Vec::new() } else { skeleton.joints().map(track).filter(moves).collect() }
    }

    /// One part of one joint: nothing where it stays at rest, one key where it stays elsewhere, or else a key at
    /// every sample; but of those at the end that are all the same, only the first and the last.
    fn curve<T: CurveValue>(
        &self,
        grid: SampleGrid,
        value: impl Fn(usize) -> T,
        rest: T,
        same: impl Fn(T, T) -> bool,
    ) -> Option<Curve<T>> {
        let last = self.count() - 1;
        let (first, end) = (value(0), value(last));
        if (1..=last).all(|sample| same(value(sample), first)) {
            return (!same(first, rest)).then(|| Curve::constant(first));
        }
        let hold = (0..last).rev().take_while(|&sample| same(value(sample), end)).last().unwrap_or(last);
        let samples = (0..=hold).chain((hold < last).then_some(last));
        let keys = samples.map(|sample| (grid.instant(sample as u64), value(sample)));
        Some(Curve::new(Interpolation::Linear, keys))
    }
}

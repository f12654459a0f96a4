// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::SettingsError;
use crate::sample_grid::SampleGrid;
use tumble_clip::{Curve, CurveValue, Interpolation, RawTrack};
use tumble_pose::glam::{Quat, Vec3};
use tumble_pose::{Block, JointIndex, LANES, LocalPose, Skeleton, Transform};

/// What stands this near to a value, component by component, is the same value: the noise of 32-bit numbers, and far
/// below every precision that a clip is built with.
const SAME: f32 = 1e-6;

/// The latest poses on the grid, one after the other.
#[derive(Debug, Clone)]
pub(crate) struct Samples {
    blocks: Vec<Block>,
    /// Blocks a sample.
    stride: usize,
    /// How many are kept; one more takes the place of the oldest.
    most: usize,
    /// Where the oldest lies.
    oldest: usize,
}

impl Samples {
    /// None yet, and room for at least one.
    pub(crate) fn new(joints: usize, most: usize) -> Self {
        Self { blocks: Vec::new(), stride: joints.div_ceil(LANES), most, oldest: 0 }
    }

    /// Takes the memory for all at once.
    pub(crate) fn reserve(&mut self) -> Result<(), SettingsError> {
        let refused = SettingsError::Memory { bytes: self.most as u64 * self.sample_bytes() as u64 };
        let blocks = self.most.checked_mul(self.stride);
        let reserved = blocks.and_then(|blocks| self.blocks.try_reserve_exact(blocks).ok());
        reserved.ok_or(refused)
    }

    pub(crate) fn sample_bytes(&self) -> usize {
        self.stride * size_of::<Block>()
    }

    pub(crate) fn most(&self) -> usize {
        self.most
    }

    pub(crate) fn count(&self) -> usize {
        self.blocks.len() / self.stride
    }

    /// Where a sample's blocks begin; sample 0 is the oldest.
    fn place(&self, sample: usize) -> usize {
        let place = self.oldest + sample;
        self.stride * if place < self.count() { place } else { place - self.count() }
    }

    fn get(&self, sample: usize, joint: JointIndex) -> Transform {
        let index = joint.index();
        self.blocks[self.place(sample) + index / LANES].lane(index % LANES)
    }

    /// Adds a pose. Of the two quaternions of each rotation it takes the one nearer to the sample before, so that
    /// neighbours never lie on opposite sides.
    pub(crate) fn push(&mut self, pose: &LocalPose) {
        let before = self.count().checked_sub(1).map(|last| self.place(last));
        let place = if self.count() < self.most {
            let place = self.blocks.len();
            self.blocks.resize(place + self.stride, Block::IDENTITY);
            place
        } else {
            let place = self.place(0);
            self.oldest = if self.oldest + 1 < self.most { self.oldest + 1 } else { 0 };
            place
        };
        for (index, block) in pose.blocks().iter().enumerate() {
            let mut block = *block;
            if let Some(before) = before {
                face(&mut block, &self.blocks[before + index]);
            }
            self.blocks[place + index] = block;
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

/// Negates the rotations that lie on the other side from those `before`.
fn face(Block(block): &mut Block, Block(before): &Block) {
    for lane in 0..LANES {
        let part = |row: usize| before[row][lane] * block[row][lane];
        let opposite = (part(0) + part(1)) + (part(2) + part(3)) < 0.0;
        let sign = if opposite { -1.0 } else { 1.0 };
        for row in &mut block[..4] {
            row[lane] *= sign;
        }
    }
}

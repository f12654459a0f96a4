// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::forms::{Form, Forms};
use super::moving_block::{SCALE, TRANSLATION};
use super::wanted::Wanted;
use crate::DecodeError;
use crate::dense_samples::DenseSamples;
use crate::file::{ByteReader, ByteWriter};
use glam::{Quat, Vec3};
use tumble_pose::{Block, LANES};

/// Parts of joints that are stored as they came: what never changes, and what steps cannot tell.
#[derive(Debug, Clone)]
pub(super) struct AsItCame {
    /// Of joints that never turn, but not as they rest.
    turned: Vec<(u16, Quat)>,
    /// Of joints that never move or change their scale: the joint, and the first of its three rows in a block.
    moved: Vec<(u16, u8, Vec3)>,
    turning: Vec<u16>,
    moving: Vec<(u16, u8)>,
    /// Sample by sample: four numbers each of `turning`, three of `moving`.
    numbers: Vec<f32>,
}

impl AsItCame {
    /// The numbers of the parts that change, sample by sample, as [`read`](Self::read) reads them.
    pub(super) fn write(samples: &DenseSamples, forms: &Forms, section: &mut ByteWriter) {
        let plan = Self::new(forms);
        for sample in 0..samples.samples() {
            let pose = samples.pose(sample);
            plan.turning.iter().for_each(|&joint| section.quat(pose[usize::from(joint)].rotation));
            for &(joint, row) in &plan.moving {
                let local = pose[usize::from(joint)];
                section.vec3(if row == SCALE { local.scale } else { local.translation });
            }
        }
    }

    pub(super) fn read(
        section: &mut ByteReader<'_>,
        forms: &Forms,
        samples: usize,
    ) -> Result<Self, DecodeError> {
        let mut all = Self::new(forms);
        let count = samples.saturating_mul(all.stride());
        let needed = count.saturating_mul(size_of::<f32>());
        if needed > section.remaining() {
            return Err(DecodeError::Ended { byte: section.offset(), needed, left: section.remaining() });
        }
        all.numbers.reserve_exact(count);
        for _ in 0..if count > 0 { samples } else { 0 } {
            for _ in 0..all.turning.len() {
                all.numbers.extend(section.quat()?.to_array());
            }
            for _ in 0..all.moving.len() {
                all.numbers.extend(section.vec3()?.to_array());
            }
        }
        Ok(all)
    }

    fn new(forms: &Forms) -> Self {
        let mut all = Self {
            turned: Vec::new(),
            moved: Vec::new(),
            turning: Vec::new(),
            moving: Vec::new(),
            numbers: Vec::new(),
        };
        for (joint, forms) in forms.joints.iter().enumerate() {
            let joint = joint as u16;
            match forms.rotation {
                Form::Constant(rotation) => all.turned.push((joint, rotation)),
                Form::Raw => all.turning.push(joint),
                Form::Rest | Form::Steps(_) => {}
            }
            for (row, form) in [(TRANSLATION, forms.translation), (SCALE, forms.scale)] {
                match form {
                    Form::Constant(vector) => all.moved.push((joint, row, vector)),
                    Form::Raw => all.moving.push((joint, row)),
                    Form::Rest | Form::Steps(_) => {}
                }
            }
        }
        all.turned.shrink_to_fit();
        all.moved.shrink_to_fit();
        all
    }

    fn stride(&self) -> usize {
        4 * self.turning.len() + 3 * self.moving.len()
    }

    pub(super) fn memory_bytes(&self) -> usize {
        size_of_val(self.turned.as_slice())
            + size_of_val(self.moved.as_slice())
            + size_of_val(self.turning.as_slice())
            + size_of_val(self.moving.as_slice())
            + size_of_val(self.numbers.as_slice())
            + size_of::<Self>()
    }

    /// Writes what is between sample `lower` and the one after, or at `lower` where `blend` is 0.
    #[inline(always)]
    pub(super) fn sample<W: Wanted>(&self, wanted: W, lower: usize, blend: f32, blocks: &mut [Block]) {
        for &(joint, rotation) in &self.turned {
            write(wanted, blocks, joint, 0, rotation.to_array());
        }
        for &(joint, row, vector) in &self.moved {
            write(wanted, blocks, joint, row, vector.to_array());
        }
        if !self.numbers.is_empty() {
            self.sample_numbers(wanted, lower, blend, blocks);
        }
    }

    fn sample_numbers<W: Wanted>(&self, wanted: W, lower: usize, blend: f32, blocks: &mut [Block]) {
        let stride = self.stride();
        let from = &self.numbers[lower * stride..][..stride];
        // At a sample, as it came to the last bit.
        let to = if blend > 0.0 { &self.numbers[(lower + 1) * stride..][..stride] } else { from };
        let (from, to) = (from.split_at(4 * self.turning.len()), to.split_at(4 * self.turning.len()));
        let rotations = from.0.as_chunks().0.iter().zip(to.0.as_chunks().0);
        for (&joint, (from, to)) in self.turning.iter().zip(rotations) {
            let exact = if blend >= 1.0 { *to } else { *from };
            let between = blend > 0.0 && blend < 1.0;
            write(wanted, blocks, joint, 0, if between { nlerp(*from, *to, blend) } else { exact });
        }
        let vectors = from.1.as_chunks::<3>().0.iter().zip(to.1.as_chunks::<3>().0);
        for (&(joint, row), (from, to)) in self.moving.iter().zip(vectors) {
            let mut value = [0.0; 3];
            for (axis, value) in value.iter_mut().enumerate() {
                *value = from[axis] * (1.0 - blend) + to[axis] * blend;
            }
            write(wanted, blocks, joint, row, value);
        }
    }
}

/// Between two unit quaternions (x, y, z, w), straight along the shorter way, made unit length.
fn nlerp([ax, ay, az, aw]: [f32; 4], [bx, by, bz, bw]: [f32; 4], blend: f32) -> [f32; 4] {
    let dot = ax * bx + ay * by + az * bz + aw * bw;
    let (keep, take) = (1.0 - blend, if dot < 0.0 { -blend } else { blend });
    let mixed = [ax * keep + bx * take, ay * keep + by * take, az * keep + bz * take, aw * keep + bw * take];
    let [x, y, z, w] = mixed;
    let inverse = 1.0 / (x * x + y * y + z * z + w * w).sqrt();
    mixed.map(|component| component * inverse)
}

/// Writes consecutive rows of one lane, where it is wanted.
#[inline(always)]
fn write<W: Wanted, const N: usize>(wanted: W, blocks: &mut [Block], joint: u16, row: u8, values: [f32; N]) {
    let (joint, row) = (usize::from(joint), usize::from(row));
    if wanted.joint(joint) {
        let rows = &mut blocks[joint / LANES - wanted.first_block()].0[row..row + N];
        for (row, value) in rows.iter_mut().zip(values) {
            row[joint % LANES] = value;
        }
    }
}

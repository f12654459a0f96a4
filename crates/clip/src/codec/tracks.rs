// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::Scratch;
use super::bit_rows::BitRows;
use super::channel::Channel;
use super::plan::{MovingPart, Plan, TurningJoints};
use crate::DecodeError;
use crate::dense_samples::DenseSamples;
use crate::file::{ByteReader, is_unit};
use crate::timeline::Seek;
use glam::Quat;
use tumble_pose::{Block, LANES, LocalPose, Skeleton};

/// The version of the section that [`Tracks`] reads.
pub(crate) const TRACKS_VERSION: u16 = 1;

/// The joints' motion: the section as it is in the file, and a plan for reading it.
#[derive(Debug, Clone)]
pub(crate) struct Tracks {
    rows: BitRows,
    plan: Plan,
}

impl Tracks {
    pub(crate) fn read(
        mut section: ByteReader<'_>,
        skeleton: &Skeleton,
        samples: u32,
    ) -> Result<Self, DecodeError> {
        DenseSamples::check_count(skeleton.joint_count(), samples, &section)?;
        let bytes = section.clone().raw(section.remaining())?;
        let plan = Plan::read(&mut section, skeleton)?;
        let byte = section.offset();
        let tracks = Self { rows: BitRows::read(bytes, section, plan.stride, samples)?, plan };
        tracks
            .raw_is_right(samples)
            .then_some(tracks)
            .ok_or(DecodeError::value(byte, "finite numbers and rotations of unit length"))
    }

    /// The section as it is in the file.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.rows.section()
    }

    /// What sampling reads.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.rows.row_bytes() + self.plan.memory_bytes()
    }

    /// Whether any part of the joint changes over time.
    pub(crate) fn is_animated(&self, joint: usize) -> bool {
        self.plan.animated[joint]
    }

    /// Makes room, so that sampling need not.
    pub(crate) fn reserve(&self, scratch: &mut Scratch) {
        let _ = scratch.reserve(self.plan.channels.len());
    }

    /// Writes a pose with one entry per joint of the skeleton. Allocates only to make `scratch` larger.
    pub(crate) fn sample(&self, seek: Seek, scratch: &mut Scratch, output: &mut LocalPose) {
        let plan = &self.plan;
        output.copy_from(&plan.base);
        let (lower, upper) = scratch.reserve(plan.channels.len());
        self.unpack(seek.lower, lower);
        if seek.blend > 0.0 {
            self.unpack(seek.upper, upper);
        } else {
            upper.copy_from_slice(lower);
        }
        let blocks = output.blocks_mut();
        let (turning, raw_turning) =
            (plan.turning.len() * TurningJoints::CHANNELS, plan.raw_turning.len() * 4);
        let (from, to) = (lower.split_at(turning), upper.split_at(turning));
        let groups = from.0.as_chunks().0.iter().zip(to.0.as_chunks().0);
        for (group, (from, to)) in plan.turning.iter().zip(groups) {
            let rotations = turn(group, from, to, seek.blend);
            for (lane, &joint) in group.joints.iter().take(group.count).enumerate() {
                write(blocks, joint, 0, rotations.map(|row| row[lane]));
            }
        }
        let (from, to) = (from.1.split_at(raw_turning), to.1.split_at(raw_turning));
        let rotations = from.0.as_chunks().0.iter().zip(to.0.as_chunks().0);
        for (&joint, (from, to)) in plan.raw_turning.iter().zip(rotations) {
            // At a sample, as it came to the last bit.
            let rotation = if seek.blend > 0.0 { nlerp(*from, *to, seek.blend) } else { *from };
            write(blocks, joint, 0, rotation);
        }
        let vectors = from.1.as_chunks::<3>().0.iter().zip(to.1.as_chunks::<3>().0);
        for (&MovingPart { joint, row }, (from, to)) in plan.moving.iter().zip(vectors) {
            let mut value = [0.0; 3];
            for (axis, value) in value.iter_mut().enumerate() {
                *value = from[axis] * (1.0 - seek.blend) + to[axis] * seek.blend;
            }
            write(blocks, joint, row, value);
        }
    }

    /// Whether numbers that are stored as they came mean something; those in steps always do.
    fn raw_is_right(&self, samples: u32) -> bool {
        let (_, raw) = self.plan.channels.split_at(self.plan.turning.len() * TurningJoints::CHANNELS);
        let (rotations, vectors) = raw.split_at(self.plan.raw_turning.len() * 4);
        let vectors: Vec<Channel> = vectors.iter().copied().filter(Channel::is_raw).collect();
        let unit = |sample: u32, rotation: &[Channel; 4]| {
            let mut quaternion = [0.0; 4];
            quaternion.iter_mut().zip(self.rows.values(sample, rotation)).for_each(|(to, value)| *to = value);
            is_unit(Quat::from_array(quaternion))
        };
        let right = |sample: u32| {
            rotations.as_chunks().0.iter().all(|rotation| unit(sample, rotation))
                && self.rows.values(sample, &vectors).all(f32::is_finite)
        };
        // Without any there may be more samples than bytes, none of which needs a look.
        (rotations.is_empty() && vectors.is_empty()) || (0..samples).all(right)
    }

    fn unpack(&self, sample: u32, values: &mut [f32]) {
        for (to, value) in values.iter_mut().zip(self.rows.values(sample, &self.plan.channels)) {
            *to = value;
        }
    }
}

/// Eight rotations: decoded at both samples, blended straight along the shorter way, turned from their
/// references.
///
/// A quaternion of parameters is (2x, 2y, 2z, 1 - s) / (1 + s), with s the square of their length. What the
/// blend is divided by does not matter, since it is made unit length after: so instead of dividing each end,
/// the other is multiplied.
fn turn(group: &TurningJoints, from: &[f32; 24], to: &[f32; 24], blend: f32) -> [[f32; LANES]; 4] {
    let [rx, ry, rz, rw] = &group.reference;
    let mut rotations = [[0.0; LANES]; 4];
    for l in 0..LANES {
        let (ax, ay, az) = (from[l], from[LANES + l], from[2 * LANES + l]);
        let (bx, by, bz) = (to[l], to[LANES + l], to[2 * LANES + l]);
        let (a, b) = (ax * ax + ay * ay + az * az, bx * bx + by * by + bz * bz);
        let (aw, bw) = (1.0 - a, 1.0 - b);
        let dot = 4.0 * (ax * bx + ay * by + az * bz) + aw * bw;
        let (keep, take) = ((1.0 - blend) * (1.0 + b), blend * (1.0 + a));
        let take = if dot < 0.0 { -take } else { take };
        let (keep2, take2) = (keep + keep, take + take);
        let (x, y, z) = (ax * keep2 + bx * take2, ay * keep2 + by * take2, az * keep2 + bz * take2);
        let w = aw * keep + bw * take;
        let inverse = 1.0 / (x * x + y * y + z * z + w * w).sqrt();
        let (x, y, z, w) = (x * inverse, y * inverse, z * inverse, w * inverse);
        rotations[0][l] = rw[l] * x + rx[l] * w + ry[l] * z - rz[l] * y;
        rotations[1][l] = rw[l] * y - rx[l] * z + ry[l] * w + rz[l] * x;
        rotations[2][l] = rw[l] * z + rx[l] * y - ry[l] * x + rz[l] * w;
        rotations[3][l] = rw[l] * w - rx[l] * x - ry[l] * y - rz[l] * z;
    }
    rotations
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

/// Writes consecutive rows of one lane.
fn write<const N: usize>(blocks: &mut [Block], joint: u16, row: u8, values: [f32; N]) {
    let (joint, row) = (usize::from(joint), usize::from(row));
    let rows = &mut blocks[joint / LANES].0[row..row + N];
    for (row, value) in rows.iter_mut().zip(values) {
        row[joint % LANES] = value;
    }
}

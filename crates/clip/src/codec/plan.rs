// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::channel::{Channel, Span};
use super::rodrigues;
use crate::DecodeError;
use crate::file::ByteReader;
use glam::{Quat, Vec3};
use std::mem::size_of_val;
use tumble_pose::{LANES, LocalPose, Skeleton};

/// Where a section's numbers are and which joints they move.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    /// Bits of a row.
    pub(super) stride: u32,
    /// All parts that do not change.
    pub(super) base: LocalPose,
    /// The numbers that change: those of `turning`, then of `raw_turning`, then of `moving`.
    pub(super) channels: Vec<Channel>,
    pub(super) turning: Vec<TurningJoints>,
    /// Joints whose rotations are stored as they came: four channels each.
    pub(super) raw_turning: Vec<u16>,
    pub(super) moving: Vec<MovingPart>,
    /// One entry per joint: whether any part of it changes.
    pub(super) animated: Vec<bool>,
}

/// Up to eight joints that turn, side by side: 24 channels, x of all, then y, then z.
#[derive(Debug, Clone)]
pub(super) struct TurningJoints {
    pub(super) joints: [u16; LANES],
    /// How many of the lanes are used.
    pub(super) count: usize,
    /// Rotations from which the channels tell, x of all, then y, z and w.
    pub(super) reference: [[f32; LANES]; 4],
}

/// A translation or scale that changes: three channels.
#[derive(Debug, Clone, Copy)]
pub(super) struct MovingPart {
    pub(super) joint: u16,
    /// The first of its three rows in a block.
    pub(super) row: u8,
}

impl TurningJoints {
    pub(super) const CHANNELS: usize = 3 * LANES;
}

/// First rows of translation and scale in a block.
const TRANSLATION: u8 = 4;
const SCALE: u8 = 7;

/// Bits of a joint's byte of forms, and their meanings.
const FORMS: u8 = 0b11_1111;
const CONSTANT: u8 = 1;
const STEPS: u8 = 2;
const RAW: u8 = 3;

/// The parts that change, as they stand in a row, and how far the row has come.
#[derive(Debug, Default)]
struct Row {
    bit: u32,
    turning: Vec<(u16, Quat, [Channel; 3])>,
    raw_turning: Vec<(u16, [Channel; 4])>,
    moving: Vec<(MovingPart, [Channel; 3])>,
}

impl Plan {
    /// Reads what stands before the rows.
    pub(super) fn read(section: &mut ByteReader<'_>, skeleton: &Skeleton) -> Result<Self, DecodeError> {
        let start = section.offset();
        let forms = section.raw(skeleton.joint_count())?;
        let mut base = LocalPose::rest(skeleton);
        let mut row = Row::default();
        let mut animated = Vec::with_capacity(forms.len());
        for (joint, &form) in skeleton.joints().zip(forms) {
            if form & !FORMS != 0 {
                return Err(DecodeError::value(start + joint.index(), "forms that are known"));
            }
            let [rotation, translation, scale] = [form & 3, form >> 2 & 3, form >> 4];
            let mut local = base.get(joint);
            row.rotation(section, joint.0, rotation, &mut local.rotation)?;
            row.vector(
                section,
                MovingPart { joint: joint.0, row: TRANSLATION },
                translation,
                &mut local.translation,
            )?;
            row.vector(section, MovingPart { joint: joint.0, row: SCALE }, scale, &mut local.scale)?;
            base.set(joint, local);
            animated.push([rotation, translation, scale].into_iter().any(|form| form >= STEPS));
        }
        Ok(row.into_plan(base, animated))
    }

    pub(super) fn memory_bytes(&self) -> usize {
        size_of_val(self.base.blocks())
            + size_of_val(self.channels.as_slice())
            + size_of_val(self.turning.as_slice())
            + size_of_val(self.raw_turning.as_slice())
            + size_of_val(self.moving.as_slice())
    }
}

impl Row {
    fn rotation(
        &mut self,
        section: &mut ByteReader<'_>,
        joint: u16,
        form: u8,
        rest: &mut Quat,
    ) -> Result<(), DecodeError> {
        match form {
            CONSTANT => *rest = section.quat()?,
            STEPS => {
                let reference = section.quat()?;
                let byte = section.offset();
                let spans = spans(section)?;
                if spans.iter().any(|span| span.largest() > rodrigues::LARGEST) {
                    return Err(DecodeError::value(byte, "parameters of a rotation"));
                }
                let channels = self.channels(spans);
                self.turning.push((joint, reference, channels));
            }
            RAW => {
                let channels = self.channels([Span::RAW; 4]);
                self.raw_turning.push((joint, channels));
            }
            _ => {}
        }
        Ok(())
    }

    fn vector(
        &mut self,
        section: &mut ByteReader<'_>,
        part: MovingPart,
        form: u8,
        rest: &mut Vec3,
    ) -> Result<(), DecodeError> {
        match form {
            CONSTANT => *rest = section.vec3()?,
            STEPS | RAW => {
                let spans = if form == RAW { [Span::RAW; 3] } else { spans(section)? };
                let channels = self.channels(spans);
                self.moving.push((part, channels));
            }
            _ => {}
        }
        Ok(())
    }

    /// The next channels of the row.
    fn channels<const N: usize>(&mut self, spans: [Span; N]) -> [Channel; N] {
        spans.map(|span| {
            let channel = span.at(self.bit);
            self.bit += span.width();
            channel
        })
    }

    fn into_plan(self, base: LocalPose, animated: Vec<bool>) -> Plan {
        let mut channels = Vec::new();
        let mut turning = Vec::new();
        for group in self.turning.chunks(LANES) {
            turning.push(TurningJoints::new(group));
            for axis in 0..3 {
                let lane = |lane: usize| group.get(lane).map_or(Span::ZERO.at(0), |joint| joint.2[axis]);
                channels.extend((0..LANES).map(lane));
            }
        }
        channels.extend(self.raw_turning.iter().flat_map(|joint| joint.1));
        channels.extend(self.moving.iter().flat_map(|part| part.1));
        Plan {
            stride: self.bit,
            base,
            channels,
            turning,
            raw_turning: self.raw_turning.into_iter().map(|joint| joint.0).collect(),
            moving: self.moving.into_iter().map(|part| part.0).collect(),
            animated,
        }
    }
}

impl TurningJoints {
    fn new(group: &[(u16, Quat, [Channel; 3])]) -> Self {
        let mut joints = Self { joints: [0; LANES], count: group.len(), reference: [[0.0; LANES]; 4] };
        for (lane, (joint, reference, _)) in group.iter().enumerate() {
            joints.joints[lane] = *joint;
            for (row, value) in joints.reference.iter_mut().zip(reference.to_array()) {
                row[lane] = value;
            }
        }
        joints
    }
}

fn spans(section: &mut ByteReader<'_>) -> Result<[Span; 3], DecodeError> {
    let byte = section.offset();
    let spans = [Span::read(section)?, Span::read(section)?, Span::read(section)?];
    let steps = !spans.iter().any(|span| span.is_raw());
    steps.then_some(spans).ok_or(DecodeError::value(byte, "three numbers in steps"))
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::{ByteReader, ByteWriter};
use crate::DecodeError;
use tumble_pose::{Joint, Skeleton, Transform};

/// The least bytes that a joint takes: parent, name, rest.
const SMALLEST_JOINT: usize = 1 + 1 + 40;

/// A skeleton and the bytes it was read from.
///
/// Joints are stored in their source's order, so that the skeleton's numbering comes out the same. The bytes
/// are kept since reading normalises the rest pose's rotations, which may move them by a last bit once more.
#[derive(Debug, Clone)]
pub(crate) struct StoredSkeleton {
    skeleton: Skeleton,
    bytes: Vec<u8>,
}

impl StoredSkeleton {
    pub(crate) fn new(skeleton: &Skeleton) -> Result<Self, DecodeError> {
        let mut by_source: Vec<_> = skeleton.joints().collect();
        by_source.sort_by_key(|&joint| skeleton.source_index(joint));
        let mut bytes = ByteWriter::default();
        bytes.count(by_source.len());
        for joint in by_source {
            bytes.count(skeleton.parent(joint).map_or(0, |parent| skeleton.source_index(parent) + 1));
            bytes.text(skeleton.name(joint));
            let rest = skeleton.rest_pose().get(joint);
            bytes.quat(rest.rotation);
            bytes.vec3(rest.translation);
            bytes.vec3(rest.scale);
        }
        let bytes = bytes.into_bytes();
        Self::read(ByteReader::new(&bytes, 0))
    }

    pub(crate) fn read(mut section: ByteReader<'_>) -> Result<Self, DecodeError> {
        let whole = section.clone().raw(section.remaining())?;
        let count = section.count(SMALLEST_JOINT)?;
        let mut joints = Vec::with_capacity(count);
        for _ in 0..count {
            let parent = section.number()?.checked_sub(1);
            let name = section.text()?.to_owned();
            let (rotation, translation, scale) = (section.quat()?, section.vec3()?, section.vec3()?);
            joints.push(Joint { name, parent, rest: Transform { translation, rotation, scale } });
        }
        section.end()?;
        Ok(Self { skeleton: Skeleton::new(&joints)?, bytes: whole.to_vec() })
    }

    pub(crate) fn skeleton(&self) -> &Skeleton {
        &self.skeleton
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

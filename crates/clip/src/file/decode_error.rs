// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use tumble_pose::SkeletonError;

/// Why bytes are no clip. Places are counted in bytes from the start of the file.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The first bytes are not those of a `.tumble` file.
    #[error("not a .tumble file: it does not begin with the right eight bytes")]
    Magic,
    /// A newer program wrote the file.
    #[error("version {found} of the file format; this program reads version {supported}")]
    Version {
        /// Its version.
        found: u32,
        /// The version that is understood.
        supported: u32,
    },
    /// The file is cut short, or something follows it.
    #[error("the file says that it is {stated} bytes long, and is {found}")]
    Length {
        /// Its length by its header.
        stated: u64,
        /// How many bytes there are.
        found: usize,
    },
    /// Some byte is not what was written.
    #[error("checksum {stored:08x} stored, {computed:08x} computed: the file is damaged")]
    Checksum {
        /// The sum at the end of the file.
        stored: u32,
        /// The sum of the bytes.
        computed: u32,
    },
    /// A section that cannot be skipped is not known, or is newer than this program.
    #[error("section {id:?} of version {found} is required and not understood")]
    Section {
        /// The section's name.
        id: String,
        /// Its version.
        found: u16,
    },
    /// A section that every clip has is missing.
    #[error("section {id:?} is missing")]
    Missing {
        /// The section's name.
        id: String,
    },
    /// The bytes end before what they promise.
    #[error("byte {byte}: {needed} bytes should follow, {left} do")]
    Ended {
        /// Where.
        byte: usize,
        /// How many should follow.
        needed: usize,
        /// How many do.
        left: usize,
    },
    /// Something else is where a value of some kind should be.
    #[error("byte {byte}: expected {expected}")]
    Value {
        /// Where.
        byte: usize,
        /// What should be there.
        expected: &'static str,
    },
    /// The joints make no skeleton.
    #[error("the stored skeleton: {0}")]
    Skeleton(#[from] SkeletonError),
}

impl DecodeError {
    pub(crate) const fn value(byte: usize, expected: &'static str) -> Self {
        Self::Value { byte, expected }
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The `.tumble` file: a container of sections, and how each of their kinds is written.

mod byte_reader;
mod byte_writer;
mod container;
mod decode_error;
mod metadata;
mod report;
mod skeleton;

pub(crate) use byte_reader::ByteReader;
pub(crate) use byte_writer::ByteWriter;
pub(crate) use container::{Section, SectionId, read, write};
pub use decode_error::DecodeError;
pub(crate) use metadata::{read_metadata, write_metadata};
pub(crate) use report::{read_report, write_report};
pub(crate) use skeleton::StoredSkeleton;

#[cfg(test)]
mod tests;

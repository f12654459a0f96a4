// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The integers of a clip in few bytes, without loss.

mod distribution;
mod magnitude;
mod rans;
mod row_model;
mod skew;
mod value_model;
mod walk;

use super::coefficients::{Coefficients, Shape};
use crate::DecodeError;
use crate::file::ByteReader;
use rans::{Reader, Writer};

#[cfg(test)]
mod tests;

/// The bytes of a clip's integers; the shape is not among them.
pub(super) fn encode(coefficients: &Coefficients) -> Vec<u8> {
    let mut writer = Writer::default();
    let mut changes = coefficients.clone();
    walk::to_changes(&mut changes);
    walk::code(&mut writer, &mut changes);
    writer.finish()
}

/// The integers in all bytes that are left.
///
/// # Errors
///
/// Bytes that [`encode`] does not write for anything of this shape.
pub(super) fn decode(bytes: ByteReader<'_>, shape: Shape) -> Result<Coefficients, DecodeError> {
    let mut reader = Reader::new(bytes)?;
    let parts = shape.parts.len();
    let values = vec![[0; 3]; shape.rows() * parts];
    let charts = vec![false; shape.boundaries() * parts];
    let mut coefficients = Coefficients { shape, values, charts };
    walk::code(&mut reader, &mut coefficients);
    reader.finish()?;
    walk::from_changes(&mut coefficients);
    Ok(coefficients)
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::DecodeError;
use glam::{Quat, Vec3};

/// Reads little-endian numbers, and knows where in the file it is.
///
/// Every number is checked: floats are finite, counts no larger than what could follow in the bytes left.
#[derive(Debug, Clone)]
pub(crate) struct ByteReader<'a> {
    left: &'a [u8],
    /// Place of `left`'s first byte in the file.
    offset: usize,
}

impl<'a> ByteReader<'a> {
    pub(crate) fn new(bytes: &'a [u8], offset: usize) -> Self {
        Self { left: bytes, offset }
    }

    /// Place of the next byte in the file.
    pub(crate) fn offset(&self) -> usize {
        self.offset
    }

    pub(crate) fn remaining(&self) -> usize {
        self.left.len()
    }

    pub(crate) fn raw(&mut self, count: usize) -> Result<&'a [u8], DecodeError> {
        let Some((taken, left)) = self.left.split_at_checked(count) else {
            return Err(DecodeError::Ended { byte: self.offset, needed: count, left: self.left.len() });
        };
        self.left = left;
        self.offset += count;
        Ok(taken)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        let mut array = [0; N];
        array.copy_from_slice(self.raw(N)?);
        Ok(array)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, DecodeError> {
        self.array().map(u8::from_le_bytes)
    }

    pub(crate) fn u16(&mut self) -> Result<u16, DecodeError> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, DecodeError> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Result<u64, DecodeError> {
        self.array().map(u64::from_le_bytes)
    }

    pub(crate) fn f32(&mut self) -> Result<f32, DecodeError> {
        let byte = self.offset;
        let value = f32::from_bits(self.u32()?);
        if value.is_finite() { Ok(value) } else { Err(DecodeError::value(byte, "a finite number")) }
    }

    pub(crate) fn f64(&mut self) -> Result<f64, DecodeError> {
        let byte = self.offset;
        let value = f64::from_bits(self.u64()?);
        if value.is_finite() { Ok(value) } else { Err(DecodeError::value(byte, "a finite number")) }
    }

    pub(crate) fn vec3(&mut self) -> Result<Vec3, DecodeError> {
        Ok(Vec3::new(self.f32()?, self.f32()?, self.f32()?))
    }

    /// A quaternion of unit length, give or take rounding.
    pub(crate) fn quat(&mut self) -> Result<Quat, DecodeError> {
        let byte = self.offset;
        let value = Quat::from_xyzw(self.f32()?, self.f32()?, self.f32()?, self.f32()?);
        if is_unit(value) { Ok(value) } else { Err(DecodeError::value(byte, "a rotation of unit length")) }
    }

    /// A number as [`ByteWriter::count`](super::ByteWriter::count) writes it.
    pub(crate) fn number(&mut self) -> Result<usize, DecodeError> {
        let byte = self.offset;
        let mut value = 0;
        for shift in (0..u32::BITS).step_by(7) {
            let next = self.u8()?;
            value |= u64::from(next & 0x7F) << shift;
            let shortest = next != 0 || shift == 0;
            match u32::try_from(value) {
                Ok(value) if next < 0x80 && shortest => return Ok(value as usize),
                Ok(_) if next >= 0x80 => {}
                _ => break,
            }
        }
        Err(DecodeError::value(byte, "a count below 2^32 in as few bytes as hold it"))
    }

    /// How many entries follow, each of at least `entry` bytes; `entry` is above 0.
    pub(crate) fn count(&mut self, entry: usize) -> Result<usize, DecodeError> {
        let count = self.number()?;
        if count <= self.left.len() / entry {
            return Ok(count);
        }
        let needed = count.saturating_mul(entry);
        Err(DecodeError::Ended { byte: self.offset, needed, left: self.left.len() })
    }

    pub(crate) fn text(&mut self) -> Result<&'a str, DecodeError> {
        let length = self.count(1)?;
        let byte = self.offset;
        std::str::from_utf8(self.raw(length)?).map_err(|_| DecodeError::value(byte, "UTF-8"))
    }

    /// One of the values below `end`.
    pub(crate) fn choice(&mut self, end: u8, expected: &'static str) -> Result<u8, DecodeError> {
        let byte = self.offset;
        let value = self.u8()?;
        if value < end { Ok(value) } else { Err(DecodeError::value(byte, expected)) }
    }

    pub(crate) fn option<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<Option<T>, DecodeError> {
        match self.choice(2, "0 for nothing or 1 for a value")? {
            0 => Ok(None),
            _ => read(self).map(Some),
        }
    }

    /// That nothing is left.
    pub(crate) fn end(&self) -> Result<(), DecodeError> {
        if self.left.is_empty() { Ok(()) } else { Err(DecodeError::value(self.offset, "the section's end")) }
    }
}

fn is_unit(rotation: Quat) -> bool {
    (rotation.length_squared() - 1.0).abs() < 1e-3
}

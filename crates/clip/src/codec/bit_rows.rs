// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::channel::Channel;
use crate::DecodeError;
use crate::file::ByteReader;

/// A section of the file, as it is there, that ends in one row of bits a sample.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BitRows {
    section: Vec<u8>,
    /// First byte of the rows.
    start: usize,
    /// Bits of a row. Rows follow one another without gaps.
    stride: usize,
}

impl BitRows {
    /// Takes a section of which `rest` is all that has not been read yet: `samples` rows of `stride` bits,
    /// filled up to a whole byte with zeros.
    pub(super) fn read(
        section: &[u8],
        mut rest: ByteReader<'_>,
        stride: u32,
        samples: u32,
    ) -> Result<Self, DecodeError> {
        let byte = rest.offset();
        let rows = rest.raw(rest.remaining())?;
        let bits = u64::from(stride) * u64::from(samples);
        if rows.len() as u64 != bits.div_ceil(8) {
            return Err(DecodeError::value(byte, "as many bits as the samples take"));
        }
        let used = bits % 8;
        if used > 0 && rows.last().is_some_and(|last| last >> used != 0) {
            return Err(DecodeError::value(byte + rows.len() - 1, "zeros after the last sample"));
        }
        Ok(Self { section: section.to_vec(), start: section.len() - rows.len(), stride: stride as usize })
    }

    /// The whole section.
    pub(super) fn section(&self) -> &[u8] {
        &self.section
    }

    /// Bytes of the rows alone.
    pub(super) fn row_bytes(&self) -> usize {
        self.section.len() - self.start
    }

    /// Numbers of one sample.
    #[inline]
    pub(super) fn values<'a>(
        &'a self,
        sample: u32,
        channels: &'a [Channel],
    ) -> impl ExactSizeIterator<Item = f32> + 'a {
        let row = self.start * 8 + sample as usize * self.stride;
        channels.iter().map(move |channel| channel.value(bits_at(&self.section, row + channel.bit())))
    }
}

/// Writes numbers of any width, lowest bit first, without gaps.
#[derive(Debug, Default)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    /// Bits that make no whole byte yet.
    pending: u64,
    count: u32,
}

impl BitWriter {
    /// `width` is at most 32, and `value` fits it.
    pub(super) fn write(&mut self, value: u32, width: u32) {
        self.pending |= u64::from(value) << self.count;
        self.count += width;
        while self.count >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }

    /// The last byte is filled up with zeros.
    pub(super) fn into_bytes(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.pending as u8);
        }
        self.bytes
    }
}

/// The 32 bits that begin at a bit; zeros past the end.
#[inline]
fn bits_at(bytes: &[u8], bit: usize) -> u32 {
    let (byte, shift) = (bit / 8, bit % 8);
    let word = match bytes.get(byte..byte + 8) {
        Some(&[a, b, c, d, e, f, g, h]) => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => last_word(bytes, byte),
    };
    (word >> shift) as u32
}

#[cold]
fn last_word(bytes: &[u8], byte: usize) -> u64 {
    let mut word = [0; 8];
    let left = bytes.get(byte..).unwrap_or(&[]);
    for (to, from) in word.iter_mut().zip(left) {
        *to = *from;
    }
    u64::from_le_bytes(word)
}

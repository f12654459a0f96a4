// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Asymmetric numeral systems, the range variant: all symbols in one large number, of which 64 bits are held
//! and the rest is in 32-bit words (J. Duda, "Asymmetric numeral systems", 2013; the form with a stack of words
//! is F. Giesen's, "Interleaved entropy coders", 2014).
//!
//! Each step of the reader is undone by one step of the writer and by no other, so bytes that are read to their
//! end, down to the number that the writer began with, are the bytes that writing gives.

use super::distribution::{SCALE_BITS, SYMBOLS};
use crate::DecodeError;
use crate::file::ByteReader;

/// One direction of the coder. The model is written once, for both: it hands over what is to be coded, which a
/// reader ignores, and gets what was coded.
pub(super) trait Coder {
    /// A symbol of a distribution, of which `starts` are the cumulative chances in 2^15ths.
    fn symbol(&mut self, starts: &[u16; SYMBOLS], symbol: usize) -> usize;

    /// The low `count` bits of a number, at most 32, all values alike.
    fn bits(&mut self, count: u32, bits: u32) -> u32;

    /// What holds of everything that the model writes.
    fn require(&mut self, holds: bool);
}

/// The number that a writer begins with and a reader ends with.
const EMPTY: u64 = 1;
/// The state holds at least this much as long as there are words.
const LEAST: u64 = 1 << 32;

/// One of `2^scale_bits` equal parts, or some that lie together.
#[derive(Debug, Clone, Copy)]
struct Step {
    start: u32,
    size: u32,
    scale_bits: u32,
}

/// Collects the steps: what is read first has to be written last.
#[derive(Debug, Default)]
pub(super) struct Writer {
    steps: Vec<Step>,
}

impl Coder for Writer {
    fn symbol(&mut self, starts: &[u16; SYMBOLS], symbol: usize) -> usize {
        let (start, end) = span(starts, symbol);
        self.steps.push(Step { start, size: end - start, scale_bits: SCALE_BITS });
        symbol
    }

    fn bits(&mut self, count: u32, bits: u32) -> u32 {
        let start = bits & mask(count) as u32;
        self.steps.push(Step { start, size: 1, scale_bits: count });
        start
    }

    fn require(&mut self, holds: bool) {
        debug_assert!(holds, "the model writes what it refuses to read");
    }
}

impl Writer {
    /// The state in as few bytes as hold it, then the words in the order in which they are read.
    pub(super) fn finish(self) -> Vec<u8> {
        let (mut state, mut words) = (EMPTY, Vec::new());
        for step in self.steps.iter().rev() {
            let size = u64::from(step.size);
            if u128::from(state) >= u128::from(size) << (u64::BITS - step.scale_bits) {
                words.push(state as u32);
                state >>= u32::BITS;
            }
            state = ((state / size) << step.scale_bits) + state % size + u64::from(step.start);
        }
        let state_bytes = (u64::BITS - state.leading_zeros()).div_ceil(8) as usize;
        let mut bytes = state.to_le_bytes()[..state_bytes].to_vec();
        bytes.extend(words.iter().rev().flat_map(|word| word.to_le_bytes()));
        bytes
    }
}

#[derive(Debug)]
pub(super) struct Reader<'a> {
    state: u64,
    words: &'a [[u8; 4]],
    /// Place of the first byte in the file.
    offset: usize,
    is_damaged: bool,
}

impl Coder for Reader<'_> {
    #[inline]
    fn symbol(&mut self, starts: &[u16; SYMBOLS], _: usize) -> usize {
        let slot = self.state & mask(SCALE_BITS);
        // How many starts are not above the slot: 1 for each whose distance from beyond it is negative.
        let beyond = slot as u16 + 1;
        let below = count_below(starts, beyond);
        self.require(below > 0);
        let symbol = usize::from(below.max(1) - 1) % SYMBOLS;
        let (start, end) = span(starts, symbol);
        let rest = slot.saturating_sub(u64::from(start));
        self.state = u64::from(end - start) * (self.state >> SCALE_BITS) + rest;
        self.refill();
        symbol
    }

    #[inline]
    fn bits(&mut self, count: u32, _: u32) -> u32 {
        let bits = self.state & mask(count);
        self.state >>= count;
        self.refill();
        bits as u32
    }

    #[inline]
    fn require(&mut self, holds: bool) {
        self.is_damaged |= !holds;
    }
}

impl<'a> Reader<'a> {
    /// Takes all bytes that are left.
    pub(super) fn new(mut bytes: ByteReader<'a>) -> Result<Self, DecodeError> {
        let offset = bytes.offset();
        // With words the state has 5 to 8 bytes, so that the length tells how many.
        let state_bytes = match bytes.remaining() {
            few @ 0..=8 => few,
            many => 5 + (many - 1) % 4,
        };
        let state = bytes.raw(state_bytes)?;
        if state.last().is_none_or(|&highest| highest == 0) {
            return Err(DecodeError::value(offset, "a coder's state in as few bytes as hold it"));
        }
        let state = state.iter().rev().fold(0, |state, &byte| state << 8 | u64::from(byte));
        let (words, _) = bytes.raw(bytes.remaining())?.as_chunks();
        Ok(Self { state, words, offset, is_damaged: false })
    }

    #[inline]
    fn refill(&mut self) {
        if self.state < LEAST
            && let Some((word, words)) = self.words.split_first()
        {
            self.state = self.state << u32::BITS | u64::from(u32::from_le_bytes(*word));
            self.words = words;
        }
    }

    /// Checks that all was read and nothing else was there.
    pub(super) fn finish(self) -> Result<(), DecodeError> {
        if self.state == EMPTY && self.words.is_empty() && !self.is_damaged {
            return Ok(());
        }
        Err(DecodeError::value(self.offset, "as many coded numbers as the joints have"))
    }
}

/// The part of 2^15 that a symbol has.
#[inline]
fn span(starts: &[u16; SYMBOLS], symbol: usize) -> (u32, u32) {
    let end = starts.get(symbol + 1).map_or(1 << SCALE_BITS, |&end| u32::from(end));
    (u32::from(starts[symbol]), end)
}

#[inline]
fn mask(bits: u32) -> u64 {
    (1 << bits) - 1
}

#[inline(never)]
fn count_below(starts: &[u16; SYMBOLS], beyond: u16) -> u16 {
    starts.iter().map(|&start| start.wrapping_sub(beyond) >> 15).sum()
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use glam::{Quat, Vec3};

/// Writes the little-endian numbers that [`ByteReader`](super::ByteReader) reads.
#[derive(Debug, Clone, Default)]
pub(crate) struct ByteWriter {
    bytes: Vec<u8>,
}

impl ByteWriter {
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub(crate) fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    pub(crate) fn u16(&mut self, value: u16) {
        self.raw(&value.to_le_bytes());
    }

    pub(crate) fn u32(&mut self, value: u32) {
        self.raw(&value.to_le_bytes());
    }

    pub(crate) fn u64(&mut self, value: u64) {
        self.raw(&value.to_le_bytes());
    }

    pub(crate) fn f32(&mut self, value: f32) {
        self.u32(value.to_bits());
    }

    pub(crate) fn f64(&mut self, value: f64) {
        self.u64(value.to_bits());
    }

    pub(crate) fn vec3(&mut self, value: Vec3) {
        value.to_array().into_iter().for_each(|component| self.f32(component));
    }

    pub(crate) fn quat(&mut self, value: Quat) {
        value.to_array().into_iter().for_each(|component| self.f32(component));
    }

    /// A number in as few bytes as hold it, seven bits a byte, lowest first (LEB128).
    pub(crate) fn count(&mut self, value: usize) {
        let mut rest = value;
        while rest >= 0x80 {
            self.u8(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.u8(rest as u8);
    }

    /// Its length as a count, then its UTF-8.
    pub(crate) fn text(&mut self, value: &str) {
        self.count(value.len());
        self.raw(value.as_bytes());
    }

    pub(crate) fn option<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T)) {
        self.u8(u8::from(value.is_some()));
        if let Some(value) = value {
            write(self, value);
        }
    }

    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }
}

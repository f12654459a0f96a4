// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

/// How a number is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    /// The type that glTF calls by a number.
    pub(super) fn parse(code: u32) -> Option<Self> {
        Some(match code {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return None,
        })
    }

    /// In bytes.
    pub(super) const fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// A number as a float; integers as the fraction of their largest where `normalized` says so.
    pub(super) fn float(self, bytes: &[u8], normalized: bool) -> f32 {
        let (value, largest) = match self {
            Self::F32 => return f32::from_le_bytes(first(bytes)),
            Self::U32 => return u32::from_le_bytes(first(bytes)) as f32,
            Self::I8 => (f32::from(i8::from_le_bytes(first(bytes))), f32::from(i8::MAX)),
            Self::U8 => (f32::from(u8::from_le_bytes(first(bytes))), f32::from(u8::MAX)),
            Self::I16 => (f32::from(i16::from_le_bytes(first(bytes))), f32::from(i16::MAX)),
            Self::U16 => (f32::from(u16::from_le_bytes(first(bytes))), f32::from(u16::MAX)),
        };
        if normalized { (value / largest).max(-1.0) } else { value }
    }

    /// A number as an unsigned integer. Only asked of those.
    pub(super) fn integer(self, bytes: &[u8]) -> u32 {
        match self {
            Self::U8 | Self::I8 => u32::from(u8::from_le_bytes(first(bytes))),
            Self::U16 | Self::I16 => u32::from(u16::from_le_bytes(first(bytes))),
            Self::U32 | Self::F32 => u32::from_le_bytes(first(bytes)),
        }
    }
}

/// The first `N` bytes; zeros after the end, which the checks before keep from being reached.
fn first<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.first_chunk().copied().unwrap_or([0; N])
}

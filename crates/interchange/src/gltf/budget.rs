// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::accessor_error::AccessorError;
use std::cell::Cell;

/// How much memory a file may unfold to.
///
/// A few bytes of JSON can ask for one accessor a million times, or for one of a billion zeros without any
/// bytes behind it. Everything whose size a file chooses is charged here before it is made; what honest files
/// share, such as the times of an animation, is a small multiple of their size.
#[derive(Debug)]
pub(super) struct Budget {
    limit: u64,
    left: Cell<u64>,
}

impl Budget {
    /// For a file of `bytes` bytes, with all that it loads.
    pub(super) fn for_file(bytes: u64) -> Self {
        let limit = bytes.saturating_mul(64).saturating_add(16 << 20);
        Self { limit, left: Cell::new(limit) }
    }

    /// Takes `bytes` out of what is left.
    pub(super) fn charge(&self, bytes: u64) -> Result<(), AccessorError> {
        let left = self.left.get().checked_sub(bytes).ok_or(AccessorError::Budget { limit: self.limit })?;
        self.left.set(left);
        Ok(())
    }
}

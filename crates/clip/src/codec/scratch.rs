// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::numbers::Numbers;

/// Room for the numbers of two samples. It keeps nothing that matters from one use to the next.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scratch(Option<Box<Numbers>>);

impl Scratch {
    /// The room, with whatever was there. Allocates the first time.
    pub(super) fn numbers(&mut self) -> &mut Numbers {
        self.0.get_or_insert_default()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |_| size_of::<Numbers>())
    }
}

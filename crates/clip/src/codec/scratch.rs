// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

/// Room for the numbers of two samples. It keeps nothing that matters from one use to the next.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scratch(Vec<f32>);

impl Scratch {
    /// Room for `channels` numbers of each of two samples, with whatever was there. Allocates only to grow.
    pub(crate) fn reserve(&mut self, channels: usize) -> (&mut [f32], &mut [f32]) {
        if self.0.len() < 2 * channels {
            self.0.resize(2 * channels, 0.0);
        }
        self.0[..2 * channels].split_at_mut(channels)
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.0.as_slice())
    }
}

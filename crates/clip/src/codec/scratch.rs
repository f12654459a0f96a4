// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

/// Room for the numbers of two samples. It keeps nothing that matters from one use to the next.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scratch(Vec<f32>);

impl Scratch {
    /// Room for so many numbers, with whatever was there. Allocates only to grow.
    pub(crate) fn reserve(&mut self, numbers: usize) -> &mut [f32] {
        if self.0.len() < numbers {
            self.0.resize(numbers, 0.0);
        }
        &mut self.0[..numbers]
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.0.as_slice())
    }
}

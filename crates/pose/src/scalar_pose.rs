// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

/// The values of scalar tracks at one moment: morph weights and custom curves, one entry per track.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ScalarPose {
    values: Vec<f32>,
}

impl ScalarPose {
    /// `count` values of 0.
    #[must_use]
    pub fn zeros(count: usize) -> Self {
        Self { values: vec![0.0; count] }
    }

    /// The values, one per track.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The values, to write.
    #[must_use]
    pub fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

/// The integers of a clip's joints: what the quantiser makes and the sampler is laid out from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Coefficients {
    pub(super) shape: Shape,
    /// Sample-major: `values[row * parts + part]`. Rows at multiples of the segment's length are boundaries:
    /// whole integers. The others hold the coefficients of hats; those past the last sample are zero.
    pub(super) values: Vec<[i32; 3]>,
    /// Which of q and -q a segment's rotation is told in: `charts[boundary * parts + part]`, always false for
    /// vectors.
    pub(super) charts: Vec<bool>,
}

/// How many integers there are, and whose they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shape {
    /// At least 1.
    pub(super) samples: usize,
    /// Samples a segment, a power of two from 2 to 32.
    pub(super) segment: usize,
    pub(super) parts: Vec<PartShape>,
}

/// One animated rotation, translation or scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PartShape {
    pub(super) kind: PartKind,
    /// The part of the same kind of the nearest animated joint above; it comes before this one in the list.
    pub(super) parent: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PartKind {
    /// Modified Rodrigues parameters.
    Rotation,
    /// A translation or a scale.
    Vector,
}

impl Shape {
    pub(super) fn segments(&self) -> usize {
        self.samples.saturating_sub(1).div_ceil(self.segment).max(1)
    }

    /// Rows of [`Coefficients::values`].
    pub(super) fn rows(&self) -> usize {
        self.segments() * self.segment + 1
    }

    /// Boundaries of [`Coefficients::charts`].
    pub(super) fn boundaries(&self) -> usize {
        self.segments() + 1
    }
}

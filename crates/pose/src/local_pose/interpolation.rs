// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

#![expect(clippy::inline_always, reason = "what is dispatched is inlined into it, and stays vectors")]

use super::{Block, LANES};

/// Blending two poses, for the widest instructions there are.
pub(super) struct Interpolation<'a> {
    pub(super) from: &'a [Block],
    pub(super) to: &'a [Block],
    pub(super) blend: f32,
    pub(super) output: &'a mut [Block],
}

impl pulp::NullaryFnOnce for Interpolation<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { from, to, blend, output } = self;
        for ((from, to), output) in from.iter().zip(to).zip(output) {
            *output = interpolated(from, to, blend);
        }
    }
}

/// The lanes' loops have no branch and work on copies: so each line is one instruction for all lanes.
#[inline(always)]
fn interpolated(&Block(a): &Block, &Block(b): &Block, blend: f32) -> Block {
    let keep = 1.0 - blend;
    let mut out = [[0.0; LANES]; 10];
    for l in 0..LANES {
        let dot = (a[0][l] * b[0][l] + a[1][l] * b[1][l]) + (a[2][l] * b[2][l] + a[3][l] * b[3][l]);
        let take = f32::from_bits(blend.to_bits() ^ (dot.to_bits() & 0x8000_0000));
        let (x, y) = (a[0][l] * keep + b[0][l] * take, a[1][l] * keep + b[1][l] * take);
        let (z, w) = (a[2][l] * keep + b[2][l] * take, a[3][l] * keep + b[3][l] * take);
        let shrink = 1.0 / ((x * x + y * y) + (z * z + w * w)).sqrt();
        out[0][l] = x * shrink;
        out[1][l] = y * shrink;
        out[2][l] = z * shrink;
        out[3][l] = w * shrink;
    }
    for row in 4..10 {
        for l in 0..LANES {
            out[row][l] = a[row][l] * keep + b[row][l] * blend;
        }
    }
    Block(out)
}

#[cfg(test)]
mod tests;

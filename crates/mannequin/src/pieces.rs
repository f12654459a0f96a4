// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! What the figure is put together from: closed solids, of which one reaches into the other where they meet, so that
//! each can be as fine as it needs to be.

mod body;
mod hand;
mod head;
mod shoe;

use crate::materials::Stuff;
use crate::surface::Solid;
use glam::Vec3;

/// A solid and how it looks.
#[derive(Debug)]
pub(crate) struct Piece {
    pub(crate) solid: Solid,
    /// About how long its triangles' edges are, in metres.
    pub(crate) cell: f32,
    /// What it is made of where no coat covers it.
    pub(crate) stuff: Stuff,
    /// Later ones lie over earlier ones.
    pub(crate) coats: Vec<Coat>,
}

/// What covers a part of a piece.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Coat {
    pub(crate) stuff: Stuff,
    /// Roughly how far a point is from what is covered, negative within.
    pub(crate) edge: fn(Vec3) -> f32,
}

pub(crate) fn pieces() -> [Piece; 6] {
    [body::piece(), head::piece(), hand::piece(0), hand::piece(1), shoe::piece(0), shoe::piece(1)]
}

impl Piece {
    /// What it looks like at a point of its surface.
    pub(crate) fn stuff(&self, point: Vec3) -> Stuff {
        let coat = self.coats.iter().rev().find(|coat| (coat.edge)(point) < 0.0);
        coat.map_or(self.stuff, |coat| coat.stuff)
    }
}

const fn at(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

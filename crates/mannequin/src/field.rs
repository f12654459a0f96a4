// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::surface::{Depth, Solid};
use fast_surface_nets::ndshape::{RuntimeShape, Shape as _};
use glam::Vec3;

/// A solid on a grid. Each block of the grid knows the few parts that tell distances in it.
#[derive(Debug)]
pub(crate) struct Field<'a> {
    solid: &'a Solid,
    corner: Vec3,
    cell: f32,
    /// Blocks along each axis.
    blocks: [u32; 3],
    /// The solid's parts in each block, unless the surface does not come near it.
    near: Vec<Near>,
}

#[derive(Debug)]
enum Near {
    Parts(Solid),
    /// Roughly how far the surface is.
    Nothing(f32),
}

/// Cells along a side of a block.
const BLOCK: u32 = 4;

impl<'a> Field<'a> {
    /// A grid of that many metres a cell around a solid.
    pub(crate) fn new(solid: &'a Solid, cell: f32) -> Self {
        let [low, high] = solid.bounds();
        let corner = low - 2.5 * cell;
        let side = BLOCK as f32 * cell;
        let blocks = ((high - corner + 2.5 * cell) / side).to_array().map(|side| side.ceil() as u32);
        let radius = 0.5 * side * libm::sqrtf(3.0);
        let near = |block: u32| {
            let place = [block % blocks[0], block / blocks[0] % blocks[1], block / (blocks[0] * blocks[1])];
            let middle = corner + (Vec3::from(place.map(|at| at as f32)) + 0.5) * side;
            solid.near(middle, radius).map_or_else(Near::Nothing, Near::Parts)
        };
        Self { solid, corner, cell, blocks, near: (0..blocks.iter().product()).map(near).collect() }
    }

    /// What tells distances at a point.
    pub(crate) fn solid(&self, point: Vec3) -> &Solid {
        let block = (point - self.corner) / (BLOCK as f32 * self.cell);
        let [x, y, z] = block.to_array().map(|at| at as u32);
        let within =
            block.min_element() >= 0.0 && x < self.blocks[0] && y < self.blocks[1] && z < self.blocks[2];
        match within.then(|| &self.near[(x + self.blocks[0] * (y + self.blocks[1] * z)) as usize]) {
            Some(Near::Parts(solid)) => solid,
            _ => self.solid,
        }
    }

    pub(crate) fn depth(&self, point: Vec3) -> Depth {
        self.solid(point).depth(point)
    }

    /// About the nearest point of the surface, for a point that is near it.
    pub(crate) fn onto(&self, point: Vec3) -> Vec3 {
        self.solid(point).onto(point)
    }

    /// Where a place is that is counted in cells.
    pub(crate) fn place(&self, cells: Vec3) -> Vec3 {
        self.corner + cells * self.cell
    }

    /// The grid's samples along each axis.
    pub(crate) fn shape(&self) -> RuntimeShape<u32, 3> {
        RuntimeShape::<u32, 3>::new(self.blocks.map(|blocks| blocks * BLOCK))
    }

    /// The distance at each sample; in blocks that the surface does not come near, that of the block's middle.
    pub(crate) fn distances(&self) -> Vec<f32> {
        let shape = self.shape();
        let mut samples = vec![1.0; shape.usize()];
        for (block, near) in (0..).zip(&self.near) {
            let [across, up, _] = self.blocks;
            let first = [block % across, block / across % up, block / (across * up)].map(|at| at * BLOCK);
            for inner in 0..BLOCK.pow(3) {
                let inner = [inner % BLOCK, inner / BLOCK % BLOCK, inner / (BLOCK * BLOCK)];
                let cell: [u32; 3] = std::array::from_fn(|axis| first[axis] + inner[axis]);
                samples[shape.linearize(cell) as usize] = match near {
                    Near::Parts(solid) => {
                        solid.depth(self.place(Vec3::from(cell.map(|at| at as f32)))).distance
                    }
                    Near::Nothing(distance) => *distance,
                };
            }
        }
        samples
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::pieces;

    #[test]
    fn what_blocks_leave_out_moves_no_surface_of_the_figure() {
        for piece in pieces() {
            let field = Field::new(&piece.solid, piece.cell);
            let shape = field.shape();
            for (sample, found) in (0..).zip(field.distances()) {
                let place = field.place(Vec3::from(shape.delinearize(sample).map(|at| at as f32)));
                let whole = piece.solid.depth(place).distance;
                assert!((found < 0.0) == (whole < 0.0), "{place}: {found} for {whole}");
                // Surface nets only look at cells that the surface crosses.
                let is_near = whole.abs() < piece.cell;
                assert!(!is_near || (found - whole).abs() < 1e-5, "{place}: {found} for {whole}");
            }
        }
    }
}

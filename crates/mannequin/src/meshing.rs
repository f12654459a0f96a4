// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! From the implicit surface to triangles.

use crate::surface::Body;
use fast_surface_nets::ndshape::{RuntimeShape, Shape as _};
use fast_surface_nets::{SurfaceNetsBuffer, surface_nets};
use glam::Vec3;

/// Triangles that share vertices, counter-clockwise seen from outside.
#[derive(Debug, Clone, Default)]
pub(crate) struct Triangles {
    pub(crate) positions: Vec<Vec3>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

/// Metres between samples of the distance.
const CELL: f32 = 0.014;
/// Samples along a side of a block that is sampled or left out as a whole.
const BLOCK: u32 = 4;
/// The lowest corner of the body's box and, in cells, its size.
const CORNER: Vec3 = Vec3::new(-0.749, -0.0353, -0.175);
const SIZE: [u32; 3] = [108, 136, 32];
/// How often vertices are evened out over the surface.
const ROUNDS: usize = 4;

/// The body's surface, closed.
pub(crate) fn mesh(body: &Body) -> Triangles {
    let shape = RuntimeShape::<u32, 3>::new(SIZE);
    let mut buffer = SurfaceNetsBuffer::default();
    surface_nets(&distances(body, &shape), &shape, [0; 3], SIZE.map(|side| side - 1), &mut buffer);
    let positions = buffer.positions.iter().map(|&cell| CORNER + Vec3::from(cell) * CELL).collect();
    let (corners, _) = buffer.indices.as_chunks::<3>();
    let mut mesh = Triangles { positions, triangles: corners.to_vec() };
    let neighbours = mesh.neighbours();
    for _ in 0..ROUNDS {
        let even = |(index, &point): (usize, &Vec3)| {
            let around: Vec3 = neighbours[index].iter().map(|&other| mesh.positions[other as usize]).sum();
            onto(body, point.lerp(around / neighbours[index].len().max(1) as f32, 0.5))
        };
        mesh.positions = mesh.positions.iter().enumerate().map(even).collect();
    }
    mesh
}

/// The nearest point of the surface, for a point that is near it.
pub(crate) fn onto(body: &Body, point: Vec3) -> Vec3 {
    let slope = body.gradient(point);
    let point = point - slope * (body.distance(point) / slope.length_squared().max(0.05));
    point - slope * (body.distance(point) / slope.length_squared().max(0.05))
}

/// The distance at each sample; in blocks that the surface does not come near, that of the block's middle.
fn distances(body: &Body, shape: &RuntimeShape<u32, 3>) -> Vec<f32> {
    let mut samples = vec![1.0; shape.usize()];
    let reach = 0.5 * BLOCK as f32 * CELL * libm::sqrtf(3.0) * Body::STEEPEST;
    let place = |cell: [u32; 3]| CORNER + Vec3::from(cell.map(|at| at as f32)) * CELL;
    for z in (0..SIZE[2]).step_by(BLOCK as usize) {
        for y in (0..SIZE[1]).step_by(BLOCK as usize) {
            for x in (0..SIZE[0]).step_by(BLOCK as usize) {
                let middle = body.distance(place([x, y, z]) + Vec3::splat(0.5 * (BLOCK - 1) as f32 * CELL));
                for inner in 0..BLOCK.pow(3) {
                    let cell = [x + inner % BLOCK, y + inner / BLOCK % BLOCK, z + inner / (BLOCK * BLOCK)];
                    let distance = if middle.abs() > reach { middle } else { body.distance(place(cell)) };
                    samples[shape.linearize(cell) as usize] = distance;
                }
            }
        }
    }
    samples
}

impl Triangles {
    /// For each vertex those that it shares an edge with, in order.
    pub(crate) fn neighbours(&self) -> Vec<Vec<u32>> {
        let mut neighbours = vec![Vec::with_capacity(8); self.positions.len()];
        for &[a, b, c] in &self.triangles {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                neighbours[from as usize].push(to);
                neighbours[to as usize].push(from);
            }
        }
        for around in &mut neighbours {
            around.sort_unstable();
            around.dedup();
        }
        neighbours
    }
}

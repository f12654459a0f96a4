// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! From an implicit surface to triangles.

use crate::field::Field;
use fast_surface_nets::ndshape::{RuntimeShape, Shape as _};
use fast_surface_nets::{SurfaceNetsBuffer, surface_nets};
use glam::Vec3;

/// Triangles that share vertices, counter-clockwise seen from outside.
#[derive(Debug, Clone, Default)]
pub(crate) struct Triangles {
    pub(crate) positions: Vec<Vec3>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

/// How often vertices are evened out over the surface.
const ROUNDS: usize = 6;

/// The surface of a solid, closed, of triangles about as long as a cell of the field.
pub(crate) fn mesh(field: &Field<'_>) -> Triangles {
    let shape = field.shape();
    let mut buffer = SurfaceNetsBuffer::default();
    let last = shape.as_array().map(|side| side - 1);
    surface_nets(&unpinched(field.distances(), &shape), &shape, [0; 3], last, &mut buffer);
    let positions = buffer.positions.iter().map(|&at| field.place(Vec3::from(at))).collect();
    let (corners, _) = buffer.indices.as_chunks::<3>();
    let mut mesh = Triangles { positions, triangles: corners.to_vec() };
    let neighbours = mesh.neighbours();
    for _ in 0..ROUNDS {
        let even = |(index, &point): (usize, &Vec3)| {
            let around: Vec3 = neighbours[index].iter().map(|&other| mesh.positions[other as usize]).sum();
            field.onto(point.lerp(around / neighbours[index].len().max(1) as f32, 0.5))
        };
        mesh.positions = mesh.positions.iter().enumerate().map(even).collect();
    }
    mesh.positions.iter_mut().for_each(|point| *point = field.onto(*point));
    mesh
}

/// Where of four samples around a face only two across from each other are inside, as where a limb just touches it,
/// four triangles would share an edge. There a third one is put inside.
fn unpinched(mut samples: Vec<f32>, shape: &RuntimeShape<u32, 3>) -> Vec<f32> {
    const JUST_INSIDE: f32 = -1e-6;
    let steps = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(|step| shape.linearize(step) as usize);
    let faces = [(0, 1), (1, 2), (2, 0)].map(|(a, b)| [0, steps[a], steps[a] + steps[b], steps[b]]);
    let mut from = 0;
    while from < samples.len() {
        let corners = faces.map(|face| face.map(|corner| from + corner));
        let pinched = corners.into_iter().find_map(|face| {
            let [a, b, c, d] = face.map(|corner| samples.get(corner).is_some_and(|&sample| sample < 0.0));
            let outside = if a { [face[1], face[3]] } else { [face[0], face[2]] };
            (a == c && b == d && a != b).then_some(outside)
        });
        match pinched {
            Some([one, other]) => {
                let nearer = if samples[one] < samples[other] { one } else { other };
                samples[nearer] = JUST_INSIDE;
                // The faces around it may be pinched now.
                from = nearer.saturating_sub(steps[0] + steps[1] + steps[2]);
            }
            None => from += 1,
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

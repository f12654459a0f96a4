// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Triangles cut along where one stuff ends and another begins.

use crate::field::Field;
use crate::meshing::Triangles;
use crate::pieces::Coat;
use glam::Vec3;
use std::collections::BTreeMap;

/// Cuts triangles so that none lies on both sides of the edge of a coat.
pub(crate) fn cut(coats: &[Coat], field: &Field<'_>, mesh: &mut Triangles) {
    for coat in coats {
        let sides = mesh.positions.iter().map(|&point| (coat.edge)(point)).collect();
        let mut cutting = Cutting { field, edge: coat.edge, mesh, sides };
        cutting.draw_near();
        cutting.split();
    }
}

/// How often a crossing is sought anew.
const ROUNDS: usize = 4;

struct Cutting<'a> {
    field: &'a Field<'a>,
    edge: fn(Vec3) -> f32,
    mesh: &'a mut Triangles,
    /// How far each vertex is from the edge, with a sign.
    sides: Vec<f32>,
}

impl Cutting<'_> {
    /// A vertex is drawn onto the edge of the coat when that is nearer than this part of a triangle's side.
    const NEAR: f32 = 0.3;

    fn crosses(&self, a: u32, b: u32) -> bool {
        self.sides[a as usize] * self.sides[b as usize] < 0.0
    }

    /// Where the edge crosses a side of a triangle, and at which part of it.
    fn crossing(&self, a: u32, b: u32) -> (f32, Vec3) {
        let (from, to) = (self.mesh.positions[a as usize], self.mesh.positions[b as usize]);
        let mut ends = [(0.0, self.sides[a as usize]), (1.0, self.sides[b as usize])];
        let mut found = (0.5, from);
        for _ in 0..ROUNDS {
            let [(start, before), (end, behind)] = ends;
            let part = start + (end - start) * before / (before - behind);
            found = (part, self.field.onto(from.lerp(to, part)));
            let side = (self.edge)(found.1);
            if side == 0.0 {
                break;
            }
            ends[usize::from(side * before < 0.0)] = (part, side);
        }
        found
    }

    /// Vertices that nearly lie on the edge go there, so that no slivers come from cutting.
    fn draw_near(&mut self) {
        let mut goals: BTreeMap<u32, (f32, Vec3)> = BTreeMap::new();
        for &[a, b, c] in &self.mesh.triangles {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                if !self.crosses(from, to) {
                    continue;
                }
                let (part, point) = self.crossing(from, to);
                let (vertex, part) = if part < 0.5 { (from, part) } else { (to, 1.0 - part) };
                if part < Self::NEAR {
                    let goal = goals.entry(vertex).or_insert((part, point));
                    *goal = if part < goal.0 { (part, point) } else { *goal };
                }
            }
        }
        for (vertex, (_, goal)) in goals {
            self.mesh.positions[vertex as usize] = goal;
            self.sides[vertex as usize] = 0.0;
        }
    }

    fn split(&mut self) {
        let mut middles = BTreeMap::new();
        let mut triangles = Vec::with_capacity(self.mesh.triangles.len() * 21 / 20);
        for corners in std::mem::take(&mut self.mesh.triangles) {
            // Turned so that the edges that are crossed come first.
            let turns = [0, 1, 2].map(|by| [corners[by], corners[(by + 1) % 3], corners[(by + 2) % 3]]);
            let crossed = |[a, b, c]: [u32; 3]| [self.crosses(a, b), self.crosses(b, c)];
            let found = turns.into_iter().map(|turn| (turn, crossed(turn)));
            let found = found.max_by_key(|&(_, crossed)| crossed);
            let Some(([a, b, c], [true, bc])) = found else {
                triangles.push(corners);
                continue;
            };
            let d = self.middle(&mut middles, a, b);
            if !bc {
                triangles.extend([[a, d, c], [d, b, c]]);
                continue;
            }
            let e = self.middle(&mut middles, b, c);
            triangles.push([d, b, e]);
            let length = |from: u32, to: u32| {
                self.mesh.positions[from as usize].distance_squared(self.mesh.positions[to as usize])
            };
            triangles.extend(if length(a, e) < length(d, c) {
                [[a, d, e], [a, e, c]]
            } else {
                [[a, d, c], [d, e, c]]
            });
        }
        self.mesh.triangles = triangles;
    }

    fn middle(&mut self, middles: &mut BTreeMap<[u32; 2], u32>, a: u32, b: u32) -> u32 {
        if let Some(&vertex) = middles.get(&[a.min(b), a.max(b)]) {
            return vertex;
        }
        let vertex = self.mesh.positions.len() as u32;
        let (_, point) = self.crossing(a.min(b), a.max(b));
        self.mesh.positions.push(point);
        self.sides.push(0.0);
        middles.insert([a.min(b), a.max(b)], vertex);
        vertex
    }
}

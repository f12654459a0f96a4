// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Reverse;

/// Four places in the skin, and their weights.
pub(super) type Four = ([u16; 4], [f32; 4]);

/// What the vertices of a skinned surface follow, gathered from any number of attribute sets.
///
/// A vertex keeps the four joints that pull hardest, heaviest first, with weights that sum to 1.
#[derive(Debug)]
pub(super) struct Influences {
    vertices: Vec<Vec<Influence>>,
    bones: usize,
}

#[derive(Debug, Clone, Copy)]
struct Influence {
    joint: u16,
    weight: f32,
}

impl Influences {
    /// For so many vertices, on a skin of `bones` joints.
    pub(super) fn new(vertices: usize, bones: usize) -> Self {
        Self { vertices: vec![Vec::new(); vertices], bones }
    }

    /// Adds four joints a vertex. Those without weight are passed over, whatever they name.
    ///
    /// # Errors
    ///
    /// The number of a joint that has weight but is not in the skin.
    pub(super) fn add(&mut self, joints: &[[u32; 4]], weights: &[[f32; 4]]) -> Result<(), u32> {
        for ((vertex, joints), weights) in self.vertices.iter_mut().zip(joints).zip(weights) {
            for (&joint, &weight) in joints.iter().zip(weights).filter(|(_, weight)| **weight > 0.0) {
                let number = u16::try_from(joint).ok().filter(|joint| usize::from(*joint) < self.bones);
                let joint = number.ok_or(joint)?;
                match vertex.iter_mut().find(|influence| influence.joint == joint) {
                    Some(influence) => influence.weight += weight,
                    None => vertex.push(Influence { joint, weight }),
                }
            }
        }
        Ok(())
    }

    /// The influences, and how many vertices had none: these follow the skin's first joint.
    pub(super) fn finish(self) -> (Vec<Four>, usize) {
        let loose = self.vertices.iter().filter(|vertex| vertex.is_empty()).count();
        (self.vertices.into_iter().map(strongest).collect(), loose)
    }
}

fn strongest(mut vertex: Vec<Influence>) -> Four {
    // Positive floats order as their bits do; the sort keeps equal weights in the file's order.
    vertex.sort_by_key(|influence| Reverse(influence.weight.to_bits()));
    vertex.truncate(4);
    let total: f32 = vertex.iter().map(|influence| influence.weight).sum();
    if total <= 0.0 || !total.is_finite() {
        return ([0; 4], [1.0, 0.0, 0.0, 0.0]);
    }
    // Weights that sum to 1 but for rounding keep their bits, or they would change with each round trip.
    let total = if (total - 1.0).abs() > 1e-6 { total } else { 1.0 };
    let (mut joints, mut weights) = ([0; 4], [0.0; 4]);
    for (slot, influence) in vertex.iter().enumerate() {
        joints[slot] = influence.joint;
        weights[slot] = influence.weight / total;
    }
    (joints, weights)
}

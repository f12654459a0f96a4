// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Which joints each vertex follows.

use crate::meshing::Triangles;
use crate::skeleton::joint;
use crate::surface::Solid;
use glam::Vec3;

/// Up to four joints and their weights, which sum to 1, the greatest first.
pub(crate) type Influences = ([u16; 4], [f32; 4]);

/// How often weights flow between neighbours.
const ROUNDS: usize = 15;
/// Weights below this part are left out.
const LEAST: f32 = 0.01;

/// The joint whose bone a point of the surface lies on.
pub(crate) fn owner(solid: &Solid, point: Vec3) -> usize {
    let side = usize::from(point.x < 0.0);
    match solid.joint(point).unwrap_or(joint::HIPS) {
        joint::HIPS | joint::SPINE | joint::CHEST => trunk(point, side),
        leg if joint::UPPER_LEG.contains(&leg) => trunk(point, side),
        joint::NECK if point.y > NAPE => joint::HEAD,
        of => of,
    }
}

/// Above this height the neck turns with the head.
const NAPE: f32 = 1.57;

/// The trunk is cut by planes, at the hips by one that rises from the crotch outward.
fn trunk(point: Vec3, side: usize) -> usize {
    let out = point.x.abs();
    match point.y {
        y if y < 0.86 + 0.62 * out && (out > 0.004 || y < 0.86) => joint::UPPER_LEG[side],
        y if y < 1.055 => joint::HIPS,
        y if y < 1.215 => joint::SPINE,
        y if y > 1.39 && out > 0.07 => joint::SHOULDER[side],
        _ => joint::CHEST,
    }
}

/// How much of its weights a vertex of that joint takes from its neighbours in a round: thick parts bend over a
/// longer way than thin ones.
fn flow(joint: usize) -> f32 {
    match joint {
        of if [joint::HAND, joint::FINGERS, joint::THUMB].as_flattened().contains(&of) => 0.25,
        of if [joint::LOWER_ARM, joint::FOOT, joint::TOES].as_flattened().contains(&of) => 0.5,
        of if [joint::UPPER_ARM, joint::LOWER_LEG].as_flattened().contains(&of) => 0.7,
        joint::HEAD => 0.5,
        _ => 0.95,
    }
}

/// Each vertex first follows the bone it lies on; then weights flow along the surface, so that they only mix
/// where bones meet.
pub(crate) fn influences(mesh: &Triangles, owners: &[usize]) -> Vec<Influences> {
    let neighbours = mesh.neighbours();
    let mut weights: Vec<[f32; joint::COUNT]> = owners
        .iter()
        .map(|&owner| {
            let mut alone = [0.0; joint::COUNT];
            alone[owner] = 1.0;
            alone
        })
        .collect();
    for _ in 0..ROUNDS {
        let mixed = |(index, own): (usize, &[f32; joint::COUNT])| {
            let share = flow(owners[index]) / neighbours[index].len().max(1) as f32;
            let mut mixed = own.map(|weight| weight * (1.0 - flow(owners[index])));
            for &other in &neighbours[index] {
                for (weight, theirs) in mixed.iter_mut().zip(&weights[other as usize]) {
                    *weight += share * theirs;
                }
            }
            mixed
        };
        weights = weights.iter().enumerate().map(mixed).collect();
    }
    weights.iter().map(strongest).collect()
}

fn strongest(weights: &[f32; joint::COUNT]) -> Influences {
    let mut order: Vec<usize> = (0..joint::COUNT).collect();
    order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
    let mut kept: [f32; 4] = std::array::from_fn(|place| weights[order[place]]);
    for weight in &mut kept {
        *weight = if *weight < LEAST { 0.0 } else { *weight };
    }
    let sum: f32 = kept.iter().sum();
    let joints = std::array::from_fn(|place| if kept[place] > 0.0 { order[place] as u16 } else { 0 });
    (joints, kept.map(|weight| weight / sum))
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::figure::model;
use crate::materials::material;
use crate::skeleton::{hand_axes, joint};
use glam::{Affine3A, Mat3, Vec3};
use tumble_pose::{Attach, JointIndex, Mesh, Model, Surface};

/// The figure with a two-headed axe in its right hand: a rigid mesh called `axe` on the joint `handslot.r`, which all
/// of [`clips`](crate::clips) move.
///
/// A ragdoll's ground does not know the axe: who dies drops it, so bake deaths of [`model`] and hide the mesh as one
/// begins.
#[must_use]
pub fn model_with_axe() -> Model {
    let mut model = model();
    let [across, along] = hand_axes(1);
    let offset = Mat3::from_cols(across.cross(along), across, along);
    let first = model.materials.len();
    model.materials.push(material("wood", [0.2, 0.09, 0.035], 0.0, 0.7));
    model.materials.push(material("steel", [0.32, 0.34, 0.37], 0.6, 0.35));
    let surface =
        |place: usize, rings: &[Vec<Vec3>]| Surface { material: Some(first + place), ..loft(rings) };
    model.meshes.push(Mesh {
        name: "axe".to_owned(),
        attach: Attach::Rigid { joint: JointIndex(joint::SLOT as u16), offset: Affine3A::from_mat3(offset) },
        surfaces: vec![surface(0, &handle()), surface(1, &head())],
    });
    model
}

/// From its butt up along +Y, the hand at the origin.
fn handle() -> Vec<Vec<Vec3>> {
    let ring = |&(height, radius): &(f32, f32)| {
        let point = |place: u8| {
            let turn = f32::from(place) / 8.0 * std::f32::consts::TAU;
            Vec3::new(0.8 * radius * libm::sinf(turn), height, radius * libm::cosf(turn))
        };
        (0..8).map(point).collect()
    };
    [(-0.3, 0.019), (-0.27, 0.021), (-0.24, 0.0155), (0.1, 0.0145), (0.42, 0.0165), (0.43, 0.012)]
        .iter()
        .map(ring)
        .collect()
}

/// Blades to both sides, along Z.
fn head() -> Vec<Vec<Vec3>> {
    /// How far out, half as high, half as thick, and how much less far out at the corners.
    const SECTIONS: [[f32; 4]; 4] = [
        [0.022, 0.034, 0.021, 0.0],
        [0.04, 0.03, 0.013, 0.0],
        [0.075, 0.055, 0.006, 0.01],
        [0.125, 0.1, 0.001, 0.04],
    ];
    const MIDDLE: f32 = 0.36;
    let section = |[out, high, thick, less]: [f32; 4], side: f32| -> Vec<Vec3> {
        let point = |up: f32, thick: f32| Vec3::new(thick, MIDDLE + high * up, side * (out - less * up * up));
        let ups = (-3_i8..=3).map(|step| f32::from(step) / 3.0);
        ups.clone().map(|up| point(up, thick)).chain(ups.rev().map(|up| point(up, -thick))).collect()
    };
    let far = SECTIONS.into_iter().rev().map(|of| section(of, -1.0));
    far.chain(SECTIONS.map(|of| section(of, 1.0))).collect()
}

/// A closed surface through rings of points, faceted; seen from the last ring they run counter-clockwise.
fn loft(rings: &[Vec<Vec3>]) -> Surface {
    let mut surface = Surface::default();
    let mut facet = |corners: [Vec3; 3]| {
        let [a, b, c] = corners;
        if let Some(normal) = (b - a).cross(c - a).try_normalize() {
            surface.indices.extend((0..3).map(|corner| surface.positions.len() as u32 + corner));
            surface.positions.extend(corners);
            surface.normals.extend([normal; 3]);
        }
    };
    for pair in rings.windows(2) {
        for place in 0..pair[0].len() {
            let next = (place + 1) % pair[0].len();
            let [a, b, c, d] = [pair[0][place], pair[0][next], pair[1][next], pair[1][place]];
            facet([a, b, c]);
            facet([a, c, d]);
        }
    }
    for (ring, turned) in
        rings.first().zip(rings.last()).map(|(a, b)| [(a, true), (b, false)]).into_iter().flatten()
    {
        let middle = ring.iter().sum::<Vec3>() / ring.len() as f32;
        for place in 0..ring.len() {
            let [a, b] = [ring[place], ring[(place + 1) % ring.len()]];
            facet(if turned { [b, a, middle] } else { [a, b, middle] });
        }
    }
    surface
}

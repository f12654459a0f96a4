// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::materials::{Stuff, cut, materials, stuff};
use crate::meshing::{Triangles, mesh};
use crate::skeleton::{joint, mirrored, rest, skeleton};
use crate::skinning::{Influences, influences, owner};
use crate::surface::Body;
use glam::{Affine3A, Vec3};
use std::collections::BTreeMap;
use tumble_pose::{Attach, JointIndex, Mesh, Model, Surface};

/// The figure: a person of 1.78 m with a skin of one closed surface, parted by material.
///
/// It stands on the ground with its arms half lowered, faces +Z and has its left at +X. The same bytes each time.
#[must_use]
pub fn model() -> Model {
    let body = Body::new();
    let mut mesh = mesh(&body);
    cut(&body, &mut mesh);
    let owners: Vec<usize> = mesh.positions.iter().map(|&point| owner(&body, point)).collect();
    let mut surfaces = surfaces(&body, &mesh, &influences(&mesh, &owners));
    surfaces.push(eyes());
    let joints: Vec<JointIndex> = (0..joint::COUNT as u16).map(JointIndex).collect();
    let inverse_bind = (0..joint::COUNT).map(|joint| Affine3A::from_translation(-rest(joint))).collect();
    Model {
        name: "mannequin".to_owned(),
        skeleton: skeleton(),
        meshes: vec![Mesh {
            name: "body".to_owned(),
            attach: Attach::Skinned { joints, inverse_bind },
            surfaces,
        }],
        materials: materials(),
        images: Vec::new(),
    }
}

/// A surface for each material, with normals that follow the body's shape.
fn surfaces(body: &Body, mesh: &Triangles, influences: &[Influences]) -> Vec<Surface> {
    let mut surfaces: Vec<(Surface, BTreeMap<u32, u32>)> = Stuff::ALL
        .iter()
        .map(|&stuff| (Surface { material: Some(stuff as usize), ..Surface::default() }, BTreeMap::new()))
        .collect();
    for corners in &mesh.triangles {
        let middle = corners.iter().map(|&corner| mesh.positions[corner as usize]).sum::<Vec3>() / 3.0;
        let stuff = stuff(body, middle, owner(body, middle));
        let (surface, places) = &mut surfaces[stuff as usize];
        for &corner in corners {
            let place = *places.entry(corner).or_insert_with(|| {
                let point = mesh.positions[corner as usize];
                surface.positions.push(point);
                surface.normals.push(body.gradient(point).normalize_or(Vec3::Y));
                surface.influences.push(influences[corner as usize]);
                surface.positions.len() as u32 - 1
            });
            surface.indices.push(place);
        }
    }
    let surfaces = surfaces.into_iter().map(|(surface, _)| surface);
    surfaces.filter(|surface| !surface.indices.is_empty()).collect()
}

/// Two balls, let into the head.
fn eyes() -> Surface {
    const RINGS: u32 = 8;
    const AROUND: u32 = 12;
    let mut surface = Surface { material: Some(Stuff::Eyes as usize), ..Surface::default() };
    for side in 0..2 {
        let centre = mirrored(side, Vec3::new(0.031, 1.662, 0.08));
        let first = surface.positions.len() as u32;
        let mut vertex = |ring: u32, place: u32| {
            let (down, round) = (
                ring as f32 / RINGS as f32 * std::f32::consts::PI,
                place as f32 / AROUND as f32 * std::f32::consts::TAU,
            );
            let normal = Vec3::new(
                libm::sinf(down) * libm::sinf(round),
                libm::cosf(down),
                libm::sinf(down) * libm::cosf(round),
            );
            surface.positions.push(centre + normal * Vec3::new(0.0125, 0.0135, 0.0125));
            surface.normals.push((normal / Vec3::new(1.0, 1.08, 1.0)).normalize());
            surface.influences.push(([joint::HEAD as u16, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]));
        };
        vertex(0, 0);
        for ring in 1..RINGS {
            (0..AROUND).for_each(|place| vertex(ring, place));
        }
        vertex(RINGS, 0);
        let at = |ring: u32, place: u32| match ring {
            0 => first,
            RINGS => first + 1 + (RINGS - 1) * AROUND,
            _ => first + 1 + (ring - 1) * AROUND + place % AROUND,
        };
        for place in 0..AROUND {
            surface.indices.extend([at(0, 0), at(1, place), at(1, place + 1)]);
            for ring in 1..RINGS - 1 {
                let [a, b] = [at(ring, place), at(ring, place + 1)];
                let [c, d] = [at(ring + 1, place), at(ring + 1, place + 1)];
                surface.indices.extend([a, c, b, b, c, d]);
            }
            surface.indices.extend([at(RINGS - 1, place), at(RINGS, 0), at(RINGS - 1, place + 1)]);
        }
    }
    surface
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::cutting::cut;
use crate::field::Field;
use crate::materials::Stuff;
use crate::meshing::mesh;
use crate::pieces::{Piece, pieces};
use crate::skeleton::{joint, rest, skeleton};
use crate::skinning::{influences, owner};
use glam::{Affine3A, Vec3};
use std::collections::BTreeMap;
use tumble_pose::{Attach, JointIndex, Mesh, Model, Surface};

/// The figure: a mannequin of 1.78 m, in a closed skin that bends where its dark joints are.
///
/// It stands on the ground with its arms half lowered, faces +Z and has its left at +X. The same bytes each time.
#[must_use]
pub fn model() -> Model {
    let mut surfaces =
        Stuff::ALL.map(|stuff| Surface { material: Some(stuff as usize), ..Surface::default() });
    for piece in pieces() {
        add(&piece, &mut surfaces);
    }
    let joints: Vec<JointIndex> = (0..joint::COUNT as u16).map(JointIndex).collect();
    let inverse_bind = (0..joint::COUNT).map(|joint| Affine3A::from_translation(-rest(joint))).collect();
    Model {
        name: "mannequin".to_owned(),
        skeleton: skeleton(),
        meshes: vec![Mesh {
            name: "body".to_owned(),
            attach: Attach::Skinned { joints, inverse_bind },
            surfaces: surfaces.into(),
        }],
        materials: Stuff::ALL.map(Stuff::material).to_vec(),
        images: Vec::new(),
    }
}

/// Adds a piece's triangles to the surfaces of their stuffs, with normals that follow the solid's shape.
fn add(piece: &Piece, surfaces: &mut [Surface; Stuff::ALL.len()]) {
    let field = Field::new(&piece.solid, piece.cell);
    let mut mesh = mesh(&field);
    cut(&piece.coats, &field, &mut mesh);
    let owners: Vec<usize> = mesh.positions.iter().map(|&point| owner(field.solid(point), point)).collect();
    let influences = influences(&mesh, &owners);
    let mut places = Stuff::ALL.map(|_| BTreeMap::<u32, u32>::new());
    for corners in &mesh.triangles {
        let middle = corners.iter().map(|&corner| mesh.positions[corner as usize]).sum::<Vec3>() / 3.0;
        let stuff = piece.stuff(middle) as usize;
        let surface = &mut surfaces[stuff];
        for &corner in corners {
            let place = *places[stuff].entry(corner).or_insert_with(|| {
                let point = mesh.positions[corner as usize];
                surface.positions.push(point);
                surface.normals.push(field.depth(point).slope.normalize_or(Vec3::Y));
                surface.influences.push(influences[corner as usize]);
                surface.positions.len() as u32 - 1
            });
            surface.indices.push(place);
        }
    }
}

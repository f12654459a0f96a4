// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::joint_frames::JointFrames;
use glam::{Affine3A, Vec3};
use tumble_pose::{Attach, JointIndex, Mesh, Model};

/// For each body the vertices that follow it, in model space at rest, in metres.
#[derive(Debug)]
pub(crate) struct Followers {
    /// Of the body itself. What is stuck on a skinned body is worn or carried, a cape, a weapon; a body that has
    /// no skin is made of its stiff parts.
    pub(crate) of_body: Vec<Vec<Vec3>>,
    /// What the bodies wear or carry.
    pub(crate) worn: Vec<Vec3>,
    /// Vertices that follow no body.
    pub(crate) loose: usize,
}

/// Finds them. `body_of` gives for each joint the body that it rides on, if any.
pub(crate) fn followers(
    model: &Model,
    rest: &JointFrames,
    metres_per_unit: f32,
    bodies: usize,
    body_of: &[Option<usize>],
) -> Followers {
    let mut found = Followers { of_body: vec![Vec::new(); bodies], worn: vec![], loose: 0 };
    let mut stiff = vec![Vec::new(); bodies];
    let mut add = |list: &mut Vec<Vec<Vec3>>, body: Option<usize>, point: Vec3| match body {
        Some(body) => list[body].push(point * metres_per_unit),
        None => found.loose += 1,
    };
    for mesh in &model.meshes {
        match &mesh.attach {
            Attach::Rigid { joint, offset } => {
                let matrix = rest.matrices[joint.index()] * *offset;
                for position in positions(mesh) {
                    add(&mut stiff, body_of[joint.index()], matrix.transform_point3(position));
                }
            }
            Attach::Skinned { joints, inverse_bind } => {
                let palette: Vec<Affine3A> = joints
                    .iter()
                    .zip(inverse_bind)
                    .map(|(joint, bind)| rest.matrices[joint.index()] * *bind)
                    .collect();
                for surface in &mesh.surfaces {
                    for (position, influences) in surface.positions.iter().zip(&surface.influences) {
                        let (point, body) = skin(*position, influences, &palette, joints, body_of, bodies);
                        add(&mut found.of_body, body, point);
                    }
                }
            }
        }
    }
    for (own, mut stiff) in found.of_body.iter_mut().zip(stiff) {
        if own.is_empty() {
            *own = stiff;
        } else {
            found.worn.append(&mut stiff);
        }
    }
    found
}

fn positions(mesh: &Mesh) -> impl Iterator<Item = Vec3> + '_ {
    mesh.surfaces.iter().flat_map(|surface| surface.positions.iter().copied())
}

/// Where a skinned vertex rests, and the body that has most of it.
fn skin(
    position: Vec3,
    (joints, weights): &([u16; 4], [f32; 4]),
    palette: &[Affine3A],
    skin: &[JointIndex],
    body_of: &[Option<usize>],
    bodies: usize,
) -> (Vec3, Option<usize>) {
    let mut point = Vec3::ZERO;
    let mut share = [(bodies, 0.0_f32); 4];
    for (slot, (&place, &weight)) in joints.iter().zip(weights).enumerate() {
        let place = usize::from(place);
        let (Some(matrix), Some(joint)) = (palette.get(place), skin.get(place)) else { continue };
        point += matrix.transform_point3(position) * weight;
        let body = body_of[joint.index()].unwrap_or(bodies);
        let earlier = share[..slot].iter().position(|&(found, _)| found == body).unwrap_or(slot);
        share[earlier] = (body, share[earlier].1 + weight);
    }
    let most = share.into_iter().fold((bodies, 0.0), |most, one| if one.1 > most.1 { one } else { most });
    (point, Some(most.0).filter(|&body| body < bodies))
}

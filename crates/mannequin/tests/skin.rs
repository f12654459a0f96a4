// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The skin, as far as a ragdoll's joints turn: nothing tears, nothing is wrung out.

#![allow(clippy::expect_used, clippy::panic, reason = "a test may")]

use std::sync::LazyLock;
use tumble_mannequin::model;
use tumble_pose::glam::{Affine3A, Quat, Vec3};
use tumble_pose::{Attach, LocalPose, LocalToModelJob, Model, ModelPose};

static MODEL: LazyLock<Model> = LazyLock::new(model);

/// Joints, and about which axis of the character's own they turn how far, in degrees.
type Turns = &'static [(&'static str, [f32; 3], f32)];

const POSES: [(&str, Turns); 5] = [
    (
        "folded",
        &[
            ("lowerleg.l", [1.0, 0.0, 0.0], 140.0),
            ("lowerleg.r", [1.0, 0.0, 0.0], 140.0),
            ("upperleg.l", [1.0, 0.0, 0.0], -105.0),
            ("lowerarm.l", [0.7, 0.7, 0.0], -140.0),
            ("lowerarm.r", [0.7, -0.7, 0.0], -140.0),
            ("spine", [1.0, 0.0, 0.0], 40.0),
            ("chest", [1.0, 0.0, 0.0], 30.0),
        ],
    ),
    (
        "spread",
        &[
            ("upperarm.l", [0.0, 0.0, 1.0], 120.0),
            ("upperarm.r", [0.0, 0.0, 1.0], 45.0),
            ("upperleg.l", [0.0, 0.0, 1.0], 45.0),
            ("upperleg.r", [1.0, 0.0, 0.0], -110.0),
            ("foot.l", [1.0, 0.0, 0.0], 45.0),
            ("foot.r", [1.0, 0.0, 0.0], -25.0),
        ],
    ),
    (
        "twisted",
        &[
            ("upperarm.l", [0.7, -0.7, 0.0], 60.0),
            ("upperarm.r", [0.7, 0.7, 0.0], -60.0),
            ("upperleg.l", [0.0, 1.0, 0.0], 35.0),
            ("upperleg.r", [0.0, 1.0, 0.0], -35.0),
            ("spine", [0.0, 1.0, 0.0], 20.0),
            ("chest", [0.0, 1.0, 0.0], 20.0),
            ("head", [0.0, 1.0, 0.0], 60.0),
        ],
    ),
    (
        "thrown back",
        &[
            ("upperarm.l", [1.0, 0.0, 0.0], 35.0),
            ("upperarm.r", [1.0, 0.0, 0.0], -110.0),
            ("upperleg.l", [1.0, 0.0, 0.0], 25.0),
            ("spine", [0.0, 0.0, 1.0], 20.0),
            ("chest", [0.0, 0.0, 1.0], 20.0),
            ("head", [1.0, 0.0, 0.0], -45.0),
        ],
    ),
    (
        "hands",
        &[
            ("hand.l", [0.7, 0.7, 0.0], 25.0),
            ("hand.r", [0.0, 0.0, 1.0], 60.0),
            ("fingers.l", [0.0, 0.0, 1.0], -85.0),
            ("thumb.l", [0.7, -0.7, 0.0], 30.0),
            ("toes.l", [1.0, 0.0, 0.0], -40.0),
        ],
    ),
];

/// Each surface's vertices, moved with the joints.
fn skinned(pose: &LocalPose) -> Vec<Vec<Vec3>> {
    let Attach::Skinned { joints, inverse_bind } = &MODEL.meshes[0].attach else { panic!("a skin") };
    let mut placed = ModelPose::identity(MODEL.skeleton.joint_count());
    LocalToModelJob { skeleton: &MODEL.skeleton, local: pose, output: &mut placed }
        .run()
        .expect("its own pose");
    let moved: Vec<Affine3A> =
        joints.iter().zip(inverse_bind).map(|(&joint, bind)| placed.affine(joint) * *bind).collect();
    let surfaces = MODEL.meshes[0].surfaces.iter();
    let follow = |(&point, (followed, weights)): (&Vec3, &([u16; 4], [f32; 4]))| {
        let parts = followed.iter().zip(weights);
        parts.map(|(&joint, &weight)| weight * moved[usize::from(joint)].transform_point3(point)).sum()
    };
    surfaces.map(|surface| surface.positions.iter().zip(&surface.influences).map(follow).collect()).collect()
}

/// The triangles' corners, of all surfaces one after the other.
fn triangles(points: &[Vec<Vec3>]) -> Vec<[Vec3; 3]> {
    let surfaces = MODEL.meshes[0].surfaces.iter().zip(points);
    let of = surfaces.flat_map(|(surface, points)| {
        let corners = surface.indices.as_chunks::<3>().0.iter();
        corners.map(|corners| corners.map(|corner| points[corner as usize]))
    });
    of.collect()
}

fn volume(triangles: &[[Vec3; 3]]) -> f32 {
    triangles.iter().map(|[a, b, c]| a.dot(b.cross(*c)) / 6.0).sum()
}

#[test]
fn bent_as_far_as_a_ragdoll_bends_it_nothing_tears_and_nothing_is_wrung_out() {
    let rest = triangles(&skinned(&LocalPose::rest(&MODEL.skeleton)));
    for (name, turns) in POSES {
        let mut pose = LocalPose::rest(&MODEL.skeleton);
        for &(joint, axis, degrees) in turns {
            let joint = MODEL.skeleton.find(joint).expect("a joint");
            let mut turned = pose.get(joint);
            turned.rotation = Quat::from_axis_angle(Vec3::from(axis).normalize(), degrees.to_radians());
            pose.set(joint, turned);
        }
        let bent = triangles(&skinned(&pose));
        let kept = volume(&bent) / volume(&rest);
        assert!((0.9..1.1).contains(&kept), "{name}: {kept} of the volume is left");
        let longest = |[a, b, c]: &[Vec3; 3]| a.distance(*b).max(b.distance(*c)).max(c.distance(*a));
        let stretched = bent.iter().map(longest).fold(0.0, f32::max);
        eprintln!("{name}: volume {kept}, longest side {stretched} m");
        assert!(stretched < 0.08, "{name}: a triangle of {stretched} m");
    }
}

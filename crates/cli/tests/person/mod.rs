// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! A person of boxes: a skinned body in two colours and a head on its joint.

use tumble_pose::glam::{Affine3A, Quat, Vec2, Vec3};
use tumble_pose::{
    AlphaMode, Attach, Joint, JointIndex, LocalPose, Material, Mesh, Model, Skeleton, Surface, Transform,
};

/// Joint, parent, place in model space, and the box that follows it: middle and size.
type Part = (&'static str, Option<usize>, Vec3, Option<(Vec3, Vec3)>);

const PARTS: [Part; 11] = [
    ("root", None, Vec3::ZERO, None),
    ("hips", Some(0), Vec3::new(0.0, 0.9, 0.0), Some((Vec3::new(0.0, 0.95, 0.0), Vec3::new(0.34, 0.2, 0.2)))),
    (
        "spine",
        Some(1),
        Vec3::new(0.0, 1.1, 0.0),
        Some((Vec3::new(0.0, 1.25, 0.0), Vec3::new(0.4, 0.4, 0.22))),
    ),
    ("head", Some(2), Vec3::new(0.0, 1.5, 0.0), None),
    (
        "thigh.l",
        Some(1),
        Vec3::new(0.1, 0.9, 0.0),
        Some((Vec3::new(0.1, 0.65, 0.0), Vec3::new(0.15, 0.4, 0.15))),
    ),
    (
        "shin.l",
        Some(4),
        Vec3::new(0.1, 0.45, 0.0),
        Some((Vec3::new(0.1, 0.22, 0.0), Vec3::new(0.12, 0.44, 0.12))),
    ),
    (
        "thigh.r",
        Some(1),
        Vec3::new(-0.1, 0.9, 0.0),
        Some((Vec3::new(-0.1, 0.65, 0.0), Vec3::new(0.15, 0.4, 0.15))),
    ),
    (
        "shin.r",
        Some(6),
        Vec3::new(-0.1, 0.45, 0.0),
        Some((Vec3::new(-0.1, 0.22, 0.0), Vec3::new(0.12, 0.44, 0.12))),
    ),
    (
        "arm.l",
        Some(2),
        Vec3::new(0.22, 1.4, 0.0),
        Some((Vec3::new(0.45, 1.4, 0.0), Vec3::new(0.46, 0.1, 0.1))),
    ),
    (
        "arm.r",
        Some(2),
        Vec3::new(-0.22, 1.4, 0.0),
        Some((Vec3::new(-0.45, 1.4, 0.0), Vec3::new(0.46, 0.1, 0.1))),
    ),
    ("crown", Some(3), Vec3::new(0.0, 1.75, 0.0), None),
];

/// The person, standing at the origin and facing +Z.
pub(crate) fn person() -> Model {
    let skeleton = skeleton();
    let index = |name: &str| skeleton.find(name).expect("a joint");
    let mut body = Surface { material: Some(0), ..Surface::default() };
    let mut trousers = Surface { material: Some(1), ..Surface::default() };
    let mut joints = Vec::new();
    let mut inverse_bind = Vec::new();
    for (name, _, place, shape) in PARTS {
        let Some((middle, size)) = shape else { continue };
        let surface =
            if name.starts_with("thigh") || name.starts_with("shin") { &mut trousers } else { &mut body };
        let entry = joints.len() as u16;
        add_box(surface, middle, size);
        surface.influences.resize(surface.positions.len(), ([entry, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]));
        joints.push(index(name));
        inverse_bind.push(Affine3A::from_translation(-place));
    }
    let mut head = Surface { material: Some(2), ..Surface::default() };
    add_box(&mut head, Vec3::new(0.0, 0.14, 0.02), Vec3::new(0.2, 0.24, 0.24));
    let meshes = vec![
        Mesh {
            name: "body".into(),
            attach: Attach::Skinned { joints, inverse_bind },
            surfaces: vec![body, trousers],
        },
        Mesh {
            name: "head".into(),
            attach: Attach::Rigid { joint: index("head"), offset: Affine3A::IDENTITY },
            surfaces: vec![head],
        },
    ];
    let materials = vec![
        material("shirt", [0.7, 0.05, 0.05, 1.0]),
        material("trousers", [0.05, 0.08, 0.4, 1.0]),
        material("skin", [0.8, 0.5, 0.35, 1.0]),
    ];
    Model { name: "person".into(), skeleton, meshes, materials, images: Vec::new() }
}

/// The person's skeleton alone.
pub(crate) fn skeleton() -> Skeleton {
    let joints = PARTS.map(|(name, parent, place, _)| {
        let above = parent.map_or(Vec3::ZERO, |parent| PARTS[parent].2);
        Joint { name: name.into(), parent, rest: Transform::from_translation(place - above) }
    });
    Skeleton::new(&joints).expect("a tree")
}

/// The person tipping over backwards, from standing at 0 to lying at 1.
pub(crate) fn falling(skeleton: &Skeleton, progress: f32) -> LocalPose {
    let mut pose = LocalPose::rest(skeleton);
    let hips = skeleton.find("hips").expect("hips");
    let mut set = |joint: JointIndex, change: Transform| {
        let rest = skeleton.rest_pose().get(joint);
        pose.set(
            joint,
            Transform {
                translation: rest.translation + change.translation,
                rotation: rest.rotation * change.rotation,
                ..rest
            },
        );
    };
    let tilt = Transform::from_rotation(Quat::from_rotation_x(-1.5 * progress));
    set(hips, Transform { translation: Vec3::new(0.0, -0.75 * progress, -0.6 * progress), ..tilt });
    for (name, turn) in [("thigh.l", -0.5), ("shin.l", 0.6), ("arm.l", 0.4)] {
        let joint = skeleton.find(name).expect("a joint");
        set(joint, Transform::from_rotation(Quat::from_rotation_x(turn * progress)));
    }
    pose
}

fn material(name: &str, base_color: [f32; 4]) -> Material {
    Material {
        name: name.into(),
        base_color,
        base_color_image: None,
        metallic: 0.0,
        roughness: 1.0,
        alpha: AlphaMode::Opaque,
        double_sided: false,
    }
}

/// Without normals, with texture coordinates that nothing uses.
fn add_box(surface: &mut Surface, middle: Vec3, size: Vec3) {
    let first = surface.positions.len() as u32;
    for corner in 0..8 {
        let side = |bit: u32| if corner >> bit & 1 == 1 { 0.5 } else { -0.5 };
        surface.positions.push(middle + size * Vec3::new(side(0), side(1), side(2)));
        surface.uvs.push(Vec2::new(side(0), side(1)));
    }
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    for [a, b, c, d] in faces {
        surface.indices.extend([a, b, c, a, c, d].map(|corner| first + corner));
    }
}

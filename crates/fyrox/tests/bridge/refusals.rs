// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Models that do not hold together are refused, and told why.

use crate::poses::update;
use crate::shapes::{chain, model, rigid, tetrahedron};
use fyrox::scene::Scene;
use glam::{Affine3A, Vec2, Vec3};
use tumble_fyrox::pose::{AlphaMode, Attach, Image, JointIndex, Material, Mesh, Model, Surface, Transform};
use tumble_fyrox::spawn_model;

fn refusal(model: &Model) -> String {
    let mut scene = Scene::new();
    let error = spawn_model(model, &mut scene.graph).expect_err("it is refused");
    assert_eq!(scene.graph.node_count(), 1, "nothing was left behind");
    let source = std::error::Error::source(&error).map_or(String::new(), |source| format!(": {source}"));
    format!("{error}{source}")
}

fn stiff(change: impl FnOnce(&mut Surface)) -> Model {
    let mut mesh = rigid(0, Affine3A::IDENTITY);
    change(&mut mesh.surfaces[0]);
    model(chain(2, Transform::IDENTITY), vec![mesh])
}

fn soft(change: impl FnOnce(&mut Surface)) -> Model {
    let mut surface = tetrahedron();
    surface.influences = vec![([1, 0, 0, 0], [0.5, 0.5, 0.0, 0.0]); 12];
    change(&mut surface);
    let (joints, inverse_bind) = (vec![JointIndex(0), JointIndex(1)], vec![Affine3A::IDENTITY; 2]);
    let attach = Attach::Skinned { joints, inverse_bind };
    model(
        chain(2, Transform::IDENTITY),
        vec![Mesh { name: "soft".to_owned(), attach, surfaces: vec![surface] }],
    )
}

fn attached(attach: Attach) -> Model {
    model(chain(2, Transform::IDENTITY), vec![Mesh { name: "hat".to_owned(), attach, surfaces: vec![] }])
}

pub(crate) fn material(image: Option<usize>) -> Material {
    Material {
        name: "cloth".to_owned(),
        base_color: [1.0; 4],
        base_color_image: image,
        metallic: 0.0,
        roughness: 1.0,
        alpha: AlphaMode::Opaque,
        double_sided: false,
    }
}

#[test]
fn surfaces_that_do_not_hold_together() {
    let wild = Vec3::new(0.0, f32::NAN, 0.0);
    for (model, wanted) in [
        (stiff(|s| s.normals.push(Vec3::X)), "surface 0 of mesh \"stiff\" has 1 normals for 12 vertices"),
        (stiff(|s| s.uvs = vec![Vec2::ZERO; 13]), "has 13 texture coordinates for 12 vertices"),
        (stiff(|s| s.influences = vec![([0; 4], [1.0, 0.0, 0.0, 0.0])]), "has 1 influences for 0 vertices"),
        (soft(|s| s.influences.truncate(3)), "has 3 influences for 12 vertices"),
        (stiff(|s| s.indices.push(0)), "has 13 indices, which do not make whole triangles"),
        (stiff(|s| s.indices[4] = 12), "triangle 1 of surface 0 of mesh \"stiff\" names vertex 12 of 12"),
        (
            stiff(|s| s.positions[5] = wild),
            "the position of vertex 5 of surface 0 of mesh \"stiff\" is not finite",
        ),
        (stiff(|s| s.normals = vec![wild; 12]), "the normal of vertex 0"),
        (stiff(|s| s.uvs = vec![Vec2::INFINITY; 12]), "the texture coordinate of vertex 0"),
        (
            soft(|s| s.influences[2].0[1] = 2),
            "vertex 2 of surface 0 of mesh \"soft\" follows joint 2 of 2 in the skin",
        ),
        (
            soft(|s| s.influences[2].1 = [0.0; 4]),
            "the weights of vertex 2 of surface 0 of mesh \"soft\" sum to 0, not 1",
        ),
        (soft(|s| s.influences[3].1[3] = f32::NAN), "sum to NaN, not 1"),
        (stiff(|s| s.material = Some(0)), "surface 0 of mesh \"stiff\" wears material 0 of 0"),
    ] {
        let found = refusal(&model);
        assert!(found.contains(wanted), "{found:?} does not say {wanted:?}");
    }
    spawn_model(&soft(|s| s.influences[2].0[3] = 9), &mut Scene::new().graph)
        .expect("a joint without weight does not count");
}

#[test]
fn meshes_that_hang_on_nothing() {
    let identity = Affine3A::IDENTITY;
    let wild = Affine3A::from_translation(Vec3::INFINITY);
    let (joints, far) = (vec![JointIndex(0), JointIndex(1)], vec![JointIndex(0), JointIndex(7)]);
    for (attach, wanted) in [
        (Attach::Rigid { joint: JointIndex(2), offset: identity }, "mesh \"hat\" hangs on joint 2 of 2"),
        (
            Attach::Rigid { joint: JointIndex(0), offset: wild },
            "the place in its joint of mesh \"hat\" is not finite",
        ),
        (
            Attach::Skinned { joints: joints.clone(), inverse_bind: vec![identity] },
            "the skin of mesh \"hat\" has 2 joints and 1 inverse bind matrices",
        ),
        (
            Attach::Skinned { joints: far, inverse_bind: vec![identity; 2] },
            "mesh \"hat\" hangs on joint 7 of 2",
        ),
        (
            Attach::Skinned { joints, inverse_bind: vec![identity, wild] },
            "the inverse bind matrix 1 of mesh \"hat\" is not finite",
        ),
    ] {
        let found = refusal(&attached(attach));
        assert!(found.contains(wanted), "{found:?} does not say {wanted:?}");
    }
    let huge = Affine3A::from_scale(Vec3::splat(f32::MAX));
    let mut model = stiff(|s| s.positions[0] = Vec3::splat(9.0));
    model.meshes[0].attach = Attach::Rigid { joint: JointIndex(0), offset: huge };
    assert!(refusal(&model).contains("the position of vertex 0"), "it would overflow");
}

#[test]
fn chains_that_fyrox_could_not_follow() {
    assert!(
        refusal(&model(chain(1025, Transform::IDENTITY), vec![])).contains("hangs deeper than 1024 joints")
    );
    let mut scene = Scene::new();
    spawn_model(&model(chain(1024, Transform::IDENTITY), vec![]), &mut scene.graph).expect("deep enough");
    update(&mut scene);
}

#[test]
fn images_that_are_none() {
    let with = |image, images| Model { materials: vec![material(Some(image))], images, ..stiff(|_| ()) };
    let image = |bytes: &[u8]| Image {
        name: "skin".to_owned(),
        media_type: "image/png".to_owned(),
        bytes: bytes.into(),
    };
    assert!(refusal(&with(1, vec![image(b"")])).contains("material \"cloth\" shows image 1 of 1"));
    for bytes in [&b""[..], b"no image at all", b"\x89PNG\r\n\x1A\n", &[0; 64]] {
        assert!(refusal(&with(0, vec![image(bytes)])).contains("image \"skin\" cannot be decoded"));
    }
}

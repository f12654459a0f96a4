// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! What is written, where it is not simply what was read.

use crate::fixture::{Fixture, read_alone};
use serde_json::Value;
use tumble_clip::{BlowTag, Curve, Interpolation, Key, RawClip, RawTrack};
use tumble_interchange::{Asset, WriteGlbError, write_glb};
use tumble_pose::glam::{Affine3A, Mat3A, Quat, Vec2, Vec3, Vec3A};
use tumble_pose::{
    AlphaMode, Attach, Image, Joint, JointIndex, Material, Mesh, Model, Seconds, Skeleton, Surface, Transform,
};

fn skeleton(joints: usize) -> Skeleton {
    let joint = |index: usize| Joint {
        name: format!("j{index}"),
        parent: index.checked_sub(1).map(|_| 0),
        rest: Transform::from_translation(Vec3::Y * index as f32),
    };
    Skeleton::new(&(0..joints).map(joint).collect::<Vec<_>>()).expect("a star of joints")
}

fn model(meshes: Vec<Mesh>) -> Model {
    let name = "hero".to_owned();
    Model { name, skeleton: skeleton(3), meshes, materials: vec![], images: vec![] }
}

fn triangle() -> Surface {
    Surface {
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
        normals: vec![Vec3::Z; 3],
        indices: vec![0, 1, 2],
        ..Surface::default()
    }
}

fn rigid(joint: u16, offset: Affine3A, surface: Surface) -> Mesh {
    let attach = Attach::Rigid { joint: JointIndex(joint), offset };
    Mesh { name: "prop".to_owned(), attach, surfaces: vec![surface] }
}

fn skinned(joints: Vec<JointIndex>, surface: Surface) -> Mesh {
    let inverse_bind = vec![Affine3A::IDENTITY; joints.len()];
    Mesh {
        name: "skin".to_owned(),
        attach: Attach::Skinned { joints, inverse_bind },
        surfaces: vec![surface],
    }
}

fn move_of(path: &str, keys: &[(f64, Vec3)]) -> RawTrack {
    let keys = keys.iter().map(|&(time, value)| (Seconds(time), value));
    let translation = Some(Curve::new(Interpolation::Linear, keys));
    RawTrack { path: path.to_owned(), translation, ..RawTrack::default() }
}

fn clip(duration: f64, tracks: Vec<RawTrack>) -> RawClip {
    RawClip { duration: Seconds(duration), tracks, ..RawClip::default() }
}

fn written(model: &Model, clips: &[RawClip]) -> Asset {
    read_alone(&write_glb(model, clips).expect("can be written")).expect("can be read")
}

/// The JSON in a `.glb`.
fn json(glb: &[u8]) -> Value {
    let length = u32::from_le_bytes(glb[12..16].try_into().expect("four bytes")) as usize;
    serde_json::from_slice(&glb[20..20 + length]).expect("JSON")
}

#[test]
fn a_character_is_written_without_a_word_too_many() {
    let asset = Fixture::character().read().expect("a character");
    let glb = write_glb(&asset.model, &asset.clips).expect("can be written");
    insta::assert_snapshot!("character", serde_json::to_string_pretty(&json(&glb)).expect("JSON"));
}

#[test]
fn a_skeleton_alone_is_told_by_a_skin_only_where_it_must_be() {
    let model = model(vec![]);
    let alone = json(&write_glb(&model, &[]).expect("can be written"));
    assert_eq!((alone.get("skins"), alone.get("buffers")), (None, None), "every node is a joint");
    let some = clip(1.0, vec![move_of("j1", &[(0.0, Vec3::X)])]);
    let glb = write_glb(&model, std::slice::from_ref(&some)).expect("can be written");
    assert_eq!(json(&glb)["skins"][0]["joints"], serde_json::json!([0, 1, 2]), "j2 would be lost");
    let all = clip(1.0, vec![some.tracks[0].clone(), move_of("j2", &[(0.0, Vec3::X)])]);
    assert_eq!(json(&write_glb(&model, &[all]).expect("can be written")).get("skins"), None);
    for clips in [&[][..], &[some]] {
        assert_eq!(written(&model, clips).model.skeleton.joint_count(), 3);
    }
}

/// What a vertex of a mesh is in its joint, and how the triangle faces.
fn seen(mesh: &Mesh) -> (Vec<Vec3>, Vec3, Vec3) {
    let Attach::Rigid { offset, .. } = &mesh.attach else { panic!("{:?}", mesh.attach) };
    let surface = &mesh.surfaces[0];
    let places: Vec<Vec3> = surface.positions.iter().map(|place| offset.transform_point3(*place)).collect();
    let corner = |number: usize| places[surface.indices[number] as usize];
    let mirror = offset.matrix3.determinant().signum();
    let face = (corner(1) - corner(0)).cross(corner(2) - corner(0)).normalize() * mirror;
    let normal = offset.matrix3.inverse().transpose() * Vec3A::from(surface.normals[0]);
    (places, face, Vec3::from(normal).normalize())
}

#[test]
fn a_sheared_mesh_looks_the_same_though_no_node_can_be_sheared() {
    for mirror in [1.0, -1.0] {
        let columns = [Vec3A::new(mirror, 0.0, 0.0), Vec3A::new(0.7, 1.0, 0.2), Vec3A::new(0.0, 0.3, 2.0)];
        let [x, y, z] = columns;
        let offset = Affine3A { matrix3: Mat3A::from_cols(x, y, z), translation: Vec3A::new(0.0, 1.0, 0.0) };
        let before = model(vec![rigid(1, offset, triangle())]);
        let after = written(&before, &[]).model;
        let [(places, face, normal), (places_after, face_after, normal_after)] =
            [&before, &after].map(|model| seen(&model.meshes[0]));
        assert!(face.distance(normal) < 1e-5, "the test itself");
        assert!(places.iter().zip(&places_after).all(|(a, b)| a.distance(*b) < 1e-5), "{places_after:?}");
        assert!(face.distance(face_after) < 1e-5, "{face}, then {face_after}");
        assert!(normal.distance(normal_after) < 1e-5, "{normal}, then {normal_after}");
    }
}

#[test]
fn many_vertices_and_many_bones_are_counted_in_wider_numbers() {
    let vertices = 70_000;
    let mut surface = Surface {
        positions: (0..vertices).map(|index| Vec3::X * index as f32).collect(),
        indices: vec![0, 65_535, 69_999],
        ..Surface::default()
    };
    let mut many = model(vec![]);
    many.skeleton = skeleton(300);
    surface.influences = vec![([299, 7, 0, 0], [0.5, 0.5, 0.0, 0.0]); vertices];
    many.meshes = vec![skinned((0..300).map(JointIndex).collect(), surface.clone())];
    let after = written(&many, &[]).model.meshes.swap_remove(0).surfaces.swap_remove(0);
    assert_eq!((after.indices, after.influences), (surface.indices, surface.influences));
}

#[test]
fn meshes_share_a_skin_and_what_else_is_equal() {
    let surface = Surface { influences: vec![([0; 4], [1.0, 0.0, 0.0, 0.0]); 3], ..triangle() };
    let mesh = skinned(vec![JointIndex(0), JointIndex(2)], surface);
    let one = write_glb(&model(vec![mesh.clone()]), &[]).expect("can be written");
    let two = write_glb(&model(vec![mesh.clone(), mesh]), &[]).expect("can be written");
    let [one, two] = [one, two].map(|glb| json(&glb));
    // The first of two skins is the meshes', the other tells j1.
    assert_eq!(two["skins"], one["skins"]);
    assert_eq!(two["accessors"], one["accessors"]);
    assert_eq!(two["buffers"], one["buffers"]);
    assert_eq!(two["scenes"][0]["nodes"], serde_json::json!([0, 3, 4]));
}

#[test]
fn influences_are_cleaned_for_readers_that_are_strict() {
    let influences = vec![
        ([1, 1, 0, 2], [0.25, 0.25, 0.5, 0.0]),
        ([2, 2, 2, 2], [0.0; 4]),
        ([2, 0, 0, 0], [3.0, 0.0, 0.0, 0.0]),
    ];
    let surface = Surface { influences, ..triangle() };
    let model = model(vec![skinned((0..3).map(JointIndex).collect(), surface)]);
    let after = written(&model, &[]).model.meshes.swap_remove(0).surfaces.swap_remove(0).influences;
    let expected = [
        ([1, 0, 0, 0], [0.5, 0.5, 0.0, 0.0]),
        ([0; 4], [1.0, 0.0, 0.0, 0.0]),
        ([2, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]),
    ];
    assert_eq!(after, expected);
}

#[test]
fn only_what_is_shown_is_written() {
    let image = |name: &str| Image {
        name: name.to_owned(),
        media_type: "image/png".to_owned(),
        bytes: (*b"\x89PNG\r\n\x1a\n").into(),
    };
    let material = |name: &str, base_color_image| Material {
        name: name.to_owned(),
        base_color: [1.0; 4],
        base_color_image,
        metallic: 0.0,
        roughness: 1.0,
        alpha: AlphaMode::Mask(0.25),
        double_sided: true,
    };
    let textured = Surface { uvs: vec![Vec2::ZERO, Vec2::X, Vec2::Y], ..triangle() };
    let mut hero = model(vec![
        rigid(0, Affine3A::IDENTITY, Surface { material: Some(2), ..textured.clone() }),
        rigid(0, Affine3A::IDENTITY, Surface { material: Some(1), ..Surface::default() }),
        rigid(0, Affine3A::IDENTITY, Surface { material: Some(0), ..textured }),
        rigid(0, Affine3A::IDENTITY, Surface { material: Some(0), ..triangle() }),
    ]);
    hero.materials = vec![material("zero", Some(1)), material("one", Some(0)), material("two", Some(1))];
    hero.images = vec![image("hidden"), image("shown")];
    let after = written(&hero, &[]).model;
    let plain = material("zero", None);
    assert_eq!(after.materials, [material("two", Some(0)), material("zero", Some(0)), plain]);
    assert_eq!(after.images, [image("shown")]);
    assert_eq!(after.meshes.len(), 3, "a mesh of no triangles is none");
    assert_eq!(after.meshes[2].surfaces[0].material, Some(2), "without texture coordinates no texture");
}

#[test]
fn a_clip_that_outlasts_its_keys_is_as_long_after() {
    let tracks = vec![move_of("j1", &[(0.0, Vec3::X)]), move_of("j2", &[(0.0, Vec3::X), (1.0, Vec3::Y)])];
    let before = clip(2.5, tracks);
    let after = written(&model(vec![]), std::slice::from_ref(&before)).clips.swap_remove(0);
    assert_eq!(after.duration, before.duration);
    assert_eq!(after.tracks[0], before.tracks[0], "one key stays one key");
    let held = move_of("j2", &[(0.0, Vec3::X), (1.0, Vec3::Y), (2.5, Vec3::Y)]);
    assert_eq!(after.tracks[1], held, "the curve that ends last is held");
}

#[test]
fn a_spline_that_is_held_stands_still() {
    let key = |time, value| Key { time: Seconds(time), value, in_tangent: Vec3::X, out_tangent: Vec3::X };
    let keys = vec![key(0.0, Vec3::ZERO), key(1.0, Vec3::Y)];
    let scale = Some(Curve { interpolation: Interpolation::Cubic, keys });
    let before = clip(2.0, vec![RawTrack { path: "j1".to_owned(), scale, ..RawTrack::default() }]);
    let after = written(&model(vec![]), std::slice::from_ref(&before)).clips.swap_remove(0);
    let sample =
        |clip: &RawClip, at| clip.tracks[0].scale.as_ref().and_then(|curve| curve.sample(Seconds(at)));
    for at in [0.0, 0.3, 0.9, 1.0, 1.5, 2.0] {
        assert_eq!(sample(&before, at), sample(&after, at), "at {at} s");
    }
}

#[test]
fn a_clip_that_moves_nothing_lasts_as_long() {
    for (duration, keys) in [(0.0, 1), (3.0, 2)] {
        let before = clip(duration, vec![RawTrack { path: "j2".to_owned(), ..RawTrack::default() }]);
        let after = written(&model(vec![]), &[before]).clips.swap_remove(0);
        let root = after.tracks[0].translation.as_ref().expect("the root is held");
        assert_eq!((after.duration, root.keys.len()), (Seconds(duration), keys));
        assert!(root.keys.iter().all(|key| key.value == Vec3::ZERO), "at rest");
    }
}

#[test]
fn times_that_are_one_as_f32_stay_in_order() {
    let keys: Vec<(f64, Vec3)> = (0..4).map(|index| (10.0 + f64::from(index) * 1e-9, Vec3::X)).collect();
    let after = written(&model(vec![]), &[clip(11.0, vec![move_of("j1", &keys)])]).clips.swap_remove(0);
    let times: Vec<f64> =
        after.tracks[0].translation.iter().flat_map(|c| &c.keys).map(|key| key.time.0).collect();
    assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "{times:?}");
    assert!(times[..4].iter().all(|time| (time - 10.0).abs() < 1e-5), "{times:?}");
}

#[test]
fn a_rotation_is_written_unit_length() {
    let turn = Quat::from_rotation_y(1.0);
    let rotation = Some(Curve::constant(turn * 3.0));
    let before = clip(0.0, vec![RawTrack { path: "j1".to_owned(), rotation, ..RawTrack::default() }]);
    let after = written(&model(vec![]), &[before]).clips.swap_remove(0);
    let found = after.tracks[0].rotation.as_ref().expect("a rotation").keys[0].value;
    assert!(found.abs_diff_eq(turn, 1e-6), "{found}");
}

#[test]
fn what_cannot_be_written_is_refused() {
    let message = |model: &Model, clips: &[RawClip]| match write_glb(model, clips) {
        Ok(_) => panic!("it was written"),
        Err(error) => error.to_string(),
    };
    let mut lines = Vec::new();
    let at = |time: f64, value: Vec3| clip(1.0, vec![move_of("j1", &[(0.0, Vec3::ZERO), (time, value)])]);
    let mut blown = clip(1.0, vec![]);
    blown.meta.blow = Some(BlowTag { velocity: Vec3::NAN, joint: String::new(), seed: 0 });
    let mut scaled = clip(1.0, vec![]);
    scaled.meta.metres_per_unit = Some(0.0);
    for clip in [
        at(f64::NAN, Vec3::ZERO),
        at(0.0, Vec3::ZERO),
        at(2.0, Vec3::ZERO),
        at(1.0, Vec3::new(0.0, f32::INFINITY, 0.0)),
        clip(f64::INFINITY, vec![]),
        clip(1e300, vec![]),
        clip(1.0, vec![move_of("j9", &[(0.0, Vec3::ZERO)])]),
        clip(1.0, vec![move_of("", &[(0.0, Vec3::ZERO)]), move_of("j0", &[(0.0, Vec3::ZERO)])]),
        blown,
        scaled,
    ] {
        lines.push(message(&model(vec![]), &[clip]));
    }
    let none = Affine3A::IDENTITY;
    let broken = |change: fn(&mut Surface)| {
        let mut surface = triangle();
        change(&mut surface);
        rigid(0, none, surface)
    };
    let mut few_binds = skinned(vec![JointIndex(0)], triangle());
    few_binds.surfaces[0].influences = vec![([0; 4], [1.0, 0.0, 0.0, 0.0]); 3];
    if let Attach::Skinned { inverse_bind, .. } = &mut few_binds.attach {
        inverse_bind.clear();
    }
    let mut no_bone = few_binds.clone();
    no_bone.surfaces[0].influences[1].0[0] = 1;
    for mesh in [
        rigid(9, none, triangle()),
        rigid(0, Affine3A::from_translation(Vec3::NAN), triangle()),
        broken(|surface| surface.positions[0].x = f32::NAN),
        broken(|surface| surface.normals.truncate(2)),
        broken(|surface| surface.uvs = vec![Vec2::NAN; 3]),
        broken(|surface| surface.indices[0] = 3),
        broken(|surface| surface.indices.truncate(2)),
        broken(|surface| surface.material = Some(0)),
        skinned(vec![JointIndex(0)], triangle()),
        few_binds,
        no_bone,
    ] {
        lines.push(message(&model(vec![mesh]), &[]));
    }
    let bad = |base_color_image, roughness| {
        let mut model = model(vec![rigid(
            0,
            none,
            Surface { material: Some(0), uvs: vec![Vec2::ZERO; 3], ..triangle() },
        )]);
        let (name, alpha) = ("cloth".to_owned(), AlphaMode::Opaque);
        let base_color = [1.0; 4];
        let metallic = 0.0;
        let double_sided = false;
        model.materials =
            vec![Material { name, base_color, base_color_image, metallic, roughness, alpha, double_sided }];
        let media_type = "image/webp".to_owned();
        model.images = vec![Image { name: "odd".to_owned(), media_type, bytes: [0; 4].into() }];
        model
    };
    for model in [bad(Some(0), 1.0), bad(Some(1), 1.0), bad(None, f32::NAN)] {
        lines.push(message(&model, &[]));
    }
    insta::assert_snapshot!("refused", lines.join("\n"));
    assert!(matches!(write_glb(&bad(None, f32::NAN), &[]), Err(WriteGlbError::Material { .. })));
}

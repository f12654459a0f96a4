// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Whether two characters, or two clips, are the same.

use tumble_clip::{Curve, CurveValue, RawClip, RawTrack};
use tumble_pose::glam::{Affine3A, Quat, Vec3};
use tumble_pose::{Attach, LocalPose, Mesh, Model, Seconds, Skeleton};

/// Panics unless the two have the same joints at rest in the same places.
pub(crate) fn assert_same_skeleton(before: &Skeleton, after: &Skeleton) {
    let paths = |skeleton: &Skeleton| -> Vec<String> {
        skeleton.joints().map(|joint| skeleton.path(joint).to_owned()).collect()
    };
    assert_eq!(paths(before), paths(after), "joints");
    assert_same_pose(before.rest_pose(), after.rest_pose(), "at rest");
}

/// Panics unless the two models have the same joints, and meshes that look the same on them.
pub(crate) fn assert_same_model(before: &Model, after: &Model) {
    assert_same_skeleton(&before.skeleton, &after.skeleton);
    let mut meshes: Vec<&Mesh> = before.meshes.iter().collect();
    for mesh in &after.meshes {
        let twin = meshes.iter().position(|twin| twin.name == mesh.name).expect("a mesh of that name");
        assert_same_mesh(meshes.swap_remove(twin), mesh, [before, after]);
    }
    assert!(meshes.is_empty(), "{} meshes are gone", meshes.len());
}

fn assert_same_mesh(before: &Mesh, after: &Mesh, [model_before, model_after]: [&Model; 2]) {
    let name = &before.name;
    match (&before.attach, &after.attach) {
        (Attach::Rigid { joint: a, offset: x }, Attach::Rigid { joint: b, offset: y }) => {
            assert_eq!(a, b, "{name}");
            assert!(is_near(x, y), "{name} sits at {x:?}, then {y:?}");
        }
        (Attach::Skinned { joints: a, inverse_bind: x }, Attach::Skinned { joints: b, inverse_bind: y }) => {
            assert_eq!(a, b, "{name}");
            assert_eq!(x, y, "{name}");
        }
        other => panic!("{name}: {other:?}"),
    }
    assert_eq!(before.surfaces.len(), after.surfaces.len(), "{name}");
    for (a, b) in before.surfaces.iter().zip(&after.surfaces) {
        assert_eq!(a.positions, b.positions, "{name}");
        assert_eq!(a.uvs, b.uvs, "{name}");
        assert_eq!(a.indices, b.indices, "{name}");
        assert!(a.normals.iter().zip(&b.normals).all(|(a, b)| a.distance(*b) < 1e-6), "{name}");
        assert_eq!(a.normals.len(), b.normals.len(), "{name}");
        assert_eq!(a.influences.len(), b.influences.len(), "{name}");
        for ((joints, weights), (joints_after, weights_after)) in a.influences.iter().zip(&b.influences) {
            assert_eq!(joints, joints_after, "{name}");
            let drift = weights.iter().zip(weights_after).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(drift < 1e-6, "{name}: {weights:?}, then {weights_after:?}");
        }
        let material = |model: &Model, index: Option<usize>| {
            let mut material = model.materials[index?].clone();
            let image = material.base_color_image.take().map(|image| model.images[image].clone());
            Some((material, image))
        };
        assert_eq!(material(model_before, a.material), material(model_after, b.material), "{name}");
    }
}

fn is_near(a: &Affine3A, b: &Affine3A) -> bool {
    let size = a.to_cols_array().into_iter().fold(1e-3_f32, |size, value| size.max(value.abs()));
    a.abs_diff_eq(*b, size * 1e-5)
}

/// Panics unless the two clips take a skeleton through the same poses, between keys and after the last.
pub(crate) fn assert_same_motion(skeleton: &Skeleton, before: &RawClip, after: &RawClip) {
    let name = &before.meta.name;
    assert_eq!(before.meta.metres_per_unit, after.meta.metres_per_unit, "{name}");
    assert_eq!(before.meta.blow, after.meta.blow, "{name}");
    assert_eq!(before.scalars, after.scalars, "{name}");
    let drift = (before.duration - after.duration).0.abs();
    assert!(drift <= before.duration.0 * 1e-6, "{name}: {}, then {}", before.duration, after.duration);
    let keys = key_times(before);
    for step in 0..=201 {
        let at = before.duration * (f64::from(step) / 200.0);
        // A file's times are `f32`: which side of a key a time is on can change within their rounding.
        if keys.iter().any(|key| (*key - at).0.abs() < 1e-5) {
            continue;
        }
        let poses = [before, after].map(|clip| {
            let mut pose = LocalPose::rest(skeleton);
            clip.bind(skeleton).sample(at, &mut pose).expect("a pose of that skeleton");
            pose
        });
        assert_same_pose(&poses[0], &poses[1], &format!("{name} at {at}"));
    }
}

fn key_times(clip: &RawClip) -> Vec<Seconds> {
    fn of<T: CurveValue>(curve: Option<&Curve<T>>) -> impl Iterator<Item = Seconds> {
        curve.into_iter().flat_map(|curve| curve.keys.iter().map(|key| key.time))
    }
    let of_track = |track: &RawTrack| -> Vec<Seconds> {
        let moves = of(track.translation.as_ref()).chain(of(track.scale.as_ref()));
        moves.chain(of(track.rotation.as_ref())).collect()
    };
    clip.tracks.iter().flat_map(of_track).collect()
}

fn assert_same_pose(before: &LocalPose, after: &LocalPose, when: &str) {
    let near = |a: Vec3, b: Vec3| a.distance(b) <= 1e-4 * a.length().max(1.0);
    let turned_alike = |a: Quat, b: Quat| a.dot(b).abs() > 1.0 - 1e-5;
    for (joint, (a, b)) in before.iter().zip(after.iter()).enumerate() {
        let same = near(a.translation, b.translation)
            && near(a.scale, b.scale)
            && turned_alike(a.rotation, b.rotation);
        assert!(same, "joint {joint} {when}: {a:?}, then {b:?}");
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! What is written is what is read again.

use crate::corpus::gltf_files;
use crate::same::{assert_same_model, assert_same_motion, assert_same_skeleton};
use proptest::collection::{btree_set, vec};
use proptest::option;
use proptest::prelude::*;
use tumble_clip::{
    BlowTag, ClipMeta, Curve, CurveValue, Interpolation, Key, RawClip, RawTrack, ScalarTarget, TrackKey,
};
use tumble_interchange::{Asset, read_gltf, read_gltf_bytes, write_glb};
use tumble_pose::generators::{rotations, skeletons, vectors};
use tumble_pose::glam::Vec3;
use tumble_pose::{Model, Seconds, Skeleton};

fn read_again(bytes: &[u8]) -> Asset {
    let no_files = |uri: &str| panic!("asked for {uri}");
    read_gltf_bytes("again", bytes, no_files).expect("what was written can be read")
}

#[test]
fn each_file_of_the_corpus_is_the_same_after_a_round_trip() {
    for path in gltf_files() {
        println!("{}", path.display());
        let first = read_gltf(&path).expect("a file of the corpus");
        let bytes = write_glb(&first.model, &first.clips).expect("what was read can be written");
        let second = read_again(&bytes);
        assert_same_model(&first.model, &second.model);
        assert_eq!(first.clips.len(), second.clips.len(), "clips");
        for (before, after) in first.clips.iter().zip(&second.clips) {
            if before.tracks.is_empty() {
                assert_same_motion(&first.model.skeleton, before, after);
            } else {
                assert_eq!(before, after, "not a bit is lost of what was `f32` before");
            }
        }
        assert!(second.warnings.is_empty(), "{:?}", second.warnings);
        let again = write_glb(&second.model, &second.clips).expect("and written again");
        let third = write_glb(&read_again(&again).model, &second.clips).expect("and again");
        assert!(again == third, "the bytes settle");
    }
}

fn times() -> impl Strategy<Value = Vec<f64>> {
    let any = btree_set(0_u32..100_000, 1..12)
        .prop_map(|set| set.into_iter().map(|time| f64::from(time) / 30_000.0).collect());
    let close = (0.0..10.0_f64).prop_map(|start| (0..3).map(|i| start + f64::from(i) * 1e-9).collect());
    prop_oneof![8 => any, 1 => close]
}

fn curves<T: CurveValue>(
    value: impl Strategy<Value = T> + Clone,
    tangent: impl Strategy<Value = T> + Clone,
) -> impl Strategy<Value = Curve<T>> {
    let kinds =
        prop_oneof![Just(Interpolation::Step), Just(Interpolation::Linear), Just(Interpolation::Cubic),];
    let keys = times().prop_flat_map(move |times| {
        let keys: Vec<_> = times
            .into_iter()
            .map(|time| {
                (value.clone(), tangent.clone(), tangent.clone()).prop_map(
                    move |(value, in_tangent, out_tangent)| Key {
                        time: Seconds(time),
                        value,
                        in_tangent,
                        out_tangent,
                    },
                )
            })
            .collect();
        keys
    });
    (kinds, keys).prop_map(|(interpolation, keys)| Curve { interpolation, keys })
}

fn clips(skeleton: &Skeleton) -> impl Strategy<Value = RawClip> + use<> {
    let paths: Vec<String> = skeleton.joints().map(|joint| skeleton.path(joint).to_owned()).collect();
    let moving = proptest::sample::subsequence(paths.clone(), 0..=paths.len().min(4));
    let places = || curves(vectors(2.0).boxed(), vectors(3.0).boxed());
    let turns = || curves(rotations().boxed(), Just(tumble_pose::glam::Quat::from_xyzw(0.1, 0.0, -0.1, 0.2)));
    let tracks = moving.prop_flat_map(move |paths| {
        let track = move |path: String| {
            (option::of(places()), option::of(turns()), option::of(places())).prop_map(
                move |(translation, rotation, scale)| RawTrack {
                    path: path.clone(),
                    translation,
                    rotation,
                    scale,
                },
            )
        };
        paths.into_iter().map(track).collect::<Vec<_>>()
    });
    let scalars = vec(curves(-1.0..2.0_f32, -5.0..5.0_f32), 0..3).prop_map(|curves| {
        let key = |number: usize| TrackKey {
            path: "head/mask".to_owned(),
            target: if number == 0 {
                ScalarTarget::Custom("heat".to_owned())
            } else {
                ScalarTarget::Morph(number.to_string())
            },
        };
        curves.into_iter().enumerate().map(|(number, curve)| (key(number), curve)).collect()
    });
    let blow = option::of((vectors(8.0), any::<u64>()));
    (tracks, scalars, blow, 0.0..2.0_f64).prop_map(
        |(tracks, scalars, blow, longer): (Vec<RawTrack>, Vec<_>, _, _)| {
            let mut clip = RawClip {
                meta: ClipMeta {
                    name: "fall".to_owned(),
                    rate_hz: None,
                    metres_per_unit: blow.map(|_| 0.01),
                    blow: blow.map(|(velocity, seed): (Vec3, u64)| BlowTag {
                        velocity,
                        joint: "hips".to_owned(),
                        seed,
                    }),
                },
                duration: Seconds::ZERO,
                tracks,
                scalars,
                reduced: None,
            };
            clip.duration = last_key(&clip) + Seconds(longer);
            // Reading does this; half a turn exactly may go either way after it.
            clip.make_continuous();
            clip
        },
    )
}

fn last_key(clip: &RawClip) -> Seconds {
    fn end<T>(curve: Option<&Curve<T>>) -> Seconds {
        curve.and_then(|curve| curve.keys.last()).map_or(Seconds::ZERO, |key| key.time)
    }
    let tracks = clip.tracks.iter().flat_map(|track| {
        [end(track.translation.as_ref()), end(track.rotation.as_ref()), end(track.scale.as_ref())]
    });
    let scalars = clip.scalars.iter().map(|(_, curve)| end(Some(curve)));
    tracks.chain(scalars).fold(Seconds::ZERO, Seconds::max)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_clip_of_any_skeleton_moves_it_the_same_after_a_round_trip(
        (skeleton, clip) in skeletons(12).prop_flat_map(|skeleton| {
            let clip = clips(&skeleton);
            (Just(skeleton), clip)
        }),
    ) {
        let name = "anyone".to_owned();
        let model = Model { name, skeleton, meshes: vec![], materials: vec![], images: vec![] };
        let bytes = write_glb(&model, std::slice::from_ref(&clip)).expect("can be written");
        let again = read_again(&bytes);
        assert_same_skeleton(&model.skeleton, &again.model.skeleton);
        assert_same_motion(&model.skeleton, &clip, &again.clips[0]);
        let twice = write_glb(&model, std::slice::from_ref(&clip)).expect("can be written");
        prop_assert!(bytes == twice, "the same input gives the same bytes");
    }
}

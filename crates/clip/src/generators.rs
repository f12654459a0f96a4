// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Proptest strategies for clips, shared by the property tests of every crate (feature `generators`).
//!
//! They favour what breaks code: keys off any grid, curves that end early, signs of quaternions that flip from
//! key to key, half turns, jumps, stepped and cubic curves, negative scales. Skeletons come from
//! [`tumble_pose::generators`].
//!
//! ```
//! use proptest::prelude::*;
//! use tumble_clip::generators;
//!
//! proptest!(|((skeleton, clip) in generators::raw_clips_on_skeletons(5))| {
//!     prop_assert!(clip.validate().is_ok());
//!     prop_assert!(clip.bind(&skeleton).unbound().is_empty());
//! });
//! ```

use crate::{Curve, CurveValue, Interpolation, Key, RawClip, RawTrack, ScalarTarget, TrackKey};
use glam::{Quat, Vec3};
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::sample::{select, subsequence};
use proptest::strategy::BoxedStrategy;
use tumble_pose::generators::{directions, rotations, skeletons, vectors};
use tumble_pose::{Seconds, Skeleton};

/// A skeleton of up to `max_joints` joints and a clip for it.
pub fn raw_clips_on_skeletons(max_joints: usize) -> impl Strategy<Value = (Skeleton, RawClip)> + use<> {
    skeletons(max_joints).prop_flat_map(|skeleton| {
        let clips = raw_clips(&skeleton);
        (Just(skeleton), clips)
    })
}

/// Valid clips for a skeleton, of up to 40 keys a curve: some joints move, some of their parts, and some
/// scalars.
pub fn raw_clips(skeleton: &Skeleton) -> impl Strategy<Value = RawClip> + use<> {
    let paths: Vec<String> = skeleton.joints().map(|joint| skeleton.path(joint).to_owned()).collect();
    (times(), select(vec![0.0, 0.5]), select(vec![None, Some(1.0_f32), Some(0.01)])).prop_flat_map(
        move |(times, hold, metres_per_unit)| {
            let tracks: Vec<_> = paths.iter().map(|path| tracks(path.clone(), &times)).collect();
            let duration = Seconds(times.last().copied().unwrap_or(0.0) + hold);
            (tracks, vec(scalar_curves(times), 0..3)).prop_map(move |(tracks, scalars)| {
                let mut clip = RawClip { duration, ..RawClip::default() };
                clip.meta.metres_per_unit = metres_per_unit;
                clip.tracks = tracks.into_iter().flatten().collect();
                let key = |number: usize| TrackKey {
                    path: String::new(),
                    target: if number == 0 {
                        ScalarTarget::Custom("power".to_owned())
                    } else {
                        ScalarTarget::Morph(number.to_string())
                    },
                };
                clip.scalars =
                    scalars.into_iter().enumerate().map(|(number, curve)| (key(number), curve)).collect();
                clip
            })
        },
    )
}

/// Rising times from 0: of a grid of 30 Hz, or of none.
fn times() -> impl Strategy<Value = Vec<f64>> + use<> {
    let grid = (1_u32..=40).prop_map(|count| (0..count).map(|index| f64::from(index) / 30.0).collect());
    let free = vec(0.005..0.3_f64, 0..30).prop_map(|gaps| {
        let mut times = vec![0.0];
        for gap in gaps {
            times.push(times.last().copied().unwrap_or(0.0) + gap);
        }
        times
    });
    prop_oneof![grid, free]
}

fn tracks(path: String, times: &[f64]) -> impl Strategy<Value = Option<RawTrack>> + use<> {
    let translation = vector_curves(times.to_vec(), Vec3::ZERO);
    let scale = vector_curves(times.to_vec(), Vec3::new(1.0, 1.5, -1.0));
    let parts = (sometimes(translation), sometimes(rotation_curves(times.to_vec())), sometimes(scale));
    let track = parts.prop_map(move |(translation, rotation, scale)| RawTrack {
        path: path.clone(),
        translation,
        rotation,
        scale,
    });
    prop_oneof![1 => Just(None), 4 => track.prop_map(Some)]
}

fn sometimes<T: std::fmt::Debug + Clone + 'static>(
    strategy: impl Strategy<Value = T> + 'static,
) -> BoxedStrategy<Option<T>> {
    prop_oneof![1 => Just(None), 3 => strategy.prop_map(Some)].boxed()
}

/// Walks in short steps around `centre`, jumps, or rest.
fn vector_curves(times: Vec<f64>, centre: Vec3) -> impl Strategy<Value = Curve<Vec3>> + use<> {
    let count = times.len();
    let walk = (vectors(1.0), vec(vectors(0.03), count)).prop_map(|(start, steps)| {
        let places = steps.into_iter().scan(start, |place, step| {
            *place += step;
            Some(*place)
        });
        places.collect()
    });
    let values = prop_oneof![
        4 => walk,
        1 => vec(vectors(1.0), count),
        1 => vectors(1.0).prop_map(move |rest| vec![rest; count]),
    ];
    let values = values
        .prop_map(move |values: Vec<Vec3>| values.into_iter().map(|value| value * 0.4 + centre).collect());
    curves(times, values, vectors(1.0))
}

/// Turns by little, jumps, or rest; signs as they come.
fn rotation_curves(times: Vec<f64>) -> impl Strategy<Value = Curve<Quat>> + use<> {
    let count = times.len();
    let steps = vec((directions(), 0.0..0.3_f32, any::<bool>()), count);
    let walk = (rotations(), steps).prop_map(|(start, steps)| {
        let turns = steps.into_iter().scan(start, |turn, (axis, angle, flip)| {
            *turn = (*turn * Quat::from_axis_angle(axis, angle)).normalize();
            Some(if flip { -*turn } else { *turn })
        });
        turns.collect()
    });
    let values = prop_oneof![
        4 => walk,
        1 => vec(rotations(), count),
        1 => rotations().prop_map(move |rest| vec![rest; count]),
    ];
    let tangents = vectors(1.0).prop_map(|tangent| Quat::from_vec4(tangent.extend(0.1)));
    curves(times, values, tangents)
}

fn scalar_curves(times: Vec<f64>) -> impl Strategy<Value = Curve<f32>> + use<> {
    let values = vec(-0.5..1.5_f32, times.len());
    curves(times, values, -1.0..1.0_f32)
}

/// Curves of any kind with keys at all times or at some.
fn curves<T: CurveValue + 'static>(
    times: Vec<f64>,
    values: impl Strategy<Value = Vec<T>> + 'static,
    tangents: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = Curve<T>> {
    let count = times.len();
    let kinds =
        select(vec![Interpolation::Linear, Interpolation::Linear, Interpolation::Step, Interpolation::Cubic]);
    let places: Vec<usize> = (0..count).collect();
    let kept = prop_oneof![3 => Just(places.clone()), 1 => subsequence(places, 1..=count)];
    (kinds, values, vec(tangents, 2), kept).prop_map(move |(interpolation, values, tangents, kept)| Curve {
        interpolation,
        keys: kept
            .into_iter()
            .map(|place| Key {
                time: Seconds(times[place]),
                value: values[place],
                in_tangent: tangents[0],
                out_tangent: tangents[1],
            })
            .collect(),
    })
}

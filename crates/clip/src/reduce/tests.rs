// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::*;
use crate::{Curve, CurveValue, Interpolation, Key, RawClip, RawTrack, ScalarTarget, Tolerance, TrackKey};
use crate::{generators, synthetic};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use tumble_pose::{LocalPose, Seconds, Skeleton};

fn reduce(skeleton: &Skeleton, clip: &RawClip, settings: &ReduceSettings) -> RawClip {
    ReduceJob { skeleton, clip, settings }.run().expect("a valid clip")
}

fn precision(precision: f32) -> ReduceSettings {
    ReduceSettings { tolerance: Tolerance { precision, ..Tolerance::default() }, ..ReduceSettings::default() }
}

/// The largest error at these times, by a measure of the tests' own, in the clip's units.
fn error_at(
    skeleton: &Skeleton,
    a: &RawClip,
    b: &RawClip,
    times: impl IntoIterator<Item = f64>,
    shell: f64,
) -> f64 {
    let (a, b) = (a.bind(skeleton), b.bind(skeleton));
    let (mut of_a, mut of_b) = (LocalPose::rest(skeleton), LocalPose::rest(skeleton));
    let error = |time: f64| {
        a.sample(Seconds(time), &mut of_a).expect("same skeleton");
        b.sample(Seconds(time), &mut of_b).expect("same skeleton");
        synthetic::worst_error(skeleton, &of_a, &of_b, shell)
    };
    times.into_iter().map(error).fold(0.0, f64::max)
}

/// Many times over a clip's duration, on no grid.
fn everywhere(clip: &RawClip) -> impl Iterator<Item = f64> + use<> {
    let duration = clip.duration.0;
    (0..997).map(move |index| f64::from(index) / 996.0 * duration)
}

/// Key times of every curve, with how many it had.
fn curves(clip: &RawClip) -> Vec<(String, Vec<f64>)> {
    fn times<T: CurveValue>(curve: &Curve<T>) -> Vec<f64> {
        curve.keys.iter().map(|key| key.time.0).collect()
    }
    let mut curves = Vec::new();
    for track in &clip.tracks {
        curves.extend(track.translation.as_ref().map(|curve| (format!("{} t", track.path), times(curve))));
        curves.extend(track.rotation.as_ref().map(|curve| (format!("{} r", track.path), times(curve))));
        curves.extend(track.scale.as_ref().map(|curve| (format!("{} s", track.path), times(curve))));
    }
    curves.extend(clip.scalars.iter().map(|(key, curve)| (key.to_string(), times(curve))));
    curves
}

fn key_count(clip: &RawClip) -> usize {
    curves(clip).iter().map(|(_, times)| times.len()).sum()
}

#[test]
fn a_slow_body_needs_few_keys_and_stays_within_the_bound_between_them() {
    let skeleton = synthetic::body(15);
    let clip = synthetic::motion(&skeleton, &synthetic::times(600, 120.0), 0.2);
    for bound in [1e-4, 1e-3, 1e-2] {
        let reduced = reduce(&skeleton, &clip, &precision(bound));
        let error = error_at(&skeleton, &clip, &reduced, everywhere(&clip), 0.03);
        assert!(error <= f64::from(bound), "{error} m of {bound}");
    }
    let few = key_count(&reduce(&skeleton, &clip, &precision(1e-2)));
    assert!(few * 8 < key_count(&clip), "{few} keys");
}

#[test]
fn a_clip_reduced_by_the_same_settings_comes_back_as_it_is() {
    let skeleton = synthetic::body(5);
    let clip = synthetic::motion(&skeleton, &synthetic::times(60, 30.0), 0.2);
    let (coarse, fine) = (precision(1e-3), precision(1e-5));
    let reduced = reduce(&skeleton, &clip, &coarse);
    assert_eq!(reduced.reduced.as_ref(), Some(&coarse));
    assert_eq!(reduce(&skeleton, &reduced, &coarse), reduced);
    assert_eq!(
        reduce(&skeleton, &reduced, &fine).reduced,
        Some(fine),
        "other settings are another reduction"
    );
    let mut edited = reduced.clone();
    edited.tracks_mut()[1].rotation = Some(Curve::constant(Quat::IDENTITY));
    assert_ne!(reduce(&skeleton, &edited, &coarse), reduced);
}

#[test]
fn an_overshooting_cubic_curve_becomes_straight_pieces_only_where_that_takes_no_more_keys() {
    let skeleton = synthetic::chain(1);
    let key = |time: f64, value: f32, slope: f32| {
        let (value, slope) = (Vec3::X * value, Vec3::Y * slope);
        Key { time: Seconds(time), value, in_tangent: slope, out_tangent: slope }
    };
    let cubic = |keys: Vec<Key<Vec3>>| {
        let translation = Some(Curve { interpolation: Interpolation::Cubic, keys });
        synthetic::single("", 1.0, RawTrack { translation, ..RawTrack::default() })
    };
    let sparse = cubic(vec![key(0.0, 0.0, 9.0), key(1.0, 1.0, 9.0)]);
    let reduced = reduce(&skeleton, &sparse, &precision(1e-3));
    assert_eq!(reduced.tracks, sparse.tracks, "two keys cannot be had for less");
    let dense =
        cubic((0..=300).map(|index| key(f64::from(index) / 300.0, index as f32 / 300.0, 0.0)).collect());
    let reduced = reduce(&skeleton, &dense, &precision(1e-3));
    let curve = reduced.tracks[0].translation.as_ref().expect("it moves");
    assert_eq!((curve.interpolation, curve.keys.len()), (Interpolation::Linear, 2));
    let error = error_at(&skeleton, &dense, &reduced, everywhere(&dense), 0.03);
    assert!(error <= 1e-3, "{error} m: the cubic's ease within each interval counts");
}

#[test]
fn a_curve_that_starts_late_and_ends_early_gets_its_ends_where_it_has_keys_to_spare() {
    let skeleton = synthetic::chain(1);
    let times: Vec<Seconds> = (10..=20).map(|index| Seconds(f64::from(index) / 10.0)).collect();
    let translation = Some(synthetic::curve(&times, |at| Vec3::X * at as f32));
    let clip = synthetic::single("", 3.0, RawTrack { translation, ..RawTrack::default() });
    let reduced = reduce(&skeleton, &clip, &precision(1e-3));
    let keys: Vec<f64> = curves(&reduced)[0].1.clone();
    assert_eq!(keys, [0.0, 1.0, 2.0, 3.0]);
    assert!(error_at(&skeleton, &clip, &reduced, everywhere(&clip), 0.03) <= 1e-3);
}

#[test]
fn settings_and_clips_that_make_no_sense_are_refused() {
    let skeleton = synthetic::chain(1);
    let clip = RawClip { duration: Seconds(f64::NAN), ..RawClip::default() };
    let error = ReduceJob { skeleton: &skeleton, clip: &clip, settings: &precision(1e-3) }.run();
    assert!(matches!(error, Err(ReduceError::Clip(_))), "{error:?}");
    let clip = RawClip::default();
    let error = ReduceJob { skeleton: &skeleton, clip: &clip, settings: &precision(f32::NAN) }.run();
    assert!(matches!(error, Err(ReduceError::Tolerance(_))), "{error:?}");
}

#[test]
fn a_track_of_no_joint_stays_as_it_is() {
    let clip = synthetic::motion(&synthetic::chain(3), &synthetic::times(30, 30.0), 0.0);
    let reduced = reduce(&synthetic::chain(2), &clip, &precision(1e-3));
    assert_eq!(reduced.tracks[2], clip.tracks[2]);
    assert_eq!(curves(&reduced)[1].1.len(), 1, "another rests");
}

/// A rotation of one joint by sparse keys, half a turn and more apart, and the way between.
#[test]
fn turns_of_more_than_half_a_circle_keep_their_way() {
    let skeleton = synthetic::chain(2);
    let turns =
        (0..=12).map(|index| (Seconds(f64::from(index) / 4.0), Quat::from_rotation_y(index as f32 * 2.9)));
    let rotation = Some(Curve::new(Interpolation::Linear, turns));
    let clip = synthetic::single("joint1", 3.0, RawTrack { rotation, ..RawTrack::default() });
    let reduced = reduce(&skeleton, &clip, &precision(1e-3));
    let error = error_at(&skeleton, &clip, &reduced, everywhere(&clip), 0.03);
    assert!(error <= 1e-3, "{error} m");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn the_bound_holds_at_any_time_and_keys_never_grow(
        (skeleton, clip) in generators::raw_clips_on_skeletons(6),
        bound in prop::sample::select(vec![1e-4_f32, 1e-3, 1e-2, 0.1]),
        random in prop::collection::vec(0.0..1.0_f64, 100),
    ) {
        let settings = precision(bound);
        let reduced = reduce(&skeleton, &clip, &settings);
        prop_assert_eq!(reduced.validate(), Ok(()));
        let metres = f64::from(clip.meta.metres_per_unit.unwrap_or(1.0));
        let all_keys: Vec<f64> = curves(&clip).into_iter().flat_map(|(_, times)| times).collect();
        let times = random.iter().map(|along| along * clip.duration.0).chain(all_keys.iter().copied());
        let error = error_at(&skeleton, &clip, &reduced, times, 0.03 / metres) * metres;
        prop_assert!(error <= f64::from(bound), "{error} m of {bound}");
        for (at, value) in random.iter().map(|along| Seconds(along * clip.duration.0)).flat_map(|at| {
            let pairs = clip.scalars.iter().zip(&reduced.scalars);
            pairs.map(move |((_, a), (_, b))| (at, a.sample(at).unwrap_or(0.0) - b.sample(at).unwrap_or(0.0)))
        }) {
            prop_assert!(value.abs() <= 1e-3, "a scalar is off by {value} at {at}");
        }
        for ((name, before), (_, after)) in curves(&clip).into_iter().zip(curves(&reduced)) {
            prop_assert!(after.len() <= before.len(), "{name} had {before:?}, has {after:?}");
            let whole = before.first() == Some(&0.0) && before.last() == Some(&clip.duration.0);
            let ends = after.first() == Some(&0.0) && after.last() == Some(&clip.duration.0);
            prop_assert!(!whole || ends || after.len() == 1, "{name} had {before:?}, has {after:?}");
        }
        for track in &reduced.tracks {
            for pair in track.rotation.iter().flat_map(|curve| curve.keys.windows(2)) {
                prop_assert!(pair[0].value.dot(pair[1].value) >= 0.0, "neighbours in one hemisphere");
            }
        }
        prop_assert_eq!(reduce(&skeleton, &reduced, &settings), reduced);
    }

    #[test]
    fn a_dead_band_keeps_what_differs_from_the_last_key_kept(
        (skeleton, clip) in generators::raw_clips_on_skeletons(3),
    ) {
        let reduced = reduce(&skeleton, &clip, &ReduceSettings::dead_band());
        prop_assert_eq!(reduced.validate(), Ok(()));
        let band = DeadBand::default();
        for (before, after) in clip.tracks.iter().zip(&reduced.tracks) {
            let (Some(before), Some(after)) = (&before.translation, &after.translation) else { continue };
            prop_assert!(after.keys.len() <= before.keys.len());
            let unchanged = after == before;
            let inner = &after.keys[..after.keys.len() - 1];
            for pair in inner.windows(2) {
                prop_assert!(unchanged || pair[0].value.distance(pair[1].value) > band.translation);
            }
        }
    }
}

#[test]
fn scalars_are_reduced_by_a_precision_of_their_own() {
    let times = synthetic::times(300, 30.0);
    let key = TrackKey { path: String::new(), target: ScalarTarget::Custom("power".to_owned()) };
    let mut clip = RawClip { duration: Seconds(299.0 / 30.0), ..RawClip::default() };
    clip.scalars = vec![(key, synthetic::curve(&times, |at| libm::sin(at) as f32))];
    let keys = |scalar_precision: f32| {
        let tolerance = Tolerance { scalar_precision, ..Tolerance::default() };
        let settings = ReduceSettings { tolerance, ..ReduceSettings::default() };
        curves(&reduce(&synthetic::chain(1), &clip, &settings))[0].1.len()
    };
    assert!(keys(1e-5) > 100 && keys(0.01) < 40, "{} and {} of 300", keys(1e-5), keys(0.01));
    assert_eq!(keys(3.0), 1, "always near its first value");
}

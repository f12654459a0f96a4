// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::codec::{ScalarTracks, encode_scalars};
use crate::file::{ByteReader, ByteWriter};
use crate::timeline::Seek;
use crate::{ScalarTarget, TrackKey};
use proptest::prelude::*;
use std::f64::consts::PI;

const PRECISION: f32 = 1e-3;

fn keys(count: usize, path: &str) -> Vec<TrackKey> {
    let target = |number: usize| {
        let name = number.to_string();
        if number.is_multiple_of(3) { ScalarTarget::Custom(name) } else { ScalarTarget::Morph(name) }
    };
    (0..count).map(|number| TrackKey { path: path.to_owned(), target: target(number) }).collect()
}

/// The tracks of some values, once written and read again.
fn tracks(values: &[Vec<f32>], precision: f32) -> ScalarTracks {
    let keys = keys(values.len(), "hips/spine/head/face");
    let tracks = encode_scalars(&keys, values, precision).expect("it can be read");
    let samples = values.first().map_or(1, Vec::len) as u32;
    let read = ScalarTracks::read(ByteReader::new(tracks.bytes(), 0), samples).expect("its own bytes");
    assert_eq!(read.keys(), keys);
    assert!(read.bytes() == tracks.bytes());
    read
}

fn sample(tracks: &ScalarTracks, seek: Seek) -> Vec<f32> {
    // What was there before does not matter.
    let mut output = vec![f32::NAN; tracks.keys().len()];
    tracks.sample(seek, &mut output);
    output
}

/// The largest error at any sample.
fn worst(tracks: &ScalarTracks, values: &[Vec<f32>]) -> f64 {
    let samples = values.first().map_or(0, Vec::len);
    let errors = (0..samples).flat_map(|at| {
        let played = sample(tracks, Seek::sample(at as u32));
        let pairs = played.into_iter().zip(values);
        pairs.map(move |(played, values)| (f64::from(played) - f64::from(values[at])).abs())
    });
    errors.fold(0.0, f64::max)
}

fn curve(samples: usize, value: impl Fn(f64) -> f64) -> Vec<f32> {
    (0..samples).map(|index| value(index as f64 / 30.0) as f32).collect()
}

/// An eye at rest but for a blink now and then.
fn blinks(samples: usize, phase: f64) -> Vec<f32> {
    curve(samples, |at| {
        let since = (at + phase).rem_euclid(3.1) - 1.0;
        if since.abs() < 0.15 { 0.5 + 0.5 * libm::cos(since * PI / 0.15) } else { 0.0 }
    })
}

/// The corner of a mouth that speaks.
fn mouth(samples: usize, pace: f64) -> Vec<f32> {
    curve(samples, |at| 0.5 + 0.5 * libm::sin(at * pace + libm::sin(at * 1.3 + pace)))
}

fn noise(samples: usize, seed: u64, most: f32) -> Vec<f32> {
    let mut rng = fastrand::Rng::with_seed(seed);
    (0..samples).map(|_| rng.f32() * most).collect()
}

/// How many bytes of four a value are one in the file, and one in memory.
fn ratios(tracks: &ScalarTracks, values: &[Vec<f32>]) -> [f64; 2] {
    let raw = values.iter().map(|values| 4 * values.len()).sum::<usize>() as f64;
    [raw / tracks.bytes().len() as f64, raw / tracks.memory_bytes() as f64]
}

#[test]
fn faces_take_a_sixth_in_the_file_and_in_memory() {
    let eyes: Vec<_> = (0..8_u8).map(|eye| blinks(600, f64::from(eye / 2) * 0.7)).collect();
    let mouths: Vec<_> = (0..8_u8).map(|side| mouth(600, 2.0 + f64::from(side) * 0.5)).collect();
    let face = [eyes.clone(), mouths.clone(), vec![vec![0.0; 600]; 36]].concat();
    for (name, values, least) in
        [("eyes", eyes, [15.0, 7.0]), ("mouths", mouths, [9.0, 6.0]), ("a face", face, [30.0, 20.0])]
    {
        let tracks = tracks(&values, PRECISION);
        let ratios = ratios(&tracks, &values);
        println!("{name}: {ratios:.2?} : 1");
        assert!(ratios[0] >= least[0] && ratios[1] >= least[1], "{name}: {ratios:?} : 1");
        assert!(worst(&tracks, &values) <= f64::from(PRECISION), "{name}");
    }
}

#[test]
fn noise_is_within_the_precision_and_smaller_than_it_came() {
    let values = vec![noise(600, 1, 1.0), noise(600, 2, 1.0)];
    let tracks = tracks(&values, PRECISION);
    assert!(worst(&tracks, &values) <= f64::from(PRECISION));
    let ratios = ratios(&tracks, &values);
    println!("noise: {ratios:.2?} : 1");
    assert!(ratios[0] > 3.0 && ratios[1] > 2.4, "{ratios:?} : 1");
}

#[test]
fn what_never_changes_costs_nothing_to_sample_and_is_kept_to_the_last_bit() {
    let still = [0.0, -0.0, 0.123_456_7, f32::MIN_POSITIVE / 8.0, f32::MAX, -1e30];
    let values: Vec<Vec<f32>> = still.iter().map(|&value| vec![value; 500]).collect();
    let tracks = tracks(&values, PRECISION);
    let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&sample(&tracks, Seek::sample(300))), bits(&still));
    assert!((0..still.len()).all(|scalar| !tracks.is_animated(scalar)));
    assert_eq!(tracks.memory_bytes(), 8 * still.len());
}

#[test]
fn a_scalar_that_changes_by_less_than_the_precision_is_constant() {
    let values = vec![noise(100, 3, 1.9e-3)];
    let tracks = tracks(&values, PRECISION);
    assert!(worst(&tracks, &values) <= f64::from(PRECISION));
    assert!(!tracks.is_animated(0));
}

/// A mouth that is shut stays shut: it is not open by half a thousandth.
#[test]
fn what_rests_at_zero_for_long_is_exactly_there() {
    let down: Vec<f32> = blinks(300, 0.0).iter().map(|value| -value).collect();
    let both = curve(300, |at| if (1.0..3.0).contains(&at) { libm::sin(at * 9.0) } else { 0.0 });
    let values = vec![blinks(300, 0.0), down, both];
    let tracks = tracks(&values, PRECISION);
    let mut rests = 0;
    for (start, scalar) in (0..280).step_by(16).flat_map(|start| (0..3).map(move |scalar| (start, scalar))) {
        if values[scalar][start..=start + 16].iter().all(|&value| value == 0.0) {
            rests += 1;
            for at in start..=start + 16 {
                let played = sample(&tracks, Seek::sample(at as u32))[scalar];
                assert_eq!(played.to_bits(), 0, "scalar {scalar} is {played} at {at}");
            }
        }
    }
    assert!(rests > 20, "{rests} segments without motion");
}

/// Degrees, and centimetres a second: numbers in which `f32` is hardly finer than the precision.
#[test]
fn numbers_too_large_for_steps_are_as_they_came() {
    let wave = |size: f64| curve(90, |at| size * libm::sin(at));
    let step: Vec<f32> = (0..90).map(|index| if index < 40 { 0.0 } else { 3000.0 }).collect();
    let values = vec![wave(180.0), wave(900.0), wave(1e4), wave(1e6), wave(1e30), step, wave(1.0)];
    let tracks = tracks(&values, PRECISION);
    assert!(worst(&tracks, &values) <= f64::from(PRECISION));
    let raw: usize = 4 * 90 * values.len();
    assert!(tracks.bytes().len() < raw * 8 / 10, "the first two are in steps: {}", tracks.bytes().len());
}

#[test]
fn a_precision_as_large_or_small_as_numbers_get_is_held() {
    for precision in [f32::MAX, 1e37, 1e30, 1e-30, f32::MIN_POSITIVE, f32::from_bits(1)] {
        let values =
            vec![mouth(40, 3.0), curve(40, |at| 3e38 * libm::sin(at)), curve(40, |at| 1e-38 * libm::sin(at))];
        let tracks = tracks(&values, precision);
        assert!(worst(&tracks, &values) <= f64::from(precision), "{precision}");
        assert!(sample(&tracks, Seek { lower: 20, upper: 21, blend: 0.5 }).iter().all(|at| at.is_finite()));
    }
}

#[test]
fn scalars_of_every_number_and_length_hold_their_precision() {
    for count in [0, 1, 2, 3, 7, 8, 9, 17] {
        for samples in 1..=50 {
            let values: Vec<_> = (0..count).map(|number| noise(samples, number, 1.0)).collect();
            let tracks = tracks(&values, PRECISION);
            assert!(worst(&tracks, &values) <= f64::from(PRECISION), "{count} scalars, {samples} samples");
        }
    }
}

#[test]
fn forms_steps_and_numbers_that_are_none_are_refused() {
    let head = |code: u8| {
        let mut section = ByteWriter::default();
        section.count(1);
        section.u8(code);
        section
    };
    let read = |section: ByteWriter| ScalarTracks::read(ByteReader::new(&section.into_bytes(), 0), 2);
    // No path, no name.
    let plain = |code: u8| {
        let mut section = head(code);
        section.text("");
        section.text("");
        section
    };
    assert!(read(plain(0)).is_ok(), "always 0");
    for code in [3, 32, 64, 128] {
        assert!(read(plain(code)).is_err(), "form {code}");
    }
    let mut same = head(8);
    same.text("");
    assert!(read(same).is_err(), "the same path as none");
    for number in [f32::NAN, f32::INFINITY] {
        let mut constant = plain(16);
        constant.f32(number);
        assert!(read(constant).is_err(), "always {number}");
        let mut raw = plain(2);
        raw.f32(0.5);
        raw.f32(number);
        assert!(read(raw).is_err(), "{number} as it came");
    }
    for (size, base) in [(0.0, 0.0), (-1.0, 0.0), (f32::NAN, 0.0), (1e35, 0.0), (1.0, 3e38)] {
        let mut steps = plain(1 | 16);
        steps.f32(base);
        steps.f32(size);
        steps.u8(0);
        steps.raw(&[0, 1]);
        assert!(read(steps).is_err(), "steps of {size} from {base}");
    }
}

/// Paths that are those before cost a byte each, and could be as long as the file.
#[test]
fn a_small_file_cannot_repeat_much() {
    let path = "x".repeat(10_000);
    let keys = keys(100, &path);
    let tracks = encode_scalars(&keys, &vec![vec![0.0; 2]; 100], PRECISION).expect("it can be read");
    assert_eq!(tracks.keys(), keys);
    assert!(tracks.bytes().len() > 900_000, "some are there again: {}", tracks.bytes().len());
    let mut section = ByteWriter::default();
    section.count(100);
    section.u8(0);
    section.text(&path);
    section.text("");
    (0..99).for_each(|_| section.raw(&[8, 0]));
    let bytes = section.into_bytes();
    let used = allocation_counter::measure(|| {
        assert!(ScalarTracks::read(ByteReader::new(&bytes, 0), 2).is_err(), "a megabyte in ten kilobytes");
    });
    assert!(used.bytes_max < 100_000, "{used:?}");
}

/// Curves of every kind: at rest, in short bumps, smooth, in noise, or of any size.
fn curves(samples: usize) -> impl Strategy<Value = Vec<f32>> {
    let smooth = (0.1..20.0_f64, -2.0..2.0_f64)
        .prop_map(move |(pace, from)| curve(samples, |at| from + libm::sin(at * pace)));
    prop_oneof![
        1 => (-2.0..2.0_f32).prop_map(move |still| vec![still; samples]),
        3 => (0.0..3.1_f64).prop_map(move |phase| blinks(samples, phase)),
        3 => smooth,
        2 => any::<u64>().prop_map(move |seed| noise(samples, seed, 1.0)),
        1 => prop::collection::vec(prop::num::f32::NORMAL, samples),
        1 => (any::<u64>(), 1.0..1e6_f32).prop_map(move |(seed, most)| noise(samples, seed, most)),
    ]
}

proptest! {
    #[test]
    fn scalars_of_any_kind_hold_any_precision_however_they_are_sampled(
        values in (1..120_usize).prop_flat_map(|samples| prop::collection::vec(curves(samples), 1..20)),
        precision in prop::sample::select(vec![1e-5_f32, 1e-3, 0.1, 10.0]),
        seeks in prop::collection::vec((any::<prop::sample::Index>(), 0.0..1.0_f32), 20),
    ) {
        let tracks = tracks(&values, precision);
        let error = worst(&tracks, &values);
        prop_assert!(error <= f64::from(precision), "{error}");
        let again = encode_scalars(tracks.keys(), &values, precision).expect("as before");
        prop_assert!(again.bytes() == tracks.bytes(), "the same input gives the same bytes");
        let samples = values[0].len();
        let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        for (lower, blend) in seeks {
            let lower = lower.index(samples) as u32;
            let between = lower as usize + 1 < samples;
            let seek = if between { Seek { lower, upper: lower + 1, blend } } else { Seek::sample(lower) };
            let played = sample(&tracks, seek);
            let mut plain = vec![0.0; values.len()];
            tracks.sample_plainly(seek, &mut plain);
            prop_assert_eq!(bits(&played), bits(&plain), "as many lanes as there are, or one");
            let ends = [lower, seek.upper].map(|end| sample(&tracks, Seek::sample(end)));
            for (scalar, &played) in played.iter().enumerate() {
                let (from, to) = (f64::from(ends[0][scalar]), f64::from(ends[1][scalar]));
                let line = from + (to - from) * f64::from(seek.blend);
                let rounding = 4e-7 * from.abs().max(to.abs()).max(f64::from(precision));
                prop_assert!((f64::from(played) - line).abs() <= rounding, "{played}, not {line}");
            }
        }
    }
}

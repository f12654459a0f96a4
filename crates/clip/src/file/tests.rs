// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::container::{Section, write};
use super::*;
use crate::{
    BlowTag, BuildReport, Clip, ClipBuilder, ClipMeta, Curve, Interpolation, RawClip, ScalarTarget,
    Tolerance, TrackKey,
};
use crate::{Rounding, SamplingContext, SamplingJob, ScalarSamplingJob, synthetic};
use fastrand::Rng;
use glam::{Quat, Vec3};
use std::path::Path;
use tumble_pose::{LocalPose, ScalarPose, Seconds, Skeleton, Transform};

mod mutations;

/// A clip with a bit of everything: parts at rest, constant, in steps and as they came, scalars, a blow.
fn clip() -> Clip {
    let skeleton = synthetic::body(11);
    let times = synthetic::times(12, 30.0);
    let mut raw = synthetic::motion(&skeleton, &times, 0.5);
    raw.tracks[0].translation = Some(synthetic::curve(&times, |at| Vec3::new(1e5 * at as f32, 0.5, -1e6)));
    raw.tracks[2].rotation = Some(Curve::constant(Quat::from_rotation_y(0.25)));
    raw.tracks[3].rotation = None;
    raw.tracks[4].scale = Some(synthetic::curve(&times, |at| Vec3::splat(1.0 + at as f32)));
    let key =
        |name: &str| TrackKey { path: "joint1".to_owned(), target: ScalarTarget::Morph(name.to_owned()) };
    raw.scalars = vec![
        (key("smile"), synthetic::curve(&times, |at| at as f32)),
        (key("frown"), Curve::constant(0.25)),
        (key("lost"), Curve::new(Interpolation::Step, [(Seconds(0.1), 1.0), (Seconds(0.2), 1e30)])),
    ];
    raw.meta.name = "fall ü".to_owned();
    raw.meta.rate_hz = Some(30.0);
    raw.meta.blow =
        Some(BlowTag { velocity: Vec3::new(0.0, 1.0, -6.0), joint: "joint1".to_owned(), seed: 7 });
    raw.tracks.push(crate::RawTrack { path: "nowhere".to_owned(), ..Default::default() });
    let tolerance = Tolerance { per_joint_shell: vec![("joint1".to_owned(), 0.05)], ..Tolerance::default() };
    ClipBuilder { tolerance, ..ClipBuilder::default() }.build(&skeleton, &raw).expect("a clip")
}

/// Puts right the two numbers that would give a change away.
fn patched(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.len() < 24 {
        return bytes;
    }
    let length = bytes.len() as u64;
    bytes[12..20].copy_from_slice(&length.to_le_bytes());
    let body = bytes.len() - 4;
    let sum = crc32fast::hash(&bytes[..body]);
    bytes[body..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn every_truncation_is_refused_patched_or_not() {
    let bytes = clip().to_bytes();
    for length in 0..bytes.len() {
        let cut = bytes[..length].to_vec();
        assert!(Clip::from_bytes(&cut).is_err(), "{length} bytes");
        assert!(Clip::from_bytes(&patched(cut)).is_err(), "{length} bytes, patched");
    }
}

#[test]
fn extra_bytes_are_refused_patched_or_not() {
    let bytes = clip().to_bytes();
    for extra in [1, 4, 100] {
        let mut long = bytes.clone();
        long.resize(bytes.len() + extra, 0);
        let error = Clip::from_bytes(&long).expect_err("too long");
        assert_eq!(error, DecodeError::Length { stated: bytes.len() as u64, found: long.len() });
        assert!(Clip::from_bytes(&patched(long)).is_err(), "{extra} more bytes, patched");
    }
}

#[test]
fn a_malformed_header_is_refused_and_says_why() {
    let bytes = clip().to_bytes();
    let with = |at: usize, value: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = value;
        Clip::from_bytes(&patched(bytes)).expect_err("malformed")
    };
    assert_eq!(with(0, b't'), DecodeError::Magic);
    assert_eq!(Clip::from_bytes(b""), Err(DecodeError::Magic));
    assert_eq!(Clip::from_bytes(b"glTF and more than eight bytes"), Err(DecodeError::Magic));
    assert_eq!(with(8, 2), DecodeError::Version { found: 2, supported: 1 });
    assert_eq!(
        with(20, 4),
        DecodeError::value(32, "a section that follows the one before it"),
        "4 of 5 sections"
    );
    assert!(matches!(with(22, 255), DecodeError::Ended { byte: 24, .. }), "a table longer than the file");
    assert_eq!(with(24, b'S'), DecodeError::Section { id: "Skel".to_owned(), found: 1 });
    assert_eq!(with(28, 9), DecodeError::Section { id: "skel".to_owned(), found: 9 }, "a newer section");
    assert_eq!(with(30, 3), DecodeError::value(30, "flags that are known"));
    assert_eq!(with(32, 0), DecodeError::value(32, "a section that follows the one before it"));
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 1;
    assert!(matches!(Clip::from_bytes(&flipped), Err(DecodeError::Checksum { .. })));
}

/// A file of a later version may hold sections that this one can do without.
#[test]
fn unknown_sections_are_skipped_where_they_say_so() {
    let bytes = clip().to_bytes();
    let known: [(SectionId, u16); 5] =
        [(*b"skel", 1), (*b"meta", 1), (*b"rprt", 2), (*b"trck", 2), (*b"sclr", 2)];
    let sections = read(&bytes, &known).expect("a file");
    let contents = sections.map(|mut section| section.raw(section.remaining()).expect("all of it"));
    let mut all: Vec<Section<'_>> =
        known.iter().zip(contents).map(|(&(id, version), bytes)| Section { id, version, bytes }).collect();
    assert!(write(&all) == bytes, "all that there is");
    all.insert(2, Section { id: *b"root", version: 1, bytes: b"the path of its feet" });
    let required = write(&all);
    let refused = DecodeError::Section { id: "root".to_owned(), found: 1 };
    assert_eq!(Clip::from_bytes(&required), Err(refused));
    let mut optional = required;
    optional[24 + 2 * 24 + 6] = 0;
    assert_eq!(Clip::from_bytes(&patched(optional)), Ok(clip()), "as if it were not there");
    all[2] = all[1];
    assert!(matches!(Clip::from_bytes(&write(&all)), Err(DecodeError::Value { .. })), "a section twice");
    all.truncate(2);
    assert_eq!(Clip::from_bytes(&write(&all)), Err(DecodeError::Missing { id: "rprt".to_owned() }));
}

/// Damages bytes at random: flips, overwrites, cuts, insertions, or a piece put elsewhere.
fn damaged(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let place = rng.usize(..bytes.len());
    let length = rng.usize(1..=32).min(bytes.len() - place);
    match rng.u8(..6) {
        0 => {
            for _ in 0..rng.u8(1..=8) {
                let at = rng.usize(..bytes.len());
                bytes[at] ^= 1 << rng.u8(..8);
            }
        }
        1 => bytes[place..place + length].fill_with(|| rng.u8(..)),
        2 => bytes[place..place + length].fill(*rng.choice(&[0_u8, 1, 0x7F, 0xFF]).expect("four")),
        3 => drop(bytes.drain(place..place + length)),
        4 => {
            let piece: Vec<u8> = (0..length).map(|_| rng.u8(..)).collect();
            bytes.splice(place..place, piece);
        }
        _ => {
            let to = rng.usize(..=bytes.len() - length);
            bytes.copy_within(place..place + length, to);
        }
    }
    bytes
}

#[test]
fn ten_thousand_damaged_files_are_refused() {
    let bytes = clip().to_bytes();
    let mut rng = Rng::with_seed(1);
    for round in 0..10_000 {
        let damaged = damaged(&bytes, &mut rng);
        if damaged != bytes {
            assert!(Clip::from_bytes(&damaged).is_err(), "round {round}");
        }
    }
}

/// With the checksum put right, whatever is still accepted is a clip: it plays, and it is what its bytes say.
#[test]
fn ten_thousand_files_damaged_behind_a_right_checksum_are_refused_or_play() {
    let bytes = clip().to_bytes();
    let mut rng = Rng::with_seed(2);
    let mut accepted = 0;
    for round in 0..10_000 {
        // In the first tracks and joints there is more to get wrong than in the bits of the samples.
        let damaged = patched(damaged(&bytes, &mut rng));
        let mut read = None;
        let used = allocation_counter::measure(|| read = Clip::from_bytes(&damaged).ok());
        assert!(used.bytes_max < 1_000_000, "round {round} took {used:?} for {} bytes", damaged.len());
        if let Some(clip) = read {
            accepted += 1;
            play(&clip);
            assert!(clip.to_bytes() == damaged, "round {round}: read, it is written otherwise");
        }
    }
    assert!(accepted > 100, "{accepted}: of 10,000 some only change numbers");
}

fn play(clip: &Clip) {
    let mut context = SamplingContext::default();
    let mut pose = LocalPose::rest(clip.skeleton());
    let mut scalars = ScalarPose::zeros(clip.scalar_keys().len());
    for along in [0.0, 0.3, 1.0, 1.7] {
        let (at, rounding) = (Seconds(clip.duration().0 * along), Rounding::None);
        let job = SamplingJob { clip, context: &mut context, at, rounding, output: &mut pose };
        job.run().expect("it fits");
        ScalarSamplingJob { clip, at, rounding, output: &mut scalars }.run().expect("it fits");
        assert!(pose.iter().all(Transform::is_finite), "{pose:?}");
        assert!(pose.iter().all(|joint| (joint.rotation.length() - 1.0).abs() < 1e-2), "{pose:?}");
        assert!(scalars.values().iter().all(|value| value.is_finite()), "{scalars:?}");
    }
}

#[test]
fn counts_larger_than_what_follows_take_no_memory() {
    let mut huge = ByteWriter::default();
    huge.count(u32::MAX as usize);
    let huge = huge.into_bytes();
    let known: [(SectionId, u16); 5] =
        [(*b"skel", 1), (*b"meta", 1), (*b"rprt", 2), (*b"trck", 2), (*b"sclr", 2)];
    let file = write(&known.map(|(id, version)| Section { id, version, bytes: &huge }));
    let used = allocation_counter::measure(|| {
        assert!(matches!(Clip::from_bytes(&file), Err(DecodeError::Ended { .. })));
    });
    assert_eq!(used.count_total, 0, "{used:?}");
}

/// A row of no bits costs a file nothing, however many there are.
#[test]
fn more_samples_of_what_never_changes_than_can_be_built_are_refused() {
    let read = |joints: usize, scalars: usize| {
        let key = |number: usize| TrackKey {
            path: String::new(),
            target: ScalarTarget::Custom(number.to_string()),
        };
        let scalars = (0..scalars).map(|number| (key(number), Curve::constant(0.5)));
        let raw = RawClip { duration: Seconds(1.0), scalars: scalars.collect(), ..RawClip::default() };
        let clip = ClipBuilder::default().build(&synthetic::chain(joints), &raw).expect("a clip");
        let mut bytes = clip.to_bytes();
        // The second section is the metadata: a rate, then a duration.
        let place: [u8; 8] = bytes[24 + 24 + 8..][..8].try_into().expect("eight bytes");
        let duration = u64::from_le_bytes(place) as usize + 8;
        bytes[duration..duration + 8].copy_from_slice(&500_000.0_f64.to_le_bytes());
        Clip::from_bytes(&patched(bytes))
    };
    assert_eq!(read(4, 4).map(|clip| clip.sample_count()), Ok(15_000_001));
    for (joints, scalars) in [(5, 0), (1, 5)] {
        let refused = read(joints, scalars);
        assert!(matches!(refused, Err(DecodeError::Value { .. })), "{joints} joints, {scalars} scalars");
    }
}

/// A file of 2.7 kB, its checksum right, in which 45 joints rest for eleven hours: `verify` took 2.4 GB.
#[test]
fn what_never_changes_takes_no_memory_as_keys_however_long_it_lasts() {
    let key = TrackKey { path: String::new(), target: ScalarTarget::Custom("still".to_owned()) };
    let scalars = vec![(key, Curve::constant(0.5))];
    let raw = RawClip { duration: Seconds(500_000.0), scalars, ..RawClip::default() };
    let clip = ClipBuilder::default().build(&synthetic::chain(3), &raw).expect("a clip");
    let mut back = RawClip::default();
    let used = allocation_counter::measure(|| back = clip.to_raw());
    assert!(used.bytes_max < 10_000, "{used:?} for {} samples", clip.sample_count());
    assert_eq!((back.duration, back.tracks.len(), back.scalars), (raw.duration, 0, raw.scalars));
}

/// A unit or a bound that is no number to measure by is found out when the file is read, not when it is verified.
#[test]
fn units_and_bounds_that_are_not_above_0_are_refused() {
    let built = clip();
    let (timeline, meta) = (built.timeline(), built.meta());
    let refused = |meta: ClipMeta, tolerance: Tolerance| {
        let metadata = write_metadata(timeline, &meta);
        let report = write_report(&BuildReport { tolerance, ..built.report().clone() });
        let read = |bytes| ByteReader::new(bytes, 0);
        read_metadata(read(&metadata)).is_err() || read_report(read(&report)).is_err()
    };
    let right = || (meta.clone(), built.report().tolerance.clone());
    assert!(!refused(right().0, right().1), "as it was built");
    for wrong in [0.0, -0.01] {
        assert!(
            refused(ClipMeta { metres_per_unit: Some(wrong), ..right().0 }, right().1),
            "{wrong} m a unit"
        );
        assert!(refused(right().0, Tolerance { precision: wrong, ..right().1 }), "within {wrong} m");
        assert!(refused(right().0, Tolerance { scalar_precision: wrong, ..right().1 }), "within {wrong}");
    }
    assert!(refused(right().0, Tolerance { shell: -0.01, ..right().1 }), "a shell below 0 m");
    let shells = vec![("joint1".to_owned(), -0.01)];
    assert!(refused(right().0, Tolerance { per_joint_shell: shells, ..right().1 }), "a joint's, too");
}

#[test]
fn numbers_have_one_spelling() {
    for value in [0, 1, 127, 128, 300, 65_535, u32::MAX as usize] {
        let mut bytes = ByteWriter::default();
        bytes.count(value);
        let bytes = bytes.into_bytes();
        assert_eq!(ByteReader::new(&bytes, 0).number(), Ok(value));
    }
    for wrong in [&[0x80, 0x00][..], &[0xFF, 0xFF, 0xFF, 0xFF, 0x1F], &[0x80; 9], &[0x80]] {
        assert!(ByteReader::new(wrong, 0).number().is_err(), "{wrong:?}");
    }
}

/// Readers from now on must read this file, and the builder must go on writing it, or the format gets a new
/// version: `TUMBLE_BLESS=1` writes it anew.
#[test]
fn a_clip_has_the_bytes_that_it_always_had() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/body.tumble");
    let bytes = clip().to_bytes();
    if std::env::var_os("TUMBLE_BLESS").is_some_and(|bless| bless == "1") {
        std::fs::write(&path, &bytes).expect("the golden file can be written");
    }
    let golden = std::fs::read(&path).expect("the golden file");
    // A file's own checksum, at its end: the sum of a whole file is the same for all.
    let digest = |bytes: &[u8]| format!("{} bytes, checksum {:02x?}", bytes.len(), &bytes[bytes.len() - 4..]);
    assert_eq!(digest(&bytes), digest(&golden));
    assert!(Clip::from_bytes(&golden) == Ok(clip()), "it is read as what was written");
}

#[test]
fn the_empty_clip_of_the_smallest_skeleton_is_a_file_too() {
    let skeleton: Skeleton = synthetic::chain(1);
    let clip = ClipBuilder::default().build(&skeleton, &RawClip::default()).expect("a clip");
    assert_eq!(Clip::from_bytes(&clip.to_bytes()), Ok(clip));
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Files changed on purpose, all with a right length and checksum: what a fuzzer tries, on a stable compiler. (The
//! fuzz target is `fuzz/fuzz_targets/clip_from_bytes.rs`.)

use super::{clip, patched, play};
use crate::file::{Section, SectionId, write};
use crate::{Clip, ClipBuilder, Curve, DecodeError, Interpolation, RawClip, RawTrack, synthetic};
use glam::{Quat, Vec3};
use tumble_pose::Seconds;

/// A section's name, version and bytes.
type Part = (SectionId, u16, Vec<u8>);

/// The sections of a file, by its table.
fn parts(bytes: &[u8]) -> Vec<Part> {
    let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes")) as usize;
    (0..usize::from(bytes[20]))
        .map(|entry| 24 + 24 * entry)
        .map(|at| {
            let id = bytes[at..at + 4].try_into().expect("four bytes");
            let version = u16::from_le_bytes([bytes[at + 4], bytes[at + 5]]);
            (id, version, bytes[number(at + 8)..][..number(at + 16)].to_vec())
        })
        .collect()
}

fn file(parts: &[Part]) -> Vec<u8> {
    let section = |(id, version, bytes): &Part| (*id, *version, bytes.clone());
    let parts: Vec<Part> = parts.iter().map(section).collect();
    let sections: Vec<Section<'_>> =
        parts.iter().map(|(id, version, bytes)| Section { id: *id, version: *version, bytes }).collect();
    write(&sections)
}

/// Whether it is accepted: then it plays, and is what its bytes say. Either way it takes no more memory than a small
/// multiple of its bytes, beyond what every clip may take.
fn is_accepted(bytes: &[u8], what: &str) -> bool {
    let mut read = None;
    let used = allocation_counter::measure(|| read = Clip::from_bytes(bytes).ok());
    let most = (1 << 20) + 300 * bytes.len() as u64;
    assert!(used.bytes_max < most, "{what}: {used:?} for {} bytes", bytes.len());
    let Some(clip) = read else { return false };
    play(&clip);
    assert!(clip.to_bytes() == bytes, "{what}: read, it is written otherwise");
    true
}

#[test]
fn parts_of_a_file_make_it_again() {
    let bytes = clip().to_bytes();
    assert!(file(&parts(&bytes)) == bytes);
    assert!(is_accepted(&bytes, "as it was written"));
}

#[test]
fn a_file_with_any_bit_changed_is_refused_or_plays() {
    let bytes = clip().to_bytes();
    let accepted = (0..8 * bytes.len()).filter(|bit| {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        is_accepted(&patched(changed), &format!("bit {bit}"))
    });
    // Of constants, of numbers as they came, of the report.
    assert!((1000..6 * bytes.len()).contains(&accepted.count()), "some only change numbers");
}

#[test]
fn a_file_with_any_number_as_large_or_small_as_it_gets_is_refused_or_plays() {
    let bytes = clip().to_bytes();
    for (length, value) in [1, 2, 4, 8].into_iter().flat_map(|length| {
        let highest = 1_u64 << (8 * length - 1);
        [0, 1, highest - 1, highest, u64::MAX].map(|value| (length, value))
    }) {
        for at in 24..bytes.len() - length {
            let mut changed = bytes.clone();
            changed[at..at + length].copy_from_slice(&value.to_le_bytes()[..length]);
            is_accepted(&patched(changed), &format!("{value:x} of {length} bytes at {at}"));
        }
    }
}

#[test]
fn a_section_cut_short_or_too_long_is_refused() {
    let whole = parts(&clip().to_bytes());
    for (place, (_, _, bytes)) in whole.iter().enumerate() {
        let refused = |bytes: Vec<u8>, what: &str| {
            let mut parts = whole.clone();
            parts[place].2 = bytes;
            assert!(!is_accepted(&file(&parts), what), "section {place}: {what}");
        };
        for length in 0..bytes.len() {
            refused(bytes[..length].to_vec(), &format!("{length} of {} bytes", bytes.len()));
            refused(bytes[bytes.len() - length..].to_vec(), &format!("the last {length} bytes"));
        }
        for more in [0, 1, 0xFF] {
            refused([bytes.as_slice(), &[more]].concat(), "a byte more");
            refused([bytes.as_slice(), &[more; 100]].concat(), "a hundred bytes more");
        }
        refused([bytes.as_slice(), bytes].concat(), "twice");
    }
}

#[test]
fn sections_in_another_order_twice_or_left_out_are_refused() {
    let whole = parts(&clip().to_bytes());
    let refused = |parts: &[Part], what: &str| {
        assert!(!is_accepted(&file(parts), what), "{what}");
    };
    for place in 0..whole.len() {
        let mut missing = whole.clone();
        let taken = missing.remove(place);
        refused(&missing, &format!("without section {place}"));
        for to in 0..whole.len() {
            let (mut moved, mut doubled, mut renamed) = (missing.clone(), whole.clone(), whole.clone());
            moved.insert(to, taken.clone());
            doubled.insert(to, taken.clone());
            renamed[place].2.clone_from(&whole[to].2);
            refused(&doubled, &format!("section {place} at {to} as well"));
            if to != place {
                refused(&moved, &format!("section {place} at {to}"));
                refused(&renamed, &format!("section {place} with the bytes of {to}"));
            }
        }
    }
    refused(&[], "of no sections");
}

/// One clip's tracks on another's skeleton, or of another's samples.
#[test]
fn sections_of_other_clips_are_refused_or_play() {
    let of = |joints: usize, samples: usize| {
        let skeleton = synthetic::body(joints);
        let raw = synthetic::motion(&skeleton, &synthetic::times(samples, 30.0), 0.4);
        parts(&ClipBuilder::default().build(&skeleton, &raw).expect("a clip").to_bytes())
    };
    let clips = [parts(&clip().to_bytes()), of(11, 12), of(11, 40), of(12, 12), of(3, 200), of(1, 1)];
    for (one, other) in (0..clips.len()).flat_map(|one| (0..clips.len()).map(move |other| (one, other))) {
        for mask in 1..32_u32 {
            let section = |place: usize| if mask >> place & 1 == 1 { &clips[other] } else { &clips[one] };
            let mixed: Vec<Part> = (0..5).map(|place| section(place)[place].clone()).collect();
            is_accepted(&file(&mixed), &format!("sections {mask:b} of clip {other} in clip {one}"));
        }
    }
}

/// What does not exist must not load: neither what was, nor what will be.
#[test]
fn versions_that_do_not_exist_are_refused() {
    let bytes = clip().to_bytes();
    for version in (0..40).chain([255, 256, 1 << 16, 1 << 24, u32::MAX]).filter(|&version| version != 1) {
        let mut other = bytes.clone();
        other[8..12].copy_from_slice(&version.to_le_bytes());
        let refused = DecodeError::Version { found: version, supported: 1 };
        assert_eq!(Clip::from_bytes(&patched(other)), Err(refused));
    }
    let whole = parts(&bytes);
    for (place, (id, own, _)) in whole.iter().enumerate() {
        for version in (0..40).chain([255, 256, u16::MAX]).filter(|version| version != own) {
            let mut other = whole.clone();
            other[place].1 = version;
            let id = String::from_utf8_lossy(id).into_owned();
            assert_eq!(Clip::from_bytes(&file(&other)), Err(DecodeError::Section { id, found: version }));
        }
    }
}

/// What rests takes next to no bytes, however long it rests; what it takes in memory must not be without bounds.
#[test]
fn a_long_rest_takes_no_more_memory_than_a_small_multiple_of_its_file() {
    let keys = [(0.0, 0.0), (0.5, 1.0), (2000.0, 1.0)];
    let turn = keys.map(|(at, angle)| (Seconds(at), Quat::from_rotation_y(angle)));
    let walk = keys.map(|(at, along)| (Seconds(at), Vec3::X * along));
    let weight = keys.map(|(at, weight)| (Seconds(at), weight));
    let mut raw = RawClip { duration: Seconds(2000.0), ..RawClip::default() };
    raw.tracks.push(RawTrack {
        rotation: Some(Curve::new(Interpolation::Linear, turn)),
        translation: Some(Curve::new(Interpolation::Linear, walk)),
        ..RawTrack::default()
    });
    let key = clip().scalar_keys()[0].clone();
    raw.scalars = vec![(key, Curve::new(Interpolation::Linear, weight))];
    let bytes = ClipBuilder::default().build(&synthetic::chain(1), &raw).expect("a clip").to_bytes();
    println!("{} bytes for 60,001 samples", bytes.len());
    assert!(is_accepted(&bytes, "a long rest"));
    // The same bytes, said to be of more samples than so few may be.
    let mut longer = parts(&bytes);
    for duration in [2500.0_f64, 20_000.0, 400_000.0] {
        longer[1].2[8..16].copy_from_slice(&duration.to_le_bytes());
        assert!(!is_accepted(&file(&longer), "a longer rest"));
    }
}

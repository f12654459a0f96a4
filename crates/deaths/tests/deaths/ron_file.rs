// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::library::library;
use proptest::prelude::*;
use tumble_deaths::tumble_pose::glam::{Quat, Vec3};
use tumble_deaths::tumble_pose::{Seconds, generators};
use tumble_deaths::{DeathEntry, DeathLibrary, InvalidDeath, InvalidLibrary, ReadError, WriteError};

fn two() -> DeathLibrary {
    library(&[Vec3::new(0.0, 0.0, -6.0), Vec3::new(4.25, 0.5, 0.1)])
}

#[test]
fn the_text_of_a_library() {
    insta::assert_snapshot!(two().to_ron().expect("a sound library"));
}

#[test]
fn what_is_wrong_is_said_with_the_place() {
    let text = two().to_ron().expect("a sound library");
    let replaced = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} is in the text");
        DeathLibrary::from_ron(&text.replacen(from, to, 1)).expect_err("no library").to_string()
    };
    let told = [
        replaced("            seed: 0,\n", ""),
        replaced("seed: 0,", "seed: -1,"),
        replaced("seed: 0,", "seed: 0, luck: 1,"),
        replaced("settled: true,", "settled: 1,"),
        replaced("version: 1,", "version: 2, whatever: {},"),
        replaced("version: 1,", ""),
        replaced("metres_per_unit: 1.0", "metres_per_unit: NaN"),
        replaced("blow: (0.0, 0.0, -6.0)", "blow: (0.0, NaN, -6.0)"),
        replaced("blow: (0.0, 0.0, -6.0)", "blow: (0.0, 0.0)"),
        replaced("blow: (0.0, 0.0, -6.0)", "blow: (0.0, 0.0, -7.0)"),
        replaced("floor_normal: (0.0, 1.0, 0.0)", "floor_normal: (0.0, inf, 0.0)"),
        replaced("floor_normal: (0.0, 1.0, 0.0)", "floor_normal: (0.0, 2.0, 0.0)"),
        replaced("duration: 2.5", "duration: -2.5"),
        replaced("Knight.death1.tumble", "Knight.death0.tumble"),
        replaced("Knight.death1.tumble", "../Knight.death0.tumble"),
        replaced("],\n)", ""),
        DeathLibrary::from_ron("").expect_err("no library").to_string(),
    ];
    insta::assert_snapshot!(told.join("\n"));
    assert!(told.iter().all(|line| !line.contains('\n')), "one line each");
}

#[test]
fn a_clip_outside_the_librarys_folder_is_refused() {
    for path in [
        "",
        "/a",
        "a/",
        "a//b",
        "..",
        "a/../b",
        "./a",
        "C:a",
        "C:\\a",
        "..\\a",
        "\\\\server\\a",
        "a\0",
        "a\n",
        "a/..",
    ] {
        let mut library = two();
        library.deaths[1].clip = path.to_owned();
        let fault = InvalidLibrary::Death { index: 1, clip: path.to_owned(), fault: InvalidDeath::Path };
        assert_eq!(library.validate(), Err(fault.clone()), "{path:?}");
        assert_eq!(library.to_ron(), Err(WriteError::Invalid(fault)), "{path:?} is not written either");
    }
    for path in ["a", "..a", "a..", "deaths/a.tumble", "...", "a b/ü.tumble"] {
        let mut library = two();
        library.deaths[1].clip = path.to_owned();
        assert_eq!(library.validate(), Ok(()), "{path:?}");
    }
}

#[test]
fn every_number_that_is_none_is_refused() {
    type Spoil = fn(&mut DeathEntry, f32);
    let fields: [(&str, Spoil); 6] = [
        ("blow", |entry, bad| entry.blow.y = bad),
        ("speed", |entry, bad| entry.speed = bad),
        ("duration", |entry, bad| entry.duration = Seconds(f64::from(bad))),
        ("final_root.position", |entry, bad| entry.final_root.position.z = bad),
        ("final_root.rotation", |entry, bad| entry.final_root.rotation = Quat::from_xyzw(0.0, bad, 0.0, 1.0)),
        ("floor_normal", |entry, bad| entry.floor_normal.x = bad),
    ];
    for (field, spoil) in fields {
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let mut library = two();
            spoil(&mut library.deaths[0], bad);
            let fault = InvalidDeath::NotFinite { field };
            let clip = "Knight.death0.tumble".to_owned();
            assert_eq!(library.validate(), Err(InvalidLibrary::Death { index: 0, clip, fault }));
        }
    }
    for found in [0.0, -1.0, f32::INFINITY] {
        let library = DeathLibrary { metres_per_unit: found, ..two() };
        assert_eq!(library.validate(), Err(InvalidLibrary::Unit { found }));
    }
    let mut library = two();
    library.deaths[0].blow = Vec3::splat(f32::MAX);
    library.deaths[0].speed = f32::MAX;
    assert!(library.validate().is_err(), "a speed that overflows");
}

#[test]
fn text_that_goes_deep_is_refused_and_not_followed() {
    for deep in ["(".repeat(100_000), "[".repeat(100_000), format!("(version: {}", "Some(".repeat(100_000))] {
        assert!(matches!(DeathLibrary::from_ron(&deep), Err(ReadError::Text { .. })));
    }
}

fn entries() -> impl Strategy<Value = DeathEntry> {
    let words = "[a-z0-9 \"\\\\äß/]{0,12}";
    let numbers = (any::<u64>(), 0.0..100.0_f64, any::<bool>());
    (words, generators::vectors(20.0), numbers, generators::rigid_transforms(), generators::directions())
        .prop_map(|(hit, blow, (seed, duration, settled), root, floor_normal)| DeathEntry {
            hit,
            blow,
            hit_height: settled.then_some(blow.x),
            speed: blow.length(),
            seed,
            duration: Seconds(duration),
            settled,
            final_root: tumble_deaths::FinalRoot { position: root.translation, rotation: root.rotation },
            floor_normal,
            ..library(&[Vec3::X]).deaths.remove(0)
        })
}

proptest! {
    #[test]
    fn a_library_comes_back_as_it_was_written(
        mut deaths in prop::collection::vec(entries(), 0..6),
        character in "\\PC{0,12}",
        metres_per_unit in 1e-6_f32..1e6,
    ) {
        for (index, entry) in deaths.iter_mut().enumerate() {
            entry.clip = format!("{index}.tumble");
        }
        let library = DeathLibrary { character, metres_per_unit, deaths };
        let text = library.to_ron().expect("sound");
        let back = DeathLibrary::from_ron(&text).expect("what was written");
        prop_assert_eq!(&back, &library);
        prop_assert_eq!(back.to_ron().expect("sound"), text);
    }

    #[test]
    fn a_text_cut_short_or_with_a_wrong_letter_never_panics(cut in any::<prop::sample::Index>(), letter in any::<char>()) {
        let text = two().to_ron().expect("sound");
        let cut = cut.index(text.len());
        let (head, tail) = (&text[..cut], &text[cut + 1..]);
        // All but the last line's end is needed.
        prop_assert_eq!(DeathLibrary::from_ron(head).is_ok(), cut + 1 >= text.len());
        let _ = DeathLibrary::from_ron(&format!("{head}{letter}{tail}"));
    }
}

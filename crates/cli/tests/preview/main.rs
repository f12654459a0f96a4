// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Contact sheets show what they should, where they should.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

#[path = "../person/mod.rs"]
mod person;

use person::{falling, person};
use tumble_cli::preview::{PreviewError, SheetSettings, Strip, contact_sheet, moments};
use tumble_pose::glam::{Quat, Vec3};
use tumble_pose::{JointIndex, LocalPose, Model, Seconds, Transform};

const SMALL: u32 = 96;

fn fall(model: &Model, count: usize) -> Vec<(Seconds, LocalPose)> {
    let times = moments(Seconds(1.0), count);
    times.into_iter().map(|time| (time, falling(&model.skeleton, time.0 as f32))).collect()
}

fn sheet(model: &Model, moments: &[(Seconds, LocalPose)], settings: &SheetSettings) -> image::RgbImage {
    let strip = Strip { title: String::new(), moments };
    contact_sheet(model, &[strip], settings).expect("a sheet").picture
}

fn small() -> SheetSettings {
    SheetSettings { cell: SMALL, ..SheetSettings::default() }
}

/// Colourful pixels: the floor, the sky and letters are nearly grey.
fn colourful(picture: &image::RgbImage) -> Vec<(u32, u32)> {
    let vivid = |pixel: &image::Rgb<u8>| {
        let (low, high) = (pixel.0.iter().min(), pixel.0.iter().max());
        low.zip(high).is_some_and(|(low, high)| high - low > 60)
    };
    picture.enumerate_pixels().filter(|(_, _, pixel)| vivid(pixel)).map(|(x, y, _)| (x, y)).collect()
}

#[test]
fn an_upright_character_covers_the_middle_of_its_cell() {
    for model in [person(), Model { meshes: Vec::new(), ..person() }] {
        let picture = sheet(&model, &fall(&model, 1), &small());
        assert_eq!(picture.dimensions(), (SMALL + 8, SMALL + 8), "one cell and its gaps");
        let drawn = colourful(&picture);
        assert!(drawn.len() > 400, "{} pixels are the figure's", drawn.len());
        let middle = (drawn.iter().map(|&(x, _)| x).sum::<u32>() / drawn.len() as u32) as i32 - 52;
        assert!(middle.abs() < 8, "{middle} pixels from the middle");
        let rows = || drawn.iter().map(|&(_, y)| y);
        let (top, bottom) = (rows().min().expect("drawn"), rows().max().expect("drawn"));
        assert!(bottom - top > SMALL / 2, "from {top} to {bottom}: upright");
        assert!(drawn.contains(&(52, 44)), "the trunk is in the middle");
    }
}

#[test]
fn a_falling_character_moves_and_stays_in_the_picture() {
    let model = person();
    let picture = sheet(&model, &fall(&model, 4), &small());
    assert_eq!(picture.width(), 4 * (SMALL + 4) + 4, "four in a row");
    let drawn = colourful(&picture);
    let mut heights = Vec::new();
    for cell in 0..4 {
        let left = 4 + cell * (SMALL + 4);
        let of_cell: Vec<u32> =
            drawn.iter().filter(|(x, _)| (left..left + SMALL).contains(x)).map(|&(_, y)| y).collect();
        assert!(of_cell.len() > 100, "cell {cell} shows it");
        heights.push(of_cell.iter().sum::<u32>() / of_cell.len() as u32);
        let edges = [left, left + SMALL - 1].map(|edge| drawn.iter().any(|&(x, _)| x == edge));
        assert_eq!(edges, [false; 2], "nothing of it is cut off");
    }
    assert!(heights.is_sorted() && heights[3] > heights[0] + 8, "it goes down: {heights:?}");
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let model = person();
    let settings = SheetSettings { title: "Twice \u{fc}\u{1f600}".into(), ..small() };
    let draw = || sheet(&model, &fall(&model, 5), &settings).into_raw();
    assert_eq!(draw(), draw());
}

#[test]
fn what_is_not_finite_is_not_drawn() {
    let model = person();
    let mut moments = fall(&model, 2);
    for (number, bad) in [(0, f32::NAN), (1, f32::INFINITY)] {
        moments[number].1.set(JointIndex::ROOT, Transform::from_translation(Vec3::splat(bad)));
    }
    assert_eq!(colourful(&sheet(&model, &moments, &small())), [], "an empty stage");
    let limp = Transform { rotation: Quat::NAN, ..Transform::IDENTITY };
    let mut moments = fall(&model, 1);
    moments[0].1.set(model.skeleton.find("arm.l").expect("an arm"), limp);
    assert!(colourful(&sheet(&model, &moments, &small())).len() > 400, "the rest of the body is");
}

#[test]
fn a_surface_that_names_what_it_has_not_is_drawn_without_it() {
    let mut model = person();
    let surface = &mut model.meshes[0].surfaces[0];
    surface.indices.extend([0, 1, u32::MAX, 4]);
    surface.influences.truncate(9);
    surface.influences[2].0 = [u16::MAX; 4];
    surface.material = Some(99);
    assert!(!colourful(&sheet(&model, &fall(&model, 1), &small())).is_empty());
}

#[test]
fn a_sheet_that_cannot_be_is_refused() {
    let model = person();
    let poses = fall(&model, 2);
    let strips = [Strip { title: String::new(), moments: &poses }];
    for (cell, columns, empty) in [(0, 4, true), (64, 0, true), (u32::MAX, 4, false), (60_000, 1, false)] {
        let settings = SheetSettings { cell, columns, ..SheetSettings::default() };
        match contact_sheet(&model, &strips, &settings).err() {
            Some(PreviewError::Empty) => assert!(empty, "{cell} x {columns}"),
            Some(PreviewError::Size { .. }) => assert!(!empty, "{cell} x {columns}"),
            other => panic!("{cell} x {columns}: {other:?}"),
        }
    }
    assert!(matches!(contact_sheet(&model, &[], &small()), Err(PreviewError::Empty)));
    let stranger = [(Seconds::ZERO, LocalPose::identity(3))];
    let strips = [Strip { title: String::new(), moments: &stranger }];
    assert!(matches!(contact_sheet(&model, &strips, &small()), Err(PreviewError::Pose(_))));
}

#[test]
fn moments_are_even_and_include_both_ends() {
    let times = moments(Seconds(3.3), 12);
    assert_eq!((times.len(), times[0], times[11]), (12, Seconds::ZERO, Seconds(3.3)));
    assert_eq!(moments(Seconds(0.1), 12).len(), 4, "fewer when shorter");
    for none in [0.0, -1.0, f64::NAN] {
        assert_eq!(moments(Seconds(none), 12), [Seconds::ZERO]);
    }
    assert_eq!(moments(Seconds(2.0), 1), [Seconds::ZERO]);
    assert_eq!(moments(Seconds(f64::MAX), 3).len(), 3);
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::screen::Screen;
use image::RgbImage;
use std::path::Path;
use std::process::Command;

/// A picture of the arena.
fn picture(screen: &Screen, folder: &Path, arguments: &str) -> RgbImage {
    let path = folder.join("picture.png");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tumble-demo"));
    command.args(arguments.split_whitespace()).arg("--screenshot").arg(&path).current_dir(folder);
    let output = screen.on(&mut command).output().expect("the program runs");
    assert!(output.status.success() && output.stdout.is_empty(), "{arguments}: {output:?}");
    let picture = image::open(&path).expect("a picture").into_rgb8();
    std::fs::remove_file(&path).expect("it is there");
    assert_eq!(std::fs::read_dir(folder).expect("readable").count(), 0, "nothing else is written");
    picture
}

/// Which pixels are not those of the other picture.
fn differing(picture: &RgbImage, other: &RgbImage) -> Vec<bool> {
    assert_eq!(picture.dimensions(), other.dimensions());
    let far = |(a, b): (&image::Rgb<u8>, &image::Rgb<u8>)| {
        a.0.iter().zip(b.0).map(|(&a, b)| u32::from(a.abs_diff(b))).sum::<u32>() > 45
    };
    picture.pixels().zip(other.pixels()).map(far).collect()
}

fn share(of: &[bool]) -> f64 {
    of.iter().filter(|differs| **differs).count() as f64 / of.len() as f64
}

/// How much of what either shows both show.
fn overlap(one: &[bool], other: &[bool]) -> f64 {
    let both = one.iter().zip(other).filter(|(one, other)| **one && **other).count();
    let either = one.iter().zip(other).filter(|(one, other)| **one || **other).count();
    both as f64 / either.max(1) as f64
}

/// How much the brightness of pixels varies, in shades of 255.
fn contrast(picture: &RgbImage, pixels: &[bool]) -> f64 {
    let shades: Vec<f64> = picture
        .pixels()
        .zip(pixels)
        .filter(|(_, of)| **of)
        .map(|(pixel, _)| pixel.0.iter().map(|&channel| f64::from(channel)).sum::<f64>() / 3.0)
        .collect();
    let mean = shades.iter().sum::<f64>() / shades.len() as f64;
    (shades.iter().map(|shade| (shade - mean).powi(2)).sum::<f64>() / shades.len() as f64).sqrt()
}

#[test]
fn pictures_show_a_character_standing_and_a_live_fall_and_its_baked_twin() {
    let Some(screen) = Screen::find() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let picture = |arguments: &str| picture(&screen, folder.path(), arguments);
    let empty = picture("--crowd 0 --after 0");
    assert_eq!(empty.dimensions(), (1280, 720));
    assert!(contrast(&empty, &vec![true; 1280 * 720]) > 5.0, "there is ground, and sky");

    let standing = picture("--crowd 1 --after 0");
    let body = differing(&standing, &empty);
    assert!((0.02..0.3).contains(&share(&body)), "a character and its shadow take {}", share(&body));
    assert!(contrast(&standing, &body) > 15.0, "its parts can be told apart");

    let live = picture("--crowd 1 --mode live --strike 0 --after 1");
    let baked = picture("--crowd 1 --mode baked --strike 0 --after 1");
    let (live_body, baked_body) = (differing(&live, &empty), differing(&baked, &empty));
    assert!(overlap(&live_body, &body) < 0.6, "it fell");
    let alike = overlap(&live_body, &baked_body);
    assert!(alike > 0.85, "live and baked share {alike} of what they show");
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use font8x8::{BASIC_FONTS, LATIN_FONTS, UnicodeFonts};
use image::{Rgb, RgbImage};

/// Pixels along a side of a letter at size 1.
pub(crate) const LETTER: u32 = 8;

/// Writes a line of text with its upper left at `(x, y)`, each letter `size` times [`LETTER`] pixels. Letters
/// that the font has not are written `?`; what does not fit into the width is cut off.
pub(crate) fn write(sheet: &mut RgbImage, (x, y): (u32, u32), size: u32, color: Rgb<u8>, text: &str) {
    for (place, letter) in text.chars().enumerate() {
        let left = u64::from(x) + place as u64 * u64::from(LETTER * size);
        if left >= u64::from(sheet.width()) {
            return;
        }
        for (row, bits) in glyph(letter).into_iter().enumerate() {
            for column in (0..LETTER).filter(|column| bits >> column & 1 == 1) {
                let corner = (left as u32 + column * size, y + row as u32 * size);
                fill(sheet, corner, size, color);
            }
        }
    }
}

fn glyph(letter: char) -> [u8; LETTER as usize] {
    let unknown = || BASIC_FONTS.get('?').unwrap_or([u8::MAX; LETTER as usize]);
    BASIC_FONTS.get(letter).or_else(|| LATIN_FONTS.get(letter)).unwrap_or_else(unknown)
}

fn fill(sheet: &mut RgbImage, (left, top): (u32, u32), side: u32, color: Rgb<u8>) {
    for y in top..top + side {
        for x in left..left + side {
            if let Some(pixel) = sheet.get_pixel_mut_checked(x, y) {
                *pixel = color;
            }
        }
    }
}

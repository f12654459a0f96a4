// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use glam::{Vec2, Vec3, Vec4};
use image::{ImageFormat, ImageReader, Limits};
use std::io::Cursor;
use tumble_pose::{AlphaMode, Image, Material, Model};

/// The longest side that a texture keeps: a figure is some hundred pixels high.
const TEXTURE_SIDE: u32 = 512;
/// The longest side that is read at all.
const LARGEST_SIDE: u32 = 16_384;
/// The most memory that reading one texture may take, in bytes.
const LARGEST_IMAGE: u64 = 1 << 30;

/// What a surface looks like, ready to be drawn.
#[derive(Debug, Clone)]
pub(crate) struct Paint {
    color: Vec4,
    texture: Option<Texture>,
    alpha: AlphaMode,
}

impl Paint {
    /// One opaque colour, linear.
    pub(crate) fn plain(color: Vec3) -> Self {
        Self { color: color.extend(1.0), texture: None, alpha: AlphaMode::Opaque }
    }

    fn new(material: &Material, textures: &[Option<Texture>]) -> Self {
        Self {
            color: Vec4::from_array(material.base_color),
            texture: material.base_color_image.and_then(|image| textures.get(image).cloned().flatten()),
            alpha: material.alpha,
        }
    }

    /// The linear colour at a texture coordinate, as the pixel at a column and row shows it; `None` where the
    /// surface lets it through. What is half opaque is drawn on half of the pixels.
    pub(crate) fn at(&self, uv: Vec2, (column, row): (usize, usize)) -> Option<Vec3> {
        let color = self.texture.as_ref().map_or(self.color, |texture| texture.at(uv) * self.color);
        let needed = match self.alpha {
            AlphaMode::Opaque => 0.0,
            AlphaMode::Mask(least) => least,
            AlphaMode::Blend => [[0.125, 0.625], [0.875, 0.375]][row % 2][column % 2],
        };
        (color.w >= needed).then(|| color.truncate())
    }
}

/// The paint of each material, and the textures that could not be read: their materials show their colour alone.
pub(crate) fn paints(model: &Model) -> (Vec<Paint>, Vec<TextureError>) {
    let mut used = vec![false; model.images.len()];
    for image in model.materials.iter().filter_map(|material| material.base_color_image) {
        if let Some(used) = used.get_mut(image) {
            *used = true;
        }
    }
    let mut unread = Vec::new();
    let textures: Vec<Option<Texture>> = model
        .images
        .iter()
        .zip(used)
        .map(|(image, used)| {
            let texture = used.then(|| Texture::read(image))?;
            texture.map_err(|error| unread.push(error)).ok()
        })
        .collect();
    (model.materials.iter().map(|material| Paint::new(material, &textures)).collect(), unread)
}

#[derive(Debug, Clone)]
struct Texture {
    size: (u32, u32),
    /// Linear colours and opacity, row by row.
    texels: std::sync::Arc<[Vec4]>,
}

impl Texture {
    fn read(image: &Image) -> Result<Self, TextureError> {
        let failed = |source| TextureError { name: image.name.clone(), source };
        let mut reader = ImageReader::new(Cursor::new(&image.bytes[..]));
        match ImageFormat::from_mime_type(&image.media_type) {
            Some(format) => reader.set_format(format),
            None => reader = reader.with_guessed_format().map_err(|error| failed(error.into()))?,
        }
        let mut limits = Limits::default();
        limits.max_image_width = Some(LARGEST_SIDE);
        limits.max_image_height = Some(LARGEST_SIDE);
        limits.max_alloc = Some(LARGEST_IMAGE);
        reader.limits(limits);
        let mut pixels = reader.decode().map_err(failed)?;
        if pixels.width().max(pixels.height()) > TEXTURE_SIDE {
            pixels = pixels.thumbnail(TEXTURE_SIDE, TEXTURE_SIDE);
        }
        let pixels = pixels.into_rgba8();
        let linear: Vec<f32> = (0..=u8::MAX).map(to_linear).collect();
        let texels = pixels.pixels().map(|pixel| {
            let [r, g, b, alpha] = pixel.0;
            let [r, g, b] = [r, g, b].map(|part| linear[usize::from(part)]);
            Vec4::new(r, g, b, f32::from(alpha) / 255.0)
        });
        Ok(Self { size: pixels.dimensions(), texels: texels.collect() })
    }

    /// Between the four nearest texels. The texture repeats.
    fn at(&self, uv: Vec2) -> Vec4 {
        let size = Vec2::new(self.size.0 as f32, self.size.1 as f32);
        let at = (uv - uv.floor()) * size - 0.5;
        let (corner, blend) = (at.floor(), at - at.floor());
        let texel = |dx: i64, dy: i64| {
            let x = (corner.x as i64 + dx).rem_euclid(i64::from(self.size.0));
            let y = (corner.y as i64 + dy).rem_euclid(i64::from(self.size.1));
            self.texels[y as usize * self.size.0 as usize + x as usize]
        };
        let above = texel(0, 0).lerp(texel(1, 0), blend.x);
        let below = texel(0, 1).lerp(texel(1, 1), blend.x);
        above.lerp(below, blend.y)
    }
}

/// A texture that cannot be read. What it belongs to is drawn in its material's colour.
#[derive(Debug, thiserror::Error)]
#[error("texture {name:?} cannot be read")]
pub struct TextureError {
    /// The image's name.
    pub name: String,
    /// Why not.
    pub source: image::ImageError,
}

/// The linear part of a stored one.
fn to_linear(stored: u8) -> f32 {
    let part = f32::from(stored) / 255.0;
    if part <= 0.040_45 { part / 12.92 } else { libm::powf((part + 0.055) / 1.055, 2.4) }
}

/// The stored part of a linear one; clamped to what can be stored, NaN to 0.
pub(crate) fn to_srgb(linear: f32) -> u8 {
    let part = linear.clamp(0.0, 1.0);
    let part = if part <= 0.003_130_8 { part * 12.92 } else { 1.055 * libm::powf(part, 1.0 / 2.4) - 0.055 };
    (part * 255.0 + 0.5) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_colours_come_back() {
        for stored in 0..=u8::MAX {
            assert_eq!(to_srgb(to_linear(stored)), stored);
        }
        assert_eq!([f32::NAN, -1.0, 7.0].map(to_srgb), [0, 0, 255]);
    }

    #[test]
    fn what_is_half_opaque_is_drawn_on_half_of_the_pixels() {
        let paint = Paint { color: Vec4::new(1.0, 0.0, 0.0, 0.5), texture: None, alpha: AlphaMode::Blend };
        let drawn = (0..16).filter(|pixel| paint.at(Vec2::ZERO, (pixel % 4, pixel / 4)).is_some()).count();
        assert_eq!(drawn, 8);
    }

    #[test]
    fn a_texture_that_is_no_image_is_told_of_and_does_without() {
        let image = Image { name: "skin".into(), media_type: "image/png".into(), bytes: [1, 2, 3].into() };
        assert!(Texture::read(&image).is_err_and(|error| error.name == "skin"));
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::ModelError;
use crate::material_set::byte;
use fyrox::asset::untyped::ResourceKind;
use fyrox::core::Uuid;
use fyrox::resource::texture::{
    Texture, TextureImportOptions, TextureKind, TextureMinificationFilter, TexturePixelKind, TextureResource,
};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder, ImageError, ImageReader, Limits, RgbaImage};
use std::collections::HashMap;
use std::io::Cursor;
use tumble_pose::Image;

/// The most pixels that an image may have in one direction.
const MAX_SIDE: u32 = 8192;

/// What becomes of an image's opacity. Fyrox's standard shaders leave out what is less than half opaque and show the
/// rest whole, so that anything else has to be in the texture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Opacity {
    /// It is overlooked.
    Full,
    /// Times `factor` and at or above `cutoff` it shows.
    Cut { cutoff: f32, factor: f32 },
    /// It stays.
    Kept,
}

/// Textures made so far for a model, so that none is made twice.
pub(crate) struct TextureCache<'a> {
    images: &'a [Image],
    made: HashMap<(usize, [u32; 3]), TextureResource>,
    levels: HashMap<u8, TextureResource>,
}

impl<'a> TextureCache<'a> {
    pub(crate) fn new(images: &'a [Image]) -> Self {
        Self { images, made: HashMap::new(), levels: HashMap::new() }
    }

    /// A texture that shows an image.
    pub(crate) fn image(
        &mut self,
        material: &str,
        index: usize,
        opacity: Opacity,
    ) -> Result<TextureResource, ModelError> {
        let Some(image) = self.images.get(index) else {
            let (material, images) = (material.to_owned(), self.images.len());
            return Err(ModelError::Image { material, found: index, images });
        };
        let key = (index, opacity.bits());
        if let Some(texture) = self.made.get(&key) {
            return Ok(texture.clone());
        }
        let failed = |source| ModelError::Decode { image: image.name.clone(), source };
        let mut pixels = decode(image).map_err(failed)?;
        for pixel in pixels.pixels_mut() {
            pixel.0[3] = opacity.of(pixel.0[3]);
        }
        // Fyrox makes smaller copies for the distance only of what it decodes itself.
        let png = encode(&pixels).map_err(failed)?;
        let options = TextureImportOptions::default();
        let texture = Texture::load_from_memory(&png, options)
            .map_err(|source| ModelError::Texture { image: image.name.clone(), source })?;
        let texture = TextureResource::new_embedded(texture);
        self.made.insert(key, texture.clone());
        Ok(texture)
    }

    /// A texture of one pixel, for a number that Fyrox's standard shaders only read from textures.
    pub(crate) fn level(&mut self, level: f32) -> Option<TextureResource> {
        let level = byte(level);
        if let Some(texture) = self.levels.get(&level) {
            return Some(texture.clone());
        }
        let kind = TextureKind::Rectangle { width: 1, height: 1 };
        let mut texture = Texture::from_bytes(kind, TexturePixelKind::R8, vec![level])?;
        texture.set_minification_filter(TextureMinificationFilter::Nearest);
        let texture = TextureResource::new_ok(Uuid::new_v4(), ResourceKind::Embedded, texture);
        self.levels.insert(level, texture.clone());
        Some(texture)
    }
}

impl Opacity {
    fn of(self, alpha: u8) -> u8 {
        match self {
            Self::Full => 255,
            Self::Kept => alpha,
            // Moved so that the cut lies at a half, and filtering still finds it between two pixels.
            Self::Cut { cutoff, factor } => {
                ((f32::from(alpha) / 255.0 * factor - cutoff) * 255.0 + HALF).floor() as u8
            }
        }
    }

    fn bits(self) -> [u32; 3] {
        match self {
            Self::Full => [0; 3],
            Self::Kept => [1, 0, 0],
            Self::Cut { cutoff, factor } => [2, cutoff.to_bits(), factor.to_bits()],
        }
    }
}

/// The least opacity that Fyrox draws, as a byte.
const HALF: f32 = 128.0;

fn decode(image: &Image) -> Result<RgbaImage, ImageError> {
    let mut reader = ImageReader::new(Cursor::new(&image.bytes[..])).with_guessed_format()?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    reader.limits(limits);
    Ok(reader.decode()?.into_rgba8())
}

fn encode(pixels: &RgbaImage) -> Result<Vec<u8>, ImageError> {
    let mut png = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut png, CompressionType::Fast, FilterType::NoFilter);
    encoder.write_image(pixels.as_raw(), pixels.width(), pixels.height(), ExtendedColorType::Rgba8)?;
    Ok(png)
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::binary_writer::BinaryWriter;
use super::schema::{self, Document, PbrMetallicRoughness, Texture, TextureInfo, named};
use super::skin_writer::place_of;
use super::write_error::WriteGlbError;
use tumble_pose::{AlphaMode, Material, Model};

/// Writes the materials that meshes use, and the images that these show.
#[derive(Debug)]
pub(super) struct MaterialWriter<'a> {
    pub(super) model: &'a Model,
    pub(super) document: &'a mut Document,
    pub(super) binary: &'a mut BinaryWriter,
    /// The model's images that are shown, in the file's order.
    pub(super) images: Vec<usize>,
}

impl MaterialWriter<'_> {
    /// `image` is what the material shows, if it is to.
    pub(super) fn write(&mut self, material: &Material, image: Option<usize>) -> Result<(), WriteGlbError> {
        let refuse = |problem| WriteGlbError::Material { material: material.name.clone(), problem };
        let cutoff = if let AlphaMode::Mask(cutoff) = material.alpha { Some(cutoff) } else { None };
        let numbers = [material.metallic, material.roughness, cutoff.unwrap_or(0.0)];
        if !material.base_color.iter().chain(&numbers).all(|number| number.is_finite()) {
            return Err(refuse("has a number that is not finite"));
        }
        let texture = match image {
            None => None,
            Some(image) => Some(self.write_image(image).map_err(refuse)?),
        };
        let unit = |number: f32| number.clamp(0.0, 1.0);
        self.document.materials.push(schema::Material {
            name: named(&material.name),
            pbr_metallic_roughness: Some(PbrMetallicRoughness {
                base_color_factor: Some(material.base_color.map(unit)),
                base_color_texture: texture.map(|index| TextureInfo { index, ..TextureInfo::default() }),
                metallic_factor: Some(unit(material.metallic)),
                roughness_factor: Some(unit(material.roughness)),
            }),
            alpha_mode: match material.alpha {
                AlphaMode::Opaque => None,
                AlphaMode::Mask(_) => Some(schema::AlphaMode::Mask),
                AlphaMode::Blend => Some(schema::AlphaMode::Blend),
            },
            alpha_cutoff: cutoff.map(|cutoff| cutoff.max(0.0)),
            double_sided: material.double_sided,
        });
        Ok(())
    }

    /// The number of the image's texture: there is one for each image.
    fn write_image(&mut self, index: usize) -> Result<usize, &'static str> {
        let image = self.model.images.get(index).ok_or("shows an image that the model does not have")?;
        if !matches!(image.media_type.as_str(), "image/png" | "image/jpeg") {
            return Err("shows an image that is neither PNG nor JPEG");
        }
        let number = place_of(&mut self.images, index);
        if number == self.document.images.len() {
            self.binary.push_image(number, &image.bytes);
            self.document.images.push(schema::Image {
                name: named(&image.name),
                mime_type: Some(image.media_type.clone()),
                ..schema::Image::default()
            });
            self.document.textures.push(Texture { source: Some(number) });
        }
        Ok(number)
    }
}

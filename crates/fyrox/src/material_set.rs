// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::ModelError;
use crate::texture::{Opacity, TextureCache};
use fyrox::core::color::Color;
use fyrox::material::{Material, MaterialResource};
use tumble_pose::{AlphaMode, Model};

/// The materials of a model, in Fyrox's form.
#[derive(Debug)]
pub(crate) struct MaterialSet {
    materials: Vec<MaterialResource>,
    blended: Vec<bool>,
    /// What surfaces without a material wear.
    plain: MaterialResource,
}

impl MaterialSet {
    pub(crate) fn new(model: &Model) -> Result<Self, ModelError> {
        let mut textures = TextureCache::new(&model.images);
        let materials: Result<Vec<_>, _> =
            model.materials.iter().map(|material| convert(material, &mut textures)).collect();
        Ok(Self {
            materials: materials?,
            blended: model.materials.iter().map(|material| material.alpha == AlphaMode::Blend).collect(),
            plain: MaterialResource::new_embedded(Material::standard()),
        })
    }

    pub(crate) fn count(&self) -> usize {
        self.materials.len()
    }

    /// The material of a surface, and whether what lies behind shines through.
    pub(crate) fn get(&self, material: Option<usize>) -> Option<(&MaterialResource, bool)> {
        match material {
            None => Some((&self.plain, false)),
            Some(index) => Some((self.materials.get(index)?, *self.blended.get(index)?)),
        }
    }
}

fn convert(
    from: &tumble_pose::Material,
    textures: &mut TextureCache<'_>,
) -> Result<MaterialResource, ModelError> {
    let mut material = if from.double_sided { Material::standard_two_sides() } else { Material::standard() };
    let opacity = match from.alpha {
        AlphaMode::Opaque => Opacity::Full,
        AlphaMode::Mask(cutoff) => Opacity::Cut { cutoff, factor: from.base_color[3] },
        AlphaMode::Blend => Opacity::Kept,
    };
    let mut shown = None;
    if let Some(index) = from.base_color_image {
        let texture = textures.image(&from.name, index, opacity)?;
        shown = Some(texture.clone());
        material.bind("diffuseTexture", texture);
    }
    material.set_property("diffuseColor", color(from, shown.is_some()));
    material.bind("metallicTexture", textures.level(from.metallic));
    material.bind("roughnessTexture", textures.level(from.roughness));
    Ok(MaterialResource::new_embedded(material))
}

/// The base colour as Fyrox's standard shaders want it: sRGB where they light a surface, as it is where they blend it.
fn color(from: &tumble_pose::Material, textured: bool) -> Color {
    let [red, green, blue, alpha] = from.base_color;
    let encode = |linear: f32| {
        // Fyrox takes sRGB for a power of 2.2.
        byte(if from.alpha == AlphaMode::Blend { linear } else { linear.max(0.0).powf(1.0 / 2.2) })
    };
    let alpha = match from.alpha {
        AlphaMode::Opaque => 255,
        // The texture has it in.
        AlphaMode::Mask(_) if textured => 255,
        // All or nothing: below a half the shader leaves out.
        AlphaMode::Mask(cutoff) => {
            if alpha >= cutoff {
                255
            } else {
                0
            }
        }
        AlphaMode::Blend => byte(alpha),
    };
    Color::from_rgba(encode(red), encode(green), encode(blue), alpha)
}

/// A part of 1 as a byte. NaN is none.
pub(crate) fn byte(part: f32) -> u8 {
    (part * 255.0).round() as u8
}

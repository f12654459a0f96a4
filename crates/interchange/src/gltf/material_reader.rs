// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::accessor_reader::AccessorReader;
use super::error::{GltfError, ResourceError, label};
use super::resources::Resources;
use super::schema::{self, Document, PbrMetallicRoughness, TextureTransform};
use std::collections::HashMap;
use tumble_pose::{AlphaMode, Image, Material};

/// Reads materials and, of the images, those that are some material's base colour.
pub(super) struct MaterialReader<'a, 'r> {
    document: &'a Document,
    accessors: &'a AccessorReader<'a>,
    resources: &'a mut Resources<'r>,
    warnings: &'a mut Vec<String>,
    images: Vec<Image>,
    /// Where each image of the document went; `None` for one that could not be had.
    places: HashMap<usize, Option<usize>>,
}

/// The document's materials, in its order, and the images that they show.
#[derive(Debug, Default)]
pub(super) struct Materials {
    pub(super) list: Vec<Material>,
    pub(super) images: Vec<Image>,
    /// For each material how its texture lies on a surface.
    pub(super) mappings: Vec<Mapping>,
}

/// Which texture coordinates a material uses, and how it changes them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mapping {
    pub(super) set: u32,
    pub(super) transform: Option<TextureTransform>,
}

impl<'a, 'r> MaterialReader<'a, 'r> {
    pub(super) fn new(
        document: &'a Document,
        accessors: &'a AccessorReader<'a>,
        resources: &'a mut Resources<'r>,
        warnings: &'a mut Vec<String>,
    ) -> Self {
        Self { document, accessors, resources, warnings, images: Vec::new(), places: HashMap::new() }
    }

    pub(super) fn read(mut self) -> Result<Materials, GltfError> {
        let mut read = Materials::default();
        for (index, material) in self.document.materials.iter().enumerate() {
            let pbr = material.pbr_metallic_roughness.as_ref();
            let texture = pbr.and_then(|pbr| pbr.base_color_texture.as_ref());
            let mut image = None;
            let mut mapping = Mapping::default();
            if let Some(texture) = texture {
                let transform = texture.extensions.transform;
                let set = transform.and_then(|transform| transform.tex_coord).or(texture.tex_coord);
                mapping = Mapping { set: set.unwrap_or(0), transform };
                image = self.image_of(index, texture.index)?;
            }
            read.mappings.push(mapping);
            read.list.push(plain(material, image));
        }
        read.images = self.images;
        Ok(read)
    }

    /// The image of a texture. One that cannot be had costs a warning, not the character.
    fn image_of(&mut self, material: usize, texture: usize) -> Result<Option<usize>, GltfError> {
        let (textures, images) = (&self.document.textures, &self.document.images);
        let missing = |what, index, count| {
            let name = self.document.materials[material].name.as_deref();
            GltfError::Reference { of: format!("material {}", label(material, name)), what, index, count }
        };
        let found = textures.get(texture).ok_or_else(|| missing("texture", texture, textures.len()))?;
        let Some(source) = found.source else {
            self.warnings.push(format!("texture {texture} has no image that can be read here"));
            return Ok(None);
        };
        let image = images.get(source).ok_or_else(|| missing("image", source, images.len()))?;
        if let Some(&place) = self.places.get(&source) {
            return Ok(place);
        }
        let place = match self.load(source, image) {
            Ok(image) => {
                self.images.push(image);
                Some(self.images.len() - 1)
            }
            Err(reason) => {
                let image = label(source, image.name.as_deref());
                self.warnings.push(format!("image {image} is left out: {reason}"));
                None
            }
        };
        self.places.insert(source, place);
        Ok(place)
    }

    fn load(&mut self, index: usize, image: &schema::Image) -> Result<Image, ResourceError> {
        let loaded;
        let bytes: &[u8] = match (image.buffer_view, &image.uri) {
            (Some(view), _) => self.accessors.view(view)?,
            (None, Some(uri)) => {
                loaded = self.resources.load(uri)?;
                &loaded
            }
            (None, None) => return Err(ResourceError::Nowhere),
        };
        self.accessors.charge(bytes.len())?;
        let media_type = media_type(bytes).ok_or(ResourceError::NoImage)?.to_owned();
        let name = image.name.clone().filter(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| format!("image_{index}"));
        Ok(Image { name, media_type, bytes: bytes.into() })
    }
}

/// What an image is, by its first bytes: what a file says of it is often wrong.
fn media_type(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"\x89PNG\r\n\x1A\n") {
        Some("image/png")
    } else if bytes.starts_with(b"\xFF\xD8\xFF") {
        Some("image/jpeg")
    } else {
        None
    }
}

fn plain(material: &schema::Material, base_color_image: Option<usize>) -> Material {
    let default = PbrMetallicRoughness::default();
    let pbr = material.pbr_metallic_roughness.as_ref().unwrap_or(&default);
    let unit = |value: Option<f32>| value.unwrap_or(1.0).clamp(0.0, 1.0);
    Material {
        name: material.name.clone().unwrap_or_default(),
        base_color: pbr.base_color_factor.unwrap_or([1.0; 4]).map(|value| value.clamp(0.0, 1.0)),
        base_color_image,
        metallic: unit(pbr.metallic_factor),
        roughness: unit(pbr.roughness_factor),
        alpha: match material.alpha_mode {
            None | Some(schema::AlphaMode::Opaque) => AlphaMode::Opaque,
            Some(schema::AlphaMode::Mask) => AlphaMode::Mask(material.alpha_cutoff.unwrap_or(0.5)),
            Some(schema::AlphaMode::Blend) => AlphaMode::Blend,
        },
        double_sided: material.double_sided,
    }
}

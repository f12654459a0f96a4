// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The ground and the sky, painted by code.

use fyrox::asset::untyped::ResourceKind;
use fyrox::core::algebra::{Matrix4, Vector3};
use fyrox::core::uuid::Uuid;
use fyrox::material::{Material, MaterialResource};
use fyrox::resource::texture::{
    CompressionOptions, TextureImportOptions, TextureKind, TexturePixelKind, TextureResource,
    TextureResourceExtension as _,
};
use fyrox::scene::base::BaseBuilder;
use fyrox::scene::graph::Graph;
use fyrox::scene::mesh::MeshBuilder;
use fyrox::scene::mesh::surface::{SurfaceBuilder, SurfaceData, SurfaceResource};
use fyrox::scene::skybox::{SkyBox, SkyBoxBuilder};
use image::{ImageFormat, Rgb, RgbImage};
use std::io::Cursor;

/// Where sky and ground meet.
const HORIZON: [f32; 3] = [0.80, 0.83, 0.85];
const ZENITH: [f32; 3] = [0.36, 0.53, 0.74];
const GROUND: [f32; 3] = [0.74, 0.73, 0.70];

/// How many metres one picture of the ground covers.
const TILE: f32 = 4.0;

/// Level ground with a grid of a metre, so that one can see how far something moves.
pub(crate) fn ground(half: f32, graph: &mut Graph) {
    // The quad stands upright and has a side of 1 m; it is laid down.
    let flat = Matrix4::from_euler_angles(std::f32::consts::FRAC_PI_2, 0.0, 0.0);
    let quad = SurfaceData::make_quad(
        &(Matrix4::new_nonuniform_scaling(&Vector3::new(2.0 * half, 1.0, 2.0 * half)) * flat),
    );
    let mut material = Material::standard();
    if let Some(texture) = ground_texture() {
        material.bind("diffuseTexture", texture);
    }
    let repeat = 2.0 * half / TILE;
    material.set_property("texCoordScale", fyrox::core::algebra::Vector2::new(repeat, repeat));
    let surface = SurfaceBuilder::new(SurfaceResource::new_ok(Uuid::new_v4(), ResourceKind::Embedded, quad))
        .with_material(MaterialResource::new_embedded(material))
        .build();
    MeshBuilder::new(BaseBuilder::new().with_name("ground").with_cast_shadows(false))
        .with_surfaces(vec![surface])
        .build(graph);
}

/// Two shades of tiles of a metre, with a thin line between them.
fn ground_texture() -> Option<TextureResource> {
    const SIDE: u32 = 512;
    let metre = SIDE / TILE as u32;
    let picture = RgbImage::from_fn(SIDE, SIDE, |x, y| {
        let odd = (x / metre + y / metre) % 2 == 1;
        let line = x % metre < 3 || y % metre < 3;
        let shade = if line {
            0.78
        } else if odd {
            1.0
        } else {
            0.92
        };
        Rgb(GROUND.map(|channel| (channel * shade * 255.0) as u8))
    });
    let mut png = Cursor::new(Vec::new());
    picture.write_to(&mut png, ImageFormat::Png).ok()?;
    let options = TextureImportOptions::default().with_compression(CompressionOptions::NoCompression);
    TextureResource::load_from_memory(Uuid::new_v4(), ResourceKind::Embedded, png.get_ref(), options).ok()
}

/// A clear day; `None` where the engine does not take it.
pub(crate) fn sky() -> Option<SkyBox> {
    let side = face(|height| {
        let up = height.max(0.0).sqrt();
        std::array::from_fn(|channel| HORIZON[channel] + (ZENITH[channel] - HORIZON[channel]) * up)
    })?;
    let builder =
        SkyBoxBuilder::from_texture(&side).with_top(face(|_| ZENITH)?).with_bottom(face(|_| HORIZON)?);
    builder.build().ok()
}

/// One side of the sky, by the height above the horizon: 1 at its upper edge, -1 at its lower one.
fn face(color: impl Fn(f32) -> [f32; 3]) -> Option<TextureResource> {
    const SIDE: u32 = 64;
    let mut bytes = Vec::with_capacity((SIDE * SIDE * 4) as usize);
    for row in 0..SIDE {
        let height = 1.0 - 2.0 * (row as f32 + 0.5) / SIDE as f32;
        let [r, g, b] = color(height).map(|channel| (channel * 255.0) as u8);
        bytes.extend([r, g, b, 255].repeat(SIDE as usize));
    }
    let kind = TextureKind::Rectangle { width: SIDE, height: SIDE };
    let pixels = TexturePixelKind::RGBA8;
    TextureResource::from_bytes(Uuid::new_v4(), kind, pixels, bytes, ResourceKind::Embedded)
}

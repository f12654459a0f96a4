// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::demo_error::DemoError;
use fyrox::core::pool::Handle;
use fyrox::engine::{Engine, GraphicsContext};
use fyrox::graphics::framebuffer::ReadTarget;
use fyrox::scene::Scene;
use image::{ImageFormat, RgbImage};
use std::fs;
use std::path::Path;

/// Draws the scene, without the panel, and writes it as a PNG: whole, or not at all.
pub(crate) fn write_picture(engine: &mut Engine, scene: Handle<Scene>, path: &Path) -> Result<(), DemoError> {
    let picture = draw(engine, scene)?;
    let unfinished = path.with_extension("png.unfinished");
    let write = || {
        picture.save_with_format(&unfinished, ImageFormat::Png)?;
        fs::rename(&unfinished, path).map_err(image::ImageError::IoError)
    };
    let written = write();
    if written.is_err() {
        // It may not be there either.
        let _ = fs::remove_file(&unfinished);
    }
    written.map_err(|source| DemoError::Picture { path: path.to_owned(), source })
}

fn draw(engine: &mut Engine, handle: Handle<Scene>) -> Result<RgbImage, DemoError> {
    let GraphicsContext::Initialized(graphics) = &mut engine.graphics_context else {
        return Err(DemoError::Draw { why: "there is no window".to_owned() });
    };
    let draw = |why: &str| DemoError::Draw { why: why.to_owned() };
    let scene = engine.scenes.try_get(handle).map_err(|error| draw(&error.to_string()))?;
    let (width, height) = graphics.renderer.get_frame_size();
    let drawn = graphics.renderer.render_scene(handle, scene, 0.0, 0.0, &engine.resource_manager);
    let drawn = drawn.map_err(|error| draw(&format!("{error:?}")))?;
    let pixels = drawn.scene_data.ldr_scene_framebuffer.read_pixels(ReadTarget::Color(0));
    let pixels = pixels.filter(|pixels| pixels.len() == width as usize * height as usize * 4);
    let pixels = pixels.ok_or_else(|| draw("the picture cannot be read back"))?;
    // Rows come from below.
    let rows = pixels.chunks_exact(width as usize * 4).rev();
    let rgb = rows.flat_map(|row| row.chunks_exact(4)).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]);
    RgbImage::from_vec(width, height, rgb.collect()).ok_or_else(|| draw("the picture has another size"))
}

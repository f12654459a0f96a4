// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::camera::Camera;
use super::canvas::Canvas;
use super::figure::Solid;
use super::raster::rasterise;
use glam::{Vec2, Vec3};

/// Half of a metre line's width, in metres.
const HALF_LINE: f32 = 0.008;
const FLOOR: Vec3 = Vec3::new(0.42, 0.44, 0.46);
const LINE: Vec3 = Vec3::new(0.22, 0.24, 0.27);
/// The line through the origin.
const MIDDLE_LINE: Vec3 = Vec3::new(0.10, 0.13, 0.20);
/// Far off, and where there is no floor.
const SKY: Vec3 = Vec3::new(0.72, 0.76, 0.80);
/// What is left of the light in the darkest shadow.
const DARKEST: f32 = 0.35;

/// A level floor with a line each metre.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Floor {
    /// Its height, in the model's units.
    pub(crate) height: f32,
    /// Units of the model to a metre.
    pub(crate) metre: f32,
    /// The middle of what is looked at, and how far from it the floor fades into the sky.
    pub(crate) middle: Vec3,
    pub(crate) reach: f32,
}

impl Floor {
    /// Draws the floor behind what is there, with a shadow under it.
    pub(crate) fn draw(&self, canvas: &mut Canvas, camera: &Camera, shadow: &Shadow) {
        canvas.backdrop(|column, row| {
            let at = Vec2::new(column as f32 + 0.5, row as f32 + 0.5);
            let ray = camera.ray(at);
            let distance = (self.height - camera.eye.y) / ray.y;
            if !(distance.is_finite() && distance > 0.0) {
                return (0.0, SKY);
            }
            let hit = camera.eye + ray * distance;
            // What a pixel covers of the floor, along x and z alike.
            let pixel = distance * camera.pixel_width() * (ray.length() / ray.y.abs()) / self.metre;
            let ground = self.lines(hit, pixel) * (1.0 - (1.0 - DARKEST) * shadow.at(hit));
            let far = Vec2::new(hit.x - self.middle.x, hit.z - self.middle.z).length() / self.reach;
            let fade = (far - 1.0).clamp(0.0, 1.0);
            (distance.recip(), ground.lerp(SKY, fade * fade * (3.0 - 2.0 * fade)))
        });
    }

    fn lines(&self, hit: Vec3, pixel: f32) -> Vec3 {
        let mut color = FLOOR;
        for along in [hit.x / self.metre, hit.z / self.metre] {
            let number = (along + 0.5).floor();
            // A line thinner than a pixel is drawn a pixel wide and as much fainter.
            let half = HALF_LINE.max(pixel * 0.5);
            let covered =
                ((half - (along - number).abs()) / pixel + 0.5).clamp(0.0, 1.0) * (HALF_LINE / half);
            color = color.lerp(if number == 0.0 { MIDDLE_LINE } else { LINE }, covered);
        }
        color
    }
}

/// Texels along a side of a [`Shadow`].
const SIDE: usize = 128;
/// How high above the floor a body casts no shadow any more, in metres.
const REACH: f32 = 1.2;
/// How far the shadow reaches beyond what casts it, in metres.
const MARGIN: f32 = 0.3;

/// A soft shadow straight below a figure, the darker the nearer it is.
#[derive(Debug)]
pub(crate) struct Shadow {
    corner: Vec2,
    texel: f32,
    darkness: Vec<f32>,
}

impl Shadow {
    /// The shadow of shapes on a floor.
    pub(crate) fn below(solids: &[Solid<'_>], floor: &Floor) -> Self {
        let points = || solids.iter().flat_map(|solid| &solid.positions).filter(|point| point.is_finite());
        let flat = |point: Vec3| Vec2::new(point.x, point.z);
        let low = points().map(|&point| flat(point)).reduce(Vec2::min).unwrap_or(Vec2::ZERO);
        let high = points().map(|&point| flat(point)).reduce(Vec2::max).unwrap_or(Vec2::ZERO);
        let margin = MARGIN * floor.metre;
        let corner = low - margin;
        let texel = ((high - low).max_element() + 2.0 * margin) / SIDE as f32;
        let mut darkness = vec![0.0_f32; SIDE * SIDE];
        for solid in solids {
            for corners in solid.triangles() {
                let corners = corners.map(|corner| solid.positions[corner]);
                let above = corners.map(|point| (point.y - floor.height) / (REACH * floor.metre));
                let on_map = corners.map(|point| (flat(point) - corner) / texel);
                rasterise(on_map, (SIDE, SIDE), |column, row, [a, b, c]| {
                    let near = 1.0 - (above[0] * a + above[1] * b + above[2] * c).clamp(0.0, 1.0);
                    let dark = &mut darkness[row * SIDE + column];
                    *dark = dark.max(near * near);
                });
            }
        }
        let radius = ((0.04 * floor.metre / texel) as usize).clamp(1, SIDE / 8);
        for _ in 0..2 {
            blur(&mut darkness, radius);
        }
        Self { corner, texel, darkness }
    }

    /// How dark it is at a place of the floor, in `0.0..=1.0`.
    fn at(&self, place: Vec3) -> f32 {
        let at = (Vec2::new(place.x, place.z) - self.corner) / self.texel - 0.5;
        let (corner, blend) = (at.floor(), at - at.floor());
        let texel = |dx: f32, dy: f32| {
            let (x, y) = (corner.x + dx, corner.y + dy);
            let inside = (0.0..SIDE as f32).contains(&x) && (0.0..SIDE as f32).contains(&y);
            if inside { self.darkness[y as usize * SIDE + x as usize] } else { 0.0 }
        };
        let above = texel(0.0, 0.0) * (1.0 - blend.x) + texel(1.0, 0.0) * blend.x;
        let below = texel(0.0, 1.0) * (1.0 - blend.x) + texel(1.0, 1.0) * blend.x;
        above * (1.0 - blend.y) + below * blend.y
    }
}

/// Replaces each texel by the mean of a square around it, darkness beyond the edge being 0.
fn blur(darkness: &mut [f32], radius: usize) {
    let mut line = [0.0; SIDE];
    let width = (2 * radius + 1) as f32;
    for (stride, across) in [(1, SIDE), (SIDE, 1)] {
        for start in (0..SIDE).map(|number| number * across) {
            for (place, mean) in line.iter_mut().enumerate() {
                let around = place.saturating_sub(radius)..(place + radius + 1).min(SIDE);
                *mean = around.map(|other| darkness[start + other * stride]).sum::<f32>() / width;
            }
            for (place, mean) in line.iter().enumerate() {
                darkness[start + place * stride] = *mean;
            }
        }
    }
}

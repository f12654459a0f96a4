// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::camera::Projected;
use super::paint::to_srgb;
use super::raster::rasterise;
use glam::Vec3;
use image::{Rgb, RgbImage};

/// Pixels drawn along each side of one that is shown.
const SUPERSAMPLING: u32 = 2;

/// A square picture in linear colours with a depth for each pixel.
#[derive(Debug)]
pub(crate) struct Canvas {
    side: usize,
    colors: Vec<Vec3>,
    /// One over the distance: 0 where nothing is.
    nearness: Vec<f32>,
}

impl Canvas {
    /// An empty canvas that is shown as `side` × `side` pixels.
    pub(crate) fn new(side: u32) -> Self {
        let side = (side * SUPERSAMPLING) as usize;
        Self { side, colors: vec![Vec3::ZERO; side * side], nearness: vec![0.0; side * side] }
    }

    /// Pixels along a side as they are drawn.
    pub(crate) fn side(&self) -> usize {
        self.side
    }

    /// Draws a triangle. `shade` gets the corners' weights at a pixel, and its column and row, and says its
    /// colour, or `None` to leave out the pixel.
    pub(crate) fn triangle(
        &mut self,
        corners: [Projected; 3],
        mut shade: impl FnMut([f32; 3], (usize, usize)) -> Option<Vec3>,
    ) {
        let size = (self.side, self.side);
        rasterise(corners.map(|corner| corner.at), size, |column, row, weights| {
            let [a, b, c] = [0, 1, 2].map(|corner| weights[corner] * corners[corner].nearness);
            let nearness = a + b + c;
            let pixel = row * size.0 + column;
            if nearness <= self.nearness[pixel] {
                return;
            }
            // Weights on the picture are not weights on the triangle, unless divided by the distance.
            if let Some(color) = shade([a, b, c].map(|part| part / nearness), (column, row)) {
                self.nearness[pixel] = nearness;
                self.colors[pixel] = color;
            }
        });
    }

    /// Draws behind everything. `shade` gets the column and row of a pixel and says how near the backdrop is
    /// there, 0 for endlessly far, and its colour.
    pub(crate) fn backdrop(&mut self, shade: impl Fn(usize, usize) -> (f32, Vec3)) {
        let rows = self.colors.chunks_mut(self.side).zip(self.nearness.chunks_mut(self.side));
        for (row, (colors, depths)) in rows.enumerate() {
            for (column, (shown, depth)) in colors.iter_mut().zip(depths).enumerate() {
                let (nearness, color) = shade(column, row);
                if nearness >= *depth {
                    (*shown, *depth) = (color, nearness);
                }
            }
        }
    }

    /// Puts the picture into a larger one with its upper left at `(x, y)`.
    pub(crate) fn show(&self, sheet: &mut RgbImage, (x, y): (u32, u32)) {
        let step = SUPERSAMPLING as usize;
        let shown = self.side / step;
        for row in 0..shown {
            for column in 0..shown {
                let mut sum = Vec3::ZERO;
                for line in row * step..(row + 1) * step {
                    let first = line * self.side + column * step;
                    sum += self.colors[first..first + step].iter().sum::<Vec3>();
                }
                let color = sum / (step * step) as f32;
                let at = (x + column as u32, y + row as u32);
                if let Some(pixel) = sheet.get_pixel_mut_checked(at.0, at.1) {
                    *pixel = Rgb(color.to_array().map(to_srgb));
                }
            }
        }
    }
}

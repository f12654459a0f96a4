// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::camera::Camera;
use glam::Vec3;

/// Light from over the viewer's left shoulder, from the sky and the ground, and along outlines.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Light {
    to_lamp: Vec3,
    to_viewer: Vec3,
}

const LAMP: Vec3 = Vec3::new(0.78, 0.75, 0.70);
const SKY: Vec3 = Vec3::new(0.34, 0.37, 0.42);
const GROUND: Vec3 = Vec3::new(0.16, 0.15, 0.14);
const RIM: Vec3 = Vec3::new(0.10, 0.12, 0.15);

impl Light {
    pub(crate) fn over(camera: &Camera) -> Self {
        let to_lamp = camera.up * 0.8 - camera.right * 0.55 + camera.back * 0.75;
        Self { to_lamp: to_lamp.normalize(), to_viewer: camera.back }
    }

    /// How a surface of that linear colour looks where its normal, of any length, points there.
    pub(crate) fn on(&self, color: Vec3, normal: Vec3) -> Vec3 {
        let normal = normal.normalize_or(Vec3::Y);
        let lamp = normal.dot(self.to_lamp).max(0.0);
        let sky = normal.y * 0.5 + 0.5;
        let edge = 1.0 - normal.dot(self.to_viewer).max(0.0);
        color * (LAMP * lamp + GROUND.lerp(SKY, sky)) + RIM * (edge * edge * edge)
    }
}

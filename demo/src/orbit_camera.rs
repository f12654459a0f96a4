// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use glam::{Quat, Vec2, Vec3};
use std::f32::consts::{PI, TAU};

/// A camera that looks at a point from all around.
#[derive(Debug, Clone, PartialEq)]
pub struct OrbitCamera {
    target: Vec3,
    /// About +Y, in radians; 0 looks along -Z, at the faces of characters.
    yaw: f32,
    /// How far it looks down, in radians.
    pitch: f32,
    /// In metres.
    distance: f32,
}

/// From a point into the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    /// Where it begins.
    pub origin: Vec3,
    /// Which way it goes; of unit length.
    pub direction: Vec3,
}

impl OrbitCamera {
    /// The height of what it sees, as an angle in radians.
    pub const FIELD_OF_VIEW: f32 = 0.66;

    const PITCHES: [f32; 2] = [0.02, 1.45];
    const DISTANCES: [f32; 2] = [1.0, 120.0];

    /// A camera that sees a crowd within `radius` metres of the origin, of characters `height` metres tall.
    #[must_use]
    pub fn over_crowd(radius: f32, height: f32) -> Self {
        let target = Vec3::Y * 0.42 * height;
        let distance = 2.4 * height + 1.75 * radius;
        Self { target, yaw: 0.5, pitch: 0.24 + (0.012 * radius).min(0.25), distance }
    }

    /// Turns it about what it looks at, by radians to the side and downwards.
    pub fn orbit(&mut self, by: Vec2) {
        self.yaw = (self.yaw + by.x).rem_euclid(TAU);
        self.pitch = (self.pitch + by.y).clamp(Self::PITCHES[0], Self::PITCHES[1]);
    }

    /// Goes nearer (`steps` above 0) or farther, by a tenth of the distance each.
    pub fn zoom(&mut self, steps: f32) {
        let distance = self.distance * (steps * -0.1).exp();
        self.distance = distance.clamp(Self::DISTANCES[0], Self::DISTANCES[1]);
    }

    /// Moves what it looks at along the ground: to its right, and forward. In parts of the distance.
    pub fn pan(&mut self, by: Vec2) {
        let forward = Quat::from_rotation_y(self.yaw) * Vec3::NEG_Z;
        let right = forward.cross(Vec3::Y);
        let target = self.target + (right * by.x + forward * by.y) * self.distance;
        self.target = target.clamp_length_max(Self::DISTANCES[1]);
    }

    /// Where it is.
    #[must_use]
    pub fn position(&self) -> Vec3 {
        self.target - self.rotation() * Vec3::Z * self.distance
    }

    /// How it is turned: it looks along its own +Z, +X is to its left.
    #[must_use]
    pub fn rotation(&self) -> Quat {
        Quat::from_rotation_y(self.yaw + PI) * Quat::from_rotation_x(self.pitch)
    }

    /// Which way it looks.
    #[must_use]
    pub fn direction(&self) -> Vec3 {
        self.rotation() * Vec3::Z
    }

    /// What lies behind a point of the picture. `point` and `frame`, the picture's size, are in pixels, from the
    /// upper left.
    #[must_use]
    pub fn ray(&self, point: Vec2, frame: Vec2) -> Ray {
        let half = (0.5 * Self::FIELD_OF_VIEW).tan();
        let from_middle = (point - 0.5 * frame) / (0.5 * frame.y.max(1.0));
        let within = Vec3::new(-from_middle.x * half, -from_middle.y * half, 1.0);
        Ray { origin: self.position(), direction: (self.rotation() * within).normalize() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_looks_at_its_target_from_in_front() {
        let camera = OrbitCamera::over_crowd(3.0, 1.75);
        assert!(camera.position().z > 3.0 && camera.position().y > 1.0, "{}", camera.position());
        let frame = Vec2::new(1280.0, 720.0);
        let middle = camera.ray(frame * 0.5, frame);
        assert!(middle.direction.distance(camera.direction()) < 1e-6);
        let along = (camera.target - middle.origin).normalize();
        assert!(along.distance(middle.direction) < 1e-5);
    }

    #[test]
    fn the_pictures_corners_lie_where_they_should() {
        let camera = OrbitCamera::over_crowd(3.0, 1.75);
        let frame = Vec2::new(1280.0, 720.0);
        let (upper_left, lower_right) = (camera.ray(Vec2::ZERO, frame), camera.ray(frame, frame));
        assert!(
            upper_left.direction.y > camera.direction().y && lower_right.direction.y < camera.direction().y
        );
        let right = camera.direction().cross(Vec3::Y);
        assert!(lower_right.direction.dot(right) > 0.1 && upper_left.direction.dot(right) < -0.1);
    }

    #[test]
    fn no_move_turns_it_over_or_takes_it_away() {
        let mut camera = OrbitCamera::over_crowd(3.0, 1.75);
        for step in 0..1000 {
            camera.orbit(Vec2::new(0.3, if step < 500 { 0.1 } else { -0.2 }));
            camera.zoom(if step % 7 < 3 { 5.0 } else { -9.0 });
            camera.pan(Vec2::new(0.5, 3.0));
            assert!(camera.position().is_finite() && camera.position().y > 0.0, "step {step}");
            assert!((camera.rotation() * Vec3::Y).y > 0.0);
        }
    }
}

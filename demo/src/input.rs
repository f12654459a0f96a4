// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::orbit_camera::Ray;
use glam::{Vec2, Vec3};

/// What a player does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Action {
    /// Hits the character that a ray meets first, there and that way.
    Strike(Ray),
    /// Hits all in the chest, that way.
    StrikeAll(Vec3),
    /// Changes what hits do.
    SwitchMode,
    /// Begins or ends a recording.
    Record,
    /// One character more.
    Add,
    /// One character less.
    Remove,
    /// All stand up again.
    StandUp,
    /// Turns the camera about what it looks at, by radians to the side and downwards.
    Orbit(Vec2),
    /// Takes the camera nearer, by a tenth of the distance each step, or farther.
    Zoom(f32),
    /// Moves what the camera looks at to the right and forward, in parts of the camera's distance.
    Pan(Vec2),
}

/// What a step of the arena gets from outside.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// What the player has done since the step before, in order.
    pub actions: &'a [Action],
    /// The size of the picture, in pixels.
    pub frame: Vec2,
}

impl Input<'_> {
    /// A step in which nothing is done, and of which there is no picture.
    pub const NONE: Input<'static> = Input { actions: &[], frame: Vec2::ONE };
}

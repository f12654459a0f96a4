// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use glam::Vec3;
use serde::{Deserialize, Serialize};

/// What fells a character: a push at a point of one body.
///
/// Directions and points are in model space, which is the character's: it faces +Z, its left is +X. For a model
/// that was made to face elsewhere, turn the blows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Blow {
    /// Path of a joint that has a body.
    pub joint: String,
    /// Where it lands, in metres; the middle of the body when `None`.
    pub point: Option<Vec3>,
    /// Which way it pushes. Its length does not matter.
    pub direction: Vec3,
    /// How hard.
    pub strength: Strength,
    /// Share of the push that bodies jointed to this one get as well, in `0.0..=1.0`.
    pub spread: f32,
}

/// How hard a [`Blow`] is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Strength {
    /// As a change of the body's velocity, in m/s, whatever it weighs.
    Speed(f32),
    /// As an impulse, in N·s.
    Impulse(f32),
}

impl Blow {
    /// A blow to the middle of a joint's body.
    #[must_use]
    pub fn new(joint: impl Into<String>, direction: Vec3, strength: Strength) -> Self {
        Self { joint: joint.into(), point: None, direction, strength, spread: 0.0 }
    }

    /// `count` blows of one speed to one joint, evenly from all sides along the ground, the first from behind
    /// (toward +Z), the next turned toward +X.
    #[must_use]
    pub fn around(joint: &str, count: usize, speed: f32) -> Vec<Self> {
        let turn = |index: usize| std::f32::consts::TAU * index as f32 / count as f32;
        let direction = |index| glam::Quat::from_rotation_y(turn(index)) * Vec3::Z;
        (0..count).map(|index| Self::new(joint, direction(index), Strength::Speed(speed))).collect()
    }

    /// The change of velocity of a body of `mass` kilograms, in m/s.
    pub(crate) fn velocity(&self, mass: f32) -> Vec3 {
        let speed = match self.strength {
            Strength::Speed(speed) => speed,
            Strength::Impulse(impulse) => impulse / mass,
        };
        self.direction.normalize() * speed
    }

    pub(crate) fn is_valid(&self) -> bool {
        let (Strength::Speed(strength) | Strength::Impulse(strength)) = self.strength;
        let direction = self.direction.length();
        strength.is_finite()
            && direction.is_finite()
            && direction > 1e-6
            && self.point.is_none_or(Vec3::is_finite)
            && (0.0..=1.0).contains(&self.spread)
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::sphere_covering::{sphere_covering, worst_angle};
use glam::{DVec3, Vec3};
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

impl Strength {
    /// In m/s or N·s.
    const fn amount(self) -> f32 {
        let (Self::Speed(amount) | Self::Impulse(amount)) = self;
        amount
    }
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

    /// `count` blows of one speed to one joint, spread evenly over all directions, up and down too: any blow is
    /// nearly as near to one of them as so many allow. The first pushes forwards, toward +Z, the farthest from all is
    /// straight up: from below a character is hit least. One, two and three are those of [`around`](Self::around).
    #[must_use]
    pub fn over_sphere(joint: &str, count: usize, speed: f32) -> Vec<Self> {
        let blow = |direction: DVec3| Self::new(joint, direction.as_vec3(), Strength::Speed(speed));
        sphere_covering(count).into_iter().map(blow).collect()
    }

    /// The largest angle from any direction to that of the nearest of these blows, in radians; those of no direction or
    /// no strength do not count. `None` if none counts.
    #[must_use]
    pub fn worst_angle(blows: &[Self]) -> Option<f32> {
        let pushes = blows.iter().filter(|blow| blow.is_valid() && blow.strength.amount() > 0.0);
        let directions: Vec<DVec3> =
            pushes.filter_map(|blow| blow.direction.as_dvec3().try_normalize()).collect();
        worst_angle(&directions).map(|angle| angle as f32)
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
        let strength = self.strength.amount();
        let direction = self.direction.length();
        strength.is_finite()
            && direction.is_finite()
            && direction > 1e-6
            && self.point.is_none_or(Vec3::is_finite)
            && (0.0..=1.0).contains(&self.spread)
    }
}

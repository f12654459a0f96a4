// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{DeathEntry, DeathLibrary};
use std::cmp::Ordering;
use std::f64::consts::PI;
use tumble_pose::glam::{DQuat, DVec2, DVec3, Quat, Vec3};

/// How [`DeathLibrary::select`] chooses among deaths that fit more or less.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Choice {
    /// The one that fits best.
    Nearest,
    /// Any of those that need at most so much more turning than the best, whatever their speed: the same one for
    /// the same seed.
    Among {
        /// In radians. Negative values and NaN are taken as 0.
        within: f32,
        /// Chooses one of them.
        seed: u64,
    },
}

/// A death that was chosen, and how to use it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Death<'a> {
    /// Which of [`DeathLibrary::deaths`] it is.
    pub index: usize,
    /// That one.
    pub entry: &'a DeathEntry,
    /// By how many radians about +Y the character is to be turned, on top of its facing, so that the clip's blow
    /// lies along the blow that was asked for; in `-π..=π`.
    pub yaw: f32,
}

impl Death<'_> {
    /// How the character is to face while the clip plays.
    #[must_use]
    pub fn turn(&self, facing: Quat) -> Quat {
        Quat::from_rotation_y(self.yaw) * facing
    }
}

/// Directions that differ by less, in radians, are the same: what is left of one direction at two speeds after
/// rounding.
const SAME_DIRECTION: f64 = 1e-3;

/// The part of a vector that has to lie in the plane for it to point anywhere in it.
const LEAST_HORIZONTAL: f64 = 1e-3;

impl DeathLibrary {
    /// The death that fits a blow.
    ///
    /// `blow` is a change of velocity in the world, in metres a second; `facing` turns the character's space into
    /// the world, +Y staying up or nearly. Only the horizontal directions of blows count: the death whose blow has
    /// to be turned least fits best. Of those that need the same turn (within a thousandth of a radian) it is the
    /// one whose speed is nearest, then the one whose hit joint's path comes first in the alphabet, then the first
    /// in the library.
    ///
    /// A blow without a horizontal direction (none at all, or straight up or down but for a thousandth of its
    /// length) is fitted best by deaths whose blows have none either, then by any, by speed; the yaw is then 0. A
    /// blow that is not finite counts as none at all, a facing that is not finite or of no length as unturned. The
    /// length of the facing does not matter.
    ///
    /// `None` when the library is empty. Nothing is allocated; the time goes with the number of deaths.
    #[must_use]
    pub fn select(&self, blow: Vec3, facing: Quat, choice: Choice) -> Option<Death<'_>> {
        let asked = Asked::new(blow, facing);
        let least = self.turns(&asked).map(f64::abs).min_by(f64::total_cmp)?;
        let (index, yaw) = match choice {
            Choice::Nearest => {
                let fitting =
                    self.turns(&asked).enumerate().filter(|(_, turn)| turn.abs() <= least + SAME_DIRECTION);
                fitting.min_by(|&(one, _), &(other, _)| self.by_speed_and_hit(&asked, one, other))
            }
            Choice::Among { within, seed } => {
                // `max` also turns NaN into the other.
                let limit = least + f64::from(within).max(0.0).max(SAME_DIRECTION);
                let fitting = || self.turns(&asked).enumerate().filter(|(_, turn)| turn.abs() <= limit);
                let count = fitting().count() as u64;
                let pick = scatter(seed).checked_rem(count)?;
                fitting().nth(usize::try_from(pick).ok()?)
            }
        }?;
        let entry = &self.deaths[index];
        let yaw = if asked.yaw(entry).is_some() { yaw as f32 } else { 0.0 };
        Some(Death { index, entry, yaw })
    }

    /// For each death by how many radians it has to be turned; a death that no turn helps counts as half a turn,
    /// one that needs none because nothing has a direction as none.
    fn turns(&self, asked: &Asked) -> impl Iterator<Item = f64> {
        self.deaths.iter().map(|entry| match asked.yaw(entry) {
            Some(yaw) => yaw,
            None if asked.direction.is_none() && asked.direction_of(entry).is_none() => 0.0,
            None => PI,
        })
    }

    fn by_speed_and_hit(&self, asked: &Asked, one: usize, other: usize) -> Ordering {
        let (a, b) = (&self.deaths[one], &self.deaths[other]);
        let off = |entry: &DeathEntry| (f64::from(entry.speed) - asked.speed).abs();
        off(a).total_cmp(&off(b)).then_with(|| a.hit.cmp(&b.hit)).then(one.cmp(&other))
    }
}

/// A blow that was asked for. In f64, in which no product of two f32 overflows.
struct Asked {
    direction: Option<DVec2>,
    speed: f64,
    facing: DQuat,
}

impl Asked {
    fn new(blow: Vec3, facing: Quat) -> Self {
        let blow = if blow.is_finite() { blow.as_dvec3() } else { DVec3::ZERO };
        let facing = facing.as_dquat();
        let length = facing.length();
        let sound = length.is_finite() && length > 0.0;
        let facing = if sound { facing / length } else { DQuat::IDENTITY };
        Self { direction: horizontal(blow), speed: blow.length(), facing }
    }

    /// Where in the world the blow of a death points, unturned.
    fn direction_of(&self, entry: &DeathEntry) -> Option<DVec2> {
        horizontal(self.facing * entry.blow.as_dvec3())
    }

    /// From the direction of a death's blow to the asked one, in radians about +Y.
    fn yaw(&self, entry: &DeathEntry) -> Option<f64> {
        let (asked, own) = (self.direction?, self.direction_of(entry)?);
        Some(DVec2::new(own.dot(asked), own.perp_dot(asked)).to_angle())
    }
}

/// A vector seen from above, `(z, x)` so that angles grow as turns about +Y do. Of any length but 0.
fn horizontal(v: DVec3) -> Option<DVec2> {
    let flat = DVec2::new(v.z, v.x);
    (flat.length() > v.length() * LEAST_HORIZONTAL).then_some(flat)
}

/// Makes neighbouring seeds choose different deaths (the finaliser of `SplitMix64`: Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators", 2014).
fn scatter(seed: u64) -> u64 {
    let mut bits = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

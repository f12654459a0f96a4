// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{DeathEntry, Hit};
use std::f64::consts::PI;
use tumble_pose::glam::{DQuat, DVec2, DVec3, Quat, Vec3};

/// The part of a vector that has to lie in the plane for it to point anywhere in it.
const LEAST_HORIZONTAL: f64 = 1e-3;

/// Speeds that differ by less, in metres a second or as a share of the asked one times a thousand, are the same.
const SAME_SPEED: f64 = 1e-3;

/// A blow that was asked for. In f64, in which no product of two f32 overflows.
pub(crate) struct Asked {
    blow: DVec3,
    height: Option<f64>,
    facing: DQuat,
}

impl Asked {
    pub(crate) fn new(hit: Hit, facing: Quat) -> Self {
        let blow = if hit.velocity.is_finite() { hit.velocity.as_dvec3() } else { DVec3::ZERO };
        let height = hit.height.filter(|height| height.is_finite()).map(f64::from);
        let facing = facing.as_dquat();
        let length = facing.length();
        let sound = length.is_finite() && length > 0.0;
        let facing = if sound { facing / length } else { DQuat::IDENTITY };
        Self { blow, height, facing }
    }

    /// From a death's blow to the asked one, in radians: half a turn if one of them has no direction, and none if
    /// neither has.
    pub(crate) fn angle(&self, blow: Vec3) -> f64 {
        let own = self.facing * blow.as_dvec3();
        match (own.length() > 0.0, self.blow.length() > 0.0) {
            // Of small angles the cosine would tell nothing.
            (true, true) => DVec2::new(own.dot(self.blow), own.cross(self.blow).length()).to_angle(),
            (false, false) => 0.0,
            _ => PI,
        }
    }

    /// From the horizontal direction of a death's blow to that of the asked one, in radians about +Y; `None` if one
    /// of them has none.
    pub(crate) fn yaw(&self, blow: Vec3) -> Option<f64> {
        let (asked, own) = (horizontal(self.blow)?, horizontal(self.facing * blow.as_dvec3())?);
        Some(DVec2::new(own.dot(asked), own.perp_dot(asked)).to_angle())
    }

    /// In metres a second.
    pub(crate) fn speed_apart(&self, entry: &DeathEntry) -> f64 {
        (f64::from(entry.speed) - self.blow.length()).abs()
    }

    pub(crate) fn same_speed(&self) -> f64 {
        SAME_SPEED.max(self.blow.length() * SAME_SPEED * 1e-3)
    }

    /// In metres; 0 where the height does not matter.
    pub(crate) fn height_apart(&self, entry: &DeathEntry) -> f64 {
        match (self.height, entry.hit_height) {
            (None, _) => 0.0,
            (Some(_), None) => f64::INFINITY,
            (Some(asked), Some(own)) => (f64::from(own) - asked).abs(),
        }
    }
}

/// A vector seen from above, `(z, x)` so that angles grow as turns about +Y do. Of any length but 0.
fn horizontal(v: DVec3) -> Option<DVec2> {
    let flat = DVec2::new(v.z, v.x);
    (flat.length() > v.length() * LEAST_HORIZONTAL).then_some(flat)
}

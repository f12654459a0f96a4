// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use glam::{DMat3, DQuat, DVec3};

/// What a turn costs, as a part of what it would move: so that none is turned far for little.
pub(super) const STIFFNESS: f64 = 0.1;

/// The points that a joint carries along without anything between them that moves: its own shell, the children at
/// a fixed place, and on through those that do not turn.
#[derive(Debug, Clone)]
pub(super) struct Carried {
    /// In the joint's own space, with their weights.
    points: Vec<(DVec3, f64)>,
    /// Whether it is more than its own shell.
    pub(super) others: bool,
    /// Sums over the points, by their weights, of themselves and of their outer products.
    first: DVec3,
    second: DMat3,
}

impl Default for Carried {
    /// Nothing. (A matrix's own default is the identity.)
    fn default() -> Self {
        Self { points: Vec::new(), others: false, first: DVec3::ZERO, second: DMat3::ZERO }
    }
}

impl Carried {
    pub(super) const SHELL: f64 = 0.5;
    pub(super) const JOINT: f64 = 1.0;

    pub(super) fn push(&mut self, point: DVec3, weight: f64) {
        self.points.push((point, weight));
        self.first += point * weight;
        self.second += DMat3::from_cols(point * point.x, point * point.y, point * point.z) * weight;
    }

    pub(super) fn points(&self) -> &[(DVec3, f64)] {
        &self.points
    }

    /// The turn, as a rotation vector in the joint's own space, that brings the points nearest to where they should be. They
    /// are at `is * scale * point`, and should be at `should * point - off`, all in the parent's space.
    ///
    /// What little a turn would bring is left out, for it costs bits: hence [`STIFFNESS`].
    pub(super) fn tilt(&self, is: DQuat, scale: DVec3, should: DMat3, off: DVec3) -> Option<DVec3> {
        let scale = DMat3::from_diagonal(scale);
        let held = scale * self.second;
        let spread = held * scale;
        let trace = spread.x_axis.x + spread.y_axis.y + spread.z_axis.z;
        let inertia = DMat3::from_diagonal(DVec3::splat(trace * (1.0 + STIFFNESS))) - spread;
        let determinant = inertia.determinant();
        if determinant <= 1e-9 * trace * trace * trace {
            return None;
        }
        let back = DMat3::from_quat(is.conjugate());
        // Moments of what is missing: the sums of p × r are the antisymmetric part of those of p rᵀ.
        let cross = held * (scale - back * should).transpose();
        let moment = DVec3::new(
            cross.z_axis.y - cross.y_axis.z,
            cross.x_axis.z - cross.z_axis.x,
            cross.y_axis.x - cross.x_axis.y,
        ) + (scale * self.first).cross(back * off);
        // The inverse by Cramer's rule, of what is symmetric.
        let DMat3 { x_axis: x, y_axis: y, z_axis: z } = inertia;
        let tilt =
            -DVec3::new(y.cross(z).dot(moment), z.cross(x).dot(moment), x.cross(y).dot(moment)) / determinant;
        (tilt.length_squared() < 0.01).then_some(tilt)
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::world::World;

/// What was measured of a fall. Lengths in metres, angles in radians, energy in joules.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FallFigures {
    /// Whether it came to rest by itself, before the cap.
    pub settled: bool,
    /// How long it was simulated, in seconds.
    pub simulated_s: f64,
    /// The deepest that any body is under the ground in the finished clip, over all samples.
    pub penetration_m: f32,
    /// The same in the last pose alone.
    pub rest_penetration_m: f32,
    /// How far a joint went beyond its limits, by rapier's measure.
    pub max_limit_excess_rad: f32,
    /// The same by swing and twist.
    pub max_swing_twist_excess_rad: f32,
    /// How far two bodies came apart at their joint.
    pub max_joint_gap_m: f32,
    /// The energy of the blow.
    pub blow_energy_j: f32,
    /// The most by which one step after the blow raised the energy of all bodies together.
    pub max_energy_rise_j: f32,
}

impl FallFigures {
    pub(crate) fn of_blow(blow_energy_j: f32) -> Self {
        Self {
            settled: false,
            simulated_s: 0.0,
            penetration_m: 0.0,
            rest_penetration_m: 0.0,
            max_limit_excess_rad: 0.0,
            max_swing_twist_excess_rad: 0.0,
            max_joint_gap_m: 0.0,
            blow_energy_j,
            max_energy_rise_j: 0.0,
        }
    }

    pub(crate) fn watch(&mut self, world: &World, energy_rise: f32) {
        self.max_energy_rise_j = self.max_energy_rise_j.max(energy_rise);
        for (index, part) in world.ragdoll.plan().bodies().iter().enumerate() {
            let (Some(hold), Some(parent)) = (&part.hold, part.parent) else { continue };
            let (above, own) = (world.body(parent), world.body(index));
            let (excess, true_excess, gap) = hold.excess(above.position(), own.position());
            self.max_limit_excess_rad = self.max_limit_excess_rad.max(excess);
            self.max_swing_twist_excess_rad = self.max_swing_twist_excess_rad.max(true_excess);
            self.max_joint_gap_m = self.max_joint_gap_m.max(gap);
        }
    }
}

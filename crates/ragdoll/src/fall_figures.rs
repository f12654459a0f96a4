// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::world::World;
use tumble_pose::{Role, Seconds};

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
    /// How far a knee or an elbow bent backwards, beyond what its limits and the start pose allow.
    pub max_bent_back_rad: f32,
    /// When the first body's middle first was less than 25 cm above the ground, for a character of 1.75 m, in seconds
    /// after the blow; `None` if never.
    pub down_s: Option<f64>,
    /// How far the chest is bent or turned against the hips in the end, from how they stand at rest; 0 where the rig
    /// has no such parts.
    pub trunk_bend_rad: f32,
    /// What moved after it had come to rest, or had come to the cap, until the end of what was simulated.
    pub afterwards: Moved,
    /// The energy of the blow.
    pub blow_energy_j: f32,
    /// The most by which one step after the blow raised the energy of all bodies together.
    pub max_energy_rise_j: f32,
}

/// How far bodies moved between two moments.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Moved {
    /// The farthest way of the middle of a body of the trunk (of the first body, where none is known), in metres.
    pub trunk_m: f32,
    /// The farthest way of the middle of any body, in metres.
    pub part_m: f32,
    /// The farthest turn of any body, in radians.
    pub part_rad: f32,
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
            max_bent_back_rad: 0.0,
            down_s: None,
            trunk_bend_rad: 0.0,
            afterwards: Moved::default(),
            blow_energy_j,
            max_energy_rise_j: 0.0,
        }
    }

    pub(crate) fn watch(&mut self, world: &World, now: Seconds, energy_rise: f32) {
        if self.down_s.is_none() && world.height(0) < 0.25 * world.ragdoll.plan().size() {
            self.down_s = Some(now.0);
        }
        self.max_energy_rise_j = self.max_energy_rise_j.max(energy_rise);
        let left = world.ragdoll.spare_left();
        for (index, part) in world.ragdoll.plan().bodies().iter().enumerate() {
            let (Some((hold, _)), Some(parent)) = (&part.hold, part.parent) else { continue };
            let (above, own) = (world.body(parent), world.body(index));
            let (excess, true_excess, gap) = hold.excess(above.position(), own.position(), left);
            self.max_limit_excess_rad = self.max_limit_excess_rad.max(excess);
            self.max_swing_twist_excess_rad = self.max_swing_twist_excess_rad.max(true_excess);
            self.max_joint_gap_m = self.max_joint_gap_m.max(gap);
            if matches!(part.role, Some(Role::LowerArm(_) | Role::LowerLeg(_))) {
                let back = hold.bent_back(above.position().rotation, own.position().rotation, left);
                self.max_bent_back_rad = self.max_bent_back_rad.max(back);
            }
        }
    }
}

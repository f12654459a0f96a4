// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::Moved;
use crate::world::World;
use glam::{Quat, Vec3};
use tumble_pose::Role;

/// Where all bodies are at a moment.
pub(crate) struct Stand {
    /// Middle and turn of each, and whether it belongs to the trunk.
    bodies: Vec<(Vec3, Quat, bool)>,
}

impl Stand {
    pub(crate) fn of(world: &World) -> Self {
        let parts = world.ragdoll.plan().bodies();
        let place = |index: usize| {
            let body = world.body(index);
            let trunk =
                index == 0 || matches!(parts[index].role, Some(Role::Hips | Role::Spine | Role::Chest));
            (body.center_of_mass(), *body.rotation(), trunk)
        };
        Self { bodies: (0..parts.len()).map(place).collect() }
    }

    /// How far bodies are from here.
    pub(crate) fn moved(&self, later: &Self) -> Moved {
        let mut moved = Moved::default();
        for (&(from, turned, trunk), (to, turned_later, _)) in self.bodies.iter().zip(&later.bodies) {
            let way = from.distance(*to);
            moved.part_m = moved.part_m.max(way);
            moved.part_rad = moved.part_rad.max(turned.angle_between(*turned_later));
            if trunk {
                moved.trunk_m = moved.trunk_m.max(way);
            }
        }
        moved
    }
}

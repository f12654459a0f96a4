// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use tumble_deaths::tumble_pose::Seconds;
use tumble_deaths::tumble_pose::glam::{Quat, Vec3};
use tumble_deaths::{DeathEntry, DeathLibrary, FinalRoot};

/// A library whose deaths differ in the blow alone.
pub(crate) fn library(blows: &[Vec3]) -> DeathLibrary {
    let entry = |(index, &blow): (usize, &Vec3)| DeathEntry {
        clip: format!("Knight.death{index}.tumble"),
        blow,
        hit: "hips/spine/chest".to_owned(),
        hit_height: None,
        speed: blow.length(),
        seed: index as u64,
        duration: Seconds(2.5),
        settled: true,
        final_root: FinalRoot { position: Vec3::new(0.1, 0.12, -1.4), rotation: Quat::from_rotation_x(-1.5) },
        floor_normal: Vec3::Y,
    };
    DeathLibrary {
        character: "Knight".to_owned(),
        metres_per_unit: 1.0,
        deaths: blows.iter().enumerate().map(entry).collect(),
    }
}

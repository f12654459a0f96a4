// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Ragdolls: rigs inferred from characters, simulated in rapier3d, baked into clips.

mod anatomy;
mod angles;
mod bake;
mod bake_error;
mod blow;
mod body_follower;
mod fall;
mod fall_figures;
mod fit;
mod followers;
mod infer;
mod joint_frames;
mod physics_settings;
mod ragdoll;
mod rig;
mod rig_file;
mod rig_report;
mod world;

pub use bake::{BakeJob, BakeSettings, BakedFall};
pub use bake_error::BakeError;
pub use blow::{Blow, Strength};
pub use body_follower::BodyFollower;
pub use fall_figures::FallFigures;
pub use physics_settings::PhysicsSettings;
pub use ragdoll::{GROUND_GROUP, Ragdoll, WorldSets};
pub use rig::{Axes, Body, Limits, Link, Rig, Shape, Why};
pub use rig_file::{MAX_BODIES, RigError};
pub use rig_report::{RigReport, SizedBy};

/// The physics engine that ragdolls are built into.
pub use rapier3d;

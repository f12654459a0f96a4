// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Ragdolls: rigs inferred from characters, simulated in rapier3d, baked into clips.
//!
//! [`Rig::infer`] finds the bodies of a character: a human's by the names of its joints, any other creature's by
//! what follows each joint. A rig is plain data, to be saved as RON and changed by hand. [`BakeJob`] lets the
//! character fall once for each [`Blow`] and gives every fall as a clip, with what was measured of it;
//! [`Ragdoll::build`] puts the bodies into a rapier world of your own and [`BodyFollower`] gives you the pose.
//! [`RagdollPlan`] tells the same in numbers, for an engine that keeps its rapier to itself.
//!
//! ```
//! use tumble_pose::glam::Vec3;
//! use tumble_pose::{Joint, LocalPose, Model, Skeleton, Transform};
//! use tumble_ragdoll::{BakeJob, BakeSettings, Blow, FallStart, Rig};
//!
//! // A pole of three joints stands for a character; see `tumble-interchange` for real ones.
//! let joint = |name: &str, parent, y| Joint {
//!     name: name.into(),
//!     parent,
//!     rest: Transform::from_translation(Vec3::new(0.0, y, 0.0)),
//! };
//! let joints = [joint("low", None, 0.1), joint("middle", Some(0), 0.6), joint("high", Some(1), 0.6)];
//! let skeleton = Skeleton::new(&joints)?;
//! let start = FallStart::at_rest(LocalPose::rest(&skeleton));
//! let model = Model { name: "pole".into(), skeleton, meshes: vec![], materials: vec![], images: vec![] };
//!
//! let (rig, report) = Rig::infer(&model, None)?;
//! assert!(!report.human && rig.bodies.len() == 2);
//!
//! let settings = BakeSettings::default();
//! let blows = Blow::around("middle", 2, 4.0);
//! let job = BakeJob { model: &model, rig: &rig, start: &start, blows: &blows, settings: &settings };
//! let falls = job.run(&|| println!("one more has fallen"))?;
//! assert!(falls.iter().all(|fall| fall.clip.report().max_error_m <= 1e-4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Should I use this crate?
//!
//! Yes, to bake falls, or to have ragdolls that settle in a game that runs rapier. Not to *play* baked falls: a game
//! that only does that takes `tumble-clip` and `tumble-deaths`, and needs no physics.
//!
//! The simulation follows a study of rapier's settings ([`PhysicsSettings`]). Limits are kept by swing and twist, which
//! needs a call before each step ([`Ragdoll::before_step`]); engines that know no such call keep them about each axis
//! apart ([`LimitModel::PerAxis`]). A fall starts still or from a motion ([`FallStart`]), limp or with some muscle tone.
//! What a character carries or wears on a joint of its own (weapons, a cape) has no body, and goes through the ground.
//!
//! # Features
//!
//! None.

mod anatomy;
mod angles;
mod bake;
mod bake_error;
mod blow;
mod body_follower;
mod character;
mod fall;
mod fall_figures;
mod fall_start;
mod fit;
mod followers;
mod hold;
mod hold_joints;
mod infer;
mod joint_frames;
mod part_choice;
mod part_shape;
mod physics_settings;
mod ragdoll;
mod ragdoll_plan;
mod rig;
mod rig_file;
mod rig_report;
mod shard;
mod sphere_covering;
mod stand;
mod swing_twist;
mod voronoi_cell;
mod world;

pub use bake::{BakeJob, BakeSettings, BakedFall};
pub use bake_error::BakeError;
pub use blow::{Blow, Strength};
pub use body_follower::BodyFollower;
pub use fall_figures::{FallFigures, Moved};
pub use fall_start::FallStart;
pub use physics_settings::{LimitModel, PhysicsError, PhysicsSettings};
pub use ragdoll::{GROUND_GROUP, Ragdoll, WorldSets};
pub use ragdoll_plan::{PlannedBody, RagdollPlan};
pub use rig::{Axes, Body, Limits, Link, Rig, Shape, Why};
pub use rig_file::{MAX_BODIES, RigError};
pub use rig_report::{RigReport, SizedBy};
pub use shard::Shard;

/// The physics engine that ragdolls are built into.
pub use rapier3d;

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! A library of baked deaths and the choice among them by the blow.
//!
//! `tumble bake` writes one clip for each way in which a character was felled, and a `.deaths.ron` file that says
//! which blow led to which. When a character dies, a game asks for the death whose blow is most like the one that
//! it has just dealt, turns the character a little so that the two agree, and plays the clip:
//!
//! ```
//! use tumble_deaths::tumble_pose::glam::{Quat, Vec3};
//! use tumble_deaths::{Choice, DeathLibrary};
//!
//! struct Enemy {
//!     facing: Quat,
//!     playing: Option<usize>,
//! }
//!
//! impl Enemy {
//!     /// `blow` is how the hit would have changed its velocity, in metres a second, in the world; `seen` the deaths
//!     /// that were played before.
//!     fn die(&mut self, deaths: &DeathLibrary, blow: Vec3, enemy_number: u64, seen: &mut Vec<u32>) {
//!         // Crowds look better when not all fall alike.
//!         let avoid = &seen[seen.len().saturating_sub(3)..];
//!         let choice = Choice::Varied { tolerance: 0.5, avoid, seed: enemy_number };
//!         if let Some(death) = deaths.select(blow, self.facing, choice) {
//!             self.facing = death.turn(self.facing);
//!             self.playing = Some(death.index); // of the clips that `load_clips` gave
//!             seen.push(death.number);
//!         }
//!     }
//! }
//!
//! let text = r#"(
//!     version: 1,
//!     character: "Knight",
//!     metres_per_unit: 1.0,
//!     deaths: [(
//!         clip: "Knight.death0.tumble",
//!         blow: (0.0, 0.0, -6.0),
//!         hit: "hips/spine/chest",
//!         speed: 6.0,
//!         seed: 1,
//!         duration: 2.9,
//!         settled: true,
//!         final_root: (position: (0.1, 0.12, -1.4), rotation: (-0.7071068, 0.0, 0.0, 0.7071068)),
//!         floor_normal: (0.0, 1.0, 0.0),
//!     )],
//! )"#;
//! let deaths = DeathLibrary::from_ron(text)?;
//! let mut enemy = Enemy { facing: Quat::IDENTITY, playing: None };
//! enemy.die(&deaths, Vec3::new(-3.0, 1.0, -3.0), 7, &mut Vec::new());
//! assert_eq!(enemy.playing, Some(0));
//! // Its clip has it pushed backwards; it was pushed to its right as well, so it turns by 45° first.
//! assert!((enemy.facing * Vec3::NEG_Z).distance(Vec3::new(-1.0, 0.0, -1.0).normalize()) < 1e-6);
//! # Ok::<(), tumble_deaths::ReadError>(())
//! ```
//!
//! # In the mirror
//!
//! A character that is much the same on both sides can fall to the left as it did to the right, which doubles what
//! there is to choose from. A mirrored death is the same clip, and each of its poses goes through a
//! [`MirrorMap`](tumble_pose::MirrorMap):
//!
//! ```
//! use tumble_deaths::tumble_pose::glam::{Quat, Vec3};
//! use tumble_deaths::tumble_pose::{Joint, LocalPose, MirrorMap, RoleMap, Skeleton, Transform};
//! use tumble_deaths::{Choice, DeathLibrary, Mirroring};
//! # let text = r#"(version: 1, character: "Post", metres_per_unit: 1.0, deaths: [(clip: "left.tumble",
//! #     blow: (6.0, 0.0, 0.0), hit: "post", speed: 6.0, seed: 1, duration: 2.9, settled: true,
//! #     final_root: (position: (0.0, 0.0, 0.0), rotation: (0.0, 0.0, 0.0, 1.0)),
//! #     floor_normal: (0.0, 1.0, 0.0))])"#;
//!
//! // Its one death is a fall to the left, +X, and the blow comes from the left.
//! let deaths = DeathLibrary::from_ron(text)?;
//! let death = deaths.with_mirrored().select(Vec3::NEG_X * 5.0, Quat::IDENTITY, Choice::Nearest);
//! let death = death.ok_or("an empty library")?;
//! assert_eq!((death.mirroring, death.yaw), (Mirroring::Mirrored, 0.0));
//!
//! let post = Joint { name: "post".into(), parent: None, rest: Transform::IDENTITY };
//! let skeleton = Skeleton::new(&[post])?;
//! let mirror = MirrorMap::new(&skeleton, &RoleMap::infer(&skeleton), &LocalPose::rest(&skeleton))?;
//! // A sample of the clip: lying to the left. Played, it lies to the right.
//! let mut sampled = LocalPose::rest(&skeleton);
//! let root = skeleton.joints().next().ok_or("no joint")?;
//! sampled.set(root, Transform { rotation: Quat::from_rotation_z(-1.5), ..Transform::IDENTITY });
//! let mut played = sampled.clone();
//! if death.mirroring == Mirroring::Mirrored {
//!     mirror.mirror(&sampled, &mut played);
//! }
//! assert!((sampled.get(root).rotation * Vec3::Y).x > 0.9);
//! assert!((played.get(root).rotation * Vec3::Y).x < -0.9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # On every machine the same
//!
//! A server chooses and sends [`Death::number`] for [`Choice::Index`], or sends a seed for [`Choice::Seed`]: either is
//! found with integers alone, so that clients which see a slightly different blow still play the same death.
//!
//! # Should I use this crate?
//!
//! Yes, if your game plays deaths that Tumble baked, whatever the engine: there is no physics in it and no player.
//! [`DeathLibrary::load_clips`] gets the clips in whatever way your game reads files. If you have three
//! hand-made deaths and no blows to tell them apart, a `match` of your own does as well.
//!
//! # Features
//!
//! None: libraries are read and written with serde and RON, always.

mod asked;
mod death_library;
mod load_clips;
mod ron_file;
mod select;
mod validate;

pub use death_library::{DeathEntry, DeathLibrary, FinalRoot};
pub use load_clips::LoadError;
pub use ron_file::{ReadError, WriteError};
pub use select::{Choice, Death, Hit, Mirroring, WithMirrored};
pub use validate::{InvalidDeath, InvalidLibrary};

/// The crates whose types this crate's interface is made of.
pub use {tumble_clip, tumble_pose};

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! A human figure and its motions, made by code: a character for examples, tests and demos, without a file.
//!
//! ```
//! use tumble_clip::ClipBuilder;
//! use tumble_pose::{Role, RoleMap, Side};
//!
//! let skeleton = tumble_mannequin::skeleton();
//! assert!(RoleMap::infer(&skeleton).get(Role::LowerArm(Side::Left)).is_some());
//!
//! let clips = tumble_mannequin::clips();
//! let walk = clips.iter().find(|clip| clip.meta.name == "walk").ok_or("no walk")?;
//! let walk = ClipBuilder::default().build(&skeleton, walk)?;
//! assert!(walk.report().max_error_m <= 1e-4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Should I use this crate?
//!
//! Yes, where you want a person to stand, walk, strike, fall or be shown and have none at hand. It has an adult's
//! proportions, a skin that bends, and nobody's copyright. No, as a hero: it is a mannequin, with a visor for a face.
//! Making the [`model`] takes a tenth of a second (0.3 s unoptimised); keep it. [`model_with_axe`] has in its hand
//! what two of the motions swing.
//!
//! # Features
//!
//! None.

mod axe;
mod clips;
mod cutting;
mod field;
mod figure;
mod materials;
mod meshing;
mod pieces;
mod skeleton;
mod skinning;
mod surface;

pub use axe::model_with_axe;
pub use clips::clips;
pub use figure::model;
pub use skeleton::skeleton;

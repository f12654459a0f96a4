// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Skeletons, poses and models: what every other Tumble crate speaks about.
//!
//! Units are metres, seconds and radians; axes are right-handed with +Y up, and a character faces +Z.

#[cfg(feature = "generators")]
pub mod generators;
mod joint_index;
mod joint_map;
mod joint_mask;
mod joint_name;
mod limb_chain;
mod local_pose;
mod local_to_model_job;
mod model;
mod model_pose;
mod role;
mod role_inference;
mod role_map;
mod scalar_pose;
mod skeleton;
mod transform;
mod units;

pub use joint_index::JointIndex;
pub use joint_map::{JointMap, NotMapped};
pub use joint_mask::{JointMask, JointMaskError};
pub use local_pose::{Block, LANES, LocalPose};
pub use local_to_model_job::{LocalToModelError, LocalToModelJob};
pub use model::{AlphaMode, Attach, Image, Material, Mesh, Model, Surface};
pub use model_pose::ModelPose;
pub use role::{Role, Side};
pub use role_map::{Evidence, RoleMap};
pub use scalar_pose::ScalarPose;
pub use skeleton::{Joint, Skeleton, SkeletonError};
pub use transform::Transform;
pub use units::{Seconds, Weight};

/// The maths library whose types this crate's interface is made of.
pub use glam;

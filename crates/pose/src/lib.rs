// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Skeletons, poses and models: what every other Tumble crate speaks about.
//!
//! Units are metres, seconds and radians; axes are right-handed with +Y up, and a character faces +Z.
//!
//! ```
//! use tumble_pose::glam::{Quat, Vec3};
//! use tumble_pose::{
//!     Joint, LocalPose, LocalToModelJob, MirrorMap, ModelPose, Role, RoleMap, Side, Skeleton, Transform,
//! };
//!
//! // Joints in any order; a skeleton puts parents before children.
//! let joint = |name: &str, parent, x, y| Joint {
//!     name: name.into(),
//!     parent,
//!     rest: Transform::from_translation(Vec3::new(x, y, 0.0)),
//! };
//! let skeleton = Skeleton::new(&[
//!     joint("chest", None, 0.0, 1.2),
//!     joint("upperarm.l", Some(0), 0.2, 0.2),
//!     joint("lowerarm.l", Some(1), 0.3, 0.0),
//!     joint("upperarm.r", Some(0), -0.2, 0.2),
//!     joint("lowerarm.r", Some(3), -0.3, 0.0),
//! ])?;
//!
//! // What the joints are is read from their names.
//! let roles = RoleMap::infer(&skeleton);
//! let arm = roles.get(Role::UpperArm(Side::Left)).ok_or("no left arm")?;
//! let elbow = roles.get(Role::LowerArm(Side::Right)).ok_or("no right arm")?;
//!
//! // Lower the left arm, and by the mirror the right one; then see where the right elbow is.
//! let mut pose = LocalPose::rest(&skeleton);
//! let down = Transform { rotation: Quat::from_rotation_z(-std::f32::consts::FRAC_PI_2), ..pose.get(arm) };
//! pose.set(arm, down);
//! let mut mirrored = pose.clone();
//! MirrorMap::new(&skeleton, &roles, skeleton.rest_pose())?.mirror(&pose, &mut mirrored);
//!
//! let mut model = ModelPose::identity(skeleton.joint_count());
//! LocalToModelJob { skeleton: &skeleton, local: &mirrored, output: &mut model }.run()?;
//! assert!(model.translation(elbow).distance(Vec3::new(-0.2, 1.1, 0.0)) < 1e-6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Should I use this crate?
//!
//! Take it with any other Tumble crate: their interfaces are made of its types, and it is small (glam, pulp and
//! thiserror). On its own it serves where characters of many sources must be understood: [`RoleMap`] knows the
//! spellings of the usual tools, [`JointMap`] carries poses from one skeleton to another, [`MirrorMap`] works
//! however the joints' axes lie. It plays nothing (`tumble-clip`, `tumble-blend`) and reads no files
//! (`tumble-interchange`). Poses are kept eight joints side by side for the processor's sake; who wants a list of
//! matrices and nothing else is better off with glam alone.
//!
//! # Features
//!
//! - `serde`: joints, transforms, roles and units can be written and read.
//! - `generators`: proptest strategies for skeletons and poses, in `generators`.

#[cfg(any(test, feature = "generators"))]
pub mod generators;
mod joint_index;
mod joint_map;
mod joint_mask;
mod joint_name;
mod limb_chain;
mod limb_fit;
mod local_pose;
mod local_to_model_job;
mod mirror_map;
mod mirror_pairs;
mod model;
mod model_pose;
mod role;
mod role_inference;
mod role_map;
mod scalar_pose;
mod shape_inference;
mod skeleton;
mod transform;
mod units;

pub use joint_index::JointIndex;
pub use joint_map::{JointMap, NotMapped};
pub use joint_mask::{JointMask, JointMaskError};
pub use local_pose::{Block, LANES, LocalPose};
pub use local_to_model_job::{LocalToModelError, LocalToModelJob};
pub use mirror_map::{MirrorError, MirrorMap};
pub use model::{AlphaMode, Attach, Image, Material, Mesh, Model, Surface};
pub use model_pose::ModelPose;
pub use role::{Role, Side};
pub use role_map::{Evidence, RoleMap, Sureness};
pub use scalar_pose::ScalarPose;
pub use skeleton::{Joint, Skeleton, SkeletonError};
pub use transform::Transform;
pub use units::{Seconds, Weight};

/// The maths library whose types this crate's interface is made of.
pub use glam;

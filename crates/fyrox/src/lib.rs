// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Tumble in the Fyrox engine.

mod convert;
mod joint_node;
mod live_ragdoll;
mod physics;

pub use convert::{to_quat, to_unit_quaternion, to_vec3, to_vector3};
pub use live_ragdoll::{LiveRagdoll, Strike};
pub use physics::{apply_physics_settings, step_physics, step_scene};

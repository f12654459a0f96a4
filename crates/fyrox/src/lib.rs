// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Tumble in the Fyrox engine.

mod convert;

pub use convert::{to_quat, to_unit_quaternion, to_vec3, to_vector3};

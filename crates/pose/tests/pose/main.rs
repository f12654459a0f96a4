// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! What `tumble-pose` promises, tested from outside.

#[cfg(test)]
mod corpus;
#[cfg(test)]
mod generators;
#[cfg(test)]
mod joint_map;
#[cfg(test)]
mod joint_mask;
#[cfg(test)]
mod local_pose;
#[cfg(test)]
mod local_to_model_job;
#[cfg(test)]
mod mirror_map;
#[cfg(test)]
mod outline;
#[cfg(test)]
mod role_conventions;
#[cfg(test)]
mod role_corpus;
#[cfg(test)]
mod role_laws;
#[cfg(test)]
mod role_shape;
#[cfg(test)]
mod role_table;
#[cfg(test)]
mod units;

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use tumble_pose::{LocalPose, Skeleton};

/// Something that has a pose and moves: a ragdoll, a character in a scene, any tree of nodes.
pub trait PoseSource {
    /// The tree whose poses [`read`](Self::read) gives. It stays the same while it is recorded.
    fn skeleton(&self) -> &Skeleton;

    /// Writes where every joint is in its parent now. `out` has one entry per joint of the skeleton.
    fn read(&mut self, out: &mut LocalPose);

    /// How fast the fastest part moves, in metres a second, and how fast the fastest turns, in radians a second;
    /// not necessarily the same part.
    fn max_speed(&self) -> (f32, f32);
}

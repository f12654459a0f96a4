// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use tumble_pose::{LocalPose, Seconds};

/// The pose from which a character falls, and how it moved when it was struck.
#[derive(Debug, Clone, PartialEq)]
pub struct FallStart {
    pub(crate) pose: LocalPose,
    /// An earlier pose of the same motion, and how much earlier.
    pub(crate) earlier: Option<(LocalPose, Seconds)>,
}

impl FallStart {
    /// It stands still.
    #[must_use]
    pub fn at_rest(pose: LocalPose) -> Self {
        Self { pose, earlier: None }
    }

    /// It moves: every body starts with the velocities that lead from `earlier`, `apart` seconds before, to `pose`.
    /// A sixtieth of a second is a good time; where it is not above 0, it stands still.
    #[must_use]
    pub fn moving(pose: LocalPose, earlier: LocalPose, apart: Seconds) -> Self {
        Self { pose, earlier: Some((earlier, apart)).filter(|_| apart.is_finite() && apart > Seconds::ZERO) }
    }

    /// The pose in which it is struck.
    #[must_use]
    pub fn pose(&self) -> &LocalPose {
        &self.pose
    }
}

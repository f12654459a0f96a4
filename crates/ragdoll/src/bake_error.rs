// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{PhysicsError, RigError};
use tumble_clip::{BuildError, SamplingError};
use tumble_recorder::{RecordError, SettingsError};

/// Why a [`BakeJob`](crate::BakeJob) failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BakeError {
    /// The start pose is another skeleton's.
    #[error("the start pose has {found} joints, the character {expected}")]
    Start {
        /// Joints of the character.
        expected: usize,
        /// Joints of the pose.
        found: usize,
    },
    /// A blow without a direction, or with numbers that are not finite.
    #[error("blow {index} has no direction, or a number in it is not finite or out of range")]
    Blow {
        /// Its place among the blows.
        index: usize,
    },
    /// A blow to a joint that is not there.
    #[error("the blow's joint {joint:?} is not in the skeleton")]
    NoSuchJoint {
        /// The joint.
        joint: String,
    },
    /// A blow to a joint without a body.
    #[error("the blow's joint {joint:?} has no body in the rig")]
    NoBody {
        /// The joint.
        joint: String,
    },
    /// No threads can be had.
    #[error("cannot start threads: {what}")]
    Threads {
        /// What the system says.
        what: String,
    },
    /// The physics cannot be simulated.
    #[error(transparent)]
    Physics(#[from] PhysicsError),
    /// The rig does not fit.
    #[error(transparent)]
    Rig(#[from] RigError),
    /// The recording settings are none.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The fall could not be recorded.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The clip could not be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The clip could not be sampled.
    #[error(transparent)]
    Sample(#[from] SamplingError),
}

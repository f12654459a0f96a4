// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use tumble_pose::Seconds;
use tumble_pose::glam::Vec3;

/// Why a recording refused a pose, or cannot be finished.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// Time ran backwards, or is not a number.
    #[error(transparent)]
    Time(#[from] TimeError),
    /// The source has another skeleton.
    #[error("the recorder was made for {expected} joints, the source has {found}")]
    Joints {
        /// How many joints the recorder knows.
        expected: usize,
        /// How many the source has.
        found: usize,
    },
    /// A number in a pose is not finite, or a rotation has no length.
    #[error("the pose of joint {joint:?} at {at} is not finite or has a rotation of no length")]
    Pose {
        /// The joint's path, or its name for the root.
        joint: String,
        /// When.
        at: Seconds,
    },
    /// Root motion is to be kept apart, which takes a root that scales evenly and by more than 0.
    #[error("the root scales by {scale} at {at}: root motion apart takes an even scale above 0")]
    RootScale {
        /// Its scale.
        scale: Vec3,
        /// When.
        at: Seconds,
    },
    /// Nothing was recorded.
    #[error("nothing was recorded: no pose was pushed after the start")]
    Empty,
}

/// Time ran backwards, or is not a number.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("a frame at {now} cannot follow {}", .previous.map_or_else(|| "the start".to_owned(), |time| format!("one at {time}")))]
pub struct TimeError {
    /// Instant of the frame before, if there was one.
    pub previous: Option<Seconds>,
    /// Instant of the frame that was refused.
    pub now: Seconds,
}

impl TimeError {
    pub(crate) fn check(previous: Option<Seconds>, now: Seconds) -> Result<(), Self> {
        let ordered = previous.is_none_or(|previous| previous <= now);
        if now.is_finite() && ordered { Ok(()) } else { Err(Self { previous, now }) }
    }
}

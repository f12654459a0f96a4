// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use tumble_pose::{JointIndex, LocalPose, ScalarPose};

/// An output that does not fit what is sampled. The output is then unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SamplingError {
    /// The pose has another number of joints.
    #[error("the pose has {found} joints, the clip's skeleton {expected}")]
    Joints {
        /// Joints of the skeleton.
        expected: usize,
        /// Joints of the pose.
        found: usize,
    },
    /// The mask is for another number of joints.
    #[error("the mask is for {found} joints, the clip's skeleton has {expected}")]
    Mask {
        /// Joints of the skeleton.
        expected: usize,
        /// Joints of the mask.
        found: usize,
    },
    /// There is no such joint.
    #[error("there is no joint {}, for the clip's skeleton has {joints}", joint.index())]
    Joint {
        /// The joint asked for.
        joint: JointIndex,
        /// Joints of the skeleton.
        joints: usize,
    },
    /// There are not as many poses as times.
    #[error("there are {found} poses for {expected} times")]
    Poses {
        /// Times.
        expected: usize,
        /// Poses.
        found: usize,
    },
    /// The scalar pose has another number of values.
    #[error("the scalar pose has {found} values, the clip {expected} scalars")]
    Scalars {
        /// Scalars of the clip.
        expected: usize,
        /// Values of the pose.
        found: usize,
    },
}

impl SamplingError {
    pub(crate) fn check_joints(expected: usize, pose: &LocalPose) -> Result<(), Self> {
        let found = pose.joint_count();
        if found == expected { Ok(()) } else { Err(Self::Joints { expected, found }) }
    }

    pub(crate) fn check_scalars(expected: usize, pose: &ScalarPose) -> Result<(), Self> {
        let found = pose.values().len();
        if found == expected { Ok(()) } else { Err(Self::Scalars { expected, found }) }
    }
}

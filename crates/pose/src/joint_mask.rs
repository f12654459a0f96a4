// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{JointIndex, LANES, Skeleton, Weight};

/// How much of each joint is taken: one [`Weight`] per joint, kept in blocks of eight as a
/// [`LocalPose`](crate::LocalPose) keeps its joints.
///
/// ```
/// use tumble_pose::{Joint, JointMask, Skeleton, Transform, Weight};
///
/// let joint = |name: &str, parent| Joint { name: name.into(), parent, rest: Transform::IDENTITY };
/// let skeleton = Skeleton::new(&[
///     joint("hips", None),
///     joint("leg", Some(0)),
///     joint("chest", Some(0)),
///     joint("arm", Some(2)),
/// ])?;
/// let upper_body = JointMask::empty(skeleton.joint_count())
///     .with_subtree(&skeleton, "chest", Weight::FULL)?
///     .with_subtree(&skeleton, "arm", Weight::new(0.5))?;
/// assert_eq!(upper_body.blocks()[0][..4], [0.0, 0.0, 1.0, 0.5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct JointMask {
    blocks: Vec<[f32; LANES]>,
    joints: usize,
}

impl JointMask {
    /// All of each of `joints` joints.
    #[must_use]
    pub fn full(joints: usize) -> Self {
        let mut mask = Self::empty(joints);
        for index in 0..joints {
            mask.blocks[index / LANES][index % LANES] = 1.0;
        }
        mask
    }

    /// Nothing of any of `joints` joints.
    #[must_use]
    pub fn empty(joints: usize) -> Self {
        Self { blocks: vec![[0.0; LANES]; joints.div_ceil(LANES)], joints }
    }

    /// The same, but for one joint, given by its path or unique name, and all that hang on it.
    ///
    /// # Errors
    ///
    /// [`JointMaskError`] when the skeleton has no such joint, or is not the mask's.
    pub fn with_subtree(
        mut self,
        skeleton: &Skeleton,
        path_or_name: &str,
        weight: Weight,
    ) -> Result<Self, JointMaskError> {
        if skeleton.joint_count() != self.joints {
            return Err(JointMaskError::Joints { expected: self.joints, found: skeleton.joint_count() });
        }
        let Some(top) = skeleton.find(path_or_name) else {
            return Err(JointMaskError::Joint { asked: path_or_name.to_owned() });
        };
        let mut within = vec![false; self.joints];
        // Parents come first.
        for joint in skeleton.joints() {
            within[joint.index()] =
                joint == top || skeleton.parent(joint).is_some_and(|parent| within[parent.index()]);
            if within[joint.index()] {
                self.set(joint, weight);
            }
        }
        Ok(self)
    }

    /// How many joints there are.
    #[must_use]
    pub fn joint_count(&self) -> usize {
        self.joints
    }

    /// One joint's weight.
    ///
    /// # Panics
    ///
    /// When the mask has no such joint.
    #[must_use]
    pub fn get(&self, joint: JointIndex) -> Weight {
        let index = joint.index();
        assert!(index < self.joints, "joint {index} of {}", self.joints);
        Weight::new(self.blocks[index / LANES][index % LANES])
    }

    /// Replaces one joint's weight.
    ///
    /// # Panics
    ///
    /// When the mask has no such joint.
    pub fn set(&mut self, joint: JointIndex, weight: Weight) {
        let index = joint.index();
        assert!(index < self.joints, "joint {index} of {}", self.joints);
        self.blocks[index / LANES][index % LANES] = weight.value();
    }

    /// The weights, each in `0.0..=1.0`, for jobs. Lanes past the last joint are 0.
    #[must_use]
    pub fn blocks(&self) -> &[[f32; LANES]] {
        &self.blocks
    }
}

/// Why a [`JointMask`] cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JointMaskError {
    /// There is no joint of that path, and not exactly one of that name.
    #[error("no joint has the path {asked:?}, and none or several that name")]
    Joint {
        /// The path or name.
        asked: String,
    },
    /// The mask is for another skeleton.
    #[error("the mask is for {expected} joints, the skeleton has {found}")]
    Joints {
        /// Joints of the mask.
        expected: usize,
        /// Joints of the skeleton.
        found: usize,
    },
}

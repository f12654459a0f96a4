// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use tumble_pose::Skeleton;

/// How far a clip may stray from what it was made from.
///
/// The error of a joint is the largest displacement of three points at `shell` along its axes, once the whole
/// chain above it has been rebuilt. It stands for the skin that the joint carries.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Tolerance {
    /// The largest error allowed, in metres; above 0.
    pub precision: f32,
    /// How far the points lie from their joint, in metres; at least 0. Where the rest pose scales a joint, they
    /// lie that far off in its own units or in model space, whichever is farther.
    pub shell: f32,
    /// Other distances for some joints, by path or unique name: more for hands and feet, whose planting shows,
    /// and for joints that hold a weapon.
    pub per_joint_shell: Vec<(String, f32)>,
    /// The largest error allowed of a scalar, in its own unit; above 0.
    pub scalar_precision: f32,
}

impl Default for Tolerance {
    fn default() -> Self {
        Self { precision: 1e-4, shell: 0.03, per_joint_shell: Vec::new(), scalar_precision: 1e-3 }
    }
}

impl Tolerance {
    /// The shell of each joint, in metres.
    pub(crate) fn shells(&self, skeleton: &Skeleton) -> Result<Vec<f32>, ToleranceError> {
        self.check_numbers()?;
        let mut shells = vec![self.shell; skeleton.joint_count()];
        for (path, shell) in &self.per_joint_shell {
            let joint = skeleton.find(path).ok_or_else(|| ToleranceError::Joint { path: path.clone() })?;
            shells[joint.index()] = *shell;
        }
        Ok(shells)
    }

    /// Checks what can be checked without a skeleton.
    pub(crate) fn check_numbers(&self) -> Result<(), ToleranceError> {
        for (setting, found) in [("precision", self.precision), ("scalar_precision", self.scalar_precision)] {
            if !(found.is_finite() && found > 0.0) {
                return Err(ToleranceError::Precision { setting, found });
            }
        }
        let own = self.per_joint_shell.iter().map(|(path, shell)| (path.as_str(), *shell));
        match std::iter::once(("", self.shell))
            .chain(own)
            .find(|(_, shell)| !(shell.is_finite() && *shell >= 0.0))
        {
            Some((path, found)) => Err(ToleranceError::Shell { path: path.to_owned(), found }),
            None => Ok(()),
        }
    }
}

/// Why a [`Tolerance`] means nothing.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ToleranceError {
    /// A precision of 0, below it, or not finite.
    #[error("{setting} must be finite and above 0, found {found}")]
    Precision {
        /// The field.
        setting: &'static str,
        /// What it holds.
        found: f32,
    },
    /// A shell below 0, or not finite.
    #[error("the shell of {path:?} must be finite and at least 0 m, found {found}")]
    Shell {
        /// Path of the joint; empty for that of all joints.
        path: String,
        /// What was asked for.
        found: f32,
    },
    /// A shell for a joint that the skeleton has not.
    #[error("a shell is set for {path:?}, which is no joint of the skeleton")]
    Joint {
        /// The path or name.
        path: String,
    },
    /// A size of the clip's unit that is no size.
    #[error("metres per unit must be finite and above 0, found {found}")]
    Unit {
        /// What was found.
        found: f32,
    },
}

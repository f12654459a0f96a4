// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;

/// What a scalar track drives.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TrackKey {
    /// Path of the node, as joints have it; empty for the root.
    pub path: String,
    /// Which of its values.
    pub target: ScalarTarget,
}

/// A scalar value of a node.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ScalarTarget {
    /// The weight of a morph target, by the target's name; by its number where it has none.
    Morph(String),
    /// A curve of the game's own, by name.
    Custom(String),
}

impl fmt::Display for TrackKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.target {
            ScalarTarget::Morph(name) => write!(f, "{}:morph:{name}", self.path),
            ScalarTarget::Custom(name) => write!(f, "{}:{name}", self.path),
        }
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

/// Whether joints move in their parents as they were recorded.
///
/// The joints of a simulated ragdoll come apart a little, most of all when it hits the ground: so no bone keeps its
/// length, and every joint's place in its parent has to be told all the time.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Bones {
    /// They do.
    #[default]
    AsRecorded,
    /// Only those do above which nothing moves: the root, or what is first to move below it. Every other joint keeps
    /// one place in its parent, the mean of where it was, and what turns is aimed anew so that joints come as near
    /// as they can to where they were recorded.
    Rigid {
        /// How far that may take a joint from where it was recorded, in metres, besides the precision; at least 0. A
        /// clip that needs more is refused, with the allowance that would do.
        allowance: f32,
    },
}

impl Bones {
    /// What is allowed besides the precision, in metres.
    pub(crate) fn allowance(self) -> f32 {
        match self {
            Self::AsRecorded => 0.0,
            Self::Rigid { allowance } => allowance,
        }
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use clap::ValueEnum;
use serde::Serialize;
use std::fmt;

/// What a hit does to a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Its ragdoll falls in the engine's physics.
    #[default]
    Live,
    /// It plays the recorded death whose blow is nearest.
    Baked,
}

impl Mode {
    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Live => Self::Baked,
            Self::Baked => Self::Live,
        }
    }
}

/// As the command line has it.
impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Live => "live",
            Self::Baked => "baked",
        })
    }
}

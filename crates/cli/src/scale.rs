// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::str::FromStr;
use tumble_pose::Model;
use tumble_ragdoll::Rig;

/// How large a character's unit is.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) enum Scale {
    /// Inferred from its height.
    #[default]
    Auto,
    /// In metres; above 0.
    Given(f32),
}

impl Scale {
    /// Metres a unit, where they are given.
    pub(crate) fn metres_per_unit(self) -> Option<f32> {
        match self {
            Self::Auto => None,
            Self::Given(scale) => Some(scale),
        }
    }

    /// Metres a unit of that character: as given, else inferred from how tall its meshes are, else 1.
    pub(crate) fn of(self, model: &Model) -> f32 {
        let seen = || (!model.meshes.is_empty()).then(|| Rig::infer(model, None).ok()).flatten();
        let inferred = || seen().map(|(rig, _)| rig.metres_per_unit);
        self.metres_per_unit().or_else(inferred).unwrap_or(1.0)
    }
}

impl FromStr for Scale {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match (text, text.parse()) {
            ("auto", _) => Ok(Self::Auto),
            (_, Ok(scale)) if f32::is_finite(scale) && scale > 0.0 => Ok(Self::Given(scale)),
            _ => Err("expected auto, or a number above 0"),
        }
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Given(scale) => scale.fmt(f),
        }
    }
}

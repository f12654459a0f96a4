// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::Tolerance;

/// How a [`ReduceJob`](crate::ReduceJob) chooses the keys that stay.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct ReduceSettings {
    /// How far the reduced clip may stray, at any time. Of it, [`ReduceMethod::DeadBand`] heeds the scalars'
    /// alone.
    pub tolerance: Tolerance,
    /// Metres a unit of the clip's lengths, where the clip does not say; above 0.
    pub metres_per_unit: f32,
    /// By what rule.
    pub method: ReduceMethod,
}

/// The rule by which keys stay.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ReduceMethod {
    /// Those that the tolerance needs, between keys as well as at them.
    #[default]
    Bounded,
    /// Those that differ enough from the last that stayed. For comparison: what happens between keys, and
    /// farther down the chain, is nobody's care.
    DeadBand(DeadBand),
}

/// How much a key must differ from the last that stayed.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct DeadBand {
    /// Along any axis, in the parent's units.
    pub translation: f32,
    /// In radians.
    pub rotation: f32,
    /// Along any axis.
    pub scale: f32,
}

impl Default for DeadBand {
    fn default() -> Self {
        Self { translation: 0.025, rotation: 5_f32.to_radians(), scale: 0.025 }
    }
}

impl Default for ReduceSettings {
    fn default() -> Self {
        Self { tolerance: Tolerance::default(), metres_per_unit: 1.0, method: ReduceMethod::default() }
    }
}

impl ReduceSettings {
    /// The thresholds of the recorder that this library took its idea from: 0.025 for position and scale, 5°
    /// for rotation, each against the last key that stayed.
    #[must_use]
    pub fn dead_band() -> Self {
        Self { method: ReduceMethod::DeadBand(DeadBand::default()), ..Self::default() }
    }
}

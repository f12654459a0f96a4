// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::SettleSettings;
use tumble_pose::Seconds;

/// When a recording begins.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Start {
    /// With the first pose that is pushed.
    #[default]
    Now,
    /// So long after the first pose that is pushed.
    AfterDelay(Seconds),
    /// With [`Recorder::start`](crate::Recorder::start).
    OnCall,
}

/// When a recording ends by itself. [`Recorder::stop`](crate::Recorder::stop) ends any.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Stop {
    /// Not before it is told to, or is as long as it may be.
    #[default]
    OnCall,
    /// With the first sample at or after this time from the first one.
    After(Seconds),
    /// When everything has come to rest, eased to a hold.
    WhenSettled(SettleSettings),
}

/// How a [`Recorder`](crate::Recorder) records.
#[derive(Debug, Clone, PartialEq)]
pub struct RecorderSettings {
    /// What the clip will be called.
    pub name: String,
    /// Samples a second, in hertz; above 0.
    pub rate_hz: f64,
    /// When it begins.
    pub start: Start,
    /// When it ends by itself.
    pub stop: Stop,
    /// The longest that the clip may become; finite. It bounds the memory: a sample takes 40 bytes a joint, joints
    /// rounded up to the next eight, so a character of 40 joints takes 48 kB a second at 30 Hz.
    pub max_length: Seconds,
}

impl Default for RecorderSettings {
    fn default() -> Self {
        Self {
            name: String::new(),
            rate_hz: 30.0,
            start: Start::default(),
            stop: Stop::default(),
            max_length: Seconds(600.0),
        }
    }
}

impl RecorderSettings {
    pub(crate) fn validate(&self) -> Result<(), SettingsError> {
        if !self.max_length.is_finite() {
            return Err(SettingsError::MaxLength { found: self.max_length });
        }
        SettingsError::check("max_length", self.max_length.0)?;
        if let Start::AfterDelay(delay) = self.start {
            SettingsError::check("start delay", delay.0)?;
        }
        match self.stop {
            Stop::OnCall => Ok(()),
            Stop::After(time) => SettingsError::check("stop time", time.0),
            Stop::WhenSettled(settle) => settle.validate(),
        }
    }
}

/// Why a recorder or a detector cannot be made with some settings.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// The rate is zero, negative or not finite.
    #[error("sample rate must be finite and above 0 Hz, found {found}")]
    Rate {
        /// The rate that was asked for, in hertz.
        found: f64,
    },
    /// The longest length is not finite, and would not bound the memory.
    #[error("the longest length must be finite, found {found}")]
    MaxLength {
        /// The length that was asked for.
        found: Seconds,
    },
    /// A number is negative or NaN.
    #[error("{setting} must be 0 or more, found {found}")]
    Number {
        /// The setting.
        setting: &'static str,
        /// The number that was asked for, in the setting's unit.
        found: f64,
    },
}

impl SettingsError {
    pub(crate) fn check(setting: &'static str, found: f64) -> Result<(), Self> {
        if found >= 0.0 { Ok(()) } else { Err(Self::Number { setting, found }) }
    }
}

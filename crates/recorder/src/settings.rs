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

/// What happens when the clip is as long as it may become.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WhenFull {
    /// The recording ends.
    #[default]
    Stop,
    /// Each new sample takes the place of the oldest: what is kept is always what just happened. The memory for the
    /// whole length is taken at once.
    ForgetOldest,
}

/// Where the travel of a character goes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum RootMotion {
    /// It stays in the joints that have it.
    #[default]
    InPose,
    /// Onto the skeleton's root, apart from the pose: the root then moves only over the ground, along x and z, and
    /// turns only about the vertical, +Y, both as this joint does in the skeleton's space and measured from where it
    /// rests. Its children are placed anew under it, so that every other joint is where it was, to rounding. Beyond that
    /// the root keeps its place and rotation at rest, and the scale that it had.
    ///
    /// A joint that hangs upside down has no heading: it keeps the one before, and just next to there turns fast.
    OnRoot {
        /// The joint, by path or by a name that no other has; the root's path is empty. Mostly the hips.
        joint: String,
    },
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
    /// The longest that the clip may become; finite, and of no more than [`MAX_SAMPLES`](Self::MAX_SAMPLES). It
    /// bounds the memory: a sample takes 40 bytes a joint, joints rounded up to the next eight, so a character of 40
    /// joints takes 48 kB a second at 30 Hz.
    pub max_length: Seconds,
    /// What happens then.
    pub when_full: WhenFull,
    /// Where the character's travel goes.
    pub root_motion: RootMotion,
}

impl Default for RecorderSettings {
    fn default() -> Self {
        Self {
            name: String::new(),
            rate_hz: 30.0,
            start: Start::default(),
            stop: Stop::default(),
            max_length: Seconds(600.0),
            when_full: WhenFull::default(),
            root_motion: RootMotion::default(),
        }
    }
}

impl RecorderSettings {
    /// The most samples that a clip may have: more than a day at 30 Hz.
    pub const MAX_SAMPLES: u64 = 1 << 22;

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
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
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
    /// A time has more samples than [`RecorderSettings::MAX_SAMPLES`].
    #[error("{setting} of {found} at {rate_hz} Hz is more than {} samples", RecorderSettings::MAX_SAMPLES)]
    TooLong {
        /// The setting.
        setting: &'static str,
        /// The time that was asked for.
        found: Seconds,
        /// The rate that was asked for, in hertz.
        rate_hz: f64,
    },
    /// There is no memory for all that shall be kept.
    #[error("there is no memory for {bytes} bytes of samples")]
    Memory {
        /// How much it would be.
        bytes: u64,
    },
    /// The joint whose travel shall be kept apart is not in the skeleton, or more than one has its name.
    #[error("root motion of joint {joint:?}: the skeleton has none, or several, of that name")]
    RootMotionJoint {
        /// The joint that was asked for.
        joint: String,
    },
    /// The skeleton has no joint besides its root, which cannot be kept apart from itself.
    #[error("root motion cannot be kept apart in a skeleton of one joint")]
    RootMotionAlone,
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

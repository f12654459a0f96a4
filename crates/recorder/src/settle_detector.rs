// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{SettingsError, TimeError};
use tumble_pose::Seconds;

/// When a fall counts as over.
///
/// The defaults come from hundreds of measured ragdoll falls: they fire in every one, in the median 2.4 s after the
/// blow. Below about 13 mm/s and 0.25 rad/s they may never fire: a heap of limbs keeps creeping.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SettleSettings {
    /// The fastest part must be slower than this, in metres a second.
    pub linear: f32,
    /// The fastest turn must be slower than this, in radians a second.
    pub angular: f32,
    /// For so long, without a break.
    pub held: Seconds,
    /// How long the motion then takes to come to a hold.
    pub ease_to_hold: Seconds,
    /// After so long it counts as over, settled or not.
    pub cap: Seconds,
}

impl Default for SettleSettings {
    fn default() -> Self {
        Self { linear: 0.1, angular: 0.5, held: Seconds(0.5), ease_to_hold: Seconds(0.3), cap: Seconds(8.0) }
    }
}

/// What a [`SettleDetector`] sees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Stillness {
    /// Something moves.
    Moving,
    /// Everything is slow, but not for long enough yet.
    Slow {
        /// Since when.
        since: Seconds,
    },
    /// Everything has been slow for the asked time.
    Settled {
        /// The instant at which the asked time was full; not later than the update that tells of it.
        at: Seconds,
    },
    /// The longest time has passed without that.
    Capped {
        /// The instant at which it had.
        at: Seconds,
    },
}

/// Watches speeds until a body has come to rest.
///
/// ```
/// use tumble_pose::Seconds;
/// use tumble_recorder::{SettleDetector, SettleSettings, Stillness};
///
/// let mut detector = SettleDetector::new(SettleSettings::default())?;
/// assert_eq!(detector.update(Seconds(0.0), (2.0, 5.0))?, Stillness::Moving);
/// assert_eq!(detector.update(Seconds(1.0), (0.05, 0.1))?, Stillness::Slow { since: Seconds(1.0) });
/// assert_eq!(detector.update(Seconds(1.6), (0.05, 0.1))?, Stillness::Settled { at: Seconds(1.5) });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct SettleDetector {
    settings: SettleSettings,
    first: Option<Seconds>,
    latest: Option<Seconds>,
    now: Stillness,
}

impl SettleDetector {
    /// A detector that has seen nothing. The cap counts from its first update.
    ///
    /// # Errors
    ///
    /// [`SettingsError`] when a threshold or a time is negative or NaN.
    pub fn new(settings: SettleSettings) -> Result<Self, SettingsError> {
        settings.validate()?;
        Ok(Self { settings, first: None, latest: None, now: Stillness::Moving })
    }

    /// Takes in the fastest speed in metres a second and the fastest turn in radians a second, as
    /// [`PoseSource::max_speed`](crate::PoseSource::max_speed) gives them.
    ///
    /// Once settled or capped it stays so. A NaN speed counts as moving.
    ///
    /// # Errors
    ///
    /// [`TimeError`] when `now` lies before the update before it or is not finite; nothing has changed then.
    pub fn update(&mut self, now: Seconds, (linear, angular): (f32, f32)) -> Result<Stillness, TimeError> {
        TimeError::check(self.latest, now)?;
        self.latest = Some(now);
        let settings = &self.settings;
        let cap = *self.first.get_or_insert(now) + settings.cap;
        self.now = match self.now {
            over @ (Stillness::Settled { .. } | Stillness::Capped { .. }) => over,
            before => {
                let slow = linear < settings.linear && angular < settings.angular;
                let since = if let Stillness::Slow { since } = before { since } else { now };
                let full = since + settings.held;
                if slow && full <= now && full <= cap {
                    Stillness::Settled { at: full }
                } else if cap <= now {
                    Stillness::Capped { at: cap }
                } else if slow {
                    Stillness::Slow { since }
                } else {
                    Stillness::Moving
                }
            }
        };
        Ok(self.now)
    }

    /// Whether it has settled, be it long ago.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        matches!(self.now, Stillness::Settled { .. })
    }
}

impl SettleSettings {
    pub(crate) fn validate(&self) -> Result<(), SettingsError> {
        SettingsError::check("settle.linear", f64::from(self.linear))?;
        SettingsError::check("settle.angular", f64::from(self.angular))?;
        SettingsError::check("settle.held", self.held.0)?;
        SettingsError::check("settle.ease_to_hold", self.ease_to_hold.0)?;
        SettingsError::check("settle.cap", self.cap.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detector() -> SettleDetector {
        SettleDetector::new(SettleSettings::default()).expect("defaults hold")
    }

    fn watch(detector: &mut SettleDetector, at: f64, speed: (f32, f32)) -> Stillness {
        detector.update(Seconds(at), speed).expect("ordered times")
    }

    /// ParkourGame#155: stands up while still sliding.
    #[test]
    fn a_slide_or_a_spin_is_no_rest_however_slow_the_other_is() {
        let mut detector = detector();
        for step in 0..100 {
            let speed = if step % 2 == 0 { (0.2, 0.0) } else { (0.0, 0.6) };
            assert_eq!(watch(&mut detector, f64::from(step) * 0.05, speed), Stillness::Moving);
        }
    }

    #[test]
    fn a_twitch_starts_the_held_time_anew() {
        let mut detector = detector();
        watch(&mut detector, 0.0, (0.0, 0.0));
        assert_eq!(watch(&mut detector, 0.4, (0.0, 0.0)), Stillness::Slow { since: Seconds(0.0) });
        assert_eq!(watch(&mut detector, 0.45, (0.5, 0.0)), Stillness::Moving);
        assert_eq!(watch(&mut detector, 0.5, (0.0, 0.0)), Stillness::Slow { since: Seconds(0.5) });
        assert_eq!(watch(&mut detector, 1.25, (0.0, 0.0)), Stillness::Settled { at: Seconds(1.0) });
        assert!(watch(&mut detector, 2.0, (9.0, 9.0)) == Stillness::Settled { at: Seconds(1.0) }, "stays so");
        assert!(detector.is_settled());
    }

    #[test]
    fn the_cap_counts_from_the_first_update_and_falls_on_its_own_instant() {
        let mut detector = detector();
        assert_eq!(watch(&mut detector, 100.0, (3.0, 3.0)), Stillness::Moving);
        assert_eq!(watch(&mut detector, 109.0, (3.0, 3.0)), Stillness::Capped { at: Seconds(108.0) });
        assert!(!detector.is_settled());
    }

    #[test]
    fn of_rest_and_cap_in_one_long_frame_the_earlier_counts() {
        let mut detector = detector();
        watch(&mut detector, 0.0, (3.0, 3.0));
        watch(&mut detector, 7.6, (0.0, 0.0));
        assert_eq!(watch(&mut detector, 20.0, (0.0, 0.0)), Stillness::Capped { at: Seconds(8.0) });
    }

    #[test]
    fn nan_speeds_move_and_nan_times_are_refused() {
        let mut detector = detector();
        for step in 0..20 {
            assert_eq!(watch(&mut detector, f64::from(step) * 0.1, (f32::NAN, 0.0)), Stillness::Moving);
        }
        for bad in [f64::NAN, f64::INFINITY, 1.0] {
            assert!(detector.update(Seconds(bad), (0.0, 0.0)).is_err(), "{bad}");
        }
        assert_eq!(watch(&mut detector, 2.0, (0.0, 0.0)), Stillness::Slow { since: Seconds(2.0) });
    }
}

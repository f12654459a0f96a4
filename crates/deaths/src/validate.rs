// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{DeathEntry, DeathLibrary};
use std::collections::HashMap;

/// How far lengths that should be 1, or the same, may be off: what rounding and editing by hand leave.
const SLACK: f32 = 1e-3;

impl DeathLibrary {
    /// Checks that the library makes sense, as reading and writing do.
    ///
    /// # Errors
    ///
    /// [`InvalidLibrary`] says what is wrong with which death: a number that is not finite, a path that leads out of
    /// the library's folder, a clip that comes twice, a direction or rotation that is not of unit length, a speed that
    /// is not the blow's, a negative duration.
    pub fn validate(&self) -> Result<(), InvalidLibrary> {
        if !self.metres_per_unit.is_finite() || self.metres_per_unit <= 0.0 {
            return Err(InvalidLibrary::Unit { found: self.metres_per_unit });
        }
        let mut clips = HashMap::with_capacity(self.deaths.len());
        for (index, entry) in self.deaths.iter().enumerate() {
            let invalid = |fault| InvalidLibrary::Death { index, clip: entry.clip.clone(), fault };
            check(entry).map_err(invalid)?;
            if let Some(first) = clips.insert(entry.clip.as_str(), index) {
                return Err(invalid(InvalidDeath::Twice { first }));
            }
        }
        Ok(())
    }
}

fn check(entry: &DeathEntry) -> Result<(), InvalidDeath> {
    check_path(&entry.clip)?;
    for (field, finite) in [
        ("blow", entry.blow.is_finite()),
        ("hit_height", entry.hit_height.is_none_or(f32::is_finite)),
        ("speed", entry.speed.is_finite()),
        ("duration", entry.duration.is_finite()),
        ("final_root.position", entry.final_root.position.is_finite()),
        ("final_root.rotation", entry.final_root.rotation.is_finite()),
        ("floor_normal", entry.floor_normal.is_finite()),
    ] {
        if !finite {
            return Err(InvalidDeath::NotFinite { field });
        }
    }
    for (field, found) in [
        ("final_root.rotation", entry.final_root.rotation.length()),
        ("floor_normal", entry.floor_normal.length()),
    ] {
        if (found - 1.0).abs() > SLACK {
            return Err(InvalidDeath::NotUnit { field, found });
        }
    }
    let expected = entry.blow.length();
    if !expected.is_finite() || (entry.speed - expected).abs() > SLACK * expected.max(1.0) {
        return Err(InvalidDeath::Speed { expected, found: entry.speed });
    }
    if entry.duration.0 < 0.0 {
        return Err(InvalidDeath::Duration { found: entry.duration.0 });
    }
    Ok(())
}

/// The same on every system: what is a plain name on one leads elsewhere on another (`C:`, `\`).
fn check_path(path: &str) -> Result<(), InvalidDeath> {
    let odd = |char: char| char == '\\' || char == ':' || char.is_control();
    if path.contains(odd) || path.split('/').any(|name| matches!(name, "" | "." | "..")) {
        return Err(InvalidDeath::Path);
    }
    Ok(())
}

/// What is wrong with a [`DeathLibrary`].
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidLibrary {
    /// `metres_per_unit` is zero, negative or not finite.
    #[error("metres_per_unit must be finite and above 0, found {found}")]
    Unit {
        /// What it is.
        found: f32,
    },
    /// One of the deaths.
    #[error("death {index} (clip {clip:?}): {fault}")]
    Death {
        /// Which one, from 0.
        index: usize,
        /// Its clip.
        clip: String,
        /// What is wrong with it.
        fault: InvalidDeath,
    },
}

/// What is wrong with a [`DeathEntry`].
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidDeath {
    /// The clip's path is empty, absolute, or leads out of the library's folder.
    #[error(
        "the clip's path must be relative: names separated by '/', none empty, '.' or '..', without '\\' and ':'"
    )]
    Path,
    /// Another death has the same clip.
    #[error("the clip is already death {first}'s")]
    Twice {
        /// The other one, from 0.
        first: usize,
    },
    /// A number is NaN or infinite.
    #[error("{field} must be finite")]
    NotFinite {
        /// Which one.
        field: &'static str,
    },
    /// A direction or rotation is not of unit length.
    #[error("{field} must have length 1, found {found}")]
    NotUnit {
        /// Which one.
        field: &'static str,
        /// Its length.
        found: f32,
    },
    /// The speed is not the blow's.
    #[error("speed must be the length of the blow, {expected} m/s, found {found}")]
    Speed {
        /// The blow's length, in metres a second.
        expected: f32,
        /// The speed.
        found: f32,
    },
    /// The clip lasts less than no time.
    #[error("duration must not be negative, found {found} s")]
    Duration {
        /// In seconds.
        found: f64,
    },
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tumble_clip::{BlowTag, ClipMeta, Curve, RawClip, TrackKey};

/// What a clip has and a glTF animation has no place for, kept in the animation's `extras` under `tumble`.
///
/// A stamp of reduction is not: whoever edits the file would not know to clear it. A scalar curve is here because a
/// glTF can only hold one that weighs a morph target of a mesh in the file.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct ClipExtras {
    #[serde(skip_serializing_if = "Option::is_none")]
    metres_per_unit: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blow: Option<BlowTag>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scalars: Vec<(TrackKey, Curve<f32>)>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Extras<T> {
    tumble: T,
}

impl ClipExtras {
    /// What of a clip belongs into extras; `None` where nothing does.
    pub(super) fn of(clip: &RawClip) -> Result<Option<Box<RawValue>>, serde_json::Error> {
        let meta = &clip.meta;
        if meta.metres_per_unit.is_none() && meta.blow.is_none() && clip.scalars.is_empty() {
            return Ok(None);
        }
        let (metres_per_unit, blow) = (meta.metres_per_unit, meta.blow.clone());
        let tumble = Self { metres_per_unit, blow, scalars: clip.scalars.clone() };
        serde_json::value::to_raw_value(&Extras { tumble }).map(Some)
    }

    /// Gives a clip back what is in the extras of its animation; anything there that is not Tumble's is not
    /// looked at.
    ///
    /// # Errors
    ///
    /// What is wrong with it. The clip is then unchanged.
    pub(super) fn add_to(clip: &mut RawClip, extras: &RawValue) -> Result<(), String> {
        if serde_json::from_str::<Extras<&RawValue>>(extras.get()).is_err() {
            return Ok(());
        }
        let Extras::<Self> { tumble } =
            serde_json::from_str(extras.get()).map_err(|error| error.to_string())?;
        let mut found = clip.clone();
        (found.meta.metres_per_unit, found.meta.blow) = (tumble.metres_per_unit, tumble.blow);
        for (key, curve) in tumble.scalars {
            // A mesh in the file knows better.
            if !clip.scalars.iter().any(|(known, _)| *known == key) {
                found.duration =
                    curve.keys.iter().fold(found.duration, |duration, key| duration.max(key.time));
                found.scalars.push((key, curve));
            }
        }
        check_meta(&found.meta).map_err(|(what, found)| format!("{what} is {found}"))?;
        found.validate().map_err(|error| error.to_string())?;
        *clip = found;
        Ok(())
    }
}

/// Checks what is known about a clip besides its motion.
///
/// # Errors
///
/// What is not a number that it can be, and that number.
pub(super) fn check_meta(meta: &ClipMeta) -> Result<(), (&'static str, f64)> {
    if let Some(found) = meta.metres_per_unit.filter(|scale| !scale.is_finite() || *scale <= 0.0) {
        return Err(("metres_per_unit", f64::from(found)));
    }
    match meta.blow.as_ref().filter(|blow| !blow.velocity.is_finite()) {
        Some(blow) => Err(("the speed of the blow", f64::from(blow.velocity.length()))),
        None => Ok(()),
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tumble_clip::{BlowTag, Curve, RawClip, TrackKey};
use tumble_pose::Seconds;

/// What a clip has and a glTF animation has no place for, kept in the animation's `extras` under `tumble`.
///
/// A scalar curve is here because a glTF can only hold one that weighs a morph target of a mesh in the file.
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
        if tumble.metres_per_unit.is_some_and(|scale| !scale.is_finite() || scale <= 0.0) {
            return Err("metres_per_unit is not a size".to_owned());
        }
        if tumble.blow.as_ref().is_some_and(|blow| !blow.velocity.is_finite()) {
            return Err("the blow is not finite".to_owned());
        }
        for (key, curve) in &tumble.scalars {
            let times = || curve.keys.iter().map(|key| key.time);
            let is_ordered = times().zip(times().skip(1)).all(|(one, next)| one < next);
            let is_finite = curve.keys.iter().all(|key| {
                let values = [key.value, key.in_tangent, key.out_tangent];
                key.time.is_finite()
                    && key.time >= Seconds::ZERO
                    && values.iter().all(|value| value.is_finite())
            });
            if !is_ordered || !is_finite {
                return Err(format!("the keys of {key} are out of order or not finite"));
            }
        }
        clip.meta.metres_per_unit = tumble.metres_per_unit;
        clip.meta.blow = tumble.blow;
        clip.duration = tumble.scalars.iter().fold(clip.duration, |duration, (_, curve)| {
            curve.keys.last().map_or(duration, |last| duration.max(last.time))
        });
        for (key, curve) in tumble.scalars {
            if !clip.scalars.iter().any(|(known, _)| *known == key) {
                clip.scalars.push((key, curve));
            }
        }
        Ok(())
    }
}

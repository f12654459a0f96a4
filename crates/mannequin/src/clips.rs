// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Motions, each a stance over time.

mod blows;
mod gait;
mod idle;
mod stance;

use crate::skeleton::{joint, path};
use glam::{Quat, Vec3};
use stance::{Joints, Stance};
use tumble_clip::{ClipMeta, Curve, Interpolation, RawClip, RawTrack};
use tumble_pose::Seconds;

/// Samples a second.
const RATE_HZ: f64 = 30.0;

/// The figure's motions: `idle`, `walk` and `run`, which loop and travel along +Z on the root, `axe_swing`,
/// `axe_spin` and `hit`, which begin and end as `idle` does. The same bytes each time.
#[must_use]
pub fn clips() -> Vec<RawClip> {
    vec![
        sampled("idle", idle::SAMPLES, idle::stance),
        sampled("walk", gait::WALK.samples, |at| gait::WALK.stance(at)),
        sampled("run", gait::RUN.samples, |at| gait::RUN.stance(at)),
        sampled("axe_swing", blows::SWING.samples, |at| blows::SWING.stance(at)),
        sampled("axe_spin", blows::SPIN_SAMPLES, blows::spin),
        sampled("hit", blows::HIT.samples, |at| blows::HIT.stance(at)),
    ]
}

/// A clip of a stance at each part of its duration, from 0 to 1.
fn sampled(name: &str, samples: u32, stance: impl Fn(f32) -> Stance) -> RawClip {
    let poses: Vec<Joints> =
        (0..=samples).map(|index| stance(index as f32 / samples as f32).joints()).collect();
    let time = |index: usize| Seconds(index as f64 / RATE_HZ);
    let rotation = |of: usize| {
        let mut last = Quat::IDENTITY;
        let keys = poses.iter().enumerate().map(|(index, pose)| {
            let turn = pose[of].rotation;
            last = if last.dot(turn) < 0.0 { -turn } else { turn };
            (time(index), last)
        });
        Curve::new(Interpolation::Linear, keys.collect::<Vec<_>>())
    };
    let translation = |of: usize| {
        let keys = poses.iter().enumerate().map(|(index, pose)| (time(index), pose[of].translation));
        Curve::new(Interpolation::Linear, keys.collect::<Vec<(Seconds, Vec3)>>())
    };
    let tracks = (0..joint::COUNT).map(|of| RawTrack {
        path: path(of),
        translation: (of == joint::ROOT || of == joint::HIPS).then(|| translation(of)),
        rotation: Some(rotation(of)),
        scale: None,
    });
    RawClip {
        meta: ClipMeta {
            name: name.to_owned(),
            rate_hz: Some(RATE_HZ),
            metres_per_unit: Some(1.0),
            blow: None,
        },
        duration: time(samples as usize),
        tracks: tracks.collect(),
        ..RawClip::default()
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::error::PeerError;
use crate::reference::Reference;
use crate::stage::{Layers, Stage, Work};
use serde::Serialize;
use std::time::Duration;
use tumble_bench::{Effort, Moments, Player, Runner, race};
use tumble_clip::{Clip, ClipBuilder, RawClip};
use tumble_pose::Skeleton;

/// One character who plays a clip, alone in its world.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct OneFigures {
    /// The clip.
    pub(crate) clip: String,
    /// How many joints it has.
    pub(crate) joints: usize,
    /// Bevy's animation over sampling, frame after frame.
    pub(crate) bevy_over_tumble_forward: f64,
    /// The same, each time far from the one before.
    pub(crate) bevy_over_tumble_random: f64,
    /// Bevy's animation frame after frame, in nanoseconds a pose.
    pub(crate) bevy_ns_forward: f64,
    /// What of it the schedule takes where nobody plays.
    pub(crate) bevy_ns_nobody: f64,
    /// Sampling frame after frame, in nanoseconds a pose.
    pub(crate) tumble_ns_forward: f64,
    /// The same, each time far from the one before.
    pub(crate) tumble_ns_random: f64,
    /// How far the two are apart at any sample, in metres.
    pub(crate) max_apart_m: f64,
}

impl OneFigures {
    /// Plays the clip, after every sample of it has been compared.
    pub(crate) fn measure(
        name: &str,
        skeleton: &Skeleton,
        raw: &RawClip,
        effort: Effort,
    ) -> Result<Self, PeerError> {
        const OURS: u32 = 2000;
        const THEIRS: u32 = 60;
        let clip = ClipBuilder::default().build(skeleton, raw)?;
        let stage = |size| Stage::new(&clip, raw, Layers::One, Work::Animate, size);
        let max_apart_m = compare(&clip, &mut stage(1)?)?;
        let mut nobody = stage(0)?;
        let (forward, random) = (Moments::forward(clip.duration()), Moments::random(clip.duration()));
        let ours = |mut moments: Moments| {
            let mut player = Player::new(&clip);
            Runner::new(OURS, move || player.sample(moments.step()).map(|_| ()))
        };
        let theirs = |mut moments: Moments, mut stage: Stage| {
            Runner::new(THEIRS, move || {
                stage.seek(0, moments.step());
                stage.frame(Duration::ZERO);
                Ok(())
            })
        };
        let runners = [
            ours(forward),
            ours(random),
            theirs(forward, stage(1)?),
            theirs(random, stage(1)?),
            Runner::new(THEIRS, || {
                nobody.frame(Duration::ZERO);
                Ok(())
            }),
        ];
        let times = race(effort.laps, runners)?;
        let [forward, random, bevy_forward, bevy_random, nobody] = [0, 1, 2, 3, 4];
        Ok(Self {
            clip: name.to_owned(),
            joints: skeleton.joint_count(),
            bevy_over_tumble_forward: times.ratio(bevy_forward, forward),
            bevy_over_tumble_random: times.ratio(bevy_random, random),
            bevy_ns_forward: times.best_ns(bevy_forward),
            bevy_ns_nobody: times.best_ns(nobody),
            tumble_ns_forward: times.best_ns(forward),
            tumble_ns_random: times.best_ns(random),
            max_apart_m,
        })
    }
}

/// How far both are apart at any sample but the last, where Bevy, which plays for ever, is at the first again.
fn compare(clip: &Clip, stage: &mut Stage) -> Result<f64, PeerError> {
    let mut reference = Reference::new(clip)?;
    let mut largest = 0.0_f64;
    for at in clip.sample_times().take(clip.sample_count() as usize - 1) {
        stage.seek(0, at);
        stage.frame(Duration::ZERO);
        largest = largest.max(reference.apart(stage, 0, at, Layers::One)?);
    }
    Ok(largest)
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::race::{Runner, race};
use crate::{
    ACL, BenchError, ClipFigures, ClipTimes, Crowd, Effort, FallTimes, FyroxPlayer, Moments, Player, corpus,
    figure,
};
use serde::Serialize;
use std::path::Path;
use tumble_clip::{Clip, ClipBuilder, RawClip};

/// What was measured, in one run. Times are those of the best of many laps, which all that is compared ran in turn;
/// nanoseconds say as much about the machine as about Tumble, ratios less.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Fyrox's `Animation::tick` over sampling the same clip, frame after frame: 60 joints, all of which turn.
    pub fyrox_over_tumble_forward: f64,
    /// The same, each time far from the one before.
    pub fyrox_over_tumble_random: f64,
    /// Sampling with no more instructions than every machine of the kind has (SSE2, on a PC) over sampling with all
    /// there are.
    pub plain_over_dispatched: f64,
    /// A frame of 60 Hz of a ragdoll of 15 bodies at rapier's own, cheap defaults over sampling its baked death.
    pub live_over_baked: f64,
    /// The same, with the ragdoll stepped as deaths are baked.
    pub recipe_over_baked: f64,
    /// A frame of the crowd over ticking as many of Fyrox's animations, which are neither blended nor brought to
    /// model space.
    pub crowd_1000_over_fyrox: f64,
    /// Sampling frame after frame, in nanoseconds a joint.
    pub sample_ns_per_joint_forward: f64,
    /// The same, each time far from the one before.
    pub sample_ns_per_joint_random: f64,
    /// The same of a clip that no cache holds.
    pub sample_ns_per_joint_cold: f64,
    /// Sampling a baked death, in nanoseconds a joint that moves in it.
    pub death_ns_per_joint: f64,
    /// A thousand characters of 60 joints on one core: a clip sampled, a second layer's pose blended in, and all
    /// joints brought to model space, in milliseconds.
    pub crowd_1000_ms: f64,
    /// What recording adds to a frame of a ragdoll at rapier's defaults, in percent.
    pub record_overhead_percent: f64,
    /// The same in microseconds a frame, reading the pose from the bodies included.
    pub record_us_per_frame: f64,
    /// Building the clip of 60 joints, in 10⁶ bytes a second of the uncompressed clip.
    pub build_mb_per_s: f64,
    /// Loading it, in the same unit.
    pub load_mb_per_s: f64,
    /// The clips of the corpus; none where there is no corpus.
    pub clips: Vec<ClipFigures>,
}

impl Report {
    /// Measures everything, on one thread; the clips of the corpus where its folder is given.
    ///
    /// # Errors
    ///
    /// Any of what is measured.
    pub fn measure(effort: Effort, corpus: Option<&Path>) -> Result<Self, BenchError> {
        let skeleton = figure::skeleton()?;
        let motion = figure::motion(&skeleton);
        let clip = ClipBuilder::default().build(&skeleton, &motion)?;
        let times = ClipTimes::measure(&skeleton, &motion, effort)?;
        let (crowd_ns, crowd_1000_over_fyrox) = crowd(&clip, &motion, effort)?;
        let falls = FallTimes::measure(effort)?;
        let clips = match corpus {
            Some(corpus) => ACL
                .iter()
                .map(|acl| {
                    let (skeleton, raw) = corpus::read_clip(corpus, acl.clip)?;
                    ClipFigures::measure(&skeleton, &raw, acl, effort)
                })
                .collect::<Result<_, _>>()?,
            None => Vec::new(),
        };
        Ok(Self {
            fyrox_over_tumble_forward: times.fyrox_over_tumble_forward,
            fyrox_over_tumble_random: times.fyrox_over_tumble_random,
            plain_over_dispatched: times.plain_over_dispatched,
            live_over_baked: falls.live_over_baked,
            recipe_over_baked: falls.recipe_over_baked,
            crowd_1000_over_fyrox,
            sample_ns_per_joint_forward: times.sample_ns_per_joint_forward,
            sample_ns_per_joint_random: times.sample_ns_per_joint_random,
            sample_ns_per_joint_cold: cold_ns(&clip, effort)? / skeleton.joint_count() as f64,
            death_ns_per_joint: falls.death_ns_per_joint,
            crowd_1000_ms: crowd_ns / 1e6,
            record_overhead_percent: falls.record_overhead_percent,
            record_us_per_frame: falls.record_us_per_frame,
            build_mb_per_s: times.build_mb_per_s,
            load_mb_per_s: times.load_mb_per_s,
            clips,
        })
    }
}

/// A frame of a thousand in nanoseconds, and over what Fyrox takes to tick as many.
fn crowd(clip: &Clip, motion: &RawClip, effort: Effort) -> Result<(f64, f64), BenchError> {
    const SIZE: u32 = 1000;
    /// Ticks that a thousand are reckoned from.
    const TICKS: u32 = 60;
    let mut crowd = Crowd::new(clip, SIZE as usize)?;
    let mut fyrox = FyroxPlayer::new(clip.skeleton(), motion);
    let times = race(
        effort.laps,
        [
            Runner::new(1, || crowd.frame()),
            Runner::new(TICKS, || {
                fyrox.tick(1.0 / 60.0);
                Ok(())
            }),
        ],
    )?;
    Ok((times.best_ns(0), times.ratio(0, 1) / f64::from(SIZE)))
}

/// Sampling clips of which more are played than caches hold, in nanoseconds.
fn cold_ns(clip: &Clip, effort: Effort) -> Result<f64, BenchError> {
    /// More than the last cache of any desktop.
    const BYTES: usize = 1 << 27;
    let count = BYTES / clip.memory_bytes().max(1);
    let clips = vec![clip.clone(); count];
    let mut players: Vec<Player<'_>> = clips.iter().map(Player::new).collect();
    let mut moments = Moments::random(clip.duration());
    let laps = effort.laps.min(5);
    let lap = Runner::new(1, || {
        players.iter_mut().try_for_each(|player| player.sample(moments.step()).map(|_| ()))
    });
    Ok(race(laps, [lap])?.best_ns(0) / count as f64)
}

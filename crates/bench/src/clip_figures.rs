// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::race::{Runner, Times, race};
use crate::{AclFigures, BenchError, Effort, FyroxPlayer, Moments, Player};
use serde::Serialize;
use std::hint::black_box;
use tumble_clip::{Clip, ClipBuilder, RawClip};
use tumble_pose::Skeleton;

/// How fast a clip is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ClipTimes {
    /// Fyrox's player over ours, frame after frame.
    pub fyrox_over_tumble_forward: f64,
    /// The same, each time far from the one before.
    pub fyrox_over_tumble_random: f64,
    /// Sampling with no more instructions than every machine of the kind has over sampling with all there are.
    pub plain_over_dispatched: f64,
    /// Sampling frame after frame, in nanoseconds a joint.
    pub sample_ns_per_joint_forward: f64,
    /// The same, each time far from the one before.
    pub sample_ns_per_joint_random: f64,
    /// Building, in 10⁶ bytes a second of the uncompressed clip: 40 bytes a joint a sample.
    pub build_mb_per_s: f64,
    /// Loading from the bytes of a file, in the same unit.
    pub load_mb_per_s: f64,
    /// Fyrox's player frame after frame, in nanoseconds a frame.
    #[serde(skip)]
    pub fyrox_ns: f64,
}

impl ClipTimes {
    /// Plays a clip, builds and loads it, beside Fyrox's player of the same keys.
    ///
    /// # Errors
    ///
    /// Any of what is measured.
    pub fn measure(skeleton: &Skeleton, raw: &RawClip, effort: Effort) -> Result<Self, BenchError> {
        let clip = ClipBuilder::default().build(skeleton, raw)?;
        let playing = play(&clip, raw, effort)?;
        let [forward, random, plain, fyrox_forward, fyrox_random] = [0, 1, 2, 3, 4];
        let bytes = clip.to_bytes();
        let making = race(
            effort.builds,
            [
                Runner::new(1, || {
                    black_box(ClipBuilder::default().build(skeleton, black_box(raw))?);
                    Ok(())
                }),
                Runner::new(10, || {
                    black_box(Clip::from_bytes(black_box(&bytes))?);
                    Ok(())
                }),
            ],
        )?;
        let [build, load] = [0, 1];
        let joints = skeleton.joint_count() as f64;
        let raw_bytes = clip.report().raw_bytes as f64;
        Ok(Self {
            fyrox_over_tumble_forward: playing.ratio(fyrox_forward, forward),
            fyrox_over_tumble_random: playing.ratio(fyrox_random, random),
            plain_over_dispatched: playing.ratio(plain, random),
            sample_ns_per_joint_forward: playing.best_ns(forward) / joints,
            sample_ns_per_joint_random: playing.best_ns(random) / joints,
            build_mb_per_s: raw_bytes * 1e3 / making.best_ns(build),
            load_mb_per_s: raw_bytes * 1e3 / making.best_ns(load),
            fyrox_ns: playing.best_ns(fyrox_forward),
        })
    }
}

/// Ours forward, in any order, and in any order with plain instructions; Fyrox's forward and in any order.
fn play(clip: &Clip, raw: &RawClip, effort: Effort) -> Result<Times<5>, BenchError> {
    const OURS: u32 = 2000;
    const THEIRS: u32 = 60;
    let (forward, random) = (Moments::forward(clip.duration()), Moments::random(clip.duration()));
    let ours = |mut moments: Moments| {
        let mut player = Player::new(clip);
        Runner::new(OURS, move || player.sample(moments.step()).map(|_| ()))
    };
    let plain = |mut moments: Moments| {
        let mut player = Player::new(clip);
        Runner::new(OURS, move || player.sample_plainly(moments.step()).map(|_| ()))
    };
    let theirs = |mut moments: Moments| {
        let mut player = FyroxPlayer::new(clip.skeleton(), raw);
        Runner::new(THEIRS, move || {
            player.sample(moments.step());
            Ok(())
        })
    };
    race(effort.laps, [ours(forward), ours(random), plain(random), theirs(forward), theirs(random)])
}

/// A clip of the corpus beside what ACL made of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ClipFigures {
    /// Its name in the corpus.
    pub name: &'static str,
    /// How many joints it has.
    pub joints: usize,
    /// How many samples.
    pub samples: u32,
    /// What sampling reads, in bytes.
    pub memory_bytes: u64,
    /// The same over what ACL takes.
    pub memory_over_acl: f64,
    /// The tracks on disk, in bytes.
    pub track_bytes: u64,
    /// The same over what ACL takes.
    pub track_over_acl: f64,
    /// The worst error at any sample, in metres.
    pub max_error_m: f64,
    /// ACL's, measured in the same way.
    pub acl_max_error_m: f64,
    /// The worst error half-way between samples, in metres.
    pub max_between_m: f64,
    /// How fast it is.
    #[serde(flatten)]
    pub times: ClipTimes,
}

impl ClipFigures {
    /// Builds and plays the clip.
    ///
    /// # Errors
    ///
    /// Any of what is measured.
    pub fn measure(
        skeleton: &Skeleton,
        raw: &RawClip,
        acl: &AclFigures,
        effort: Effort,
    ) -> Result<Self, BenchError> {
        let clip = ClipBuilder::default().build(skeleton, raw)?;
        let report = clip.report();
        Ok(Self {
            name: acl.clip,
            joints: skeleton.joint_count(),
            samples: clip.sample_count(),
            memory_bytes: clip.memory_bytes() as u64,
            memory_over_acl: clip.memory_bytes() as f64 / acl.bytes,
            track_bytes: clip.track_bytes() as u64,
            track_over_acl: clip.track_bytes() as f64 / acl.bytes,
            max_error_m: report.max_error_m,
            acl_max_error_m: acl.max_error_m,
            max_between_m: report.max_between_m,
            times: ClipTimes::measure(skeleton, raw, effort)?,
        })
    }
}

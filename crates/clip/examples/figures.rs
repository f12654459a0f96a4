// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Prints what clips cost: bytes, error, and the time to build, sample and reduce. Run it with `--release`.

use std::error::Error;
use std::time::Instant;
use tumble_clip::{
    Clip, ClipBuilder, Curve, Interpolation, RawClip, RawTrack, ReduceJob, ReduceSettings, Rounding,
    SamplingContext, SamplingJob, Tolerance,
};
use tumble_pose::glam::{EulerRot, Quat, Vec3};
use tumble_pose::{Joint, LocalPose, Seconds, Skeleton, Transform};

fn main() -> Result<(), Box<dyn Error>> {
    for (name, joints, samples) in
        [("death", 15, 181), ("body", 41, 120), ("crowd", 60, 301), ("minute", 40, 1801)]
    {
        let skeleton = body(joints)?;
        let raw = motion(&skeleton, samples);
        let (clip, build) = best(|| ClipBuilder::default().build(&skeleton, &raw));
        let clip = clip?;
        let report = clip.report();
        println!(
            "{name}: {joints} joints, {samples} samples: bytes {} raw, {} in memory, {} of tracks, {} in the file",
            report.raw_bytes,
            report.memory_bytes,
            report.track_bytes,
            clip.to_bytes().len()
        );
        println!(
            "  error {:.4} mm, of 99 % {:.4} mm, between samples {:.4} mm",
            report.max_error_m * 1e3,
            report.p99_error_m * 1e3,
            report.max_between_m * 1e3
        );
        println!("  built in {:.2} ms", build * 1e3);
        println!(
            "  a joint sampled in {:.1} ns forward, {:.1} ns in any order",
            sampling(&clip, 0.001),
            sampling(&clip, 0.754_877)
        );
        for precision in [1e-4, 1e-3, 1e-2] {
            let tolerance = Tolerance { precision, ..Tolerance::default() };
            let settings = ReduceSettings { tolerance, ..ReduceSettings::default() };
            let (reduced, seconds) =
                best(|| ReduceJob { skeleton: &skeleton, clip: &raw, settings: &settings }.run());
            let (kept, all) = (keys(&reduced?), keys(&raw));
            println!("  {kept} of {all} keys within {:.1} mm, in {:.2} ms", precision * 1e3, seconds * 1e3);
        }
    }
    Ok(())
}

/// The best of a few runs, in seconds.
fn best<T>(run: impl Fn() -> T) -> (T, f64) {
    let once = || {
        let start = Instant::now();
        (run(), start.elapsed().as_secs_f64())
    };
    (0..4).fold(once(), |best, _| {
        let next = once();
        if next.1 < best.1 { next } else { best }
    })
}

/// Nanoseconds a joint, at times that go on by a part of the duration: the best of many short runs.
fn sampling(clip: &Clip, stride: f64) -> f64 {
    const POSES: u32 = 100;
    let mut context = SamplingContext::for_clip(clip);
    let mut pose = LocalPose::rest(clip.skeleton());
    let mut at = 0.0;
    let runs = (0..300).map(|_| {
        let start = Instant::now();
        for _ in 0..POSES {
            at = (at + stride) % 1.0;
            let at = Seconds(at * clip.duration().0);
            let job =
                SamplingJob { clip, context: &mut context, at, rounding: Rounding::None, output: &mut pose };
            if job.run().is_err() {
                return f64::NAN;
            }
        }
        start.elapsed().as_secs_f64() * 1e9 / f64::from(POSES) / pose.joint_count() as f64
    });
    runs.fold(f64::INFINITY, f64::min)
}

fn keys(clip: &RawClip) -> usize {
    let of = |track: &RawTrack| {
        track.translation.as_ref().map_or(0, |curve| curve.keys.len())
            + track.rotation.as_ref().map_or(0, |curve| curve.keys.len())
    };
    clip.tracks.iter().map(of).sum()
}

/// A tree like a body's: every fourth joint branches off nearer the root.
fn body(joints: usize) -> Result<Skeleton, Box<dyn Error>> {
    let joint = |index: usize| Joint {
        name: format!("joint{index}"),
        parent: (index > 0).then(|| if index.is_multiple_of(4) { index / 3 } else { index - 1 }),
        rest: Transform::from_translation(Vec3::new(0.02, 0.12, 0.01)),
    };
    Ok(Skeleton::new(&(0..joints).map(joint).collect::<Vec<_>>())?)
}

/// Every joint swings at paces of its own and the root walks, at 30 Hz.
fn motion(skeleton: &Skeleton, samples: u32) -> RawClip {
    let times: Vec<Seconds> = (0..samples).map(|index| Seconds(f64::from(index) / 30.0)).collect();
    let tracks = skeleton.joints().map(|joint| {
        let wave = |at: f64, speed: f64| ((at * speed + f64::from(joint.0) * 0.7).sin() * 0.6) as f32;
        let turn = |at: f64| Quat::from_euler(EulerRot::YXZ, wave(at, 2.1), wave(at, 3.7), wave(at, 1.3));
        let walk = |at: f64| Vec3::new(0.0, 0.9, 1.2 * at as f32);
        RawTrack {
            path: skeleton.path(joint).to_owned(),
            rotation: Some(Curve::new(Interpolation::Linear, times.iter().map(|&at| (at, turn(at.0))))),
            translation: (joint.0 == 0)
                .then(|| Curve::new(Interpolation::Linear, times.iter().map(|&at| (at, walk(at.0))))),
            scale: None,
        }
    });
    let duration = times.last().copied().unwrap_or_default();
    RawClip { duration, tracks: tracks.collect(), ..RawClip::default() }
}

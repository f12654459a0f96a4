// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! What the recorder makes of sources and frame times of all kinds.

#![expect(
    clippy::expect_used,
    clippy::float_cmp,
    reason = "tests: an error fails them, and what is exact is compared exactly"
)]

mod before_the_blow;
mod built;
mod exact_grid;
mod kept_keys;
mod memory;
mod refusals;
mod ring;
mod root_motion;
mod settling;

use tumble_clip::RawClip;
use tumble_pose::glam::Vec3;
use tumble_pose::{Joint, JointIndex, LocalPose, Seconds, Skeleton, Transform};
use tumble_recorder::{PoseSource, Progress, Recorder, RecorderSettings};

/// A source whose pose and speed are functions of its time.
struct Script<P> {
    skeleton: Skeleton,
    now: f64,
    pose: P,
    speed: fn(f64) -> (f32, f32),
}

impl<P: FnMut(f64, JointIndex) -> Transform> Script<P> {
    fn new(skeleton: Skeleton, pose: P) -> Self {
        Self { skeleton, now: 0.0, pose, speed: |_| (1.0, 1.0) }
    }
}

impl<P: FnMut(f64, JointIndex) -> Transform> PoseSource for Script<P> {
    fn skeleton(&self) -> &Skeleton {
        &self.skeleton
    }

    fn read(&mut self, out: &mut LocalPose) {
        for joint in self.skeleton.joints() {
            out.set(joint, (self.pose)(self.now, joint));
        }
    }

    fn max_speed(&self) -> (f32, f32) {
        (self.speed)(self.now)
    }
}

/// A chain of joints, each resting at its parent.
fn chain(joints: usize) -> Skeleton {
    let joint = |index: usize| Joint {
        name: format!("joint{index}"),
        parent: index.checked_sub(1),
        rest: Transform::IDENTITY,
    };
    Skeleton::new(&(0..joints).map(joint).collect::<Vec<_>>()).expect("a chain")
}

/// One joint that moves along x at a metre a second.
fn walker() -> Script<impl FnMut(f64, JointIndex) -> Transform> {
    Script::new(chain(1), |now, _| Transform::from_translation(Vec3::X * now as f32))
}

fn recorder(source: &impl PoseSource, settings: RecorderSettings) -> Recorder {
    Recorder::new(source.skeleton(), settings).expect("settings that hold")
}

fn push<P>(recorder: &mut Recorder, source: &mut Script<P>, now: f64) -> Progress
where
    P: FnMut(f64, JointIndex) -> Transform,
{
    source.now = now;
    recorder.push(Seconds(now), source).expect("ordered times and a whole pose")
}

/// Pushes frames at `rate` until the recorder is done, at most for an hour.
fn run<P>(recorder: &mut Recorder, source: &mut Script<P>, rate: f64) -> Progress
where
    P: FnMut(f64, JointIndex) -> Transform,
{
    let frames = (0_u32..).map(|frame| f64::from(frame) / rate).take_while(|&now| now < 3601.0);
    for now in frames {
        if let done @ Progress::Done(_) = push(recorder, source, now) {
            return done;
        }
    }
    recorder.progress()
}

/// Times and positions of the first track's keys.
fn path(clip: &RawClip) -> Vec<(f64, Vec3)> {
    let curve = clip.tracks[0].translation.as_ref().expect("it moves");
    curve.keys.iter().map(|key| (key.time.0, key.value)).collect()
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::race::{Runner, race};
use crate::{BenchError, Effort, LiveRagdoll, Moments, Player, Recipe};
use std::time::{Duration, Instant};
use tumble_clip::Clip;
use tumble_pose::{JointIndex, Model, Seconds};
use tumble_ragdoll::{BakeJob, BakeSettings, Blow, FallStart, Link, Rig, Strength};
use tumble_recorder::{PoseSource, Recorder, RecorderSettings};

/// Frames of 60 Hz in which a fall is timed: two seconds.
const FRAMES: u32 = 120;

/// What a fall costs live, recorded and baked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FallTimes {
    /// A frame of the ragdoll at rapier's defaults over sampling its baked death.
    pub live_over_baked: f64,
    /// The same, stepped as falls are baked.
    pub recipe_over_baked: f64,
    /// What recording adds to a frame of the ragdoll at rapier's defaults, in percent.
    pub record_overhead_percent: f64,
    /// The same in microseconds a frame.
    pub record_us_per_frame: f64,
    /// Sampling the baked death, in nanoseconds a joint that moves in it.
    pub death_ns_per_joint: f64,
}

/// The mannequin, which falls.
#[derive(Debug)]
pub struct Faller {
    /// It.
    pub model: Model,
    rig: Rig,
    struck: JointIndex,
}

impl Faller {
    /// With a ragdoll of 15 bodies, as others measure: spine and chest, which are two otherwise, are one.
    ///
    /// # Errors
    ///
    /// [`BenchError::Rig`].
    pub fn new() -> Result<Self, BenchError> {
        let model = tumble_mannequin::model();
        let (mut rig, _) = Rig::infer(&model, None)?;
        leave_out(&mut rig, "hips/spine");
        let struck = model.skeleton.find("chest").unwrap_or(JointIndex::ROOT);
        Ok(Self { model, rig, struck })
    }

    /// Its fall, live.
    ///
    /// # Errors
    ///
    /// [`BenchError::Rig`].
    pub fn live(&self, recipe: Recipe) -> Result<LiveRagdoll, BenchError> {
        LiveRagdoll::new(&self.model, &self.rig, self.struck, recipe)
    }

    /// Its fall from the same blow, as a game plays it.
    ///
    /// # Errors
    ///
    /// [`BenchError::Bake`], [`BenchError::NoFall`].
    pub fn death(&self) -> Result<Clip, BenchError> {
        let joint = self.model.skeleton.path(self.struck);
        let blows = [Blow::new(joint, glam::Vec3::Z, Strength::Speed(6.0))];
        let settings = BakeSettings::default();
        let start = &FallStart::at_rest(self.model.skeleton.rest_pose().clone());
        let job = BakeJob { model: &self.model, rig: &self.rig, start, blows: &blows, settings: &settings };
        let mut falls = job.run(&|| {})?;
        falls.pop().map(|fall| fall.clip).ok_or(BenchError::NoFall)
    }
}

/// Takes a body out of a rig; what hung on it hangs on what it hung on.
fn leave_out(rig: &mut Rig, joint: &str) {
    let parent = rig.bodies.iter().find(|body| body.joint == joint).and_then(|body| body.link.clone());
    let Some(Link { parent, .. }) = parent else { return };
    rig.bodies.retain(|body| body.joint != joint);
    for link in rig.bodies.iter_mut().filter_map(|body| body.link.as_mut()) {
        if link.parent == joint {
            link.parent.clone_from(&parent);
        }
    }
}

impl FallTimes {
    /// Lets the mannequin fall live and plays its death, lap by lap in turn. A lap of a ragdoll is the first two
    /// seconds of its fall.
    ///
    /// # Errors
    ///
    /// Any of what is measured.
    pub fn measure(effort: Effort) -> Result<Self, BenchError> {
        let faller = Faller::new()?;
        let death = faller.death()?;
        let mut player = Player::new(&death);
        let mut moments = Moments::forward(death.duration());
        let times = race(
            effort.laps,
            [
                live_runner(faller.live(Recipe::Defaults)?),
                live_runner(faller.live(Recipe::Baking)?),
                recording_runner(faller.live(Recipe::Defaults)?),
                Runner::new(4000, move || player.sample(moments.step()).map(|_| ())),
            ],
        )?;
        let [live, recipe, recording, baked] = [0, 1, 2, 3];
        Ok(Self {
            live_over_baked: times.ratio(live, baked),
            recipe_over_baked: times.ratio(recipe, baked),
            record_overhead_percent: times.ratio(recording, live) * 100.0,
            record_us_per_frame: times.best_ns(recording) / 1e3,
            death_ns_per_joint: times.best_ns(baked) / death.report().animated_joints as f64,
        })
    }
}

fn live_runner<'a>(mut live: LiveRagdoll) -> Runner<'a> {
    Runner::timed(FRAMES, move || {
        live.rewind();
        let start = Instant::now();
        for _ in 0..FRAMES {
            live.frame();
        }
        Ok(start.elapsed())
    })
}

/// Only what the recorder does counts, which includes reading the pose from the bodies.
fn recording_runner<'a>(mut live: LiveRagdoll) -> Runner<'a> {
    Runner::timed(FRAMES, move || {
        live.rewind();
        let mut recorder = Recorder::new(live.skeleton(), RecorderSettings::default())?;
        let mut took = Duration::ZERO;
        for frame in 0..FRAMES {
            live.frame();
            let start = Instant::now();
            recorder.push(Seconds(f64::from(frame) / 60.0), &mut live)?;
            took += start.elapsed();
        }
        Ok(took)
    })
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::bake_error::BakeError;
use crate::fall::Fall;
use crate::joint_frames::JointFrames;
use crate::{Blow, FallFigures, FallStart, PhysicsSettings, RagdollPlan, Rig, Shard};
use rayon::prelude::*;
use tumble_clip::{BlowTag, Clip, ClipBuilder, RawClip, Rounding, SamplingContext, SamplingJob, Tolerance};
use tumble_pose::{LocalPose, Model, Seconds, Transform};
use tumble_recorder::{Recorder, RecorderSettings, SettleSettings, Stop};

/// Lets a character fall once for each blow, and records, builds and measures every fall.
///
/// The same job gives the same bytes for any number of threads.
#[derive(Debug, Clone, Copy)]
pub struct BakeJob<'a> {
    /// The character.
    pub model: &'a Model,
    /// Its ragdoll.
    pub rig: &'a Rig,
    /// The pose in which it is struck, and how it moves then.
    pub start: &'a FallStart,
    /// A fall for each.
    pub blows: &'a [Blow],
    /// How falls are simulated, recorded and built.
    pub settings: &'a BakeSettings,
}

/// How falls are simulated, recorded and built.
#[derive(Debug, Clone, PartialEq)]
pub struct BakeSettings {
    /// How bodies move.
    pub physics: PhysicsSettings,
    /// When a fall is over.
    pub settle: SettleSettings,
    /// Samples a second of the clips.
    pub rate_hz: f64,
    /// How exact the clips are.
    pub tolerance: Tolerance,
    /// Moves the point of each blow about, by up to a fifth of the body: a blow to the very middle makes falls
    /// that look alike. Blow `i` draws from seed `seed + i`.
    pub seed: u64,
    /// Falls at a time; 0 for as many as there are cores.
    pub jobs: usize,
    /// For so long a fall is simulated on after its clip has ended, to measure what still moves.
    pub watch_after: Seconds,
    /// Which of the falls to bake: the same bytes as among all the others.
    pub shard: Shard,
}

impl Default for BakeSettings {
    fn default() -> Self {
        Self {
            physics: PhysicsSettings::default(),
            settle: SettleSettings::default(),
            rate_hz: 30.0,
            tolerance: Tolerance::default(),
            seed: 1,
            jobs: 0,
            watch_after: Seconds::ZERO,
            shard: Shard::WHOLE,
        }
    }
}

/// A recorded fall.
#[derive(Debug, Clone)]
pub struct BakedFall {
    /// Which of the job's blows it is of.
    pub index: usize,
    /// The blow.
    pub blow: Blow,
    /// Seed of the random part.
    pub seed: u64,
    /// As it was recorded.
    pub raw: RawClip,
    /// As a game plays it.
    pub clip: Clip,
    /// Where the first body's joint ends, in the character's space and units.
    pub final_root: Transform,
    /// What was measured.
    pub figures: FallFigures,
}

impl BakeJob<'_> {
    /// Simulates all falls of the shard, in the order of their blows. `done` is called after each, from any thread.
    ///
    /// # Errors
    ///
    /// [`BakeError`]: the rig does not fit, a blow is not one or hits no body, or a clip cannot be built.
    pub fn run(&self, done: &(dyn Fn() + Sync)) -> Result<Vec<BakedFall>, BakeError> {
        let joints = self.model.skeleton.joint_count();
        let earlier = self.start.earlier.iter().map(|(pose, _)| pose);
        if let Some(other) = earlier.chain([&self.start.pose]).find(|pose| pose.joint_count() != joints) {
            return Err(BakeError::Start { expected: joints, found: other.joint_count() });
        }
        self.settings.physics.validate()?;
        // Before the blows: a rig of another character names joints to hit that are not there.
        self.rig.bind(&self.model.skeleton)?;
        // More threads than falls would only wait.
        let threads = self.settings.jobs.min(self.blows.len());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| BakeError::Threads { what: error.to_string() })?;
        pool.install(|| {
            let own =
                self.blows.par_iter().enumerate().filter(|(index, _)| self.settings.shard.contains(*index));
            let falls = own.map(|(index, blow)| {
                let fall = self.fall(index, blow);
                done();
                fall
            });
            // Every fall is done before the first error is looked for, so that it is the same one each time.
            let falls: Vec<_> = falls.collect();
            falls.into_iter().collect()
        })
    }

    fn fall(&self, index: usize, blow: &Blow) -> Result<BakedFall, BakeError> {
        if !blow.is_valid() {
            return Err(BakeError::Blow { index });
        }
        let (skeleton, settings) = (&self.model.skeleton, self.settings);
        let hit = skeleton.find(&blow.joint);
        let hit = hit.ok_or_else(|| BakeError::NoSuchJoint { joint: blow.joint.clone() })?;
        let seed = settings.seed.wrapping_add(index as u64);
        let recording = RecorderSettings {
            name: format!("{}_{}_{index}", self.model.name, skeleton.name(hit)),
            rate_hz: settings.rate_hz,
            stop: Stop::WhenSettled(settings.settle),
            ..RecorderSettings::default()
        };
        let mut recorder = Recorder::new(skeleton, recording)?;
        let mut fall = Fall::new(skeleton, self.rig, self.start, settings.physics)?;
        let plan = fall.plan().clone();
        let (mut figures, velocity) = fall.run(hit, blow, seed, &mut recorder, settings.watch_after)?;
        let mut raw = recorder.finish()?;
        raw.meta.metres_per_unit = Some(self.rig.metres_per_unit);
        raw.meta.blow = Some(BlowTag { velocity, joint: skeleton.path(hit).to_owned(), seed });
        let builder = ClipBuilder {
            tolerance: settings.tolerance.clone(),
            rate_hz: Some(settings.rate_hz),
            metres_per_unit: self.rig.metres_per_unit,
            ..ClipBuilder::default()
        };
        let clip = builder.build(skeleton, &raw)?;
        let final_root = self.measure_ground(&clip, &plan, &mut figures)?;
        Ok(BakedFall { index, blow: blow.clone(), seed, raw, clip, final_root, figures })
    }

    /// Measures how deep bodies are under the ground in the finished clip; gives the root's last place.
    /// What the start pose has under it is not counted while it is taken back.
    fn measure_ground(
        &self,
        clip: &Clip,
        plan: &RagdollPlan,
        figures: &mut FallFigures,
    ) -> Result<Transform, BakeError> {
        let skeleton = &self.model.skeleton;
        let bound = self.rig.bind(skeleton)?;
        let mut pose = LocalPose::rest(skeleton);
        let mut context = SamplingContext::default();
        let mut final_root = Transform::IDENTITY;
        for at in clip.sample_times() {
            SamplingJob { clip, context: &mut context, at, rounding: Rounding::None, output: &mut pose }
                .run()?;
            let frames = JointFrames::new(skeleton, &pose, self.rig.metres_per_unit);
            let deep = -self.rig.clearance(&bound, &frames) - plan.lift_left(at.0);
            figures.rest_penetration_m = deep.max(0.0);
            figures.penetration_m = figures.penetration_m.max(figures.rest_penetration_m);
            final_root = Transform::from_affine(&frames.matrices[bound[0].0.index()]);
        }
        Ok(final_root)
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::deaths::Deaths;
use glam::Vec3;
use std::path::{Path, PathBuf};
use tumble_fyrox::clip::{
    BuildError, Clip, ClipBuilder, Looping, RawClip, Rounding, SamplingContext, SamplingJob,
};
use tumble_fyrox::interchange::{Asset, GltfError, read_gltf};
use tumble_fyrox::pose::{JointIndex, LocalPose, Model, Seconds, Skeleton};
use tumble_fyrox::ragdoll::{BakeError, PhysicsSettings, RagdollPlan, Rig, RigError};
use tumble_fyrox::{ModelError, ModelTemplate, fyrox_physics_settings};

/// What all characters of the arena have in common: one model with its ragdoll, its idling and its deaths.
#[derive(Debug)]
pub struct CharacterKind {
    pub(crate) model: Model,
    pub(crate) template: ModelTemplate,
    pub(crate) rig: Rig,
    pub(crate) physics: PhysicsSettings,
    pub(crate) deaths: Deaths,
    /// How it stands: its rest pose where it has no motion for that.
    pub(crate) idle: Option<Clip>,
    /// How it stands at the start of idling: the pose that deaths begin with.
    pub(crate) start: LocalPose,
    /// The joint of the first body.
    hips: JointIndex,
    /// The number of its chest among the rig's bodies, or of what comes nearest.
    pub(crate) chest: usize,
    /// Its height over 1.75 m.
    pub(crate) size: f32,
}

impl CharacterKind {
    /// The mannequin.
    ///
    /// # Errors
    ///
    /// [`KindError`], which only a bug could cause.
    pub fn mannequin() -> Result<Self, KindError> {
        use tumble_fyrox::mannequin;
        Self::new(Asset { model: mannequin::model(), clips: mannequin::clips(), warnings: Vec::new() })
    }

    /// The character in a glTF file.
    ///
    /// # Errors
    ///
    /// [`KindError`]: the file cannot be read, or its character cannot fall or be shown.
    pub fn read(path: &Path) -> Result<Self, KindError> {
        let read = read_gltf(path);
        Self::new(read.map_err(|source| KindError::Read { path: path.to_owned(), source: Box::new(source) })?)
    }

    /// A character that was read elsewhere.
    ///
    /// # Errors
    ///
    /// [`KindError`] when there is nothing to see, or it cannot be let fall, played or shown.
    pub fn new(asset: Asset) -> Result<Self, KindError> {
        let Asset { model, clips, .. } = asset;
        if !model.meshes.iter().any(|mesh| mesh.surfaces.iter().any(|surface| !surface.indices.is_empty())) {
            return Err(KindError::NothingToSee { name: model.name });
        }
        let (rig, _) = Rig::infer(&model, None)?;
        let idle = idle_of(&clips).map(|clip| {
            let builder = ClipBuilder {
                looping: Looping::Loop,
                metres_per_unit: rig.metres_per_unit,
                ..ClipBuilder::default()
            };
            builder.build(&model.skeleton, clip)
        });
        let idle = idle.transpose()?;
        let start = pose_at_start(idle.as_ref(), &model.skeleton);
        // The engine's own springs, so that what is baked is what falls live.
        let physics = fyrox_physics_settings(PhysicsSettings::default());
        let deaths = Deaths::bake(&model, &rig, &start, &physics)?;
        let plan = RagdollPlan::new(&model.skeleton, &rig, &start, &physics)?;
        Ok(Self {
            template: ModelTemplate::new(&model)?,
            chest: deaths.chest(),
            hips: plan.bodies().first().map_or(JointIndex::ROOT, |body| body.joint),
            size: plan.size(),
            model,
            rig,
            physics,
            deaths,
            idle,
            start,
        })
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.model.name
    }

    /// All that its characters play.
    pub(crate) fn clips(&self) -> impl Iterator<Item = &Clip> {
        self.idle.iter().chain(self.deaths.clips())
    }

    pub(crate) fn skeleton(&self) -> &Skeleton {
        &self.model.skeleton
    }

    /// Where the joint of the first body is, in the character's space and units.
    pub(crate) fn hips(&self, pose: &LocalPose) -> Vec3 {
        let skeleton = self.skeleton();
        let chain = std::iter::successors(Some(self.hips), |&joint| skeleton.parent(joint));
        chain.fold(Vec3::ZERO, |point, joint| pose.get(joint).to_affine().transform_point3(point))
    }

    /// In metres.
    pub(crate) fn height(&self) -> f32 {
        self.size * 1.75
    }
}

/// The clip called idle, or else the one with the shortest name that has the word in it.
fn idle_of(clips: &[RawClip]) -> Option<&RawClip> {
    let idling = clips.iter().filter(|clip| clip.meta.name.to_lowercase().contains("idle"));
    idling.min_by_key(|clip| clip.meta.name.len())
}

fn pose_at_start(idle: Option<&Clip>, skeleton: &Skeleton) -> LocalPose {
    let mut pose = LocalPose::rest(skeleton);
    if let Some(clip) = idle {
        let context = &mut SamplingContext::default();
        let job =
            SamplingJob { clip, context, at: Seconds::ZERO, rounding: Rounding::None, output: &mut pose };
        // Its skeleton is the pose's.
        let _ = job.run();
    }
    pose
}

/// Why there is no such character.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KindError {
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: Box<GltfError>,
    },
    /// It has no meshes: it would stand there unseen.
    #[error("the character {name:?} has nothing to be seen")]
    NothingToSee {
        /// What it is called.
        name: String,
    },
    /// No ragdoll can be made of it.
    #[error("the character's ragdoll: {0}")]
    Rig(#[from] RigError),
    /// It cannot be let fall.
    #[error("the character's deaths: {0}")]
    Bake(#[from] BakeError),
    /// Its idling cannot be played.
    #[error("the character's idling: {0}")]
    Idle(#[from] BuildError),
    /// It cannot be shown.
    #[error("the character's meshes: {0}")]
    Model(#[from] ModelError),
}

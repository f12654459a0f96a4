// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use serde::Serialize;
use tumble_clip::{Bones, Clip, ClipMeta, Curve, RawClip, RawTrack};
use tumble_deaths::DeathEntry;
use tumble_pose::{Model, RoleMap, Skeleton};

/// What a file holds. The keys of its JSON are a promise.
#[derive(Debug, Serialize)]
pub(super) struct Facts {
    pub(super) file: String,
    /// `character`, `keys`, `clip` or `library`.
    pub(super) kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) character: Option<CharacterFacts>,
    /// Parents first. Of a library, those of its first clip.
    pub(super) joints: Vec<JointFacts>,
    pub(super) animations: Vec<AnimationFacts>,
}

#[derive(Debug, Serialize)]
pub(super) struct CharacterFacts {
    pub(super) meshes: usize,
    pub(super) vertices: usize,
    pub(super) triangles: usize,
    pub(super) materials: usize,
    pub(super) images: usize,
}

#[derive(Debug, Serialize)]
pub(super) struct JointFacts {
    pub(super) name: String,
    pub(super) path: String,
    /// The parent's path; none of the root.
    pub(super) parent: Option<String>,
    /// In words, where it is known.
    pub(super) role: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct AnimationFacts {
    pub(super) name: String,
    pub(super) duration_s: f64,
    pub(super) rate_hz: Option<f64>,
    /// Joints that it moves.
    pub(super) tracks: usize,
    pub(super) scalars: usize,
    /// Of a built clip, its samples.
    pub(super) keys: usize,
    pub(super) metres_per_unit: Option<f32>,
    pub(super) blow: Option<BlowFacts>,
    #[serde(flatten)]
    pub(super) built: Option<BuiltFacts>,
    /// Of a library's death, whether the body came to rest by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) settled: Option<bool>,
}

#[derive(Debug, Serialize)]
pub(super) struct BlowFacts {
    pub(super) velocity: [f32; 3],
    pub(super) hit: String,
    pub(super) seed: u64,
}

/// What a built clip costs, and how exact it is.
#[derive(Debug, Serialize)]
pub(super) struct BuiltFacts {
    pub(super) samples: usize,
    pub(super) raw_bytes: usize,
    pub(super) memory_bytes: usize,
    pub(super) track_bytes: usize,
    pub(super) file_bytes: usize,
    pub(super) precision_m: f32,
    pub(super) max_error_m: f64,
    pub(super) p99_error_m: f64,
    pub(super) max_between_m: f64,
    pub(super) max_scalar_error: f64,
    pub(super) worst_joint: String,
    pub(super) worst_time_s: f64,
    /// What was allowed for rigid bones besides the precision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rigid_allowance_m: Option<f32>,
    /// Of a loop, how far its end is from its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seam_m: Option<f64>,
}

impl CharacterFacts {
    pub(super) fn of(model: &Model) -> Self {
        let surfaces = || model.meshes.iter().flat_map(|mesh| &mesh.surfaces);
        Self {
            meshes: model.meshes.len(),
            vertices: surfaces().map(|surface| surface.positions.len()).sum(),
            triangles: surfaces().map(|surface| surface.indices.len() / 3).sum(),
            materials: model.materials.len(),
            images: model.images.len(),
        }
    }
}

pub(super) fn joint_facts(skeleton: &Skeleton) -> Vec<JointFacts> {
    let roles = RoleMap::infer(skeleton);
    let facts = skeleton.joints().map(|joint| JointFacts {
        name: skeleton.name(joint).to_owned(),
        path: skeleton.path(joint).to_owned(),
        parent: skeleton.parent(joint).map(|parent| skeleton.path(parent).to_owned()),
        role: roles.role_of(joint).map(|role| role.to_string()),
    });
    facts.collect()
}

impl AnimationFacts {
    pub(super) fn of_keys(clip: &RawClip) -> Self {
        let scalar_keys: usize = clip.scalars.iter().map(|(_, curve)| curve.keys.len()).sum();
        Self {
            tracks: clip.tracks.len(),
            scalars: clip.scalars.len(),
            keys: clip.tracks.iter().map(track_keys).sum::<usize>() + scalar_keys,
            ..Self::of_meta(&clip.meta, clip.duration.0)
        }
    }

    pub(super) fn of_clip(clip: &Clip) -> Self {
        let report = clip.report();
        Self {
            rate_hz: Some(clip.rate_hz()),
            tracks: report.animated_joints,
            scalars: report.scalars,
            keys: report.samples,
            built: Some(BuiltFacts::of(clip)),
            ..Self::of_meta(clip.meta(), clip.duration().0)
        }
    }

    /// Named after the clip's file.
    pub(super) fn of_death(death: &DeathEntry, clip: &Clip) -> Self {
        let blow = BlowFacts { velocity: death.blow.to_array(), hit: death.hit.clone(), seed: death.seed };
        Self {
            name: death.clip.clone(),
            blow: Some(blow),
            settled: Some(death.settled),
            ..Self::of_clip(clip)
        }
    }

    fn of_meta(meta: &ClipMeta, duration_s: f64) -> Self {
        let blow = meta.blow.as_ref().map(|blow| BlowFacts {
            velocity: blow.velocity.to_array(),
            hit: blow.joint.clone(),
            seed: blow.seed,
        });
        Self {
            name: meta.name.clone(),
            duration_s,
            rate_hz: meta.rate_hz,
            tracks: 0,
            scalars: 0,
            keys: 0,
            metres_per_unit: meta.metres_per_unit,
            blow,
            built: None,
            settled: None,
        }
    }
}

impl BuiltFacts {
    fn of(clip: &Clip) -> Self {
        let report = clip.report();
        Self {
            samples: report.samples,
            raw_bytes: report.raw_bytes,
            memory_bytes: report.memory_bytes,
            track_bytes: report.track_bytes,
            file_bytes: clip.to_bytes().len(),
            precision_m: report.tolerance.precision,
            max_error_m: report.max_error_m,
            p99_error_m: report.p99_error_m,
            max_between_m: report.max_between_m,
            max_scalar_error: report.max_scalar_error,
            worst_joint: report.worst_joint.clone(),
            worst_time_s: report.worst_time.0,
            rigid_allowance_m: match report.bones {
                Bones::Rigid { allowance } => Some(allowance),
                Bones::AsRecorded => None,
            },
            seam_m: report.seam.as_ref().map(|seam| seam.jump_m),
        }
    }
}

fn track_keys(track: &RawTrack) -> usize {
    fn keys<T>(curve: Option<&Curve<T>>) -> usize {
        curve.map_or(0, |curve| curve.keys.len())
    }
    keys(track.translation.as_ref()) + keys(track.rotation.as_ref()) + keys(track.scale.as_ref())
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use serde::{Deserialize, Serialize};
use tumble_clip::{Clip, Rounding, SamplingContext, SamplingJob};
use tumble_pose::glam::{Quat, Vec3};
use tumble_pose::{LocalPose, LocalToModelJob, ModelPose, Seconds, Transform};

/// The deaths of one character: which blow led to which clip.
///
/// The character's space has its origin between the feet where the fall began, +Y up, and the character faces +Z.
#[derive(Debug, Clone, PartialEq)]
pub struct DeathLibrary {
    /// What the character is called.
    pub character: String,
    /// Metres a unit of the lengths in the clips: 1 for a character in metres, 0.01 for one in centimetres.
    /// Lengths in the library itself are metres.
    pub metres_per_unit: f32,
    /// The deaths, in the order in which they were baked.
    pub deaths: Vec<DeathEntry>,
}

/// One death: a blow, and the clip of the fall that it caused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeathEntry {
    /// The clip's file, relative to the library's own: names separated by `/`, none of them `..`.
    pub clip: String,
    /// Which way the blow pushed and how fast, in metres a second, in the character's space.
    pub blow: Vec3,
    /// Path of the joint that was hit, relative to the skeleton's root.
    pub hit: String,
    /// How high that joint was above the floor as the fall began, in metres; `None` in a library that does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hit_height: Option<f32>,
    /// The length of `blow`, in metres a second.
    pub speed: f32,
    /// Seed of the fall's random part.
    pub seed: u64,
    /// How long the clip lasts, in seconds.
    pub duration: Seconds,
    /// Whether the body came to rest by itself, rather than at the longest time allowed.
    pub settled: bool,
    /// Where the hips are at the end.
    pub final_root: FinalRoot,
    /// Which way is up from the floor that the body lies on; of unit length, in the character's space.
    pub floor_normal: Vec3,
}

impl DeathEntry {
    /// The entry of a clip that says what blow it came of ([`ClipMeta::blow`](tumble_clip::ClipMeta::blow)), on level
    /// ground; `None` for one that does not. `root` is where the hips' joint is at its end, in the clip's units.
    #[must_use]
    pub fn of_clip(file: impl Into<String>, clip: &Clip, settled: bool, root: &Transform) -> Option<Self> {
        let blow = clip.meta().blow.as_ref()?;
        let metres = clip.meta().metres_per_unit.unwrap_or(1.0);
        Some(Self {
            clip: file.into(),
            blow: blow.velocity,
            hit: blow.joint.clone(),
            hit_height: height_of(clip, &blow.joint).map(|height| height * metres),
            speed: blow.velocity.length(),
            seed: blow.seed,
            duration: clip.duration(),
            settled,
            final_root: FinalRoot { position: root.translation * metres, rotation: root.rotation },
            floor_normal: Vec3::Y,
        })
    }
}

/// How high a joint is at the start of a clip, in the clip's units.
fn height_of(clip: &Clip, joint: &str) -> Option<f32> {
    let skeleton = clip.skeleton();
    let joint = skeleton.find(joint)?;
    let mut local = LocalPose::rest(skeleton);
    let mut model = ModelPose::identity(skeleton.joint_count());
    let (at, rounding) = (Seconds::ZERO, Rounding::None);
    SamplingJob { clip, context: &mut SamplingContext::default(), at, rounding, output: &mut local }
        .run()
        .ok()?;
    LocalToModelJob { skeleton, local: &local, output: &mut model }.run().ok()?;
    Some(model.translation(joint).y)
}

/// Where a body's hips have come to rest, in the character's space.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinalRoot {
    /// In metres.
    pub position: Vec3,
    /// Of the hips' joint, from its own axes to the character's; of unit length.
    pub rotation: Quat,
}

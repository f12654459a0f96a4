// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};
use tumble_clip::{RawClip, RawClipError};
use tumble_pose::{Joint, JointIndex, Skeleton, SkeletonError, Transform};

/// A clip's keys as text, with the skeleton that they move: a `.ron` file.
///
/// Joints are listed parents first; a parent is a place in the list.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClipText {
    version: u32,
    joints: Vec<JointText>,
    clip: RawClip,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JointText {
    name: String,
    parent: Option<usize>,
    rest: Transform,
}

const VERSION: u32 = 1;

/// The text of a clip and its skeleton: the same for the same clip.
pub(crate) fn write_clip_text(skeleton: &Skeleton, clip: &RawClip) -> Result<String, ron::Error> {
    let joints = skeleton.joints().map(|joint| JointText {
        name: skeleton.name(joint).to_owned(),
        parent: skeleton.parent(joint).map(JointIndex::index),
        rest: skeleton.rest_pose().get(joint),
    });
    let text = ClipText { version: VERSION, joints: joints.collect(), clip: clip.clone() };
    // Not the system's own line ends; each key on a line.
    let config = PrettyConfig::new().new_line("\n").depth_limit(6);
    ron::ser::to_string_pretty(&text, config).map(|text| text + "\n")
}

/// A clip that can be played, and its skeleton.
pub(crate) fn read_clip_text(text: &str) -> Result<(Skeleton, RawClip), ClipTextError> {
    let ClipText { version, joints, clip } = ron::from_str(text)?;
    if version != VERSION {
        return Err(ClipTextError::Version { found: version });
    }
    let joint = |JointText { name, parent, rest }| Joint { name, parent, rest };
    let joints: Vec<Joint> = joints.into_iter().map(joint).collect();
    let skeleton = Skeleton::new(&joints)?;
    clip.validate()?;
    Ok((skeleton, clip))
}

/// Why text is no clip.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum ClipTextError {
    #[error("not the text of a clip: at {0}")]
    Text(#[from] ron::error::SpannedError),
    #[error("version {found} of the text of a clip; this program reads version {VERSION}")]
    Version { found: u32 },
    #[error("its joints make no skeleton")]
    Skeleton(#[from] SkeletonError),
    #[error("its keys cannot be played")]
    Clip(#[from] RawClipError),
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::capsule::{capsule, capsule_indices};
use super::paint::Paint;
use glam::Vec3;
use tumble_pose::{JointIndex, LocalToModelError, LocalToModelJob, ModelPose, Skeleton};

/// A bone's radius for its length.
const RADIUS_OF_LENGTH: f32 = 0.16;
/// The thinnest and the thickest bone, as parts of the skeleton's size.
const RADII_OF_SIZE: (f32, f32) = (0.008, 0.03);

const COLOR: Vec3 = Vec3::new(0.62, 0.42, 0.20);

/// A skeleton drawn as a capsule from each joint to each of its children.
#[derive(Debug)]
pub(crate) struct Bones {
    drawn: Vec<Bone>,
    /// Of every capsule.
    pub(crate) indices: Vec<u32>,
    /// Of every capsule.
    pub(crate) paint: Paint,
}

#[derive(Debug, Clone, Copy)]
struct Bone {
    from: JointIndex,
    to: JointIndex,
    radius: f32,
}

impl Bones {
    /// The bones of a skeleton, as thick as their lengths at rest suggest.
    pub(crate) fn new(skeleton: &Skeleton) -> Result<Self, LocalToModelError> {
        let mut rest = ModelPose::identity(skeleton.joint_count());
        LocalToModelJob { skeleton, local: skeleton.rest_pose(), output: &mut rest }.run()?;
        let places = || skeleton.joints().map(|joint| rest.translation(joint));
        let low = places().reduce(Vec3::min).unwrap_or(Vec3::ZERO);
        let high = places().reduce(Vec3::max).unwrap_or(Vec3::ZERO);
        let size = low.distance(high).max(f32::MIN_POSITIVE);
        let (thinnest, thickest) = RADII_OF_SIZE;
        let body = first_of_body(skeleton);
        let bones = skeleton.joints().filter_map(|to| {
            let from = skeleton.parent(to).filter(|&from| from == body || skeleton.is_below(from, body))?;
            let length = rest.translation(from).distance(rest.translation(to));
            let radius = (length * RADIUS_OF_LENGTH).clamp(thinnest * size, thickest * size);
            Some(Bone { from, to, radius })
        });
        let mut bones: Vec<Bone> = bones.collect();
        if bones.is_empty() {
            bones.push(Bone { from: body, to: body, radius: thickest * size });
        }
        Ok(Self { drawn: bones, indices: capsule_indices(), paint: Paint::plain(COLOR) })
    }

    /// Vertices and normals of each capsule.
    pub(crate) fn capsules(&self, pose: &ModelPose) -> impl Iterator<Item = (Vec<Vec3>, Vec<Vec3>)> {
        self.drawn
            .iter()
            .map(|bone| capsule(pose.translation(bone.from), pose.translation(bone.to), bone.radius))
    }
}

/// The first joint that branches: what lies between a scene's root and the hips is no bone. Of a chain, its root.
fn first_of_body(skeleton: &Skeleton) -> JointIndex {
    skeleton.joints().find(|&joint| skeleton.children(joint).count() > 1).unwrap_or(JointIndex::ROOT)
}

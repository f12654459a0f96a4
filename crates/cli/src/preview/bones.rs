// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::capsule::{capsule, capsule_indices};
use super::paint::Paint;
use glam::Vec3;
use tumble_pose::{JointIndex, LocalToModelError, LocalToModelJob, ModelPose, Role, RoleMap, Side, Skeleton};

/// A bone's radius for its length.
const RADIUS_OF_LENGTH: f32 = 0.16;
/// The thinnest and the thickest bone, the trunk and the head, as parts of the skeleton's size.
const THINNEST: f32 = 0.008;
const THICKEST: f32 = 0.03;
const TRUNK: f32 = 0.04;
const HEAD: f32 = 0.055;

const LEFT: Vec3 = Vec3::new(0.12, 0.33, 0.62);
const MIDDLE: Vec3 = Vec3::new(0.62, 0.42, 0.20);
const RIGHT: Vec3 = Vec3::new(0.62, 0.14, 0.08);

/// A skeleton drawn as a capsule from each joint to each of its children: a character's left blue, its right red.
#[derive(Debug)]
pub(crate) struct Bones {
    drawn: Vec<Bone>,
    /// Of every capsule.
    pub(crate) indices: Vec<u32>,
}

/// A capsule between two places, each in a joint.
#[derive(Debug)]
struct Bone {
    from: (JointIndex, Vec3),
    to: (JointIndex, Vec3),
    radius: f32,
    paint: Paint,
}

/// A capsule in a pose.
#[derive(Debug)]
pub(crate) struct Capsule<'a> {
    pub(crate) positions: Vec<Vec3>,
    pub(crate) normals: Vec<Vec3>,
    pub(crate) paint: &'a Paint,
}

impl Bones {
    /// The bones of a skeleton, as thick as their lengths at rest and their roles suggest.
    pub(crate) fn new(skeleton: &Skeleton) -> Result<Self, LocalToModelError> {
        let mut rest = ModelPose::identity(skeleton.joint_count());
        LocalToModelJob { skeleton, local: skeleton.rest_pose(), output: &mut rest }.run()?;
        let places = || skeleton.joints().map(|joint| rest.translation(joint));
        let low = places().reduce(Vec3::min).unwrap_or(Vec3::ZERO);
        let high = places().reduce(Vec3::max).unwrap_or(Vec3::ZERO);
        let size = low.distance(high).max(f32::MIN_POSITIVE);
        let body = Body::new(skeleton);
        let bones = skeleton.joints().filter_map(|to| {
            let from = skeleton.parent(to).filter(|&from| body.has_bone(from, to))?;
            let length = rest.translation(from).distance(rest.translation(to));
            let radius = (length * RADIUS_OF_LENGTH).clamp(THINNEST * size, THICKEST * size);
            let radius = if body.is_trunk(from, to) { TRUNK * size } else { radius };
            let paint = Paint::plain(body.color(to));
            Some(Bone { from: (from, Vec3::ZERO), to: (to, Vec3::ZERO), radius, paint })
        });
        let mut drawn: Vec<Bone> = bones.collect();
        drawn.extend(body.roles.get(Role::Head).map(|head| {
            let middle = head_middle(skeleton, &rest, head, HEAD * size);
            let paint = Paint::plain(MIDDLE);
            Bone { from: (head, middle), to: (head, middle), radius: HEAD * size, paint }
        }));
        if drawn.is_empty() {
            let place = (body.first, Vec3::ZERO);
            drawn.push(Bone { from: place, to: place, radius: THICKEST * size, paint: Paint::plain(MIDDLE) });
        }
        Ok(Self { drawn, indices: capsule_indices() })
    }

    /// Each capsule in a pose.
    pub(crate) fn capsules(&self, pose: &ModelPose) -> impl Iterator<Item = Capsule<'_>> {
        self.drawn.iter().map(|Bone { from, to, radius, paint }| {
            let [from, to] = [from, to].map(|&(joint, place)| pose.affine(joint).transform_point3(place));
            let (positions, normals) = capsule(from, to, *radius);
            Capsule { positions, normals, paint }
        })
    }
}

/// The middle of a head as large as that, in its joint: on the way from the neck, or to what the head ends in.
fn head_middle(skeleton: &Skeleton, rest: &ModelPose, head: JointIndex, radius: f32) -> Vec3 {
    let [from, to] = match (skeleton.children(head).next(), skeleton.parent(head)) {
        (Some(end), _) => [head, end],
        (None, Some(neck)) => [neck, head],
        (None, None) => [head, head],
    };
    let onwards = rest.translation(to) - rest.translation(from);
    let middle = rest.translation(head) + onwards.normalize_or(Vec3::Y) * radius;
    rest.affine(head).inverse().transform_point3(middle)
}

/// What is a skeleton's body: neither a scene's nodes above it nor the controls of a rig.
struct Body<'a> {
    skeleton: &'a Skeleton,
    roles: RoleMap,
    /// The hips; where nothing is known of them, the first joint that branches; of a chain, its root.
    first: JointIndex,
}

impl<'a> Body<'a> {
    fn new(skeleton: &'a Skeleton) -> Self {
        let roles = RoleMap::infer(skeleton);
        let branch = || skeleton.joints().find(|&joint| skeleton.children(joint).count() > 1);
        let first = roles.get(Role::Hips).or_else(branch).unwrap_or(JointIndex::ROOT);
        Self { skeleton, roles, first }
    }

    fn has_bone(&self, from: JointIndex, to: JointIndex) -> bool {
        let is_control = |joint| self.roles.role_of(joint) == Some(Role::Control);
        // Some robots' feet hang beside the hips, so what is not above the body may belong to it.
        let above = self.skeleton.is_below(self.first, from);
        !above && !is_control(from) && !is_control(to)
    }

    fn is_trunk(&self, from: JointIndex, to: JointIndex) -> bool {
        let (Some(hips), Some(chest)) = (self.roles.get(Role::Hips), self.roles.get(Role::Chest)) else {
            return false;
        };
        (from == hips || self.skeleton.is_below(from, hips))
            && (to == chest || self.skeleton.is_below(chest, to))
    }

    /// By the side of the joint, or of the nearest above it that has one.
    fn color(&self, joint: JointIndex) -> Vec3 {
        let mut upwards = std::iter::successors(Some(joint), |&joint| self.skeleton.parent(joint));
        match upwards.find_map(|joint| self.roles.role_of(joint)?.side()) {
            Some(Side::Left) => LEFT,
            Some(Side::Right) => RIGHT,
            None => MIDDLE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tumble_pose::{Joint, Transform};

    fn skeleton(joints: &[(&str, Option<usize>, [f32; 3])]) -> Skeleton {
        let joint = |&(name, parent, place): &(&str, Option<usize>, [f32; 3])| Joint {
            name: name.into(),
            parent,
            rest: Transform::from_translation(place.into()),
        };
        Skeleton::new(&joints.iter().map(joint).collect::<Vec<_>>()).expect("a tree")
    }

    fn drawn(skeleton: &Skeleton) -> Vec<String> {
        let bones = Bones::new(skeleton).expect("bones");
        bones.drawn.iter().map(|bone| skeleton.name(bone.to.0).to_owned()).collect()
    }

    #[test]
    fn what_carries_the_body_or_steers_it_is_no_bone() {
        let skeleton = skeleton(&[
            ("rig", None, [0.0; 3]),
            ("hips", Some(0), [0.0, 0.9, 0.0]),
            ("thigh.l", Some(1), [0.1, 0.0, 0.0]),
            ("shin.l", Some(2), [0.0, -0.45, 0.0]),
            ("thigh.r", Some(1), [-0.1, 0.0, 0.0]),
            ("shin.r", Some(4), [0.0, -0.45, 0.0]),
            ("kneeIK.l", Some(0), [0.1, 0.45, 0.5]),
        ]);
        assert_eq!(drawn(&skeleton), ["thigh.l", "thigh.r", "shin.l", "shin.r"]);
    }

    #[test]
    fn a_chain_is_drawn_from_its_root_and_a_lone_joint_as_a_ball() {
        let chain = skeleton(&[("a", None, [0.0; 3]), ("b", Some(0), [0.0, 1.0, 0.0])]);
        assert_eq!(drawn(&chain), ["b"]);
        assert_eq!(drawn(&skeleton(&[("a", None, [0.0; 3])])), ["a"]);
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::joint_frames::{JointFrames, mirrored};
use crate::{Ragdoll, RagdollPlan, Rig};
use glam::{Affine3A, Quat, Vec3};
use rapier3d::dynamics::RigidBodySet;
use rapier3d::math::Pose;
use tumble_pose::{LocalPose, Skeleton, Transform};

/// Turns where a ragdoll's bodies are into a pose of the whole skeleton.
///
/// The first body places its joint; every other gives its joint's rotation alone, and the joint sits where the
/// parent body holds it, so that the few millimetres by which a solver lets joints gape are never seen. Joints
/// without a body ride on the joint above them, as they stood at the start.
#[derive(Debug, Clone)]
pub struct BodyFollower {
    skeleton: Skeleton,
    start: LocalPose,
    units_per_metre: f32,
    /// For each joint the number of its body.
    body_of: Vec<Option<usize>>,
    /// For each body the one that it hangs on.
    parents: Vec<Option<usize>>,
    /// For each body where its parent body holds it, in the parent's joint, in metres; and whether that is where
    /// the skeleton keeps it anyway.
    anchors: Vec<(Vec3, bool)>,
    /// For each joint what the scales above it mirror.
    mirrors: Vec<Vec3>,
    rotations: Vec<Quat>,
    matrices: Vec<Affine3A>,
    places: Vec<(Vec3, Quat)>,
}

impl BodyFollower {
    /// A follower for a ragdoll that was planned with these.
    #[must_use]
    pub fn new(skeleton: &Skeleton, rig: &Rig, start: &LocalPose, plan: &RagdollPlan) -> Self {
        let frames = JointFrames::new(skeleton, start, rig.metres_per_unit);
        let parts = plan.bodies();
        let mut body_of = vec![None; skeleton.joint_count()];
        for (index, part) in parts.iter().enumerate() {
            body_of[part.joint.index()] = Some(index);
        }
        let anchor = |index: usize| {
            let part = &parts[index];
            let Some(parent) = part.parent else {
                return (Vec3::ZERO, false);
            };
            let ((position, rotation), (child, _)) = (frames.at(parts[parent].joint), frames.at(part.joint));
            let above = std::iter::successors(skeleton.parent(part.joint), |&joint| skeleton.parent(joint))
                .find_map(|joint| body_of[joint.index()]);
            (rotation.inverse() * (child - position), above == Some(parent))
        };
        let above = |joint| skeleton.parent(joint).map_or(Vec3::ONE, |parent| frames.mirrors[parent.index()]);
        Self {
            mirrors: skeleton.joints().map(above).collect(),
            anchors: (0..parts.len()).map(anchor).collect(),
            parents: parts.iter().map(|part| part.parent).collect(),
            body_of,
            units_per_metre: 1.0 / rig.metres_per_unit,
            rotations: vec![Quat::IDENTITY; skeleton.joint_count()],
            matrices: vec![Affine3A::IDENTITY; skeleton.joint_count()],
            places: vec![(Vec3::ZERO, Quat::IDENTITY); parts.len()],
            skeleton: skeleton.clone(),
            start: start.clone(),
        }
    }

    /// The skeleton of the poses.
    #[must_use]
    pub fn skeleton(&self) -> &Skeleton {
        &self.skeleton
    }

    /// Writes the pose, everything moved by `offset` metres. Nothing is allocated.
    ///
    /// # Panics
    ///
    /// When `bodies` is not the set that the ragdoll was built into, or `out` not a pose of the skeleton.
    pub fn read(&mut self, ragdoll: &Ragdoll, bodies: &RigidBodySet, offset: Vec3, out: &mut LocalPose) {
        let place = |body: usize| {
            let pose = bodies[ragdoll.handles()[body]].position();
            Pose::from_parts(pose.translation + offset, pose.rotation)
        };
        self.follow(place, out);
    }

    /// Writes the pose in which each body, by its number, is at `place` in model space, in metres. Nothing is
    /// allocated. NaN goes through.
    ///
    /// # Panics
    ///
    /// When `out` is not a pose of the skeleton.
    pub fn follow(&mut self, place: impl Fn(usize) -> Pose, out: &mut LocalPose) {
        for (index, parent) in self.parents.iter().enumerate() {
            let pose = place(index);
            let position = parent.map(|parent| {
                let (position, rotation) = self.places[parent];
                position + rotation * self.anchors[index].0
            });
            self.places[index] = (position.unwrap_or(pose.translation), pose.rotation);
        }
        for joint in self.skeleton.joints() {
            let start = self.start.get(joint);
            let (above, turned) = match self.skeleton.parent(joint) {
                None => (Affine3A::IDENTITY, Quat::IDENTITY),
                Some(parent) => (self.matrices[parent.index()], self.rotations[parent.index()]),
            };
            let mirror = self.mirrors[joint.index()];
            let local = match self.body_of[joint.index()] {
                None => start,
                Some(body) => {
                    let (position, rotation) = self.places[body];
                    let held = above.inverse().transform_point3(position * self.units_per_metre);
                    Transform {
                        translation: if self.anchors[body].1 { start.translation } else { held },
                        rotation: mirrored(turned.inverse() * rotation, mirror).normalize(),
                        scale: start.scale,
                    }
                }
            };
            self.matrices[joint.index()] = above * local.to_affine();
            self.rotations[joint.index()] = turned * mirrored(local.rotation, mirror);
            out.set(joint, local);
        }
    }
}

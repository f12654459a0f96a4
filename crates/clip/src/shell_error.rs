// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{Tolerance, ToleranceError};
use glam::{DAffine3, DVec3};
use tumble_pose::{JointIndex, LocalPose, Skeleton, Transform};

/// Below this a rest pose's axis is flat, and says nothing about lengths.
const FLAT: f64 = 1e-6;

/// The error of a pose, joint by joint, in object space and `f64`: how far the points that a joint carries are
/// from where they should be.
///
/// The points and the idea are Nicholas Frechette's (ACL, "rigid shell" metric).
#[derive(Debug, Clone)]
pub(crate) struct ShellError {
    /// One entry per joint: how far its points lie along its axes, in its own units.
    reach: Vec<DVec3>,
    parents: Vec<Option<JointIndex>>,
    metres_per_unit: f64,
}

impl ShellError {
    pub(crate) fn new(
        skeleton: &Skeleton,
        tolerance: &Tolerance,
        metres_per_unit: f32,
    ) -> Result<Self, ToleranceError> {
        if !(metres_per_unit.is_finite() && metres_per_unit > 0.0) {
            return Err(ToleranceError::Unit { found: metres_per_unit });
        }
        let shells = tolerance.shells(skeleton)?;
        let metres_per_unit = f64::from(metres_per_unit);
        let parents = skeleton.joints().map(|joint| skeleton.parent(joint)).collect();
        let mut errors = Self { reach: Vec::new(), parents, metres_per_unit };
        let mut rest = vec![DAffine3::IDENTITY; shells.len()];
        errors.rebuild(skeleton.rest_pose().iter(), &mut rest);
        errors.reach = shells
            .iter()
            .zip(&rest)
            .map(|(&shell, joint)| {
                let matrix = joint.matrix3;
                DVec3::from([matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|axis| {
                    let length = axis.length();
                    let units = f64::from(shell) / metres_per_unit;
                    if length > FLAT { units / length.min(1.0) } else { units }
                }))
            })
            .collect();
        Ok(errors)
    }

    /// How far a joint's points lie along its axes, in its own units.
    pub(crate) fn reach(&self, joint: usize) -> DVec3 {
        self.reach[joint]
    }

    pub(crate) fn parent(&self, joint: usize) -> Option<usize> {
        self.parents[joint].map(JointIndex::index)
    }

    pub(crate) fn metres_per_unit(&self) -> f64 {
        self.metres_per_unit
    }

    pub(crate) fn joint_count(&self) -> usize {
        self.parents.len()
    }

    /// The joints' matrices in object space; `locals` and `output` have one entry per joint.
    pub(crate) fn rebuild(&self, locals: impl Iterator<Item = Transform>, output: &mut [DAffine3]) {
        for (joint, local) in locals.enumerate().take(output.len()) {
            let local = matrix(local);
            output[joint] = match self.parents[joint] {
                Some(parent) => output[parent.index()] * local,
                None => local,
            };
        }
    }

    pub(crate) fn rebuild_pose(&self, pose: &LocalPose, output: &mut [DAffine3]) {
        self.rebuild(pose.iter(), output);
    }

    /// Of two poses, one transform per joint each, the joint that is farthest apart and how far, in metres.
    pub(crate) fn farthest(
        &self,
        a: impl Iterator<Item = Transform>,
        b: impl Iterator<Item = Transform>,
    ) -> (usize, f64) {
        let joints = self.joint_count();
        let (mut at_a, mut at_b) = (vec![DAffine3::IDENTITY; joints], vec![DAffine3::IDENTITY; joints]);
        self.rebuild(a, &mut at_a);
        self.rebuild(b, &mut at_b);
        let apart = |joint: usize| self.between(joint, &at_a[joint], &at_b[joint]);
        (0..joints)
            .map(|joint| (joint, apart(joint)))
            .fold((0, 0.0), |most, next| if next.1 > most.1 { next } else { most })
    }

    /// In metres; infinite where a matrix is not finite.
    pub(crate) fn between(&self, joint: usize, a: &DAffine3, b: &DAffine3) -> f64 {
        let (moved, turned) = (a.translation - b.translation, a.matrix3 - b.matrix3);
        let reach = self.reach[joint];
        let [x, y, z] = [turned.x_axis * reach.x, turned.y_axis * reach.y, turned.z_axis * reach.z]
            .map(|off| (moved + off).length_squared());
        if (x + y + z).is_finite() { x.max(y).max(z).sqrt() * self.metres_per_unit } else { f64::INFINITY }
    }
}

/// A joint in its parent. The rotation is taken as it is, not made unit length: so will whoever draws it.
pub(crate) fn matrix(local: Transform) -> DAffine3 {
    DAffine3::from_scale_rotation_translation(
        local.scale.as_dvec3(),
        local.rotation.as_dquat(),
        local.translation.as_dvec3(),
    )
}

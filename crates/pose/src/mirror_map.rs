// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::mirror_pairs::mirror_pairs;
use crate::{JointIndex, LocalPose, RoleMap, Skeleton, Transform};
use glam::{Mat3, Quat, Vec3};

/// Mirrors poses across the character's YZ plane: what the left hand does the right hand does, in the mirror.
///
/// How a joint's axes lie is up to whoever made the skeleton, and seldom symmetric, so a local rotation cannot be
/// mirrored by turning signs. What is mirrored instead, in model space, is how far a joint has moved and turned
/// *from a symmetric pose* of the character, mostly its rest pose; the partner moves and turns from its own place
/// in that pose as the mirror shows it. That comes down to one orthogonal matrix a joint, from the axes of the
/// joint's parent over the mirror to those of its partner's parent:
///
/// - The symmetric pose mirrors to itself, joint by joint, and mirroring twice gives the same pose but for
///   rounding, whatever the rotations.
/// - Where the skeleton and that pose are symmetric, joints go exactly to the mirror images of their partners'
///   places. Where they are not (a joint that is on one side only, a longer arm) lengths stay with the limb.
/// - Scale stays with the axis it is along, and goes to the axis of the partner that is nearest in the mirror. Of
///   the scale of parents only the sign is taken into account.
///
/// Partners are joints of the same role on two sides, and else such as differ in name only in the side, below
/// parents that are partners.
#[derive(Debug, Clone)]
pub struct MirrorMap {
    joints: Vec<Mirrored>,
}

/// How one joint gets its value.
#[derive(Debug, Clone, Copy)]
struct Mirrored {
    partner: JointIndex,
    /// From the axes of the partner's parent, over the mirror, to those of this joint's; orthogonal.
    across: Mat3,
    /// The determinant of `across`, 1 or -1: a rotation's axis turns round in a mirror.
    handedness: f32,
    /// Where this joint is in the symmetric pose.
    home: Transform,
    /// For each axis, which of the partner's it gets its scale from.
    axes: [usize; 3],
}

impl MirrorMap {
    /// Pairs the joints of a skeleton by their roles and names. `symmetric` is a pose in which the character is its
    /// own mirror image, mostly its [rest pose](Skeleton::rest_pose).
    ///
    /// # Errors
    ///
    /// [`MirrorError`] when `symmetric` has not one joint per joint of the skeleton, or one that is not finite or
    /// has a rotation that is not of unit length.
    pub fn new(skeleton: &Skeleton, roles: &RoleMap, symmetric: &LocalPose) -> Result<Self, MirrorError> {
        let (expected, found) = (skeleton.joint_count(), symmetric.joint_count());
        if expected != found {
            return Err(MirrorError::Joints { expected, found });
        }
        let bad = |joint: &Transform| !joint.is_finite() || !joint.rotation.is_normalized();
        if let Some((index, _)) = symmetric.iter().enumerate().find(|(_, joint)| bad(joint)) {
            return Err(MirrorError::Pose { index });
        }
        let partners = mirror_pairs(skeleton, roles);
        let axes = model_axes(skeleton, symmetric);
        let joint = |joint: JointIndex| {
            let partner = partners[joint.index()];
            let parent_axes =
                |joint| skeleton.parent(joint).map_or(Mat3::IDENTITY, |parent| axes[parent.index()]);
            let across = parent_axes(joint).transpose() * MIRROR * parent_axes(partner);
            let (home, away) = (symmetric.get(joint), symmetric.get(partner));
            // Made for one of two partners and turned round for the other, so that it is undone in any case.
            let axes = if joint <= partner {
                nearest_axes(joint == partner, across, home.rotation, away.rotation)
            } else {
                inverse(nearest_axes(false, across.transpose(), away.rotation, home.rotation))
            };
            Mirrored { partner, across, handedness: across.determinant().signum(), home, axes }
        };
        Ok(Self { joints: skeleton.joints().map(joint).collect() })
    }

    /// The joint that mirrors a joint; itself for those in the middle and those that have none.
    ///
    /// # Panics
    ///
    /// When there is no such joint.
    #[must_use]
    pub fn partner(&self, joint: JointIndex) -> JointIndex {
        self.joints[joint.index()].partner
    }

    /// Writes the mirror image of one pose into another. Nothing is allocated. NaN stays with its joint and goes
    /// to the partner.
    ///
    /// # Panics
    ///
    /// When a pose has not one joint per joint of the skeleton.
    pub fn mirror(&self, from: &LocalPose, to: &mut LocalPose) {
        assert_eq!(from.joint_count(), self.joints.len(), "the pose that is mirrored");
        assert_eq!(to.joint_count(), self.joints.len(), "the pose that is written");
        for (index, joint) in (0_u16..).zip(&self.joints) {
            let home = self.joints[joint.partner.index()].home;
            to.set(JointIndex(index), joint.mirrored(from.get(joint.partner), home));
        }
    }
}

const MIRROR: Mat3 = Mat3::from_diagonal(Vec3::new(-1.0, 1.0, 1.0));

impl Mirrored {
    /// `away` is the partner's place, `away_home` that in the symmetric pose.
    fn mirrored(&self, away: Transform, away_home: Transform) -> Transform {
        let moved = away.translation - away_home.translation;
        let turned = away.rotation * away_home.rotation.conjugate();
        let axis = self.across * Vec3::new(turned.x, turned.y, turned.z) * self.handedness;
        let scale = away.scale * away_home.scale.signum();
        let scale = Vec3::from_array(self.axes.map(|axis| scale[axis])) * self.home.scale.signum();
        Transform {
            translation: self.home.translation + self.across * moved,
            rotation: (Quat::from_vec4(axis.extend(turned.w)) * self.home.rotation).normalize(),
            scale,
        }
    }
}

/// Each joint's axes in model space, as an orthogonal matrix: rotations, and the signs of scales.
fn model_axes(skeleton: &Skeleton, pose: &LocalPose) -> Vec<Mat3> {
    let mut axes: Vec<Mat3> = Vec::with_capacity(skeleton.joint_count());
    for (joint, local) in skeleton.joints().zip(pose.iter()) {
        let above = skeleton.parent(joint).map_or(Mat3::IDENTITY, |parent| axes[parent.index()]);
        let own = Mat3::from_quat(local.rotation) * Mat3::from_diagonal(local.scale.signum());
        axes.push(orthogonal(above * own));
    }
    axes
}

/// Takes the rounding out, so that a long chain of joints stays orthogonal.
fn orthogonal(m: Mat3) -> Mat3 {
    let x = m.x_axis.normalize_or(Vec3::X);
    let y = (m.y_axis - x * x.dot(m.y_axis)).normalize_or(x.any_orthonormal_vector());
    Mat3::from_cols(x, y, x.cross(y) * m.determinant().signum())
}

/// For each axis of one joint the partner's axis that lies nearest to it in the mirror.
fn nearest_axes(itself: bool, across: Mat3, home: Quat, away: Quat) -> [usize; 3] {
    let between = (Mat3::from_quat(home).transpose() * across * Mat3::from_quat(away)).abs();
    let fit = |axes: [usize; 3]| (0..3).map(|axis| between.col(axes[axis])[axis]).sum::<f32>();
    // The last two turn all three round, which is not undone by doing it again.
    let all = [[0, 1, 2], [1, 0, 2], [2, 1, 0], [0, 2, 1], [1, 2, 0], [2, 0, 1]];
    let candidates = if itself { &all[..4] } else { &all[..] };
    candidates.iter().copied().fold([0, 1, 2], |best, axes| if fit(axes) > fit(best) { axes } else { best })
}

fn inverse(axes: [usize; 3]) -> [usize; 3] {
    let mut inverse = [0; 3];
    for (to, from) in axes.into_iter().enumerate() {
        inverse[from] = to;
    }
    inverse
}

/// Why a [`MirrorMap`] cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MirrorError {
    /// The symmetric pose is of another skeleton.
    #[error("the symmetric pose has {found} joints, the skeleton {expected}")]
    Joints {
        /// Joints of the skeleton.
        expected: usize,
        /// Joints of the pose.
        found: usize,
    },
    /// A transform of the symmetric pose is not finite, or its rotation is not of unit length.
    #[error("joint {index} of the symmetric pose is not finite or has a rotation that is not of unit length")]
    Pose {
        /// The joint's number.
        index: usize,
    },
}

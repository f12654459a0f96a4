// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{JointIndex, LocalPose, Skeleton};
use std::collections::HashMap;

/// Where the joints that a clip or another skeleton speaks of are in a skeleton: made once, then only looked up.
///
/// A joint is known by its full path from the root, and else by its name, the last part of the path, where no
/// other joint on either side is called so. The root's path is empty, so that the roots go together whatever they
/// are called. No joint is named twice.
///
/// ```
/// use tumble_pose::{Joint, JointIndex, JointMap, NotMapped, Skeleton, Transform};
///
/// let joint = |name: &str, parent| Joint { name: name.into(), parent, rest: Transform::IDENTITY };
/// let skeleton = Skeleton::new(&[joint("root", None), joint("hips", Some(0)), joint("spine", Some(1))])?;
///
/// let map = JointMap::from_paths(["", "hips", "pelvis/spine", "tail"], &skeleton);
/// assert_eq!(map.joint(1), Some(JointIndex(1)), "by its path");
/// assert_eq!(map.joint(2), Some(JointIndex(2)), "by its name");
/// assert_eq!(map.unmapped(), [("tail".to_owned(), NotMapped::Missing)]);
/// # Ok::<(), tumble_pose::SkeletonError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JointMap {
    joints: Vec<Option<JointIndex>>,
    unmapped: Vec<(String, NotMapped)>,
    targets: usize,
}

/// Why a path leads to no joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotMapped {
    /// No joint has that path or that name.
    Missing,
    /// Several joints have that name, or several paths end in it.
    Ambiguous,
    /// Another path leads to the joint of that name.
    Taken,
}

impl JointMap {
    /// From paths, as the tracks of a clip have them, to the joints of a skeleton.
    #[must_use]
    pub fn from_paths<'a>(paths: impl IntoIterator<Item = &'a str>, skeleton: &Skeleton) -> Self {
        let leaf = |path: &'a str| path.rsplit_once('/').map_or(path, |(_, leaf)| leaf);
        Self::new(paths.into_iter().map(|path| (path, leaf(path))), skeleton)
    }

    /// From the joints of one skeleton to those of another.
    #[must_use]
    pub fn between(from: &Skeleton, to: &Skeleton) -> Self {
        Self::new(from.joints().map(|joint| (from.path(joint), from.name(joint))), to)
    }

    /// Paths first, so that a name never takes the joint that a path leads to.
    fn new<'a>(sources: impl Iterator<Item = (&'a str, &'a str)>, skeleton: &Skeleton) -> Self {
        let mut taken = vec![false; skeleton.joint_count()];
        let mut joints = Vec::new();
        let mut rest = Vec::new();
        let mut named = HashMap::new();
        for (index, (path, name)) in sources.enumerate() {
            let found = skeleton.at_path(path).filter(|joint| !taken[joint.index()]);
            if let Some(joint) = found {
                taken[joint.index()] = true;
            } else {
                rest.push((index, path, name));
                *named.entry(name).or_insert(0_usize) += 1;
            }
            joints.push(found);
        }
        let mut unmapped = Vec::new();
        for (index, path, name) in rest {
            let reason = match skeleton.with_name(name) {
                [] => NotMapped::Missing,
                &[joint] if taken[joint.index()] => NotMapped::Taken,
                &[joint] if named.get(name) == Some(&1) => {
                    joints[index] = Some(joint);
                    continue;
                }
                _ => NotMapped::Ambiguous,
            };
            unmapped.push((path.to_owned(), reason));
        }
        Self { joints, unmapped, targets: skeleton.joint_count() }
    }

    /// The joint that the path of that number leads to; `None` also for a number that is not in the list.
    #[must_use]
    pub fn joint(&self, source: usize) -> Option<JointIndex> {
        self.joints.get(source).copied().flatten()
    }

    /// For each path, in order, the joint that it leads to.
    #[must_use]
    pub fn joints(&self) -> &[Option<JointIndex>] {
        &self.joints
    }

    /// The paths that lead nowhere, in order, and why.
    #[must_use]
    pub fn unmapped(&self) -> &[(String, NotMapped)] {
        &self.unmapped
    }

    /// Copies the joints of one skeleton's pose into a pose of the other. Joints that have no source stay as they
    /// are. Nothing is allocated.
    ///
    /// # Panics
    ///
    /// When `from` has not one joint per path, or `to` not one per joint of the skeleton that was mapped to.
    pub fn apply(&self, from: &LocalPose, to: &mut LocalPose) {
        assert_eq!(from.joint_count(), self.joints.len(), "the pose that is mapped");
        assert_eq!(to.joint_count(), self.targets, "the pose that is mapped to");
        for (joint, transform) in self.joints.iter().zip(from.iter()) {
            if let &Some(joint) = joint {
                to.set(joint, transform);
            }
        }
    }
}

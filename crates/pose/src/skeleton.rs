// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{JointIndex, LocalPose, Transform};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// A joint as a skeleton is made from it.
#[derive(Debug, Clone, PartialEq)]
pub struct Joint {
    /// Its name; empty where the source has none.
    pub name: String,
    /// Its parent, as a place in the same list; `None` for the root.
    pub parent: Option<usize>,
    /// Where it rests in its parent.
    pub rest: Transform,
}

/// A tree of joints with one root.
///
/// Joints are kept breadth-first, so that a parent comes before its children and the root is joint 0. Each has
/// a path of names relative to the root, `hips/spine/chest`, by which clips know it; the root's own path is
/// empty. A joint without a name is called `#7` after its place in the source, a second joint of the same path
/// `arm#2`, so that every path is unique and stable.
#[derive(Debug, Clone)]
pub struct Skeleton {
    names: Vec<String>,
    paths: Vec<String>,
    /// Parent index plus one; 0 for the root.
    parent_slots: Vec<u16>,
    /// Where each joint's children begin and end: breadth-first order keeps them together.
    children: Vec<Range<u16>>,
    sources: Vec<usize>,
    rest: LocalPose,
    by_path: HashMap<String, JointIndex>,
    /// `None` where a name is not unique.
    by_name: HashMap<String, Option<JointIndex>>,
}

impl Skeleton {
    /// The most joints a skeleton can have.
    pub const MAX_JOINTS: usize = u16::MAX as usize;

    /// The most bytes that all paths together can have: a chain of tens of thousands of joints, whose paths grow
    /// with the square of its length, is refused before it fills the memory.
    pub const MAX_PATH_BYTES: usize = 1 << 26;

    /// Builds a skeleton from joints in any order. Rest rotations are normalised.
    ///
    /// # Errors
    ///
    /// [`SkeletonError`] when there is no joint, too many, not exactly one root, a parent that does not exist, a
    /// cycle, or a rest pose that is not finite or has a rotation of no length.
    pub fn new(joints: &[Joint]) -> Result<Self, SkeletonError> {
        let sources = breadth_first(joints)?;
        let mut place = vec![0_u16; joints.len()];
        for (index, &source) in sources.iter().enumerate() {
            place[source] = u16::try_from(index).unwrap_or(u16::MAX);
        }
        let mut skeleton = Self {
            names: Vec::with_capacity(joints.len()),
            paths: Vec::with_capacity(joints.len()),
            parent_slots: Vec::with_capacity(joints.len()),
            children: Vec::with_capacity(joints.len()),
            rest: LocalPose::identity(joints.len()),
            by_path: HashMap::with_capacity(joints.len()),
            by_name: HashMap::with_capacity(joints.len()),
            sources,
        };
        let mut twins = HashMap::new();
        let mut bytes = 0;
        for index in 0..joints.len() {
            let source = skeleton.sources[index];
            let joint = &joints[source];
            let parent = joint.parent.map(|parent| JointIndex(place[parent]));
            let name = label(joints, source);
            let path = skeleton.unique_path(parent, &name, &mut twins);
            bytes += path.len();
            if bytes > Self::MAX_PATH_BYTES {
                return Err(SkeletonError::Paths { joint: name });
            }
            skeleton.push(joint.rest, parent, name, path)?;
        }
        Ok(skeleton)
    }

    fn push(
        &mut self,
        rest: Transform,
        parent: Option<JointIndex>,
        name: String,
        path: String,
    ) -> Result<(), SkeletonError> {
        let number = u16::try_from(self.names.len()).unwrap_or(u16::MAX);
        let index = JointIndex(number);
        let Some(rest) = normalised(rest) else {
            return Err(SkeletonError::Rest { joint: name });
        };
        self.rest.set(index, rest);
        self.parent_slots.push(parent.map_or(0, |parent| parent.0 + 1));
        self.children.push(0..0);
        if let Some(parent) = parent {
            let siblings = &mut self.children[parent.index()];
            let first = if siblings.start == siblings.end { number } else { siblings.start };
            *siblings = first..number + 1;
        }
        self.by_path.insert(path.clone(), index);
        self.by_name.entry(name.clone()).and_modify(|found| *found = None).or_insert(Some(index));
        self.names.push(name);
        self.paths.push(path);
        Ok(())
    }

    /// `twins` counts the joints met so far of each path that is not unique.
    fn unique_path(
        &self,
        parent: Option<JointIndex>,
        name: &str,
        twins: &mut HashMap<String, usize>,
    ) -> String {
        let base = match parent {
            None => String::new(),
            Some(JointIndex::ROOT) => name.to_owned(),
            Some(parent) => format!("{}/{name}", self.paths[parent.index()]),
        };
        let mut path = base.clone();
        while self.by_path.contains_key(&path) {
            let number = twins.entry(base.clone()).or_insert(1);
            *number += 1;
            path = format!("{base}#{number}");
        }
        path
    }

    /// How many joints there are: at least one.
    #[must_use]
    pub fn joint_count(&self) -> usize {
        self.names.len()
    }

    /// All joints, parents before children.
    #[must_use]
    pub fn joints(&self) -> impl DoubleEndedIterator<Item = JointIndex> + ExactSizeIterator + use<> {
        (0..u16::try_from(self.names.len()).unwrap_or(u16::MAX)).map(JointIndex)
    }

    /// A joint's name.
    ///
    /// # Panics
    ///
    /// When there is no such joint, as all of these do.
    #[must_use]
    pub fn name(&self, joint: JointIndex) -> &str {
        &self.names[joint.index()]
    }

    /// A joint's path relative to the root; empty for the root.
    #[must_use]
    pub fn path(&self, joint: JointIndex) -> &str {
        &self.paths[joint.index()]
    }

    /// A joint's parent; `None` for the root.
    #[must_use]
    pub fn parent(&self, joint: JointIndex) -> Option<JointIndex> {
        self.parent_slots[joint.index()].checked_sub(1).map(JointIndex)
    }

    /// A joint's children, in order.
    #[must_use]
    pub fn children(
        &self,
        joint: JointIndex,
    ) -> impl DoubleEndedIterator<Item = JointIndex> + ExactSizeIterator + use<> {
        self.children[joint.index()].clone().map(JointIndex)
    }

    /// Whether `joint` hangs, at any depth, on `ancestor`. No joint hangs on itself.
    #[must_use]
    pub fn is_below(&self, joint: JointIndex, ancestor: JointIndex) -> bool {
        std::iter::successors(self.parent(joint), |&above| self.parent(above)).any(|above| above == ancestor)
    }

    /// Where a joint stood in the list that the skeleton was built from.
    #[must_use]
    pub fn source_index(&self, joint: JointIndex) -> usize {
        self.sources[joint.index()]
    }

    /// Where every joint rests in its parent.
    #[must_use]
    pub fn rest_pose(&self) -> &LocalPose {
        &self.rest
    }

    /// The joint of that full path, or else the only joint of that name.
    #[must_use]
    pub fn find(&self, path_or_name: &str) -> Option<JointIndex> {
        self.by_path.get(path_or_name).copied().or_else(|| self.by_name.get(path_or_name).copied().flatten())
    }

    /// Parent index plus one for each joint, 0 for the root: slots of a [`ModelPose`](crate::ModelPose).
    #[must_use]
    pub fn parent_slots(&self) -> &[u16] {
        &self.parent_slots
    }
}

/// The order of joints by depth; on one level by parent, then as they came.
fn breadth_first(joints: &[Joint]) -> Result<Vec<usize>, SkeletonError> {
    if joints.is_empty() {
        return Err(SkeletonError::Empty);
    }
    if joints.len() > Skeleton::MAX_JOINTS {
        return Err(SkeletonError::TooMany { found: joints.len() });
    }
    let mut children = vec![Vec::new(); joints.len()];
    let mut order = Vec::with_capacity(joints.len());
    for (index, joint) in joints.iter().enumerate() {
        match joint.parent {
            None => order.push(index),
            Some(parent) => children
                .get_mut(parent)
                .ok_or_else(|| SkeletonError::Parent {
                    joint: label(joints, index),
                    parent,
                    joints: joints.len(),
                })?
                .push(index),
        }
    }
    if let &[first, second, ..] = &order[..] {
        return Err(SkeletonError::Roots { first: label(joints, first), second: label(joints, second) });
    }
    let mut next = 0;
    while let Some(&index) = order.get(next) {
        order.append(&mut children[index]);
        next += 1;
    }
    if order.len() < joints.len() {
        let reached: HashSet<usize> = order.into_iter().collect();
        let lost = (0..joints.len()).find(|index| !reached.contains(index)).unwrap_or(0);
        return Err(SkeletonError::Cycle { joint: label(joints, lost) });
    }
    Ok(order)
}

fn label(joints: &[Joint], index: usize) -> String {
    match joints[index].name.as_str() {
        "" => format!("#{index}"),
        name => name.to_owned(),
    }
}

fn normalised(rest: Transform) -> Option<Transform> {
    let length = rest.rotation.length();
    (rest.is_finite() && length.is_finite() && length > f32::MIN_POSITIVE)
        .then(|| Transform { rotation: rest.rotation / length, ..rest })
}

/// Why a [`Skeleton`] cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SkeletonError {
    /// There are no joints.
    #[error("a skeleton needs at least one joint")]
    Empty,
    /// There are more joints than an index can count.
    #[error("{found} joints, at most {} can be held", Skeleton::MAX_JOINTS)]
    TooMany {
        /// How many there are.
        found: usize,
    },
    /// Two joints have no parent.
    #[error("joints {first:?} and {second:?} both have no parent")]
    Roots {
        /// One of them.
        first: String,
        /// Another.
        second: String,
    },
    /// A parent that is not in the list.
    #[error("joint {joint:?} names joint {parent} of {joints} as its parent")]
    Parent {
        /// The child.
        joint: String,
        /// The place that it names.
        parent: usize,
        /// How many joints there are.
        joints: usize,
    },
    /// A joint is above itself.
    #[error("joint {joint:?} hangs on a cycle, not on the root")]
    Cycle {
        /// A joint of the cycle, or one that hangs on it.
        joint: String,
    },
    /// A rest transform is not finite, or its rotation has no length.
    #[error("the rest transform of joint {joint:?} is not finite or has a rotation of no length")]
    Rest {
        /// The joint's name.
        joint: String,
    },
    /// All paths together are longer than [`Skeleton::MAX_PATH_BYTES`].
    #[error("the paths down to joint {joint:?} are longer than {} bytes", Skeleton::MAX_PATH_BYTES)]
    Paths {
        /// The name of the joint at which they became so.
        joint: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec3};

    fn joint(name: &str, parent: Option<usize>) -> Joint {
        Joint { name: name.to_owned(), parent, rest: Transform::IDENTITY }
    }

    #[test]
    fn joints_are_breadth_first_and_know_where_they_came_from() {
        let skeleton = Skeleton::new(&[
            joint("hand", Some(2)),
            joint("root", None),
            joint("arm", Some(1)),
            joint("leg", Some(1)),
            joint("foot", Some(3)),
        ])
        .expect("a tree");
        let names: Vec<&str> = skeleton.joints().map(|joint| skeleton.name(joint)).collect();
        assert_eq!(names, ["root", "arm", "leg", "hand", "foot"]);
        let sources: Vec<usize> = skeleton.joints().map(|joint| skeleton.source_index(joint)).collect();
        assert_eq!(sources, [1, 2, 3, 0, 4]);
        let of_root: Vec<JointIndex> = skeleton.children(JointIndex::ROOT).collect();
        assert_eq!(of_root, [JointIndex(1), JointIndex(2)]);
        assert!(skeleton.is_below(JointIndex(4), JointIndex(2)), "foot below leg");
        assert!(!skeleton.is_below(JointIndex(4), JointIndex(1)), "foot not below arm");
        assert!(!skeleton.is_below(JointIndex(4), JointIndex(4)), "nor below itself");
    }

    /// newyellow/Unity-Runtime-Animation-Recorder#3: of siblings with one name only one is recorded.
    #[test]
    fn every_path_is_unique_and_stable() {
        let skeleton = Skeleton::new(&[
            joint("root", None),
            joint("arm#2", Some(0)),
            joint("arm", Some(0)),
            joint("arm", Some(0)),
            joint("arm", Some(0)),
            joint("", Some(2)),
            joint("a/b", Some(0)),
            joint("a", Some(0)),
            joint("b", Some(7)),
        ])
        .expect("a tree");
        let paths: Vec<&str> = skeleton.joints().map(|joint| skeleton.path(joint)).collect();
        assert_eq!(paths, ["", "arm#2", "arm", "arm#3", "arm#4", "a/b", "a", "arm/#5", "a/b#2"]);
        for joint in skeleton.joints() {
            assert_eq!(skeleton.find(skeleton.path(joint)), Some(joint), "found by its path");
        }
        assert_eq!(skeleton.find("b"), Some(JointIndex(8)), "a unique leaf name");
        assert_eq!(skeleton.find("root"), Some(JointIndex::ROOT), "the root by its name");
    }

    #[test]
    fn trees_that_are_none_are_refused() {
        assert_eq!(Skeleton::new(&[]).err(), Some(SkeletonError::Empty));
        let cycle = [joint("root", None), joint("a", Some(2)), joint("b", Some(1))];
        assert_eq!(Skeleton::new(&cycle).err(), Some(SkeletonError::Cycle { joint: "a".into() }));
        let lonely = [joint("a", Some(0))];
        assert!(matches!(Skeleton::new(&lonely), Err(SkeletonError::Cycle { .. })), "its own parent");
        let twins = [joint("a", None), joint("", None)];
        let roots = SkeletonError::Roots { first: "a".into(), second: "#1".into() };
        assert_eq!(Skeleton::new(&twins).err(), Some(roots));
        let orphan = [joint("a", None), joint("b", Some(9))];
        assert!(matches!(Skeleton::new(&orphan), Err(SkeletonError::Parent { parent: 9, .. })));
        for rest in [
            Transform::from_translation(Vec3::new(0.0, f32::NAN, 0.0)),
            Transform::from_rotation(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)),
            Transform::from_rotation(Quat::from_xyzw(f32::INFINITY, 0.0, 0.0, 0.0)),
        ] {
            let joints = [Joint { name: "a".into(), parent: None, rest }];
            assert_eq!(Skeleton::new(&joints).err(), Some(SkeletonError::Rest { joint: "a".into() }));
        }
    }

    #[test]
    fn as_many_joints_as_can_be_are_quick_and_one_more_is_refused() {
        let mut joints: Vec<Joint> =
            (0..Skeleton::MAX_JOINTS).map(|index| joint("twin", (index > 0).then_some(0))).collect();
        let skeleton = Skeleton::new(&joints).expect("as many as can be");
        assert_eq!(skeleton.path(JointIndex(65_534)), "twin#65534");
        joints.push(joint("", Some(0)));
        assert_eq!(Skeleton::new(&joints).err(), Some(SkeletonError::TooMany { found: 65_536 }));
        let chain: Vec<Joint> =
            (0..Skeleton::MAX_JOINTS).map(|index: usize| joint("link", index.checked_sub(1))).collect();
        assert!(matches!(Skeleton::new(&chain), Err(SkeletonError::Paths { .. })), "memory is kept");
    }
}

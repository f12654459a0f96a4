// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{JointIndex, LocalPose, Transform};
use std::collections::{HashMap, HashSet};
use std::fmt;
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
#[derive(Clone)]
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
    by_name: HashMap<String, Vec<JointIndex>>,
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
        self.by_name.entry(name.clone()).or_default().push(index);
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
        self.at_path(path_or_name).or_else(|| match *self.with_name(path_or_name) {
            [only] => Some(only),
            _ => None,
        })
    }

    /// The joint of that full path.
    #[must_use]
    pub fn at_path(&self, path: &str) -> Option<JointIndex> {
        self.by_path.get(path).copied()
    }

    /// All joints of that name, in order.
    #[must_use]
    pub fn with_name(&self, name: &str) -> &[JointIndex] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// Parent index plus one for each joint, 0 for the root: slots of a [`ModelPose`](crate::ModelPose).
    #[must_use]
    pub fn parent_slots(&self) -> &[u16] {
        &self.parent_slots
    }
}

/// The paths of the joints, in order.
impl fmt::Debug for Skeleton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Skeleton").field("paths", &self.paths).finish_non_exhaustive()
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
mod tests;

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{JointIndex, Role, Skeleton, role_inference};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// How a role was found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// The joint's name says so; these are the words that do.
    Name(String),
    /// The name leaves a choice, and the order of joints along the limb, neck or trunk decided.
    Chain {
        /// Which joint of the chain it is, from 1.
        place: usize,
        /// How many joints there are in the chain.
        length: usize,
    },
    /// The joint carries others whose roles are known, as the hips carry the legs.
    Tree,
    /// No name says anything, but joints are as far from each other, and as many, as in a human's limbs and trunk.
    Shape,
    /// Somebody said so: [`RoleMap::set`].
    Given,
}

/// How much a finding is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Sureness {
    /// To be looked at: it is the likeliest of what may be.
    Guess,
    /// Right with most characters.
    Likely,
    /// Said by a name that leaves no choice, or by somebody.
    Certain,
}

impl fmt::Display for Sureness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Guess => "guess",
            Self::Likely => "likely",
            Self::Certain => "certain",
        })
    }
}

impl Evidence {
    /// How sure what was found so is.
    #[must_use]
    pub const fn sureness(&self) -> Sureness {
        match self {
            Self::Name(_) | Self::Given => Sureness::Certain,
            Self::Chain { .. } | Self::Tree => Sureness::Likely,
            Self::Shape => Sureness::Guess,
        }
    }
}

/// For people: `the name says "upper arm"`.
impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(words) => write!(f, "the name says {words:?}"),
            Self::Chain { place, length } => write!(f, "joint {place} of {length} in its chain"),
            Self::Tree => f.write_str("its place in the tree"),
            Self::Shape => f.write_str("the shape of a human"),
            Self::Given => f.write_str("given"),
        }
    }
}

/// Which joint has which [`Role`].
///
/// A joint has one role at most. A role is of one joint at most, but for those that are
/// [shared](Role::is_shared).
///
/// ```
/// use tumble_pose::{Joint, Role, RoleMap, Side, Skeleton, Transform};
///
/// let joint = |name: &str, parent| Joint { name: name.into(), parent, rest: Transform::IDENTITY };
/// let skeleton = Skeleton::new(&[
///     joint("mixamorig:Hips", None),
///     joint("mixamorig:LeftUpLeg", Some(0)),
///     joint("mixamorig:LeftLeg", Some(1)),
///     joint("mixamorig:LeftFoot", Some(2)),
/// ])?;
/// let mut roles = RoleMap::infer(&skeleton);
/// let shin = roles.get(Role::LowerLeg(Side::Left)).expect("an upper leg, then a leg");
/// assert_eq!(skeleton.name(shin), "mixamorig:LeftLeg");
/// assert_eq!(roles.evidence(shin).map(ToString::to_string).as_deref(), Some("joint 2 of 3 in its chain"));
///
/// roles.set(Role::Control, shin);
/// assert_eq!(roles.get(Role::LowerLeg(Side::Left)), None);
/// # Ok::<(), tumble_pose::SkeletonError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RoleMap {
    by_joint: BTreeMap<JointIndex, (Role, Evidence)>,
    by_role: BTreeSet<(Role, JointIndex)>,
}

impl RoleMap {
    /// Nobody has a role.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads roles from the names of joints and their places in the tree.
    ///
    /// Names are taken apart into words (`mixamorig:LeftForeArm`, `upper_arm.L`, `thigh_r`, `kneeIK.l`), and each
    /// limb is the chain of joints that its words fit best; where words leave a choice (`right_shoulder` above
    /// `right_elbow` is the upper arm, above `right_arm` the collar bone) the chain decides.
    ///
    /// Where names do not make out hips, legs and arms or a head, the rest pose may: two pairs of limbs of a human's
    /// proportions, and a trunk that goes the opposite way of the legs. Left is where feet, knees or elbows show it.
    /// What is not understood has no role.
    #[must_use]
    pub fn infer(skeleton: &Skeleton) -> Self {
        role_inference::infer(skeleton)
    }

    /// The joint of that role; for a shared role the first of them.
    #[must_use]
    pub fn get(&self, role: Role) -> Option<JointIndex> {
        self.joints(role).next()
    }

    /// All joints of that role, in order.
    pub fn joints(&self, role: Role) -> impl Iterator<Item = JointIndex> + '_ {
        self.by_role.range((role, JointIndex(0))..=(role, JointIndex(u16::MAX))).map(|&(_, joint)| joint)
    }

    /// The role of a joint.
    #[must_use]
    pub fn role_of(&self, joint: JointIndex) -> Option<Role> {
        self.by_joint.get(&joint).map(|&(role, _)| role)
    }

    /// How a joint came by its role.
    #[must_use]
    pub fn evidence(&self, joint: JointIndex) -> Option<&Evidence> {
        self.by_joint.get(&joint).map(|(_, evidence)| evidence)
    }

    /// All roles that are had, in the order of [`Role`], then of joints.
    pub fn iter(&self) -> impl Iterator<Item = (Role, JointIndex)> + '_ {
        self.by_role.iter().copied()
    }

    /// How many joints have a role.
    #[must_use]
    pub fn len(&self) -> usize {
        self.by_joint.len()
    }

    /// Whether no joint has a role.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_joint.is_empty()
    }

    /// Gives a role to a joint, which loses the one it had. Unless the role is shared, so does the joint that
    /// had it before.
    pub fn set(&mut self, role: Role, joint: JointIndex) {
        self.assign(role, joint, Evidence::Given);
    }

    /// Takes a joint's role away, and says which it was.
    pub fn remove(&mut self, joint: JointIndex) -> Option<Role> {
        let (role, _) = self.by_joint.remove(&joint)?;
        self.by_role.remove(&(role, joint));
        Some(role)
    }

    pub(crate) fn assign(&mut self, role: Role, joint: JointIndex, evidence: Evidence) {
        self.remove(joint);
        if let (false, Some(former)) = (role.is_shared(), self.get(role)) {
            self.remove(former);
        }
        self.by_role.insert((role, joint));
        self.by_joint.insert(joint, (role, evidence));
    }
}

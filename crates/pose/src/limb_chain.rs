// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::joint_name::{JointName, Part};
use crate::{JointIndex, Role, Side, Skeleton};

/// How many roles follow each other along a limb.
const SLOTS: usize = 4;

/// A name that is certain of its slot scores this much; less is a reading among others.
pub(crate) const CERTAIN: i32 = 300;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limb {
    Arm(Side),
    Leg(Side),
}

impl Limb {
    pub(crate) const ALL: [Self; 4] =
        [Self::Arm(Side::Left), Self::Arm(Side::Right), Self::Leg(Side::Left), Self::Leg(Side::Right)];

    /// From the trunk outwards.
    pub(crate) fn roles(self) -> [Role; SLOTS] {
        match self {
            Self::Arm(side) => {
                [Role::Shoulder(side), Role::UpperArm(side), Role::LowerArm(side), Role::Hand(side)]
            }
            Self::Leg(side) => {
                [Role::UpperLeg(side), Role::LowerLeg(side), Role::Foot(side), Role::Toes(side)]
            }
        }
    }

    /// How well a name fits each role of the limb; 0 where it does not.
    ///
    /// A `shoulder` would rather be the upper arm, for an arm needs one: only what else claims the upper arm
    /// makes it a collar bone. A chain of joints that are all called `arm` or `leg` is taken in order.
    pub(crate) fn scores(self, name: &JointName) -> [i32; SLOTS] {
        let (side, fits) = match self {
            Self::Arm(side) => (side, arm_scores(name.part)),
            Self::Leg(side) => (side, leg_scores(name.part)),
        };
        if name.side == Some(side) { fits } else { [0; SLOTS] }
    }
}

fn arm_scores(part: Part) -> [i32; SLOTS] {
    match part {
        Part::Clavicle => [CERTAIN, 0, 0, 0],
        Part::Shoulder => [100, 200, 0, 0],
        Part::Arm => [40, 210, 200, 100],
        Part::UpperArm => [0, CERTAIN, 0, 0],
        Part::LowerArm => [0, 0, CERTAIN, 0],
        Part::Hand => [0, 0, 0, CERTAIN],
        _ => [0; SLOTS],
    }
}

fn leg_scores(part: Part) -> [i32; SLOTS] {
    match part {
        Part::Hip => [150, 0, 0, 0],
        Part::Leg => [210, 200, 100, 50],
        Part::UpperLeg => [CERTAIN, 0, 0, 0],
        Part::LowerLeg => [0, CERTAIN, 0, 0],
        Part::Foot => [0, 0, CERTAIN, 0],
        Part::Toe => [0, 0, 0, CERTAIN],
        _ => [0; SLOTS],
    }
}

/// A joint that fills a slot of a limb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pick {
    pub(crate) joint: JointIndex,
    /// Index into [`Limb::roles`].
    pub(crate) slot: usize,
    pub(crate) score: i32,
}

/// The joints on one path down the tree, in order, that fill slots of the limb, in order, with the highest sum of
/// scores. Of equal ones the joint nearest the root; a joint called `hip` rather the farthest, for joints called so
/// above another one only widen the pelvis.
///
/// Every joint inherits the best fillings of the path above it, so that the whole takes time linear in the number
/// of joints.
pub(crate) fn best_chain(skeleton: &Skeleton, names: &[JointName], limb: Limb) -> Vec<Pick> {
    let mut links: Vec<(Pick, Option<usize>)> = Vec::new();
    let mut reached: Vec<Fillings> = Vec::with_capacity(names.len());
    let mut best = Filling::default();
    for (joint, name) in skeleton.joints().zip(names) {
        let above = skeleton.parent(joint).map_or_else(Fillings::default, |parent| reached[parent.index()]);
        let mut here = above;
        for (slot, score) in limb.scores(name).into_iter().enumerate() {
            if score == 0 {
                continue;
            }
            let score = score - unfamiliar(name);
            let total = above[slot].score + score;
            let later = name.part == Part::Hip;
            if total > here[slot + 1].score || (later && total == here[slot + 1].score) {
                links.push((Pick { joint, slot, score }, above[slot].link));
                here[slot + 1] = Filling { score: total, link: Some(links.len() - 1) };
            }
        }
        for slot in 0..SLOTS {
            if here[slot].score > here[slot + 1].score {
                here[slot + 1] = here[slot];
            }
        }
        let later = name.part == Part::Hip && here[SLOTS].score == best.score;
        if here[SLOTS].score > best.score || later {
            best = here[SLOTS];
        }
        reached.push(here);
    }
    let mut picks: Vec<Pick> =
        std::iter::successors(best.link.map(|link| links[link]), |(_, above)| above.map(|link| links[link]))
            .map(|(pick, _)| pick)
            .collect();
    picks.reverse();
    picks
}

/// Entry `n`: the best filling of slots before `n`.
type Fillings = [Filling; SLOTS + 1];

#[derive(Debug, Clone, Copy, Default)]
struct Filling {
    score: i32,
    link: Option<usize>,
}

/// Words that mean nothing make a name a little less likely: `hand` rather than `hand strap`.
pub(crate) fn unfamiliar(name: &JointName) -> i32 {
    i32::try_from(name.unknown.min(9)).unwrap_or(9)
}

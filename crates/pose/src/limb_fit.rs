// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{JointIndex, Skeleton};
use glam::Vec3;

/// Where joints rest, and how far the tree reaches below each. Lengths of bones are all that is asked of it, so that
/// it does not matter in which pose a character rests.
pub(crate) struct RestTree<'a> {
    pub(crate) skeleton: &'a Skeleton,
    /// In model space.
    pub(crate) at: Vec<Vec3>,
    /// The longest way along bones to a tip below each joint; negative for what is no part of the body.
    pub(crate) reach: Vec<f32>,
}

impl RestTree<'_> {
    pub(crate) fn distance(&self, a: JointIndex, b: JointIndex) -> f32 {
        self.at[a.index()].distance(self.at[b.index()])
    }

    /// The children that are parts of the body.
    pub(crate) fn children(&self, joint: JointIndex) -> impl Iterator<Item = JointIndex> + '_ {
        self.skeleton.children(joint).filter(|child| self.reach[child.index()] >= 0.0)
    }

    /// From `first` down the way that reaches farthest, without joints that are where the one above them is.
    pub(crate) fn chain(&self, first: JointIndex) -> Vec<JointIndex> {
        const LONGEST: usize = 16;
        let next = |&joint: &JointIndex| {
            let far = |child: &JointIndex| self.reach[child.index()] + self.distance(*child, joint);
            self.children(joint).max_by(|a, b| far(a).total_cmp(&far(b)))
        };
        let least = 1e-3 * self.reach[first.index()];
        let mut chain = vec![first];
        let mut last = first;
        while let Some(joint) = next(&last).filter(|_| chain.len() < LONGEST) {
            if chain.last().is_some_and(|&above| self.distance(above, joint) > least) {
                chain.push(joint);
            }
            last = joint;
        }
        chain
    }
}

/// A pair of limbs: on either side the joints from the trunk outwards, and which of them are the sockets, the
/// knees or elbows, and the ankles or wrists.
#[derive(Debug, Clone)]
pub(crate) struct LimbPair {
    pub(crate) chains: [Vec<JointIndex>; 2],
    pub(crate) socket: usize,
    pub(crate) bend: usize,
    /// `None` of legs whose feet are elsewhere.
    pub(crate) end: Option<usize>,
    /// How unlike a human's they are; 0 not at all.
    pub(crate) cost: f32,
    /// From socket to end, the mean of both.
    pub(crate) length: f32,
}

/// What is known of a human's limbs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Proportions {
    /// The upper bone over the lower.
    pub(crate) upper_over_lower: f32,
    /// What is beyond the end, over upper and lower together.
    pub(crate) beyond: f32,
    /// The socket is at least so far from the joint that both limbs hang on, over upper and lower together.
    pub(crate) least_offset: f32,
    /// Whether a pair of two joints each will do.
    pub(crate) without_end: bool,
}

pub(crate) const LEGS: Proportions =
    Proportions { upper_over_lower: 1.0, beyond: 0.25, least_offset: 0.02, without_end: true };

pub(crate) const ARMS: Proportions =
    Proportions { upper_over_lower: 1.1, beyond: 0.3, least_offset: 0.12, without_end: false };

/// No limb of a human costs more.
const MOST_COST: f32 = 0.8;
/// The bones of two sides differ by less than this factor.
const ALIKE: f32 = 1.2;
/// Sockets are no farther from the joint that both limbs hang on, over upper and lower together.
const MOST_OFFSET: f32 = 0.5;
/// How many joints there may be between trunk and socket.
const MOST_BEFORE: usize = 3;

/// How the chains that begin at the children `first` of `fork` are best taken for a pair of limbs.
pub(crate) fn pair(
    tree: &RestTree<'_>,
    fork: JointIndex,
    first: [JointIndex; 2],
    like: &Proportions,
) -> Option<LimbPair> {
    let reach = first.map(|joint| tree.reach[joint.index()] + tree.distance(joint, fork));
    let [shorter, longer] = [reach[0].min(reach[1]), reach[0].max(reach[1])];
    if longer <= 0.0 || shorter < 0.6 * longer {
        return None;
    }
    let chains = first.map(|joint| tree.chain(joint));
    let joints = chains[0].len().min(chains[1].len());
    let mut best: Option<LimbPair> = None;
    for socket in 0..joints.min(MOST_BEFORE + 1) {
        for bend in socket + 1..joints {
            let ends = (bend + 1..joints).map(Some).chain((like.without_end && joints == 2).then_some(None));
            for end in ends {
                let Some((cost, length)) = cost(tree, fork, &chains, [socket, bend], end, like) else {
                    continue;
                };
                if cost < best.as_ref().map_or(MOST_COST, |best| best.cost) {
                    best = Some(LimbPair { chains: chains.clone(), socket, bend, end, cost, length });
                }
            }
        }
    }
    best.map(|best| best.without_collar_bone(tree))
}

impl LimbPair {
    /// A joint that is nearly where the socket is, and has bone below it, is the socket: what is above it is the
    /// collar bone.
    fn without_collar_bone(mut self, tree: &RestTree<'_>) -> Self {
        let near = |chain: &Vec<JointIndex>| {
            let from = |joint: usize| tree.distance(chain[self.socket], chain[joint]);
            from(self.socket + 1) < 0.25 * from(self.bend)
        };
        if self.socket + 1 < self.bend && self.chains.iter().all(near) {
            self.socket += 1;
        }
        self
    }
}

/// The cost of one reading and the length of such limbs; `None` where the two sides are not alike.
fn cost(
    tree: &RestTree<'_>,
    fork: JointIndex,
    chains: &[Vec<JointIndex>; 2],
    [socket, bend]: [usize; 2],
    end: Option<usize>,
    like: &Proportions,
) -> Option<(f32, f32)> {
    let bones = chains.each_ref().map(|chain| {
        let upper = tree.distance(chain[socket], chain[bend]);
        let lower = end.map_or(upper, |end| tree.distance(chain[bend], chain[end]));
        [upper, lower]
    });
    let alike = |bone: usize| {
        let [a, b] = [bones[0][bone], bones[1][bone]];
        a.min(b) > 0.0 && a.max(b) < ALIKE * a.min(b)
    };
    if !(alike(0) && alike(1)) {
        return None;
    }
    let skipped = bend - socket - 1 + end.map_or(0, |end| end - bend - 1);
    let mut cost = 0.1 * skipped as f32 + if end.is_none() { 0.3 } else { 0.0 };
    // A collar bone is usual, more is not.
    cost += [0.0, 0.03].get(socket).copied().unwrap_or(0.15 * socket as f32);
    let mut length = 0.0;
    for (chain, [upper, lower]) in chains.iter().zip(bones) {
        let whole = upper + lower;
        let ratio = (upper / lower / like.upper_over_lower).ln().abs();
        let beyond = end.map_or(like.beyond, |end| {
            chain[end..].windows(2).map(|bone| tree.distance(bone[0], bone[1])).sum::<f32>() / whole
        });
        let beyond = (beyond - like.beyond).abs();
        let offset = tree.distance(fork, chain[socket]) / whole;
        // Within what humans and toys of humans are like it costs little.
        let outside = |by: f32, free: f32| (by - free).max(0.0).powi(2);
        cost += 0.05 * (ratio.powi(2) + beyond.powi(2));
        cost += 2.0 * outside(ratio, 0.7) + outside(beyond, 0.3);
        cost += 10.0 * (outside(like.least_offset, offset) + outside(offset, MOST_OFFSET));
        length += 0.5 * whole;
    }
    Some((cost, length))
}

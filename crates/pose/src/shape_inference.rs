// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Finds a human among joints that no name tells apart: two pairs of limbs with a human's proportions on a trunk
//! that goes the opposite way of the legs.

use crate::limb_fit::{ARMS, LEGS, LimbPair, RestTree, pair};
use crate::{JointIndex, LocalToModelJob, ModelPose, Role, Side, Skeleton};
use glam::Vec3;

/// More joints than a character has; such a tree is not searched.
const MOST_JOINTS: usize = 1024;
/// Only the longest limbs on a joint are thought of.
const MOST_BRANCHES: usize = 8;

/// The joints of a human by role, or `None` where there is no human. Joints for which `outside` holds, and what hangs
/// on them, are no part of a body.
pub(crate) fn human(
    skeleton: &Skeleton,
    outside: impl Fn(JointIndex) -> bool,
) -> Option<Vec<(Role, JointIndex)>> {
    if skeleton.joint_count() > MOST_JOINTS {
        return None;
    }
    let tree = rest_tree(skeleton, outside)?;
    let (mut arms, mut legs) = (Vec::new(), Vec::new());
    for fork in skeleton.joints().filter(|joint| tree.reach[joint.index()] > 0.0) {
        let far = |child: &JointIndex| tree.reach[child.index()] + tree.distance(*child, fork);
        let mut branches: Vec<JointIndex> = tree.children(fork).collect();
        branches.sort_by(|a, b| far(b).total_cmp(&far(a)));
        branches.truncate(MOST_BRANCHES);
        for (index, &first) in branches.iter().enumerate() {
            for &second in &branches[index + 1..] {
                let both = [first, second];
                arms.extend(pair(&tree, fork, both, &ARMS).map(|pair| (fork, pair)));
                legs.extend(pair(&tree, fork, both, &LEGS).map(|pair| (fork, pair)));
            }
        }
    }
    let bodies = arms.iter().flat_map(|arms| legs.iter().map(move |legs| (arms, legs)));
    let bodies =
        bodies.filter_map(|((chest, arms), (pelvis, legs))| Body::new(&tree, [*chest, *pelvis], arms, legs));
    let best = bodies.min_by(|a, b| a.cost.total_cmp(&b.cost))?;
    Some(best.roles())
}

fn rest_tree(skeleton: &Skeleton, outside: impl Fn(JointIndex) -> bool) -> Option<RestTree<'_>> {
    let mut places = ModelPose::identity(skeleton.joint_count());
    LocalToModelJob { skeleton, local: skeleton.rest_pose(), output: &mut places }.run().ok()?;
    let at: Vec<Vec3> = skeleton.joints().map(|joint| places.translation(joint)).collect();
    let mut reach = vec![0.0_f32; at.len()];
    for joint in skeleton.joints() {
        let above = skeleton.parent(joint).is_some_and(|parent| reach[parent.index()] < 0.0);
        if above || outside(joint) {
            reach[joint.index()] = -1.0;
        }
    }
    for joint in skeleton.joints().rev() {
        if let (Some(parent), 0.0..) = (skeleton.parent(joint), reach[joint.index()]) {
            let along = reach[joint.index()] + at[joint.index()].distance(at[parent.index()]);
            reach[parent.index()] = reach[parent.index()].max(along);
        }
    }
    at.iter().all(|at| at.is_finite()).then_some(RestTree { skeleton, at, reach })
}

/// A human that may be.
struct Body<'a> {
    tree: &'a RestTree<'a>,
    hips: JointIndex,
    /// Where the arms part.
    chest: JointIndex,
    arms: &'a LimbPair,
    legs: &'a LimbPair,
    up: Vec3,
    cost: f32,
}

impl<'a> Body<'a> {
    fn new(
        tree: &'a RestTree<'a>,
        [chest, pelvis]: [JointIndex; 2],
        arms: &'a LimbPair,
        legs: &'a LimbPair,
    ) -> Option<Self> {
        let skeleton = tree.skeleton;
        let on = |joint, above| joint == above || skeleton.is_below(joint, above);
        let apart = !on(pelvis, chest)
            && legs.chains.iter().chain(&arms.chains).all(|chain| {
                let within = if on(chain[0], pelvis) { chest } else { pelvis };
                !on(within, chain[0])
            });
        if !apart {
            return None;
        }
        let above = |joint| std::iter::successors(Some(joint), |&joint| skeleton.parent(joint));
        let hips = above(pelvis).find(|&joint| on(chest, joint))?;
        let mut body = Self { tree, hips, chest, arms, legs, up: Vec3::Y, cost: arms.cost + legs.cost };
        let [shoulders, sockets] = [body.middle(arms, arms.socket), body.middle(legs, legs.socket)];
        let trunk = (shoulders - sockets).length() / legs.length;
        body.up = (shoulders - sockets).try_normalize()?;
        let ends = body.middle(legs, legs.end.unwrap_or(legs.bend));
        let opposite = (ends - sockets).try_normalize()?.dot(body.up);
        let [across_arms, across_legs] = [body.across(arms)?, body.across(legs)?];
        // A fox has all of this, and legs square to its trunk.
        let human = (0.2..2.5).contains(&trunk)
            && (0.35..2.5).contains(&(arms.length / legs.length))
            && opposite < -0.5
            && across_arms.dot(across_legs).abs() > 0.5
            && across_legs.dot(body.up).abs() < 0.6;
        body.cost += 0.1 * (trunk / 0.6).ln().powi(2) + 0.1 * (arms.length / legs.length / 0.7).ln().powi(2);
        human.then_some(body)
    }

    fn at(&self, joint: JointIndex) -> Vec3 {
        self.tree.at[joint.index()]
    }

    fn middle(&self, pair: &LimbPair, slot: usize) -> Vec3 {
        0.5 * (self.at(pair.chains[0][slot]) + self.at(pair.chains[1][slot]))
    }

    /// From the second limb's socket to the first's.
    fn across(&self, pair: &LimbPair) -> Option<Vec3> {
        let across = self.at(pair.chains[0][pair.socket]) - self.at(pair.chains[1][pair.socket]);
        (across.length() > 0.02 * pair.length).then(|| across.normalize())
    }

    fn roles(&self) -> Vec<(Role, JointIndex)> {
        let mut roles = vec![(Role::Hips, self.hips)];
        let trunk = self.trunk();
        if let [first, .., _] = trunk[..] {
            roles.push((Role::Spine, first));
        }
        roles.push((Role::Chest, self.chest));
        match self.neck()[..] {
            [neck, .., head] => roles.extend([(Role::Neck, neck), (Role::Head, head)]),
            [head] => roles.push((Role::Head, head)),
            [] => {}
        }
        let across = self.across(self.legs).unwrap_or(Vec3::X);
        // The first leg is the left one if that makes it face the way that feet and bends show.
        let first_is_left = self.forwardness(across.cross(self.up));
        let arms_agree = self.across(self.arms).is_none_or(|arms| arms.dot(across) > 0.0);
        for (limbs, same) in [(self.legs, true), (self.arms, arms_agree)] {
            let sides = if first_is_left == same { Side::BOTH } else { [Side::Right, Side::Left] };
            for (chain, side) in limbs.chains.iter().zip(sides) {
                self.limb(limbs, chain, side, &mut roles);
            }
        }
        if let (None, Some(feet)) = (self.legs.end, self.far_feet()) {
            let sides = if first_is_left { Side::BOTH } else { [Side::Right, Side::Left] };
            roles.extend(feet.into_iter().zip(sides).map(|(foot, side)| (Role::Foot(side), foot)));
        }
        roles
    }

    fn limb(&self, pair: &LimbPair, chain: &[JointIndex], side: Side, roles: &mut Vec<(Role, JointIndex)>) {
        let is_arm = std::ptr::eq(pair, self.arms);
        let [upper, lower, end] = if is_arm {
            [Role::UpperArm(side), Role::LowerArm(side), Role::Hand(side)]
        } else {
            [Role::UpperLeg(side), Role::LowerLeg(side), Role::Foot(side)]
        };
        roles.extend([(upper, chain[pair.socket]), (lower, chain[pair.bend])]);
        roles.extend(pair.end.map(|slot| (end, self.first_there(chain[slot]))));
        if is_arm {
            roles.extend(pair.socket.checked_sub(1).map(|slot| (Role::Shoulder(side), chain[slot])));
        } else {
            let toes = pair.end.and_then(|slot| chain.get(slot + 1));
            roles.extend(toes.map(|&toes| (Role::Toes(side), toes)));
        }
    }

    /// Of joints that hang on one and are at one place, as the pieces of a palm do, the first.
    fn first_there(&self, joint: JointIndex) -> JointIndex {
        let beside = self.tree.skeleton.parent(joint).into_iter().flat_map(|above| self.tree.children(above));
        let least = 1e-3 * self.legs.length;
        beside.into_iter().find(|&other| self.tree.distance(other, joint) < least).unwrap_or(joint)
    }

    /// The joints between hips and chest that are above the hips, and the chest.
    fn trunk(&self) -> Vec<JointIndex> {
        let above = std::iter::successors(Some(self.chest), |&joint| self.tree.skeleton.parent(joint));
        let path = above.take_while(|&joint| joint != self.hips);
        let least = 0.02 * self.legs.length;
        let high = |joint: &JointIndex| {
            *joint == self.chest || (self.at(*joint) - self.at(self.hips)).dot(self.up) > least
        };
        let mut path: Vec<JointIndex> = path.filter(high).collect();
        path.reverse();
        path
    }

    /// The branch beside the arms that reaches highest, up to the head: what comes after it, or beside others, is on
    /// the head.
    fn neck(&self) -> Vec<JointIndex> {
        let arms = self.arms.chains.each_ref().map(|chain| chain[0]);
        let others = self.tree.children(self.chest).filter(|child| !arms.contains(child));
        let chains = others.map(|child| self.tree.chain(child));
        let height = |joint: &JointIndex| self.at(*joint).dot(self.up);
        let top = |chain: &Vec<JointIndex>| chain.iter().map(height).fold(f32::MIN, f32::max);
        let Some(chain) = chains.max_by(|a, b| top(a).total_cmp(&top(b))) else { return Vec::new() };
        let start = height(&self.chest);
        let mut neck: Vec<JointIndex> = Vec::new();
        let least = 0.02 * self.legs.length;
        for joint in chain {
            let below = neck.last().map_or(start, height);
            // A joint where the chest is, or lower, is neither neck nor head.
            if height(&joint) < below + least {
                if neck.is_empty() {
                    continue;
                }
                break;
            }
            neck.push(joint);
            if self.tree.children(joint).count() > 1 {
                break;
            }
        }
        // A head is longer than a neck: then the last joint is its top.
        if let &[.., before, head, top] = &neck[..]
            && self.tree.distance(head, top) > self.tree.distance(before, head)
        {
            neck.pop();
        }
        neck
    }

    /// Whether feet, knees, elbows or shoulders, the first that show anything, show that the body faces `forward`
    /// rather than the other way; where none does, whether that is the way that most characters face.
    fn forwardness(&self, forward: Vec3) -> bool {
        let bent = |pair: &LimbPair| {
            let from_line = |chain: &Vec<JointIndex>| {
                let Some(end) = pair.end.map(|slot| self.at(chain[slot])) else { return 0.0 };
                let [socket, bend] = [pair.socket, pair.bend].map(|slot| self.at(chain[slot]));
                let along = (end - socket).normalize_or_zero();
                (bend - socket).reject_from_normalized(along).dot(forward)
            };
            0.5 * pair.chains.iter().map(from_line).sum::<f32>()
        };
        let feet = self.legs.end.map_or(0.0, |end| {
            let foot = |chain: &Vec<JointIndex>| {
                let toes = chain.get(end + 1).unwrap_or(&chain[end]);
                (self.at(*toes) - self.at(chain[end])).dot(forward)
            };
            0.5 * self.legs.chains.iter().map(foot).sum::<f32>()
        });
        let knees = match self.legs.end {
            Some(_) => bent(self.legs),
            None => (self.middle(self.legs, self.legs.bend) - self.middle(self.legs, self.legs.socket))
                .dot(forward),
        };
        let shoulders = (self.middle(self.arms, self.arms.socket) - self.at(self.chest)).dot(forward);
        let signs = [(feet, 0.03), (knees, 0.02), (-bent(self.arms), 0.02), (-shoulders, 0.002)];
        let shown = signs.into_iter().find(|(sign, least)| sign.abs() > least * self.legs.length);
        shown.map_or_else(|| forward.dot(Vec3::Z) + 0.5 * forward.dot(Vec3::X) >= 0.0, |(sign, _)| sign > 0.0)
    }

    /// Of legs that end at the knee: the joints elsewhere that are nearest to where their ankles would be.
    fn far_feet(&self) -> Option<[JointIndex; 2]> {
        let skeleton = self.tree.skeleton;
        let foot = |chain: &Vec<JointIndex>| {
            let [socket, knee] = [self.legs.socket, self.legs.bend].map(|slot| self.at(chain[slot]));
            let (ankle, thigh) = (knee + knee - socket, knee.distance(socket));
            let elsewhere = skeleton.joints().filter(|&joint| {
                let part = self.tree.reach[joint.index()] >= 0.0;
                let beside = !skeleton.is_below(joint, self.hips) && !skeleton.is_below(self.hips, joint);
                let lower = (self.at(joint) - knee).dot(self.up) < -0.5 * thigh;
                part && beside && joint != self.hips && lower && self.at(joint).distance(ankle) < 1.3 * thigh
            });
            let far = |joint: &JointIndex| self.at(*joint).distance(ankle);
            elsewhere.min_by(|a, b| far(a).total_cmp(&far(b)))
        };
        let [first, second] = self.legs.chains.each_ref().map(foot);
        first.zip(second).filter(|(first, second)| first != second).map(|(first, second)| [first, second])
    }
}

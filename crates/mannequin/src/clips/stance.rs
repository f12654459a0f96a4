// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! A pose as an animator sets it: the trunk by angles, hands and feet by where they are.

use crate::skeleton::{ARM, GRIP, LEG, hand_axes, joint, mirrored, parent, rest};
use glam::{Mat3, Quat, Vec3};
use tumble_pose::Transform;

/// A pose, in the space of the root joint. Angles are in radians; a positive yaw is to the left, a positive pitch
/// forward, a positive roll to the right.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stance {
    /// Where the root is, and its yaw.
    pub(crate) root: (Vec3, f32),
    /// From where the hips are at rest.
    pub(crate) hips: Vec3,
    /// Yaw, pitch and roll of hips, spine, chest, neck and head, each on top of the one before.
    pub(crate) trunk: [Vec3; 5],
    /// Of each arm.
    pub(crate) arms: [Arm; 2],
    /// Of each foot.
    pub(crate) feet: [Foot; 2],
    /// How far the fingers are closed, 0 for open, 1 for a fist.
    pub(crate) grip: f32,
    pub(crate) hold: Hold,
}

/// How a handle is held that the right hand closes around.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hold {
    /// Whether the left hand is on it, below the right one: 0 for where it is by itself, 1 for there.
    pub(crate) both: f32,
    /// How far the handle is lowered from straight across the hand to along it, in radians.
    pub(crate) cock: f32,
}

impl Hold {
    /// In the right hand alone, a little lowered.
    pub(crate) const EASE: Self = Self { both: 0.0, cock: 0.35 };
    /// How far below the right hand the left one is.
    const BELOW: f32 = 0.13;
    /// How much the wrist does of the lowering; the rest is in the grip.
    const WRIST: f32 = 0.4;
}

/// An arm, relative to the chest.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Arm {
    /// How far the upper arm is swung forward from hanging, and away from the trunk.
    pub(crate) swing: [f32; 2],
    /// How far the upper arm is turned inward.
    pub(crate) twist: f32,
    /// How far the elbow is bent.
    pub(crate) bend: f32,
}

/// A foot.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Foot {
    /// How far its flat sole is from where it is at rest.
    pub(crate) offset: Vec3,
    /// Above 0 the heel is lifted and the foot turns about the ball; below 0 it turns about the heel.
    pub(crate) pitch: f32,
    /// To the left.
    pub(crate) yaw: f32,
}

/// Where each joint is in its parent.
pub(crate) type Joints = [Transform; joint::COUNT];

/// How much of its length a leg uses at most.
const STRETCH: f32 = 0.992;

/// Straight at rest, so that no angle of the trunk is more than it says.
fn turn(angles: Vec3) -> Quat {
    Quat::from_rotation_y(angles.x) * Quat::from_rotation_x(angles.y) * Quat::from_rotation_z(-angles.z)
}

impl Stance {
    /// Stances added up, each times its weight; the root and the feet's places are the first's.
    pub(crate) fn mixed(stances: &[Self; 4], weights: [f32; 4]) -> Self {
        let number = |of: &dyn Fn(&Self) -> f32| -> f32 {
            stances.iter().zip(weights).map(|(stance, weight)| of(stance) * weight).sum()
        };
        let vector = |of: &dyn Fn(&Self) -> Vec3| {
            let axis = |axis: usize| number(&|stance| of(stance)[axis]);
            Vec3::new(axis(0), axis(1), axis(2))
        };
        Self {
            hips: vector(&|stance| stance.hips),
            trunk: std::array::from_fn(|of| vector(&|stance| stance.trunk[of])),
            arms: std::array::from_fn(|side| Arm {
                swing: std::array::from_fn(|of| number(&|stance| stance.arms[side].swing[of])),
                twist: number(&|stance| stance.arms[side].twist),
                bend: number(&|stance| stance.arms[side].bend),
            }),
            grip: number(&|stance| stance.grip),
            hold: Hold {
                both: number(&|stance| stance.hold.both).clamp(0.0, 1.0),
                cock: number(&|stance| stance.hold.cock),
            },
            ..stances[0]
        }
    }

    /// Turns of the joints in the root's space become turns in their parents'.
    pub(crate) fn joints(&self) -> Joints {
        let mut turns = [Quat::IDENTITY; joint::COUNT];
        let mut above = Quat::IDENTITY;
        let spine = [joint::HIPS, joint::SPINE, joint::CHEST, joint::NECK, joint::HEAD];
        for (of, angles) in spine.into_iter().zip(self.trunk) {
            above *= turn(angles);
            turns[of] = above;
        }
        let ankles = [0, 1].map(|side| self.ankle(side));
        let hips = self.reachable(turns[joint::HIPS], &ankles);
        for (side, ankle) in ankles.into_iter().enumerate() {
            self.leg(&mut turns, side, hips, ankle);
            self.arm(&mut turns, side);
        }
        self.hold(&mut turns, hips);
        let mut joints: Joints = std::array::from_fn(|of| Transform {
            translation: rest(of) - rest(parent(of)),
            rotation: (turns[parent(of)].conjugate() * turns[of]).normalize(),
            ..Transform::IDENTITY
        });
        joints[joint::HIPS].translation = hips;
        joints[joint::ROOT] = Transform {
            translation: self.root.0,
            rotation: Quat::from_rotation_y(self.root.1),
            ..Transform::IDENTITY
        };
        joints
    }

    /// The ankle, and how the foot is turned.
    fn ankle(&self, side: usize) -> (Vec3, Quat) {
        let Foot { offset, pitch, yaw } = self.feet[side];
        let [.., ankle, ball] = LEG.map(|point| mirrored(side, point));
        let heel = Vec3::new(ankle.x, 0.0, ankle.z - 0.05);
        let (around, turned) = (Quat::from_rotation_y(yaw), Quat::from_rotation_x(pitch));
        let pivot = if pitch > 0.0 { ball } else { heel };
        let rolled = pivot + turned * (ankle - pivot);
        (ball + around * (rolled - ball) + offset, around * turned)
    }

    /// The hips, let down until both feet can be reached.
    fn reachable(&self, turn: Quat, ankles: &[(Vec3, Quat); 2]) -> Vec3 {
        let wanted = rest(joint::HIPS) + self.hips;
        let reach = STRETCH * (LEG[0].distance(LEG[1]) + LEG[1].distance(LEG[2]));
        let mut height = wanted.y;
        for (side, (ankle, _)) in ankles.iter().enumerate() {
            let socket = turn * (rest(joint::UPPER_LEG[side]) - rest(joint::HIPS));
            let away = wanted + socket - ankle;
            let across = away.x * away.x + away.z * away.z;
            let most = ankle.y - socket.y + (reach * reach - across).max(0.01).sqrt();
            // Both legs come near their reach together: a soft minimum keeps the hips from jerking.
            let near = (0.02 - (height - most).abs()).max(0.0);
            height = height.min(most) - near * near / 0.08;
        }
        Vec3::new(wanted.x, height, wanted.z)
    }

    fn leg(&self, turns: &mut [Quat; joint::COUNT], side: usize, hips: Vec3, (ankle, foot): (Vec3, Quat)) {
        let hip = joint::UPPER_LEG[side];
        let socket = hips + turns[joint::HIPS] * (rest(hip) - rest(joint::HIPS));
        let pole = (turns[joint::HIPS] * Vec3::Z + foot * Vec3::Z).normalize_or(Vec3::Z);
        let bones = LEG.map(|point| mirrored(side, point));
        let limb = Limb { bones: [bones[0], bones[1], bones[2]], pole: Vec3::Z };
        let [upper, lower] = limb.reach(socket, ankle, pole);
        turns[hip] = upper;
        turns[joint::LOWER_LEG[side]] = lower;
        turns[joint::FOOT[side]] = foot;
        // The toes stay on the ground while the heel lifts.
        let Foot { pitch, yaw, .. } = self.feet[side];
        let toes = if pitch > 0.0 { 0.35 * (pitch - 0.9).max(0.0) } else { pitch };
        turns[joint::TOES[side]] = Quat::from_rotation_y(yaw) * Quat::from_rotation_x(toes);
    }

    fn arm(&self, turns: &mut [Quat; joint::COUNT], side: usize) {
        let Arm { swing: [forward, out], twist, bend } = self.arms[side];
        let sign = if side == 0 { 1.0 } else { -1.0 };
        let bones = ARM.map(|point| mirrored(side, point));
        let limb = Limb { bones: [bones[0], bones[1], bones[2]], pole: -Vec3::Z };
        let chest = turns[joint::CHEST];
        let hang = Quat::from_rotation_x(-forward) * Quat::from_rotation_z(sign * out);
        let inward = Quat::from_rotation_y(-sign * twist);
        let upper = hang * inward * (-Vec3::Y);
        let fore = hang * inward * Quat::from_rotation_x(-bend.max(0.02)) * (-Vec3::Y);
        let [upper, lower] = limb.along(upper, fore, hang * inward * Vec3::X);
        turns[joint::SHOULDER[side]] = chest * Quat::from_rotation_z(sign * 0.25 * (out - 0.9).max(0.0));
        turns[joint::UPPER_ARM[side]] = chest * upper;
        turns[joint::LOWER_ARM[side]] = chest * lower;
        turns[joint::HAND[side]] = chest * lower;
        let (along, palm) = ((bones[3] - bones[2]).normalize(), mirrored(side, Vec3::new(-1.0, -1.0, 0.0)));
        let closing = Quat::from_axis_angle(along.cross(palm).normalize(), 1.5 * self.grip);
        turns[joint::FINGERS[side]] = turns[joint::HAND[side]] * closing;
        turns[joint::THUMB[side]] =
            turns[joint::HAND[side]] * Quat::from_axis_angle(along, sign * 0.5 * self.grip);
    }
}

impl Stance {
    /// Lowers the handle, then puts the left hand on it.
    fn hold(&self, turns: &mut [Quat; joint::COUNT], hips: Vec3) {
        let [across, along] = hand_axes(1);
        let lowered = |part: f32| Quat::from_axis_angle(across.cross(along), part * self.hold.cock);
        let fore = turns[joint::HAND[1]];
        for of in [joint::HAND[1], joint::FINGERS[1], joint::THUMB[1]] {
            turns[of] = fore * lowered(Hold::WRIST) * (fore.conjugate() * turns[of]);
        }
        turns[joint::SLOT] = fore * lowered(1.0);
        if self.hold.both <= 0.0 {
            return;
        }
        let place = |turns: &[Quat; joint::COUNT], of: usize| place(turns, hips, of);
        let handle = turns[joint::SLOT] * across;
        let grip = place(turns, joint::SLOT) - handle * Hold::BELOW;
        let shoulder = place(turns, joint::UPPER_ARM[0]);
        let [own_across, own_along] = hand_axes(0);
        let ahead = (grip - shoulder).reject_from_normalized(handle).normalize_or(Vec3::Z);
        let hand = Quat::from_mat3(&Mat3::from_cols(handle, ahead, handle.cross(ahead)))
            * Quat::from_mat3(&Mat3::from_cols(own_across, own_along, own_across.cross(own_along)))
                .conjugate();
        let wrist = grip - hand * (GRIP - ARM[2]);
        let limb = Limb { bones: [ARM[0], ARM[1], ARM[2]], pole: -Vec3::Z };
        let [upper, lower] = limb.reach(shoulder, wrist, turns[joint::CHEST] * Vec3::new(0.6, -1.0, -0.2));
        let held = turns[joint::HAND[0]];
        let goals = [(joint::UPPER_ARM[0], upper), (joint::LOWER_ARM[0], lower), (joint::HAND[0], hand)];
        for (of, goal) in goals {
            turns[of] = turns[of].slerp(goal, self.hold.both);
        }
        for of in [joint::FINGERS[0], joint::THUMB[0]] {
            turns[of] = turns[joint::HAND[0]] * (held.conjugate() * turns[of]);
        }
    }
}

/// Where a joint is in the root's space, by the turns of those above it.
fn place(turns: &[Quat; joint::COUNT], hips: Vec3, of: usize) -> Vec3 {
    match of {
        joint::ROOT => Vec3::ZERO,
        joint::HIPS => hips,
        _ => place(turns, hips, parent(of)) + turns[parent(of)] * (rest(of) - rest(parent(of))),
    }
}

/// Two bones at rest, and the side to which the joint between them sticks out.
struct Limb {
    bones: [Vec3; 3],
    pole: Vec3,
}

impl Limb {
    /// Turns of both bones with which the end is at a place, or as near as it gets.
    fn reach(&self, from: Vec3, to: Vec3, pole: Vec3) -> [Quat; 2] {
        let (upper, lower) = (self.bones[0].distance(self.bones[1]), self.bones[1].distance(self.bones[2]));
        let far = (to - from).length().clamp((upper - lower).abs() + 1e-3, upper + lower - 1e-4);
        let along = (to - from).normalize_or(-Vec3::Y);
        let aside = (pole - along * pole.dot(along)).normalize_or(Vec3::Z);
        let ahead = (far * far + upper * upper - lower * lower) / (2.0 * far);
        let knee = along * ahead + aside * (upper * upper - ahead * ahead).max(0.0).sqrt();
        self.along(knee, along * far - knee, along.cross(aside))
    }

    /// Turns of both bones with which they point these ways and the joint between them bends around an axis: about
    /// square to both bones, so that nothing rolls over however far it bends.
    fn along(&self, upper: Vec3, lower: Vec3, hinge: Vec3) -> [Quat; 2] {
        let [a, b, c] = self.bones;
        let turn = |from: Vec3, to: Vec3| {
            let [was, is] = [frame(from, from.cross(self.pole)), frame(to, hinge)];
            (Quat::from_mat3(&is) * Quat::from_mat3(&was).conjugate()).normalize()
        };
        [turn(b - a, upper), turn(c - b, lower)]
    }
}

/// Axes of which one points along a bone, and one as nearly along a hinge as can be.
fn frame(along: Vec3, hinge: Vec3) -> Mat3 {
    let along = along.normalize_or(Vec3::Y);
    let across = hinge.reject_from_normalized(along).normalize_or(Vec3::X);
    Mat3::from_cols(along, across, along.cross(across))
}

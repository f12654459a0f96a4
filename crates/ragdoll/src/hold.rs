// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::angles::{middle, rapier_angles, swing_twist, twist, upper};
use crate::swing_twist::{Excess, SwingTwist};
use crate::{LimitModel, Limits, PhysicsSettings};
use glam::{Quat, Vec3};
use rapier3d::prelude::*;

/// The frames of a joint between two bodies, turned to the middle of its limits, and those limits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hold {
    pub(crate) on_parent: Pose,
    pub(crate) on_child: Pose,
    /// The child's frame in the parent's at the start.
    pub(crate) start: Quat,
    pub(crate) reach: Reach,
    /// By how much the start pose is beyond the limits: so much more is allowed at first. In radians; of a hinge, the
    /// first counts.
    pub(crate) spare: [f32; 2],
}

/// Half of how far a joint goes, about its frame, in radians.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reach {
    Hinge(f32),
    Ball(SwingTwist),
    PerAxis([f32; 3]),
}

impl Hold {
    /// `axes` are fixed to parent and child, `places` are where the two joints start.
    pub(crate) fn new(
        limits: &Limits,
        [mut on_parent, on_child]: [Quat; 2],
        [parent, child]: [(Vec3, Quat); 2],
        settings: &PhysicsSettings,
    ) -> Self {
        let start = |on_parent: Quat| upper((parent.1 * on_parent).inverse() * child.1 * on_child);
        let half = |[least, greatest]: [f32; 2]| 0.5 * (greatest - least);
        let reach = match *limits {
            Limits::Hinge { range } => {
                // A hinge turns about one axis alone: what the start pose has beside it moves the axis.
                let (angle, beside) = twist(start(on_parent));
                let (half, mut center) = (half(range), 0.5 * (range[0] + range[1]));
                if settings.limit_model == LimitModel::PerAxis {
                    center = center.clamp(angle - half, angle + half);
                }
                on_parent = on_parent * beside * Quat::from_rotation_x(center);
                Reach::Hinge(half)
            }
            Limits::Ball { twist, swing_y, swing_z } => {
                let ranges = [twist, swing_y, swing_z];
                on_parent *= middle(ranges);
                let [twist, y, z] = ranges.map(half);
                match settings.limit_model {
                    LimitModel::SwingTwist => Reach::Ball(SwingTwist { twist, swing: [y, z] }),
                    LimitModel::PerAxis => Reach::PerAxis(capped([twist, y, z], settings.limit_cap)),
                }
            }
        };
        let on_parent = on_parent.normalize();
        let anchor = parent.1.inverse() * (child.0 - parent.0);
        let mut hold = Self {
            on_parent: Pose::from_parts(anchor, on_parent),
            on_child: Pose::from_parts(Vec3::ZERO, on_child.normalize()),
            start: start(on_parent),
            reach,
            spare: [0.0; 2],
        };
        hold.admit();
        hold
    }

    /// Makes the start pose lie within the limits: by allowing more at first, or, where limits cannot change, by
    /// turning the frame toward it.
    fn admit(&mut self) {
        match self.reach {
            Reach::Hinge(half) => self.spare[0] = (twist(self.start).0.abs() - half).max(0.0),
            Reach::Ball(reach) => self.spare = reach.excess(self.start).map(|excess| excess.angle.max(0.0)),
            Reach::PerAxis(half) => {
                let (frame, start) = (self.on_parent.rotation, self.start);
                for step in 0..=32 {
                    let toward = Quat::IDENTITY.slerp(start, step as f32 / 32.0);
                    self.start = toward.inverse() * start;
                    self.on_parent.rotation = (frame * toward).normalize();
                    if rapier_angles(self.start).abs().cmple(Vec3::from(half)).all() {
                        return;
                    }
                }
            }
        }
    }

    /// The child's frame in the parent's, where the bodies have these rotations.
    pub(crate) fn relative(&self, parent: Quat, child: Quat) -> Quat {
        upper((parent * self.on_parent.rotation).inverse() * child * self.on_child.rotation)
    }

    /// How far a joint is beyond what it is held to, and by swing and twist beyond the rig's limits, of which `left`
    /// of what the start pose had to spare is still allowed; and how far the two anchors are apart. In radians and
    /// metres, 0 within.
    pub(crate) fn excess(&self, parent: &Pose, child: &Pose, left: f32) -> (f32, f32, f32) {
        let relative = self.relative(parent.rotation, child.rotation);
        let [first, second] = self.spare.map(|spare| spare * left);
        let beyond = |angles: Vec3, half: [f32; 3]| (angles.abs() - Vec3::from(half)).max_element().max(0.0);
        let (held, limited) = match self.reach {
            Reach::Hinge(half) => {
                let angles = swing_twist(relative);
                let half = [half + first, 0.0, 0.0];
                (beyond(angles, half), beyond(angles, half))
            }
            Reach::PerAxis(half) => {
                (beyond(rapier_angles(relative), half), beyond(swing_twist(relative), half))
            }
            Reach::Ball(reach) => {
                let [Excess { angle: turned, .. }, Excess { angle: swung, .. }] = reach.excess(relative);
                let SwingTwist { twist, swing: [y, z] } = reach;
                let half = [twist + first, y + second, z + second];
                ((turned - first).max(swung - second).max(0.0), beyond(swing_twist(relative), half))
            }
        };
        let gap = (*parent * self.on_parent).translation.distance((*child * self.on_child).translation);
        (held, limited, gap)
    }

    /// How far a hinge is bent beyond its lesser limit, backwards for knees and elbows; in radians, 0 within and of
    /// other joints.
    pub(crate) fn bent_back(&self, parent: Quat, child: Quat, left: f32) -> f32 {
        match self.reach {
            Reach::Hinge(half) => {
                let angle = twist(self.relative(parent, child)).0;
                (-angle - half - self.spare[0] * left).max(0.0)
            }
            Reach::Ball(_) | Reach::PerAxis(_) => 0.0,
        }
    }
}

/// Ranges shrunk until Σ sin²(half) is at most `cap`; one below 0, or NaN, is taken as 0.
fn capped(mut half: [f32; 3], cap: f32) -> [f32; 3] {
    let sum = |half: &[f32; 3]| half.iter().map(|half| Quat::from_rotation_x(*half).x.powi(2)).sum::<f32>();
    while sum(&half) > cap.max(0.0) {
        half = half.map(|half| half * 0.98);
    }
    half
}

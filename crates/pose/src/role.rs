// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;

/// A side of the character, as it sees itself: its left is +X when it faces +Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Side {
    /// Its left.
    Left,
    /// Its right.
    Right,
}

impl Side {
    /// Left, then right.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// The other side.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Left => "left",
            Self::Right => "right",
        })
    }
}

/// What a joint is to a character with two arms and two legs, whatever it is called.
///
/// A joint stands for the limb that begins at it: the upper arm is the joint in the shoulder's socket, which turns
/// the upper arm. The order of roles is the order of this list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Role {
    /// Above the hips: moves the whole character.
    Root,
    /// Carries the legs and the trunk. A joint that is called `hips` but has no legs below it is not this.
    Hips,
    /// The first joint of the trunk above the hips, where the trunk has two joints or more.
    Spine,
    /// The last joint of the trunk, the one that arms and neck hang on. Joints between it and the first have no
    /// role.
    Chest,
    /// The first joint of the neck.
    Neck,
    /// The head; where there is only a neck, that.
    Head,
    /// The collar bone.
    Shoulder(Side),
    /// From the shoulder's socket to the elbow.
    UpperArm(Side),
    /// From the elbow to the wrist.
    LowerArm(Side),
    /// From the wrist on.
    Hand(Side),
    /// From the hip's socket to the knee.
    UpperLeg(Side),
    /// From the knee to the ankle.
    LowerLeg(Side),
    /// From the ankle on.
    Foot(Side),
    /// From the ball of the foot on.
    Toes(Side),
    /// A joint of a finger. Many joints can have this role.
    Finger(Side),
    /// Not a part of the body: an inverse-kinematics control, a pole target, a weapon's slot, a twist helper. Many
    /// joints can have this role.
    Control,
}

impl Role {
    /// The roles that one joint at most can have, in order: all but fingers and controls.
    pub const SINGLE: [Self; 22] = {
        use Side::{Left, Right};
        [
            Self::Root,
            Self::Hips,
            Self::Spine,
            Self::Chest,
            Self::Neck,
            Self::Head,
            Self::Shoulder(Left),
            Self::Shoulder(Right),
            Self::UpperArm(Left),
            Self::UpperArm(Right),
            Self::LowerArm(Left),
            Self::LowerArm(Right),
            Self::Hand(Left),
            Self::Hand(Right),
            Self::UpperLeg(Left),
            Self::UpperLeg(Right),
            Self::LowerLeg(Left),
            Self::LowerLeg(Right),
            Self::Foot(Left),
            Self::Foot(Right),
            Self::Toes(Left),
            Self::Toes(Right),
        ]
    };

    /// Whether many joints can have this role.
    #[must_use]
    pub const fn is_shared(self) -> bool {
        matches!(self, Self::Finger(_) | Self::Control)
    }

    /// The side of the body, for limbs.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Shoulder(side)
            | Self::UpperArm(side)
            | Self::LowerArm(side)
            | Self::Hand(side)
            | Self::UpperLeg(side)
            | Self::LowerLeg(side)
            | Self::Foot(side)
            | Self::Toes(side)
            | Self::Finger(side) => Some(side),
            Self::Root | Self::Hips | Self::Spine | Self::Chest | Self::Neck | Self::Head | Self::Control => {
                None
            }
        }
    }

    /// The same role on the other side; a role without a side stays.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        match self {
            Self::Shoulder(side) => Self::Shoulder(side.opposite()),
            Self::UpperArm(side) => Self::UpperArm(side.opposite()),
            Self::LowerArm(side) => Self::LowerArm(side.opposite()),
            Self::Hand(side) => Self::Hand(side.opposite()),
            Self::UpperLeg(side) => Self::UpperLeg(side.opposite()),
            Self::LowerLeg(side) => Self::LowerLeg(side.opposite()),
            Self::Foot(side) => Self::Foot(side.opposite()),
            Self::Toes(side) => Self::Toes(side.opposite()),
            Self::Finger(side) => Self::Finger(side.opposite()),
            same => same,
        }
    }
}

/// In words: `chest`, `left upper arm`.
impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = match self {
            Self::Root => "root",
            Self::Hips => "hips",
            Self::Spine => "spine",
            Self::Chest => "chest",
            Self::Neck => "neck",
            Self::Head => "head",
            Self::Shoulder(_) => "shoulder",
            Self::UpperArm(_) => "upper arm",
            Self::LowerArm(_) => "lower arm",
            Self::Hand(_) => "hand",
            Self::UpperLeg(_) => "upper leg",
            Self::LowerLeg(_) => "lower leg",
            Self::Foot(_) => "foot",
            Self::Toes(_) => "toes",
            Self::Finger(_) => "finger",
            Self::Control => "control",
        };
        match self.side() {
            Some(side) => f.pad(&format!("{side} {part}")),
            None => f.pad(part),
        }
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::shell_error::ShellError;
use glam::{DVec3, Vec3};

/// The farthest that a joint ever is from its parent, and the largest that it ever is.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Extent {
    /// Length of its translation, in the parent's units.
    pub(crate) translation: f64,
    /// Its scale along its largest axis.
    pub(crate) scale: f64,
}

impl Extent {
    pub(crate) fn include(&mut self, translation: Vec3, scale: Vec3) {
        self.translation = self.translation.max(translation.as_dvec3().length());
        self.scale = self.scale.max(scale.as_dvec3().abs().max_element());
    }
}

/// How far, at most, an error of one joint moves what it carries, in metres.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lever {
    /// By an error of the translation of one of the parent's units.
    pub(crate) translation: f64,
    /// By an error of the rotation of one radian.
    pub(crate) rotation: f64,
    /// By an error of 1 of the scale along every axis.
    pub(crate) scale: f64,
}

/// Every joint's lever.
///
/// By the triangle inequality along the chain: never too short, too long for a chain that is always bent.
#[derive(Debug, Clone)]
pub(crate) struct Levers(Vec<Lever>);

impl Levers {
    /// `extents` has one entry per joint.
    pub(crate) fn new(errors: &ShellError, extents: &[Extent]) -> Self {
        let joints = errors.joint_count();
        // The farthest point below each joint, in the joint's own units.
        let mut below: Vec<f64> = (0..joints).map(|joint| DVec3::max_element(errors.reach(joint))).collect();
        for joint in (0..joints).rev() {
            if let Some(parent) = errors.parent(joint) {
                let Extent { translation, scale } = extents[joint];
                below[parent] = below[parent].max(translation + scale * below[joint]);
            }
        }
        // How much larger than its own a length in each joint's parent is in metres.
        let mut above = vec![errors.metres_per_unit(); joints];
        for joint in 0..joints {
            if let Some(parent) = errors.parent(joint) {
                above[joint] = above[parent] * extents[parent].scale;
            }
        }
        let lever = |joint: usize| Lever {
            translation: above[joint],
            rotation: above[joint] * extents[joint].scale * below[joint],
            scale: above[joint] * below[joint],
        };
        Self((0..joints).map(lever).collect())
    }

    pub(crate) fn of(&self, joint: usize) -> Lever {
        self.0[joint]
    }
}

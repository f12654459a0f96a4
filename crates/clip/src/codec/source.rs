// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::channel::Span;
use super::rodrigues;
use crate::dense_samples::DenseSamples;
use glam::{DQuat, DVec3, Quat, Vec3};
use tumble_pose::Transform;

/// One joint as it comes in: what is to be stored of each of its parts.
#[derive(Debug)]
pub(super) struct JointSource {
    first: Transform,
    /// The rotation from which its others are told.
    reference: Quat,
    rotation: Range,
    translation: Range,
    scale: Range,
}

/// Between what numbers a part's values lie.
#[derive(Debug, Clone, Copy)]
struct Range {
    least: DVec3,
    most: DVec3,
    rest: DVec3,
    change: Change,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    /// It is always at rest.
    AtRest,
    /// It is always the same, to the last bit.
    Never,
    Animated,
}

/// What rounding may do to a unit quaternion.
const LAST_BIT: f32 = 2.5e-7;

/// How one part of a joint is stored at some step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Form<T> {
    /// As the skeleton rests.
    Rest,
    /// Always so.
    Constant(T),
    /// In steps of each of three numbers.
    Steps([Span; 3]),
    /// As it came.
    Raw,
}

impl<T> Form<T> {
    /// Two bits of the joint's byte.
    pub(super) fn code(&self) -> u8 {
        match self {
            Self::Rest => 0,
            Self::Constant(_) => 1,
            Self::Steps(_) => 2,
            Self::Raw => 3,
        }
    }
}

/// The steps of a joint's parts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Steps {
    /// Of modified Rodrigues parameters.
    pub(super) rotation: f64,
    /// In the parent's units.
    pub(super) translation: f64,
    pub(super) scale: f64,
}

/// How a joint is stored.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct JointForm {
    pub(super) rotation: Form<Quat>,
    pub(super) translation: Form<Vec3>,
    pub(super) scale: Form<Vec3>,
}

impl JointSource {
    pub(super) fn new(samples: &DenseSamples, joint: usize, rest: Transform) -> Self {
        let all = || samples.joint(joint);
        let first = all().next().unwrap_or(rest);
        let reference = rodrigues::reference(all().map(|local| local.rotation.as_dquat()));
        let turned = |local: Transform| relative(reference, local.rotation);
        // Reading a skeleton makes its rotations unit length once more, which may move them by a last bit.
        let at_rest = |rotation: Quat| (rotation - rest.rotation).length_squared() < LAST_BIT * LAST_BIT;
        Self {
            first,
            reference,
            rotation: Range::new(all(), rest, |local| local.rotation, turned, at_rest),
            translation: Range::new(
                all(),
                rest,
                |local| local.translation,
                |local| local.translation.as_dvec3(),
                |translation| translation == rest.translation,
            ),
            scale: Range::new(
                all(),
                rest,
                |local| local.scale,
                |local| local.scale.as_dvec3(),
                |scale| scale == rest.scale,
            ),
        }
    }

    pub(super) fn reference(&self) -> Quat {
        self.reference
    }

    /// A rotation as parameters from the reference.
    pub(super) fn parameters(&self, rotation: Quat) -> DVec3 {
        relative(self.reference, rotation)
    }

    /// How many of its parts change.
    pub(super) fn animated_parts(&self) -> usize {
        let parts = [self.rotation, self.translation, self.scale];
        parts.iter().filter(|part| part.change == Change::Animated).count()
    }

    /// Forms that keep each number within half a step.
    pub(super) fn form(&self, steps: Steps) -> JointForm {
        let turned = |centre: DVec3| match self.rotation.change {
            Change::Animated => {
                self.reference * Quat::from_array(rodrigues::rotation(centre.as_vec3().to_array()))
            }
            _ => self.first.rotation,
        };
        JointForm {
            rotation: self.rotation.form(steps.rotation, turned),
            translation: self.translation.form(steps.translation, |centre| centre.as_vec3()),
            scale: self.scale.form(steps.scale, |centre| centre.as_vec3()),
        }
    }
}

fn relative(reference: Quat, rotation: Quat) -> DVec3 {
    let (from, to): (DQuat, DQuat) = (reference.as_dquat(), rotation.as_dquat());
    rodrigues::parameters((from.conjugate() * to).normalize())
}

impl Range {
    fn new<T: PartialEq>(
        locals: impl Iterator<Item = Transform> + Clone,
        rest: Transform,
        part: impl Fn(Transform) -> T,
        value: impl Fn(Transform) -> DVec3,
        at_rest: impl Fn(T) -> bool,
    ) -> Self {
        let first = locals.clone().next().map_or_else(|| part(rest), &part);
        let change = if locals.clone().any(|local| part(local) != first) {
            Change::Animated
        } else if at_rest(first) {
            Change::AtRest
        } else {
            Change::Never
        };
        let rest = value(rest);
        let (least, most) = match change {
            Change::AtRest => (rest, rest),
            Change::Never | Change::Animated => {
                locals.map(value).fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(least, most), value| {
                    (least.min(value), most.max(value))
                })
            }
        };
        Self { least, most, rest, change }
    }

    fn form<T>(&self, step: f64, constant: impl Fn(DVec3) -> T) -> Form<T> {
        let centre = (self.least + self.most) / 2.0;
        let near = |value: DVec3| (self.most - value).max(value - self.least).max_element() <= step / 2.0;
        match self.change {
            Change::AtRest => return Form::Rest,
            Change::Never => return Form::Constant(constant(centre)),
            Change::Animated if near(self.rest) => return Form::Rest,
            Change::Animated if near(centre) => return Form::Constant(constant(centre)),
            Change::Animated => {}
        }
        let span = |axis: usize| Span::steps(self.least[axis], self.most[axis], step);
        match (span(0), span(1), span(2)) {
            (Some(x), Some(y), Some(z)) => Form::Steps([x, y, z]),
            _ => Form::Raw,
        }
    }
}

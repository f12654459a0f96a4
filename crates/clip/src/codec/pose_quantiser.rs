// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::forms::Form;
use super::rodrigues;
use super::setting::Setting;
use super::source::{JointSource, Source};
use glam::{DAffine3, DMat3, DQuat, DVec3, Quat};
use tumble_pose::Transform;

/// Puts one pose at a time into steps, from the root to the leaves, each joint against its parent as decoded: so an
/// error goes no farther than to the next joint, which makes up for it.
#[derive(Debug)]
pub(super) struct PoseQuantiser<'a> {
    source: &'a Source<'a>,
    bound: f64,
    aim: Aim,
    joints: Vec<JointPlan<'a>>,
    sizes: &'a [DVec3],
    bases: &'a [DVec3],
    /// The joints as decoded, in object space, and the inverses of those that are not flat.
    decoded: Vec<(DAffine3, Option<DAffine3>)>,
    manners: Vec<Manner>,
    random: u32,
    /// Of the pose that was put into steps last, in metres.
    error: f64,
    integers: Vec<[i32; 3]>,
    values: Vec<DVec3>,
    /// Which parts had integers out of their range.
    wide: Vec<bool>,
    /// Which joints are out of the bound for good.
    out: Vec<bool>,
}

#[derive(Debug, Clone, Copy)]
struct JointPlan<'a> {
    source: &'a JointSource,
    parent: Option<usize>,
    rotation: Plan<DQuat>,
    translation: Plan<DVec3>,
    scale: Plan<DVec3>,
    /// Whether there is a child that makes up for an error.
    is_followed: bool,
}

/// Where a part of a joint comes from.
#[derive(Debug, Clone, Copy)]
enum Plan<T> {
    Always(T),
    AsItCame,
    /// The number of a part in steps.
    Steps(usize),
}

/// How the integers of a joint are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manner {
    Nearest,
    /// The corner of the lattice around a rotation at which what it carries is best off.
    Corners,
    /// The same, of lattices a little beside.
    Dithered,
}

/// What is wanted of integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// No more than to see how large they are.
    Any,
    /// Every joint in the bound.
    Bound,
    /// The same, but for the joints that will not, which are told.
    BoundOrTold,
}

/// A joint is out of the bound whatever is tried.
#[derive(Debug)]
pub(super) struct OutOfBound;

/// One sample, and what is known of it before.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ahead<'a> {
    pub(super) sample: usize,
    /// One entry per part.
    pub(super) charts: &'a [bool],
    pub(super) predicted: &'a [DVec3],
    /// Whether integers are those of a boundary, which may be larger.
    pub(super) is_end: bool,
}

/// Boundaries are counted up to here: an `f32` still tells a quarter of a step.
const WIDEST_END: u32 = 1 << 21;

/// Coefficients have up to 17 bits.
const WIDEST_HAT: u32 = 1 << 16;

/// What a joint makes up for of its parents' errors, in steps of its own.
const MOST_MADE_UP: f64 = 8.0;

/// Attempts at a sample that is out of the bound, and how many of them until one more of the joints above the one that is
/// out tries something else too.
const TRIES: usize = 24;
const TRIES_A_JOINT: usize = 2;

impl<'a> PoseQuantiser<'a> {
    pub(super) fn new(source: &'a Source<'a>, setting: &'a Setting, bound: f64, aim: Aim) -> Self {
        let (count, parts) = (source.rest.len(), setting.shape.parts.len());
        let mut part = 0;
        let mut joints: Vec<JointPlan<'_>> = Vec::with_capacity(count);
        for (joint, forms) in setting.forms.joints.iter().enumerate() {
            let rest = source.rest[joint];
            let rotation = plan(&forms.rotation, rest.rotation, Quat::as_dquat, &mut part);
            let translation =
                plan(&forms.translation, rest.translation, |vector| vector.as_dvec3(), &mut part);
            let scale = plan(&forms.scale, rest.scale, |vector| vector.as_dvec3(), &mut part);
            let (parent, source) = (source.errors.parent(joint), &source.joints[joint]);
            let plan = JointPlan { source, parent, rotation, translation, scale, is_followed: false };
            if let Some(parent) = parent.filter(|_| plan.makes_up()) {
                joints[parent].is_followed = true;
            }
            joints.push(plan);
        }
        Self {
            source,
            bound,
            aim,
            joints,
            sizes: &setting.sizes,
            bases: &setting.bases,
            decoded: vec![(DAffine3::IDENTITY, None); count],
            manners: vec![Manner::Nearest; count],
            random: 0,
            error: 0.0,
            integers: vec![[0; 3]; parts],
            values: vec![DVec3::ZERO; parts],
            wide: vec![false; parts],
            out: vec![false; count],
        }
    }

    /// Of the pose that was put into steps last.
    pub(super) fn integers(&self) -> &[[i32; 3]] {
        &self.integers
    }

    /// What they are decoded to, without the bases.
    pub(super) fn values(&self) -> &[DVec3] {
        &self.values
    }

    /// The largest error of its joints, in metres.
    pub(super) fn error(&self) -> f64 {
        self.error
    }

    /// One entry per part: whether it had integers out of their range.
    pub(super) fn wide(&self) -> &[bool] {
        &self.wide
    }

    /// One entry per joint: whether no try brought it into the bound.
    pub(super) fn out(&self) -> &[bool] {
        &self.out
    }

    /// Finds the integers of a sample, to be added to what is predicted. They do not depend on the samples before.
    ///
    /// # Errors
    ///
    /// A joint is out of the bound whatever is tried, and that was not wanted.
    pub(super) fn quantise(&mut self, ahead: &Ahead<'_>) -> Result<(), OutOfBound> {
        self.random = ahead.sample as u32;
        self.manners.fill(Manner::Nearest);
        self.error = 0.0;
        let (mut begin, mut tries) = (0, 0);
        while let Some(joint) = (begin..self.joints.len()).find(|&joint| self.is_out(joint, ahead)) {
            if tries < TRIES {
                begin = self.blame(joint, 1 + tries / TRIES_A_JOINT);
                tries += 1;
            } else if self.aim == Aim::BoundOrTold {
                self.out[joint] = true;
                begin = joint;
            } else {
                return Err(OutOfBound);
            }
        }
        let widest = if ahead.is_end { WIDEST_END } else { WIDEST_HAT };
        for (wide, integers) in self.wide.iter_mut().zip(&self.integers) {
            *wide |= integers.iter().any(|integer| integer.unsigned_abs() >= widest);
        }
        Ok(())
    }

    /// Has a joint, and as many above it as are blamed for it, try something else. The first of them.
    fn blame(&mut self, joint: usize, blamed: usize) -> usize {
        let mut first = joint;
        let above = std::iter::successors(Some(joint), |&joint| self.joints[joint].parent);
        for joint in above.filter(|&joint| self.joints[joint].makes_up()).take(blamed) {
            let manner = &mut self.manners[joint];
            *manner = if *manner == Manner::Nearest { Manner::Corners } else { Manner::Dithered };
            first = joint;
        }
        first
    }

    /// Chooses a joint's integers. Whether it is out of the bound then, and that matters.
    fn is_out(&mut self, index: usize, ahead: &Ahead<'_>) -> bool {
        let place = ahead.sample * self.joints.len() + index;
        let (local, object) = (self.source.samples.pose(ahead.sample)[index], &self.source.objects[place]);
        let joint = self.joints[index];
        let parent = joint.parent.map(|parent| &self.decoded[parent]);
        // What it would have to be in its parent as decoded to be where it should be in object space.
        let ideal = match parent {
            None => *object,
            Some((_, Some(inverse))) if joint.makes_up() => *inverse * *object,
            Some(_) => crate::shell_error::matrix(local),
        };
        let manner = self.manners[index];
        let scale = match joint.scale {
            Plan::Always(scale) => scale,
            Plan::AsItCame => local.scale.as_dvec3(),
            Plan::Steps(part) => self.vector(part, local.scale.as_dvec3(), ahead.predicted, manner),
        };
        let translation = match joint.translation {
            Plan::Always(translation) => translation,
            Plan::AsItCame => local.translation.as_dvec3(),
            Plan::Steps(part) => {
                let (plain, made_up) = (local.translation.as_dvec3(), ideal.translation);
                let far = (made_up - plain).abs().cmpgt(self.sizes[part] * MOST_MADE_UP).any();
                self.vector(part, if far { plain } else { made_up }, ahead.predicted, manner)
            }
        };
        let rotation = match joint.rotation {
            Plan::Always(rotation) => rotation,
            Plan::AsItCame => local.rotation.as_dquat(),
            Plan::Steps(part) => {
                let off = translation - ideal.translation;
                let turn = Turn { part, local, scale, off, ideal: ideal.matrix3, source: joint.source };
                self.rotation(&turn, ahead, manner)
            }
        };
        let own = DAffine3::from_scale_rotation_translation(scale, rotation, translation);
        let decoded = parent_of(&self.decoded, joint.parent).map_or(own, |parent| *parent * own);
        self.decoded[index] = (decoded, if joint.is_followed { inverse(&decoded) } else { None });
        let error = self.source.errors.between(index, &decoded, object);
        self.error = self.error.max(error);
        self.aim != Aim::Any && error > self.bound && !self.out[index]
    }

    fn vector(&mut self, part: usize, wanted: DVec3, predicted: &[DVec3], manner: Manner) -> DVec3 {
        let mut steps = (wanted - self.bases[part] - predicted[part]) / self.sizes[part];
        if manner == Manner::Dithered {
            steps += self.noise() * 0.5;
        }
        let steps = nearest(steps);
        self.integers[part] = steps.to_array().map(|steps| steps as i32);
        self.values[part] = predicted[part] + steps * self.sizes[part];
        self.values[part] + self.bases[part]
    }

    fn rotation(&mut self, turn: &Turn<'_>, ahead: &Ahead<'_>, manner: Manner) -> DQuat {
        let JointSource { rotation, carried, .. } = turn.source;
        let Form::Steps(turning) = rotation else { return DQuat::IDENTITY };
        let (size, predicted) = (self.sizes[turn.part], ahead.predicted[turn.part]);
        let plain = turn.local.rotation.as_dquat().normalize();
        // A leaf that is off its place is not turned askew for that, but in need.
        let off = if carried.others || manner != Manner::Nearest { turn.off } else { DVec3::ZERO };
        let wanted = match carried.tilt(plain, turn.scale, turn.ideal, off) {
            Some(tilt) => {
                (plain * DQuat::from_xyzw(tilt.x / 2.0, tilt.y / 2.0, tilt.z / 2.0, 1.0)).normalize()
            }
            None => plain,
        };
        let reference = turning.reference.rotation();
        let source = turning.relative[ahead.sample];
        let source = if ahead.charts[turn.part] { -source } else { source };
        let relative = rodrigues::parameters(rodrigues::along(source, reference.conjugate() * wanted));
        let steps = (relative - predicted) / size;
        let steps = if manner == Manner::Nearest {
            nearest(steps)
        } else {
            let beside = if manner == Manner::Dithered { self.noise() * 0.7 } else { DVec3::ZERO };
            let low = (steps + beside).floor();
            let scale = DMat3::from_diagonal(turn.scale);
            let cost = |corner: DVec3| {
                let turned = reference * rodrigues::rotation(predicted + corner * size);
                let missing = DMat3::from_quat(turned) * scale - turn.ideal;
                let cost = |&(point, weight): &(DVec3, f64)| {
                    weight * (missing * point + turn.off).length_squared().powi(3)
                };
                carried.points().iter().map(cost).sum::<f64>()
            };
            let corners = (0..8_u8).map(|corner| {
                let bit = |axis: u8| f64::from(corner >> axis & 1);
                let corner = low + DVec3::new(bit(0), bit(1), bit(2));
                (corner, cost(corner))
            });
            corners.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(low, |(corner, _)| corner)
        };
        self.integers[turn.part] = steps.to_array().map(|steps| steps as i32);
        self.values[turn.part] = predicted + steps * size;
        reference * rodrigues::rotation(self.values[turn.part])
    }

    /// Three numbers of -0.5 to 0.5.
    fn noise(&mut self) -> DVec3 {
        let mut next = || {
            self.random = self.random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(self.random >> 8) / f64::from(1_u32 << 24) - 0.5
        };
        DVec3::new(next(), next(), next())
    }
}

/// A rotation to be put into steps.
struct Turn<'a> {
    part: usize,
    source: &'a JointSource,
    local: Transform,
    scale: DVec3,
    /// What it should be in its parent, together with its scale.
    ideal: DMat3,
    /// How far the joint is off its place, in its parent.
    off: DVec3,
}

impl JointPlan<'_> {
    /// Whether a part is in steps, which may make up for errors above.
    fn makes_up(&self) -> bool {
        let in_steps = |plan: &Plan<_>| matches!(plan, Plan::Steps(_));
        matches!(self.rotation, Plan::Steps(_)) || in_steps(&self.translation) || in_steps(&self.scale)
    }
}

fn parent_of(decoded: &[(DAffine3, Option<DAffine3>)], parent: Option<usize>) -> Option<&DAffine3> {
    parent.map(|parent| &decoded[parent].0)
}

/// A matrix that is flat has no inverse.
fn inverse(of: &DAffine3) -> Option<DAffine3> {
    let matrix = of.matrix3;
    let square = |axis: DVec3| axis.length_squared();
    let squares = square(matrix.x_axis) * square(matrix.y_axis) * square(matrix.z_axis);
    (matrix.determinant().powi(2) > 1e-12 * squares).then(|| of.inverse())
}

/// Whole numbers. Adding a number of which no fraction fits is much faster than rounding.
fn nearest(numbers: DVec3) -> DVec3 {
    const WHOLE: DVec3 = DVec3::splat(1.5 * (1_u64 << 52) as f64);
    (numbers + WHOLE) - WHOLE
}

fn plan<T: Copy, S, D: Copy>(
    form: &Form<T, S>,
    rest: T,
    exact: impl Fn(T) -> D,
    part: &mut usize,
) -> Plan<D> {
    match form {
        Form::Rest => Plan::Always(exact(rest)),
        Form::Constant(value) => Plan::Always(exact(*value)),
        Form::Raw => Plan::AsItCame,
        Form::Steps(_) => {
            *part += 1;
            Plan::Steps(*part - 1)
        }
    }
}

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
    tries: usize,
    joints: Vec<JointPlan<'a>>,
    sizes: &'a [DVec3],
    bases: &'a [DVec3],
    random: u32,
    /// The joints as decoded, in object space.
    decoded: Vec<DAffine3>,
    now: Attempt,
    best: Attempt,
    /// Which parts had integers out of their range.
    wide: Vec<bool>,
}

/// The integers of one pose.
#[derive(Debug, Clone, Default)]
struct Attempt {
    error: f64,
    integers: Vec<[i32; 3]>,
    values: Vec<DVec3>,
}

#[derive(Debug)]
struct JointPlan<'a> {
    source: &'a JointSource,
    parent: Option<usize>,
    rotation: Plan<DQuat>,
    translation: Plan<DVec3>,
    scale: Plan<DVec3>,
}

/// Where a part of a joint comes from.
#[derive(Debug, Clone, Copy)]
enum Plan<T> {
    Always(T),
    AsItCame,
    /// The number of a part in steps.
    Steps(usize),
}

/// How the integers of a pose are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manner {
    Nearest,
    /// The corner of the lattice around a rotation at which what it carries is best off.
    Corners,
    /// The same, of lattices a little beside.
    Dithered,
}

/// Boundaries are counted up to here: an `f32` still tells a quarter of a step.
const WIDEST_END: u32 = 1 << 21;

/// Coefficients have up to 17 bits.
const WIDEST_HAT: u32 = 1 << 16;

/// What a joint makes up for of its parents' errors, in steps of its own.
const MOST_MADE_UP: f64 = 8.0;

impl<'a> PoseQuantiser<'a> {
    pub(super) fn new(source: &'a Source<'a>, setting: &'a Setting, bound: f64, tries: usize) -> Self {
        let parts = setting.shape.parts.len();
        let mut part = 0;
        let mut joints = Vec::with_capacity(source.rest.len());
        for (joint, forms) in setting.forms.joints.iter().enumerate() {
            let rest = source.rest[joint];
            let rotation = plan(&forms.rotation, rest.rotation, Quat::as_dquat, &mut part);
            let translation =
                plan(&forms.translation, rest.translation, |vector| vector.as_dvec3(), &mut part);
            let scale = plan(&forms.scale, rest.scale, |vector| vector.as_dvec3(), &mut part);
            let (parent, source) = (source.errors.parent(joint), &source.joints[joint]);
            joints.push(JointPlan { source, parent, rotation, translation, scale });
        }
        let now = Attempt { error: 0.0, integers: vec![[0; 3]; parts], values: vec![DVec3::ZERO; parts] };
        Self {
            source,
            bound,
            tries,
            joints,
            sizes: &setting.sizes,
            bases: &setting.bases,
            random: 1,
            decoded: vec![DAffine3::IDENTITY; source.rest.len()],
            best: now.clone(),
            now,
            wide: vec![false; parts],
        }
    }

    /// Of the pose that was put into steps last.
    pub(super) fn integers(&self) -> &[[i32; 3]] {
        &self.now.integers
    }

    /// What they are decoded to, without the bases.
    pub(super) fn values(&self) -> &[DVec3] {
        &self.now.values
    }

    pub(super) fn too_wide(&self) -> Option<&[bool]> {
        self.wide.contains(&true).then_some(&self.wide)
    }

    /// Finds the integers of a sample, to be added to what is predicted. Whether it is in the bound, or there are no
    /// tries to bring it there.
    pub(super) fn quantise(
        &mut self,
        sample: usize,
        charts: &[bool],
        predicted: &[DVec3],
        end: bool,
    ) -> bool {
        self.attempt(sample, charts, predicted, Manner::Nearest);
        if self.now.error > self.bound && self.tries > 0 {
            std::mem::swap(&mut self.now, &mut self.best);
            self.now.clone_from(&self.best);
            for attempt in 0..self.tries {
                let manner = if attempt == 0 { Manner::Corners } else { Manner::Dithered };
                self.attempt(sample, charts, predicted, manner);
                if self.now.error < self.best.error {
                    std::mem::swap(&mut self.now, &mut self.best);
                    if self.best.error <= self.bound {
                        break;
                    }
                }
            }
            std::mem::swap(&mut self.now, &mut self.best);
            if self.now.error > self.bound {
                return false;
            }
        }
        let widest = if end { WIDEST_END } else { WIDEST_HAT };
        for (wide, integers) in self.wide.iter_mut().zip(&self.now.integers) {
            *wide |= integers.iter().any(|integer| integer.unsigned_abs() >= widest);
        }
        true
    }

    fn attempt(&mut self, sample: usize, charts: &[bool], predicted: &[DVec3], manner: Manner) {
        let count = self.joints.len();
        let (locals, objects) =
            (self.source.samples.pose(sample), &self.source.objects[sample * count..][..count]);
        let mut worst = 0.0_f64;
        for index in 0..count {
            let (local, object) = (locals[index], &objects[index]);
            let parent = self.joints[index].parent.map(|parent| self.decoded[parent]);
            let ideal = ideal(parent, object, local);
            let scale = match self.joints[index].scale {
                Plan::Always(scale) => scale,
                Plan::AsItCame => local.scale.as_dvec3(),
                Plan::Steps(part) => self.vector(part, local.scale.as_dvec3(), predicted, manner),
            };
            let translation = match self.joints[index].translation {
                Plan::Always(translation) => translation,
                Plan::AsItCame => local.translation.as_dvec3(),
                Plan::Steps(part) => {
                    let (plain, made_up) = (local.translation.as_dvec3(), ideal.translation);
                    let far = (made_up - plain).abs().cmpgt(self.sizes[part] * MOST_MADE_UP).any();
                    self.vector(part, if far { plain } else { made_up }, predicted, manner)
                }
            };
            let rotation = match self.joints[index].rotation {
                Plan::Always(rotation) => rotation,
                Plan::AsItCame => local.rotation.as_dquat(),
                Plan::Steps(part) => {
                    let joint = Turn { part, sample, scale, off: translation - ideal.translation };
                    self.rotation(index, &joint, ideal.matrix3, local, charts[part], predicted[part], manner)
                }
            };
            let own = DAffine3::from_scale_rotation_translation(scale, rotation, translation);
            self.decoded[index] = parent.map_or(own, |parent| parent * own);
            worst = worst.max(self.source.errors.between(index, &self.decoded[index], object));
        }
        self.now.error = worst;
    }

    fn vector(&mut self, part: usize, wanted: DVec3, predicted: &[DVec3], manner: Manner) -> DVec3 {
        let mut steps = (wanted - self.bases[part] - predicted[part]) / self.sizes[part];
        if manner == Manner::Dithered {
            steps += self.noise() * 0.5;
        }
        let steps = steps.round();
        self.now.integers[part] = steps.to_array().map(|steps| steps as i32);
        self.now.values[part] = predicted[part] + steps * self.sizes[part];
        self.now.values[part] + self.bases[part]
    }

    #[expect(clippy::too_many_arguments, reason = "all that a rotation depends on")]
    fn rotation(
        &mut self,
        index: usize,
        turn: &Turn,
        ideal: DMat3,
        local: Transform,
        chart: bool,
        predicted: DVec3,
        manner: Manner,
    ) -> DQuat {
        let JointSource { rotation, carried, .. } = self.joints[index].source;
        let Form::Steps(turning) = rotation else { return DQuat::IDENTITY };
        let plain = local.rotation.as_dquat().normalize();
        let scale = DMat3::from_diagonal(turn.scale);
        // A leaf that is off its place is not turned askew for that, but in need.
        let off = if carried.others || manner != Manner::Nearest { turn.off } else { DVec3::ZERO };
        let wanted = match carried.tilt(DMat3::from_quat(plain) * scale, ideal, off) {
            Some(tilt) => {
                (DQuat::from_xyzw(tilt.x / 2.0, tilt.y / 2.0, tilt.z / 2.0, 1.0) * plain).normalize()
            }
            None => plain,
        };
        let reference = turning.reference.rotation();
        let source = turning.relative[turn.sample];
        let source = if chart { -source } else { source };
        let relative = rodrigues::parameters(super::rodrigues::along(source, reference.conjugate() * wanted));
        let size = self.sizes[turn.part];
        let steps = (relative - predicted) / size;
        let steps = match manner {
            Manner::Nearest => steps.round(),
            Manner::Corners | Manner::Dithered => {
                let beside = if manner == Manner::Dithered { self.noise() * 0.7 } else { DVec3::ZERO };
                let low = (steps + beside).floor();
                let cost = |corner: DVec3| {
                    let turned = reference * rodrigues::rotation(predicted + corner * size);
                    let missing = DMat3::from_quat(turned) * scale - ideal;
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
            }
        };
        self.now.integers[turn.part] = steps.to_array().map(|steps| steps as i32);
        let value = predicted + steps * size;
        self.now.values[turn.part] = value;
        reference * rodrigues::rotation(value)
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
struct Turn {
    part: usize,
    sample: usize,
    scale: DVec3,
    /// How far the joint is off its place, in its parent.
    off: DVec3,
}

/// What a joint would have to be in its parent as decoded to be where it should be in object space.
fn ideal(parent: Option<DAffine3>, object: &DAffine3, local: Transform) -> DAffine3 {
    let Some(parent) = parent else { return *object };
    let matrix = parent.matrix3;
    let square = |axis: DVec3| axis.length_squared();
    let squares = square(matrix.x_axis) * square(matrix.y_axis) * square(matrix.z_axis);
    // A parent that is flat has no inside.
    if matrix.determinant().powi(2) > 1e-12 * squares {
        parent.inverse() * *object
    } else {
        crate::shell_error::matrix(local)
    }
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

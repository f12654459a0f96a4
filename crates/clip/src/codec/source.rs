// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::carried::Carried;
use super::forms::Form;
use super::rodrigues::{self, Reference};
use crate::dense_samples::DenseSamples;
use crate::levers::{Extent, Lever, Levers};
use crate::shell_error::ShellError;
use glam::{DAffine3, DMat3, DQuat, DVec3, Quat, Vec3};
use tumble_pose::{Skeleton, Transform};

/// A clip as it comes in, and what of it does not depend on steps.
#[derive(Debug)]
pub(super) struct Source<'a> {
    pub(super) samples: &'a DenseSamples,
    pub(super) errors: &'a ShellError,
    /// One entry per joint: where the skeleton rests.
    pub(super) rest: Vec<Transform>,
    /// Every joint in object space, sample by sample; empty where nothing can be in steps.
    pub(super) objects: Vec<DAffine3>,
    pub(super) joints: Vec<JointSource>,
}

/// One joint as it comes in. Parts that could be in steps are [`Form::Steps`] of what that needs to be known.
#[derive(Debug)]
pub(super) struct JointSource {
    pub(super) rotation: Form<Quat, Turning>,
    pub(super) translation: Form<Vec3, Moving>,
    pub(super) scale: Form<Vec3, Moving>,
    pub(super) carried: Carried,
}

/// A rotation that changes.
#[derive(Debug, Clone)]
pub(super) struct Turning {
    pub(super) reference: Reference,
    /// At every sample, from the reference; each of the sign that is nearer to the one before.
    pub(super) relative: Vec<DQuat>,
    /// The steps of its parameters that move what it carries by about the bound.
    pub(super) sizes: DVec3,
}

/// A translation or scale that changes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moving {
    pub(super) middle: DVec3,
    /// The steps that move what it carries by about the bound.
    pub(super) size: f64,
}

/// What of the bound a part may take that is left out.
const NEGLIGIBLE: f64 = 0.05;

/// What rounding may do to a unit quaternion.
const LAST_BIT: f32 = 2.5e-7;

/// The coarsest that parameters are told.
const COARSEST: f64 = 0.25;

/// Poses that are looked at for how far a turn carries.
const POSES: usize = 48;

impl<'a> Source<'a> {
    /// `bound` is in metres.
    pub(super) fn new(
        samples: &'a DenseSamples,
        skeleton: &Skeleton,
        errors: &'a ShellError,
        bound: f64,
    ) -> Self {
        let count = samples.joints();
        let extents: Vec<Extent> = (0..count)
            .map(|joint| {
                let mut extent = Extent::default();
                samples.joint(joint).for_each(|local| extent.include(local.translation, local.scale));
                extent
            })
            .collect();
        let levers = Levers::new(errors, &extents);
        let rest: Vec<Transform> = skeleton.rest_pose().iter().collect();
        let joints: Vec<JointSource> = skeleton
            .joints()
            .map(|joint| {
                let rest = skeleton.rest_pose().get(joint);
                JointSource::new(samples, joint.index(), rest, levers.of(joint.index()), bound)
            })
            .collect();
        let mut objects = Vec::new();
        if joints.iter().any(JointSource::has_steps) {
            objects.resize(count * samples.samples(), DAffine3::IDENTITY);
            for (sample, objects) in objects.chunks_exact_mut(count).enumerate() {
                errors.rebuild(samples.pose(sample).iter().copied(), objects);
            }
        }
        let mut source = Self { samples, errors, rest, objects, joints };
        source.gather_carried();
        source.measure_turns(bound);
        source
    }

    /// From the leaves up: each joint hands on to its parent what the parent carries through it.
    fn gather_carried(&mut self) {
        for joint in (0..self.joints.len()).rev() {
            let reach = self.errors.reach(joint);
            let mut carried = std::mem::take(&mut self.joints[joint].carried);
            let shell = [DVec3::X * reach, DVec3::Y * reach, DVec3::Z * reach];
            for point in shell {
                carried.push(point, Carried::SHELL);
            }
            let source = &self.joints[joint];
            let parent = self.errors.parent(joint).filter(|_| !source.translation.is_animated());
            if let Some(parent) = parent {
                let local = self.samples.pose(0)[joint];
                let stiff = !source.rotation.is_animated() && !source.scale.is_animated();
                let to = &mut self.joints[parent].carried;
                to.others = true;
                to.push(local.translation.as_dvec3(), Carried::JOINT);
                let matrix = crate::shell_error::matrix(local);
                for &(point, weight) in carried.points().iter().filter(|_| stiff) {
                    to.push(matrix.transform_point3(point), weight);
                }
            }
            self.joints[joint].carried = carried;
        }
    }

    /// How far what a joint carries moves with each of its parameters, over the poses that occur.
    fn measure_turns(&mut self, bound: f64) {
        let count = self.joints.len();
        let unit = self.errors.metres_per_unit();
        for (index, joint) in self.joints.iter_mut().enumerate() {
            let Form::Steps(turning) = &mut joint.rotation else { continue };
            let (mut squares, mut poses) = (DVec3::ZERO, 0.0);
            for sample in (0..self.samples.samples()).step_by((self.samples.samples() / POSES).max(1)) {
                let parent = self.errors.parent(index);
                let parent = parent.map_or(DMat3::IDENTITY, |p| self.objects[sample * count + p].matrix3);
                let scale = self.samples.pose(sample)[index].scale.as_dvec3();
                let matrix = parent * DMat3::from_quat(turning.reference.rotation());
                let relative = turning.relative[sample];
                let relative = if relative.w < 0.0 { -relative } else { relative };
                let parameters = rodrigues::parameters(relative);
                squares += DVec3::from([DVec3::X, DVec3::Y, DVec3::Z].map(|axis| {
                    let turned = |by: f64| DMat3::from_quat(rodrigues::rotation(parameters + axis * by));
                    let moved = matrix * (turned(PROBE) - turned(-PROBE)) * DMat3::from_diagonal(scale);
                    let far = |&(point, _): &(DVec3, f64)| (moved * point).length_squared();
                    joint.carried.points().iter().map(far).fold(0.0, f64::max)
                }));
                poses += 1.0;
            }
            let levers = (squares / poses).map(f64::sqrt) * (unit / (2.0 * PROBE));
            turning.sizes = (bound / levers).min(DVec3::splat(COARSEST));
            if !turning.sizes.is_finite() || turning.sizes.min_element() <= 0.0 {
                joint.rotation = Form::Raw;
            }
        }
    }
}

/// How far parameters are moved to see what moves with them.
const PROBE: f64 = 1e-4;

impl JointSource {
    fn has_steps(&self) -> bool {
        let moving = |form: &Form<Vec3, Moving>| matches!(form, Form::Steps(_));
        matches!(self.rotation, Form::Steps(_)) || moving(&self.translation) || moving(&self.scale)
    }

    fn new(samples: &DenseSamples, joint: usize, rest: Transform, lever: Lever, bound: f64) -> Self {
        let locals = || samples.joint(joint);
        let vector = |part: fn(Transform) -> Vec3, lever: f64| {
            moving(locals().map(part), part(rest), NEGLIGIBLE * bound / lever, 0.9 * bound / lever)
        };
        Self {
            rotation: turning(samples, joint, rest.rotation, NEGLIGIBLE * bound / lever.rotation),
            translation: vector(|local| local.translation, lever.translation),
            scale: vector(|local| local.scale, 2.0 * lever.scale),
            carried: Carried::default(),
        }
    }
}

/// `near` is an angle in radians that does not matter.
fn turning(samples: &DenseSamples, joint: usize, rest: Quat, near: f64) -> Form<Quat, Turning> {
    let all = || samples.joint(joint).map(|local| local.rotation);
    let first = all().next().unwrap_or(rest);
    // Reading a skeleton makes its rotations unit length once more, which may move them by a last bit.
    let at_rest = |rotation: Quat| (rotation - rest).length_squared() < LAST_BIT * LAST_BIT;
    if all().all(|rotation| rotation == first) {
        return if at_rest(first) { Form::Rest } else { Form::Constant(first) };
    }
    let exact = || all().map(|rotation| rotation.as_dquat().normalize());
    let reference = Reference::new(exact());
    let back = reference.rotation().conjugate();
    let mut relative: Vec<DQuat> = Vec::with_capacity(samples.samples());
    for rotation in exact() {
        let turned = back * rotation;
        relative.push(relative.last().map_or(turned, |&before| rodrigues::along(before, turned)));
    }
    let within = |from: DQuat| exact().all(|rotation| 2.0 * sine(from.conjugate() * rotation) <= near);
    if within(rest.as_dquat()) {
        return Form::Rest;
    }
    let middle = relative.iter().fold(DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0), |sum, &next| sum + next);
    let middle = (reference.rotation() * middle.normalize()).as_quat();
    if within(middle.as_dquat()) {
        return Form::Constant(middle);
    }
    Form::Steps(Turning { reference, relative, sizes: DVec3::ZERO })
}

/// The sine of half a rotation's angle.
fn sine(rotation: DQuat) -> f64 {
    rotation.xyz().length()
}

fn moving(all: impl Iterator<Item = Vec3> + Clone, rest: Vec3, near: f64, size: f64) -> Form<Vec3, Moving> {
    let first = all.clone().next().unwrap_or(rest);
    if all.clone().all(|vector| vector == first) {
        return if first == rest { Form::Rest } else { Form::Constant(first) };
    }
    let (least, most) = all
        .map(|vector| vector.as_dvec3())
        .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(least, most), next| {
            (least.min(next), most.max(next))
        });
    let within = |from: DVec3| (most - from).max(from - least).max_element() <= near;
    let middle = (least + most) / 2.0;
    if within(rest.as_dvec3()) {
        Form::Rest
    } else if within(middle) {
        Form::Constant(middle.as_vec3())
    } else if size.is_finite() && size > 0.0 && most.abs().max(least.abs()).max_element() < FAR * size {
        Form::Steps(Moving { middle, size })
    } else {
        Form::Raw
    }
}

/// So many steps away an `f32` is no longer exact enough for a sum.
const FAR: f64 = (1_u32 << 21) as f64;

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::coefficients::Shape;
use super::forms::{Form, Forms, JointForms, MovingForm, MovingSteps, TurningSteps};
use super::hats::Hats;
use super::rodrigues;
use super::source::{Moving, Source, Turning};
use super::steps::Step;
use glam::{DQuat, DVec3};

/// Parts of joints that cannot be in steps after all: their place in a joint, 0 to 2, for each of them.
pub(super) type Unfit = Vec<[bool; 3]>;

/// All that is chosen before integers are: how long segments are, what hats stand on them, which parts are in
/// steps, of which size, and in which chart.
#[derive(Debug)]
pub(super) struct Setting {
    pub(super) hats: Hats,
    pub(super) shape: Shape,
    pub(super) forms: Forms,
    pub(super) charts: Vec<bool>,
    /// One entry per part: its three steps, and what they are counted from.
    pub(super) sizes: Vec<DVec3>,
    pub(super) bases: Vec<DVec3>,
}

impl Setting {
    /// With steps so many times as coarse as would move things by about the bound.
    pub(super) fn new(source: &Source<'_>, segment: usize, hats: Hats, coarse: f64, unfit: &Unfit) -> Self {
        let samples = source.samples.samples();
        let mut shape = Shape { samples, segment, parts: Vec::new() };
        let coarsest = source.joints.iter().fold(0.0, |most: f64, joint| {
            let turning =
                if let Form::Steps(turning) = &joint.rotation { turning.sizes.max_element() } else { 0.0 };
            let size =
                |form: &Form<_, Moving>| if let Form::Steps(moving) = form { moving.size } else { 0.0 };
            most.max(turning).max(size(&joint.translation)).max(size(&joint.scale))
        });
        let mut forms = Forms { coarsest: (coarsest * coarse) as f32, joints: Vec::new() };
        let mut setting_charts = Vec::new();
        for (joint, unfit) in source.joints.iter().zip(unfit) {
            let rotation = match &joint.rotation {
                Form::Steps(turning) if !unfit[0] => match charts(turning, &shape) {
                    Some(charts) => {
                        setting_charts.push(charts);
                        let eighths = turning.sizes.to_array().map(|size| Step::eighths(size, coarsest));
                        Form::Steps(TurningSteps { reference: turning.reference, eighths })
                    }
                    None => Form::Raw,
                },
                Form::Steps(_) | Form::Raw => Form::Raw,
                Form::Constant(rotation) => Form::Constant(*rotation),
                Form::Rest => Form::Rest,
            };
            let mut vector = |form: &Form<_, Moving>, unfit: bool| {
                let form = moving_form(form, unfit, coarsest, forms.coarsest);
                if matches!(form, Form::Steps(_)) {
                    setting_charts.push(vec![false; shape.boundaries()]);
                }
                form
            };
            let translation = vector(&joint.translation, unfit[1]);
            let scale = vector(&joint.scale, unfit[2]);
            forms.joints.push(JointForms { rotation, translation, scale });
        }
        shape.parts = forms.parts(|joint| source.errors.parent(joint));
        let boundaries = 0..shape.boundaries();
        let charts =
            boundaries.flat_map(|boundary| setting_charts.iter().map(move |part| part[boundary])).collect();
        let (sizes, bases) = sizes(&forms);
        Self { hats, shape, forms, charts, sizes, bases }
    }

    /// What is not to be in steps where some joints are out of the bound: their own parts, or those of the nearest joint
    /// above that has any in steps.
    pub(super) fn nearest_in_steps(&self, source: &Source<'_>, out: &[bool]) -> Unfit {
        let mut unfit = vec![[false; 3]; out.len()];
        for joint in (0..out.len()).filter(|&joint| out[joint]) {
            let mut above = std::iter::successors(Some(joint), |&joint| source.errors.parent(joint));
            let in_steps = |joint: usize| self.forms.joints[joint].parts();
            if let Some(joint) = above.find(|&joint| in_steps(joint).contains(&true)) {
                unfit[joint] = in_steps(joint);
            }
        }
        unfit
    }
}

fn moving_form(form: &Form<glam::Vec3, Moving>, unfit: bool, coarsest: f64, largest: f32) -> MovingForm {
    match form {
        Form::Steps(moving) if !unfit => {
            let eighths = Step::eighths(moving.size, coarsest);
            let size = f64::from(Step::finer(largest, eighths).size() * MovingSteps::BASE);
            let base = moving.middle.to_array().map(|middle| (middle / size).round());
            if base.iter().all(|base| base.abs() <= f64::from(i16::MAX)) {
                return Form::Steps(MovingSteps { base: base.map(|base| base as i16), eighths });
            }
            Form::Raw
        }
        Form::Steps(_) | Form::Raw => Form::Raw,
        Form::Constant(vector) => Form::Constant(*vector),
        Form::Rest => Form::Rest,
    }
}

fn sizes(forms: &Forms) -> (Vec<DVec3>, Vec<DVec3>) {
    let (mut sizes, mut bases) = (Vec::new(), Vec::new());
    let size = |eighths: u8| f64::from(forms.step(eighths).size());
    for joint in &forms.joints {
        if let Form::Steps(steps) = joint.rotation {
            sizes.push(DVec3::from(steps.eighths.map(size)));
            bases.push(DVec3::ZERO);
        }
        for form in [joint.translation, joint.scale] {
            if let Form::Steps(steps) = form {
                let size = size(steps.eighths);
                sizes.push(DVec3::splat(size));
                bases.push(DVec3::from(steps.base.map(f64::from)) * size * f64::from(MovingSteps::BASE));
            }
        }
    }
    (sizes, bases)
}

/// For each boundary, the sign of the quaternions of the segment after it: that which keeps parameters short.
/// `None` where a segment turns too far for either.
fn charts(turning: &Turning, shape: &Shape) -> Option<Vec<bool>> {
    let mut charts = Vec::with_capacity(shape.boundaries());
    let least = (1.0 - rodrigues::LONGEST.powi(2)) / (1.0 + rodrigues::LONGEST.powi(2));
    for segment in 0..shape.segments() {
        let start = segment * shape.segment;
        let end = (start + shape.segment).min(shape.samples - 1);
        let (low, high) = turning.relative[start..=end]
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), DQuat { w, .. }| {
                (low.min(*w), high.max(*w))
            });
        if low.max(-high) < least {
            return None;
        }
        charts.push(low < -high);
    }
    charts.push(charts[charts.len() - 1]);
    Some(charts)
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::dense_samples::DenseSamples;
use crate::shell_error::{ShellError, matrix};
use glam::{DAffine3, DMat3, DQuat, DVec3, Vec3};
use tumble_pose::Transform;

/// A recording as a body would have moved whose bones keep their lengths: what [`Bones::Rigid`](crate::Bones) builds.
///
/// Where anything above it moves, a joint keeps one place in its parent, the mean of where it was. (The middle between its
/// extremes made the worst error of three falls, at the impact, a quarter to a third smaller, and the 99th percentile
/// three times as large.) What turns is aimed anew at every sample, from the root to the leaves, so that the joints which
/// it carries come as near as can be to where they were.
#[derive(Debug, Clone)]
pub(crate) struct RigidFit {
    pub(crate) samples: DenseSamples,
    pub(crate) worst: Worst,
}

/// Where a fit is farthest from its recording.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Worst {
    pub(crate) joint: usize,
    pub(crate) sample: usize,
    /// In metres.
    pub(crate) error: f64,
}

impl RigidFit {
    /// `None` where the bones keep their lengths in the recording already.
    pub(crate) fn new(recorded: &DenseSamples, errors: &ShellError) -> Option<Self> {
        let joints = recorded.joints();
        let kept = kept_places(recorded, errors);
        if kept.iter().all(Option::is_none) {
            return None;
        }
        let turns = (0..joints).map(|joint| changes(recorded, joint, |a, b| a.rotation != b.rotation));
        let mut fit = PoseFit {
            errors,
            children: children(errors),
            turns: turns.collect(),
            kept,
            recorded: vec![DAffine3::IDENTITY; joints],
            fitted: vec![DAffine3::IDENTITY; joints],
        };
        let (mut transforms, mut worst) = (Vec::new(), Worst::default());
        for sample in 0..recorded.samples() {
            fit.pose(recorded.pose(sample), &mut transforms);
            for joint in 0..joints {
                let error = errors.between(joint, &fit.fitted[joint], &fit.recorded[joint]);
                if error > worst.error {
                    worst = Worst { joint, sample, error };
                }
            }
        }
        Some(Self { samples: DenseSamples::of_transforms(joints, transforms), worst })
    }
}

/// Where each joint that would leave its place is kept, in its parent: the mean of where it is. `None` for those
/// that have nothing to be kept from.
fn kept_places(recorded: &DenseSamples, errors: &ShellError) -> Vec<Option<Vec3>> {
    let mut moved = Vec::with_capacity(recorded.joints());
    let place = |joint: usize| {
        let is_below = errors.parent(joint).is_some_and(|parent| moved[parent]);
        moved.push(is_below || changes(recorded, joint, |a, b| a != b));
        let strays = is_below && changes(recorded, joint, |a, b| a.translation != b.translation);
        strays.then(|| mean_place(recorded, joint))
    };
    (0..recorded.joints()).map(place).collect()
}

fn changes(recorded: &DenseSamples, joint: usize, differ: fn(Transform, Transform) -> bool) -> bool {
    let first = recorded.pose(0)[joint];
    recorded.joint(joint).any(|local| differ(local, first))
}

fn mean_place(recorded: &DenseSamples, joint: usize) -> Vec3 {
    let places = recorded.joint(joint).map(|local| local.translation.as_dvec3());
    (places.sum::<DVec3>() / recorded.samples() as f64).as_vec3()
}

fn children(errors: &ShellError) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); errors.joint_count()];
    for joint in 0..errors.joint_count() {
        if let Some(parent) = errors.parent(joint) {
            children[parent].push(joint);
        }
    }
    children
}

/// Fits one pose at a time.
struct PoseFit<'a> {
    errors: &'a ShellError,
    children: Vec<Vec<usize>>,
    /// Which joints turn, and so can be aimed.
    turns: Vec<bool>,
    kept: Vec<Option<Vec3>>,
    /// The joints in object space, as recorded and as fitted.
    recorded: Vec<DAffine3>,
    fitted: Vec<DAffine3>,
}

impl PoseFit<'_> {
    fn pose(&mut self, locals: &[Transform], output: &mut Vec<Transform>) {
        self.errors.rebuild(locals.iter().copied(), &mut self.recorded);
        for (joint, local) in locals.iter().enumerate() {
            let parent = self.errors.parent(joint).map_or(DAffine3::IDENTITY, |parent| self.fitted[parent]);
            let mut local = *local;
            if let Some(place) = self.kept[joint] {
                local.translation = place;
            }
            if self.turns[joint] {
                local.rotation = self.aimed(joint, &parent, local, locals).as_quat();
            }
            self.fitted[joint] = parent * matrix(local);
            output.push(local);
        }
    }

    /// The joint's rotation that brings what it carries nearest to where it was recorded, by least squares.
    fn aimed(&self, joint: usize, parent: &DAffine3, local: Transform, locals: &[Transform]) -> DQuat {
        let scale = local.scale.as_dvec3();
        let at = parent.transform_point3(local.translation.as_dvec3());
        let recorded = &self.recorded[joint];
        let reach = self.errors.reach(joint);
        // What turns with the joint, where that should be from the joint, and how much it counts.
        let shell = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| {
            let point = axis * reach;
            (scale * point, recorded.matrix3 * point, SHELL)
        });
        let carried = self.children[joint].iter().map(|&child| {
            let place = self.kept[child].unwrap_or(locals[child].translation);
            (scale * place.as_dvec3(), self.recorded[child].translation - at, JOINT)
        });
        let points: Vec<(DVec3, DVec3, f64)> = shell.into_iter().chain(carried).collect();
        let mut rotation = local.rotation.as_dquat().normalize();
        for _ in 0..STEPS {
            let Some(step) = step(parent.matrix3, rotation, &points) else { break };
            rotation = (DQuat::from_scaled_axis(step) * rotation).normalize();
        }
        rotation
    }
}

/// How much a joint's own direction counts, and the place of each joint that it carries.
const SHELL: f64 = 0.5;
const JOINT: f64 = 1.0;

/// How often a rotation is put right: each time leaves about the square of what was wrong.
const STEPS: usize = 5;

/// The turn, by the method of Gauss and Newton, after which points are nearer to where they should be. `None` where
/// they do not say.
fn step(parent: DMat3, rotation: DQuat, points: &[(DVec3, DVec3, f64)]) -> Option<DVec3> {
    let (mut squares, mut moment) = (DMat3::ZERO, DVec3::ZERO);
    for &(point, should, weight) in points {
        let arm = rotation * point;
        let missing = should - parent * arm;
        // How the point moves by a turn about each axis.
        let moves = DMat3::from_cols(
            parent * DVec3::X.cross(arm),
            parent * DVec3::Y.cross(arm),
            parent * DVec3::Z.cross(arm),
        );
        squares += moves.transpose() * moves * weight;
        moment += moves.transpose() * missing * weight;
    }
    let trace = squares.x_axis.x + squares.y_axis.y + squares.z_axis.z;
    let turn = (squares.determinant() > 1e-9 * trace.powi(3)).then(|| squares.inverse() * moment);
    turn.filter(|turn| turn.is_finite() && turn.length_squared() < 1.0)
}

#[cfg(test)]
mod tests;

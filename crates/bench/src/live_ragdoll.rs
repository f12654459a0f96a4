// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::BenchError;
use glam::Vec3;
use tumble_pose::{JointIndex, LocalPose, Model};
use tumble_ragdoll::rapier3d::prelude::*;
use tumble_ragdoll::{
    BodyFollower, GROUND_GROUP, LimitModel, PhysicsSettings, Ragdoll, RagdollPlan, Rig, WorldSets,
};
use tumble_recorder::PoseSource;

/// How a live ragdoll is stepped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recipe {
    /// As rapier comes: its default parameters, one step a frame of 60 Hz, no friction in joints. As cheap as it gets.
    Defaults,
    /// As falls are baked: [`PhysicsSettings::default`], eight steps a frame.
    Baking,
}

/// A character that falls live, in a rapier world of its own.
pub struct LiveRagdoll {
    ragdoll: Ragdoll,
    follower: BodyFollower,
    lift: Vec3,
    parameters: IntegrationParameters,
    steps_per_frame: u32,
    pipeline: PhysicsPipeline,
    recipe: Recipe,
    start: (Ragdoll, World),
    world: World,
}

/// What changes while it falls.
#[derive(Clone)]
struct World {
    bodies: RigidBodySet,
    colliders: ColliderSet,
    joints: ImpulseJointSet,
    multibodies: MultibodyJointSet,
    islands: IslandManager,
    broad: BroadPhaseBvh,
    narrow: NarrowPhase,
    ccd: CCDSolver,
}

impl std::fmt::Debug for LiveRagdoll {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LiveRagdoll").field("bodies", &self.body_count()).finish_non_exhaustive()
    }
}

impl LiveRagdoll {
    /// The character as it stands at rest, on level ground, struck from behind at the body of a joint with 6 m/s.
    ///
    /// # Errors
    ///
    /// [`BenchError::Rig`].
    pub fn new(model: &Model, rig: &Rig, struck: JointIndex, recipe: Recipe) -> Result<Self, BenchError> {
        let limit_model = match recipe {
            Recipe::Defaults => LimitModel::PerAxis,
            Recipe::Baking => LimitModel::SwingTwist,
        };
        let settings = PhysicsSettings { limit_model, ..PhysicsSettings::default() };
        let rest = model.skeleton.rest_pose();
        let plan = RagdollPlan::new(&model.skeleton, rig, rest, &settings)?;
        let follower = BodyFollower::new(&model.skeleton, rig, rest, &plan);
        let (size, top, lift) = (plan.size(), plan.ground(), Vec3::Y * plan.lift());
        let target = plan.bodies().iter().position(|body| body.joint == struck);
        let (mut bodies, mut colliders) = (RigidBodySet::new(), ColliderSet::new());
        let mut joints = ImpulseJointSet::new();
        let mut sets = WorldSets { bodies: &mut bodies, colliders: &mut colliders, joints: &mut joints };
        let ragdoll = Ragdoll::of_plan(plan, lift, &settings, &mut sets);
        let ground = ColliderBuilder::cuboid(60.0, 1.0, 60.0)
            .translation(Vec3::Y * (top - 1.0))
            .collision_groups(InteractionGroups::new(GROUND_GROUP, Group::ALL, InteractionTestMode::And));
        colliders.insert(ground);
        let (parameters, steps_per_frame) = match recipe {
            Recipe::Defaults => {
                for (_, joint) in joints.iter_mut() {
                    joint.data.motor_axes = JointAxesMask::empty();
                }
                (IntegrationParameters { length_unit: size, ..IntegrationParameters::default() }, 1)
            }
            Recipe::Baking => {
                (settings.integration_parameters(size), (settings.steps_per_second / 60.0).round() as u32)
            }
        };
        if let Some(body) = target.and_then(|target| bodies.get_mut(ragdoll.handles()[target])) {
            body.apply_impulse(Vec3::Z * 6.0 * body.mass(), true);
        }
        let world = World {
            bodies,
            colliders,
            joints,
            multibodies: MultibodyJointSet::new(),
            islands: IslandManager::new(),
            broad: BroadPhaseBvh::new(),
            narrow: NarrowPhase::new(),
            ccd: CCDSolver::new(),
        };
        let (start, pipeline) = ((ragdoll.clone(), world.clone()), PhysicsPipeline::new());
        Ok(Self { ragdoll, follower, lift, parameters, steps_per_frame, pipeline, recipe, start, world })
    }

    /// How many bodies it has.
    #[must_use]
    pub fn body_count(&self) -> usize {
        self.ragdoll.handles().len()
    }

    /// Lets it stand again, struck a moment ago.
    pub fn rewind(&mut self) {
        (self.ragdoll, self.world) = self.start.clone();
    }

    /// A frame of 60 Hz.
    pub fn frame(&mut self) {
        for _ in 0..self.steps_per_frame {
            if self.recipe == Recipe::Baking {
                let World { bodies, colliders, joints, .. } = &mut self.world;
                self.ragdoll.before_step(self.parameters.dt, &mut WorldSets { bodies, colliders, joints });
            }
            self.pipeline.step(
                Vec3::NEG_Y * 9.81,
                &self.parameters,
                &mut self.world.islands,
                &mut self.world.broad,
                &mut self.world.narrow,
                &mut self.world.bodies,
                &mut self.world.colliders,
                &mut self.world.joints,
                &mut self.world.multibodies,
                &mut self.world.ccd,
                &(),
                &(),
            );
        }
    }
}

impl PoseSource for LiveRagdoll {
    fn skeleton(&self) -> &tumble_pose::Skeleton {
        self.follower.skeleton()
    }

    fn read(&mut self, out: &mut LocalPose) {
        self.follower.read(&self.ragdoll, &self.world.bodies, -self.lift, out);
    }

    fn max_speed(&self) -> (f32, f32) {
        let bodies = self.ragdoll.handles().iter().map(|&handle| &self.world.bodies[handle]);
        bodies.fold((0.0, 0.0), |(linear, angular), body| {
            (linear.max(body.linvel().length()), angular.max(body.angvel().length()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::falls::Faller;
    use tumble_pose::{LocalToModelJob, ModelPose};

    #[test]
    fn it_has_fallen_after_two_seconds_and_stands_again_when_rewound() -> Result<(), BenchError> {
        let faller = Faller::new()?;
        for recipe in [Recipe::Defaults, Recipe::Baking] {
            let mut live = faller.live(recipe)?;
            assert_eq!(live.body_count(), 15);
            let head_height = |live: &mut LiveRagdoll| {
                let skeleton = &faller.model.skeleton;
                let mut pose = LocalPose::rest(skeleton);
                live.read(&mut pose);
                let mut model = ModelPose::identity(skeleton.joint_count());
                LocalToModelJob { skeleton, local: &pose, output: &mut model }.run()?;
                let head = skeleton.find("head").expect("the mannequin's");
                Ok::<_, BenchError>(model.translation(head).y)
            };
            let standing = head_height(&mut live)?;
            assert!(standing > 1.4, "{recipe:?}: {standing}");
            for _ in 0..120 {
                live.frame();
            }
            let fallen = head_height(&mut live)?;
            assert!((-0.1..0.9).contains(&fallen), "{recipe:?}: {fallen}");
            live.rewind();
            assert!((head_height(&mut live)? - standing).abs() < 1e-6);
        }
        Ok(())
    }
}

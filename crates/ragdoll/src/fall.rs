// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::body_follower::BodyFollower;
use crate::stand::Stand;
use crate::world::World;
use crate::{BakeError, Blow, FallFigures, FallStart, PhysicsSettings, RagdollPlan, Rig, RigError, Shape};
use glam::Vec3;
use tumble_pose::{JointIndex, LocalPose, Seconds, Skeleton};
use tumble_recorder::{Outcome, PoseSource, Progress, Recorder};

/// A character is simulated this near to the origin, in metres, wherever it stands: there is ground, and numbers
/// are fine enough. It is moved by whole such steps, and not at all where it stands there anyway.
const NEAR: f32 = 8.0;

/// A character that falls, from the moment before it is struck.
pub(crate) struct Fall {
    world: World,
    follower: BodyFollower,
    /// From where it stands to where it is simulated, along the ground.
    aside: Vec3,
    steps: u64,
    rate: f64,
}

impl Fall {
    pub(crate) fn new(
        skeleton: &Skeleton,
        rig: &Rig,
        start: &FallStart,
        physics: PhysicsSettings,
    ) -> Result<Self, RigError> {
        let mut plan = RagdollPlan::new(skeleton, rig, &start.pose, &physics)?;
        if let Some((earlier, apart)) = &start.earlier {
            plan = plan.moving(skeleton, rig, earlier, *apart)?;
        }
        let follower = BodyFollower::new(skeleton, rig, &start.pose, &plan);
        let root = plan.bodies()[0].start.translation;
        let aside = (root / -NEAR).round().with_y(0.0) * NEAR;
        let world = World::new(plan, aside, physics);
        Ok(Self { world, follower, aside, steps: 0, rate: physics.steps_per_second })
    }

    /// Records the pose before the blow, strikes, and lets it fall until the recorder is done. Returns what was
    /// measured, and the change of the struck body's velocity.
    pub(crate) fn run(
        &mut self,
        joint: JointIndex,
        blow: &Blow,
        seed: u64,
        recorder: &mut Recorder,
        watch_after: Seconds,
    ) -> Result<(FallFigures, Vec3), BakeError> {
        let target = self.world.ragdoll.plan().bodies().iter().position(|part| part.joint == joint);
        let target = target.ok_or_else(|| BakeError::NoBody { joint: blow.joint.clone() })?;
        recorder.push(Seconds::ZERO, self)?;
        let point = self.point(target, blow, seed);
        let mut figures = FallFigures::of_blow(self.world.strike(target, point, blow));
        let mut energy = self.world.energy();
        let mut at_rest = None;
        let outcome = loop {
            self.world.step();
            self.steps += 1;
            let now = self.world.energy();
            figures.watch(&self.world, self.time(), now - energy);
            energy = now;
            match recorder.push(self.time(), self)? {
                Progress::Done(outcome) => break outcome,
                Progress::Easing if at_rest.is_none() => at_rest = Some(Stand::of(&self.world)),
                Progress::Waiting | Progress::Recording | Progress::Easing => {}
            }
        };
        figures.settled = outcome == Outcome::Settled;
        figures.simulated_s = self.time().0;
        figures.trunk_bend_rad = self.world.trunk_bend();
        let mass = self.world.body(target).mass();
        if let Some(at_rest) = at_rest {
            let until = self.time() + watch_after;
            while self.time() < until {
                self.world.step();
                self.steps += 1;
            }
            figures.afterwards = at_rest.moved(&Stand::of(&self.world));
        }
        Ok((figures, blow.velocity(mass)))
    }

    pub(crate) fn plan(&self) -> &RagdollPlan {
        self.world.ragdoll.plan()
    }

    fn time(&self) -> Seconds {
        Seconds(self.steps as f64 / self.rate)
    }

    /// Where a blow lands, in world space.
    fn point(&self, target: usize, blow: &Blow, seed: u64) -> Vec3 {
        let shape = &self.world.ragdoll.plan().bodies()[target].shape;
        let body = self.world.body(target).position();
        match blow.point {
            Some(point) => point + self.aside + Vec3::Y * self.world.ragdoll.plan().lift(),
            None => *body * (shape.center() + shape.extent() * 0.2 * random_in_cube(seed)),
        }
    }
}

impl PoseSource for Fall {
    fn skeleton(&self) -> &Skeleton {
        self.follower.skeleton()
    }

    fn read(&mut self, out: &mut LocalPose) {
        let offset = Vec3::NEG_Y * self.world.ragdoll.plan().lift_left(self.time().0) - self.aside;
        self.follower.read(&self.world.ragdoll, &self.world.bodies, offset, out);
    }

    fn max_speed(&self) -> (f32, f32) {
        self.world.max_speed()
    }
}

impl Shape {
    /// About half its size along each axis of its joint.
    fn extent(&self) -> Vec3 {
        match *self {
            Self::Capsule { from, to, radius } => ((to - from) * 0.5).abs() + radius,
            Self::Cuboid { rotation, half_extents, .. } => (rotation * half_extents).abs(),
        }
    }
}

/// Three numbers in −1…1 that depend on the seed alone (splitmix64, Steele et al. 2014).
fn random_in_cube(seed: u64) -> Vec3 {
    let draw = |index: u64| {
        let mut bits = seed.wrapping_add((index + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^= bits >> 31;
        (bits >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    };
    Vec3::new(draw(0), draw(1), draw(2))
}

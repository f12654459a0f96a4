// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::character_kind::CharacterKind;
use crate::deaths::{BLOW_SPEED, BLOW_SPREAD, DeathId};
use crate::hit::Hit;
use crate::playback::{Playback, Transition};
use fyrox::scene::graph::Graph;
use glam::{Quat, Vec3};
use tumble_fyrox::clip::BlowTag;
use tumble_fyrox::pose::{JointIndex, LocalPose, Seconds, Transform};
use tumble_fyrox::ragdoll::RigError;
use tumble_fyrox::ragdoll::rapier3d::math::Pose;
use tumble_fyrox::{LiveRagdoll, ModelNodes, Strike, to_unit_quaternion, to_vector3};

/// A baked death is blended in from the pose at the hit over this time, in seconds.
const BLEND: f64 = 0.15;

/// A body that lies moves no faster, in m/s.
const RESTS: f32 = 0.1;

/// One character of the arena.
#[derive(Debug)]
pub(crate) struct Character {
    nodes: ModelNodes,
    /// Where it stands.
    home: Transform,
    /// Where its space lies in the world: at home but for a death, which may turn it. Its scale is that of its
    /// kind's units.
    place: Transform,
    pose: LocalPose,
    /// From the pose at the hit to the death.
    transition: Transition,
    motion: Motion,
    /// In its motion.
    at: Seconds,
}

#[derive(Debug)]
enum Motion {
    /// Stands at ease.
    Stand,
    /// Plays a death.
    Baked(DeathId),
    /// Falls in physics.
    Live(Box<LiveRagdoll>),
}

/// What a character does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doing {
    /// Stands at ease.
    Standing,
    /// Plays a recorded death, or lies at its end.
    Baked,
    /// Falls or lies in the engine's physics.
    Live,
}

/// How a character is now.
#[derive(Debug, Clone, PartialEq)]
pub struct CharacterState {
    /// What it does.
    pub doing: Doing,
    /// Where its hips are, in the world.
    pub hips: Vec3,
    /// How its space is turned in the world.
    pub facing: Quat,
    /// Of the recorded death that it plays the blow, as a change of velocity in its own space, and how long it lasts.
    pub death: Option<(Vec3, Seconds)>,
}

impl Character {
    /// A character that stands at a place on the ground and has idled for so long.
    pub(crate) fn spawn(kind: &CharacterKind, on_ground: Vec3, idled: Seconds, graph: &mut Graph) -> Self {
        let home = Transform {
            translation: on_ground - Vec3::Y * kind.rig.ground,
            rotation: Quat::IDENTITY,
            scale: Vec3::splat(kind.rig.metres_per_unit),
        };
        let nodes = kind.template.spawn(graph);
        let mut character = Self {
            nodes,
            home,
            place: home,
            pose: kind.start.clone(),
            transition: Transition::new(kind.skeleton()),
            motion: Motion::Stand,
            at: idled,
        };
        character.move_to(home, graph);
        character
    }

    /// Puts it where its space is to lie.
    fn move_to(&mut self, place: Transform, graph: &mut Graph) {
        self.place = place;
        let node = graph[self.nodes.root].local_transform_mut();
        node.set_position(to_vector3(place.translation))
            .set_rotation(to_unit_quaternion(place.rotation))
            .set_scale(to_vector3(place.scale));
    }

    /// Makes it stand where it first stood.
    pub(crate) fn stand_up(&mut self, kind: &CharacterKind, graph: &mut Graph) {
        match std::mem::replace(&mut self.motion, Motion::Stand) {
            Motion::Stand => return,
            Motion::Baked(_) => {}
            Motion::Live(ragdoll) => ragdoll.remove(graph),
        }
        self.at = Seconds::ZERO;
        self.pose.copy_from(&kind.start);
        self.move_to(self.home, graph);
    }

    /// Makes it fall in physics, or hits it again where it falls already.
    pub(crate) fn strike_live(
        &mut self,
        hit: Hit,
        kind: &CharacterKind,
        graph: &mut Graph,
    ) -> Result<(), RigError> {
        let strike = Strike {
            body: hit.body,
            point: hit.point,
            velocity: hit.direction * BLOW_SPEED,
            spread: BLOW_SPREAD,
        };
        if let Motion::Live(ragdoll) = &self.motion {
            ragdoll.strike(&strike, graph);
            return Ok(());
        }
        let place = Pose::from_parts(self.place.translation, self.place.rotation);
        let ragdoll =
            LiveRagdoll::spawn(kind.skeleton(), &kind.rig, &self.pose, place, &kind.physics, graph)?;
        ragdoll.strike(&strike, graph);
        self.motion = Motion::Live(Box::new(ragdoll));
        Ok(())
    }

    /// Plays the recorded death that fits best, turned to the blow. Nothing happens where it is not standing.
    pub(crate) fn strike_baked(
        &mut self,
        hit: Hit,
        kind: &CharacterKind,
        graph: &mut Graph,
    ) -> Option<DeathId> {
        if !matches!(self.motion, Motion::Stand) {
            return None;
        }
        let blow = hit.direction * BLOW_SPEED;
        let (id, death) = kind.deaths.select(hit.body, blow, self.place.rotation)?;
        // It turns about its hips, and the hips of the clip's first pose come to where they are now.
        let hips = self.place.to_affine().transform_point3(kind.hips(&self.pose));
        let rotation = death.turn(self.place.rotation).normalize();
        let from_place = rotation * (kind.hips(&kind.start) * self.place.scale);
        let translation = (hips - from_place).with_y(self.place.translation.y);
        let turned = Transform { translation, rotation, ..self.place };
        // The pose now, as it is seen from there.
        let root = self.place.to_affine() * self.pose.get(JointIndex::ROOT).to_affine();
        self.pose.set(JointIndex::ROOT, Transform::from_affine(&(turned.to_affine().inverse() * root)));
        self.transition.start(&self.pose, &kind.start, kind.skeleton());
        self.motion = Motion::Baked(id);
        self.at = Seconds::ZERO;
        self.move_to(turned, graph);
        Some(id)
    }

    /// Brings its pose up to date where it plays something. Nothing is allocated.
    pub(crate) fn play(&mut self, kind: &CharacterKind, playback: &mut Playback) {
        match &self.motion {
            Motion::Stand => {
                if let Some(idle) = &kind.idle {
                    playback.sample(idle, self.at, &mut self.pose);
                }
            }
            Motion::Baked(id) => {
                playback.sample(kind.deaths.clip(*id), self.at, &mut self.pose);
                let left = 1.0 - smooth((self.at.0 / BLEND) as f32);
                self.transition.add(left, &mut self.pose, kind.skeleton());
            }
            Motion::Live(_) => {}
        }
    }

    /// Brings its pose up to date where physics moves it, and writes it to its nodes.
    pub(crate) fn apply(&mut self, graph: &mut Graph) {
        if let Motion::Live(ragdoll) = &mut self.motion {
            ragdoll.read_pose(&mut self.pose);
        }
        self.nodes.write_pose(&self.pose, graph);
    }

    /// Lets time pass, once the scene has moved.
    pub(crate) fn advance(&mut self, dt: f32, graph: &mut Graph) {
        self.at += Seconds(f64::from(dt));
        if let Motion::Live(ragdoll) = &mut self.motion {
            ragdoll.advance(dt, graph);
        }
    }

    pub(crate) fn remove(self, graph: &mut Graph) {
        if let Motion::Live(ragdoll) = self.motion {
            ragdoll.remove(graph);
        }
        self.nodes.remove(graph);
    }

    pub(crate) fn doing(&self) -> Doing {
        match self.motion {
            Motion::Stand => Doing::Standing,
            Motion::Baked(_) => Doing::Baked,
            Motion::Live(_) => Doing::Live,
        }
    }

    pub(crate) fn pose(&self) -> &LocalPose {
        &self.pose
    }

    pub(crate) fn place(&self) -> Transform {
        self.place
    }

    /// Whether physics still moves it.
    pub(crate) fn is_falling(&self, graph: &Graph) -> bool {
        self.ragdoll().is_some_and(|ragdoll| ragdoll.max_speed(graph).0 > RESTS)
    }

    pub(crate) fn ragdoll(&self) -> Option<&LiveRagdoll> {
        if let Motion::Live(ragdoll) = &self.motion { Some(ragdoll) } else { None }
    }

    /// A blow as its recording tells of it, in its own space.
    pub(crate) fn blow_tag(&self, hit: Hit, kind: &CharacterKind) -> BlowTag {
        BlowTag {
            velocity: self.place.rotation.inverse() * hit.direction * BLOW_SPEED,
            joint: kind.rig.bodies[hit.body].joint.clone(),
            seed: 0,
        }
    }

    pub(crate) fn state(&self, kind: &CharacterKind) -> CharacterState {
        let death = if let Motion::Baked(id) = self.motion { Some(kind.deaths.entry(id)) } else { None };
        CharacterState {
            doing: self.doing(),
            hips: self.place.to_affine().transform_point3(kind.hips(&self.pose)),
            facing: self.place.rotation,
            death: death.map(|death| (death.blow, death.duration)),
        }
    }
}

/// From 0 to 1 without a corner at either end; clamped.
fn smooth(share: f32) -> f32 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

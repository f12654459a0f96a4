// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::error::PeerError;
use crate::keyframes;
use bevy_animation::graph::{AnimationGraph, AnimationGraphHandle, AnimationNodeIndex};
use bevy_animation::{AnimatedBy, AnimationClip, AnimationPlayer, AnimationPlugin};
use bevy_app::{App, PostUpdate};
use bevy_asset::{AssetPlugin, Assets};
use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::ChildOf;
use bevy_time::Time;
use bevy_transform::TransformPlugin;
use bevy_transform::components::{GlobalTransform, Transform};
use std::time::Duration;
use tumble_bench::Crowd;
use tumble_clip::{Clip, RawClip};
use tumble_pose::{JointIndex, Seconds};

/// What everyone plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layers {
    /// The clip.
    One,
    /// As [`Crowd`] does, the clip, and one moment of it blended in.
    Two,
}

/// What a frame is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// Animation's systems alone: each joint's own transform.
    Animate,
    /// Those and the propagation of transforms: where each joint is.
    Propagate,
}

/// A world of Bevy's in which characters play a clip: each an entity with a player, and one below it for each joint.
pub(crate) struct Stage {
    app: App,
    work: Work,
    parents: Vec<Option<usize>>,
    clip: AnimationNodeIndex,
    characters: Vec<Character>,
}

struct Character {
    player: Entity,
    joints: Vec<Entity>,
}

impl Stage {
    /// So many characters at the beginning of the clip, with all in place that a frame needs.
    pub(crate) fn new(
        clip: &Clip,
        raw: &RawClip,
        layers: Layers,
        work: Work,
        size: usize,
    ) -> Result<Self, PeerError> {
        let mut app = App::new();
        app.add_plugins((AssetPlugin::default(), AnimationPlugin)).init_resource::<Time>();
        if work == Work::Propagate {
            app.add_plugins(TransformPlugin);
        }
        app.finish();
        app.cleanup();
        let world = app.world_mut();
        let animation = world.resource_mut::<Assets<AnimationClip>>().add(keyframes::animation(clip, raw)?);
        let mut graph = AnimationGraph::new();
        let (root, second_weight) = (graph.root, Crowd::SECOND_WEIGHT);
        let (first, second) = match layers {
            Layers::One => (graph.add_clip(animation, 1.0, root), None),
            Layers::Two => (
                graph.add_clip(animation.clone(), 1.0 - second_weight, root),
                Some(graph.add_clip(animation, second_weight, root)),
            ),
        };
        let graph = world.resource_mut::<Assets<AnimationGraph>>().add(graph);
        let skeleton = clip.skeleton();
        let parents: Vec<Option<usize>> =
            skeleton.joints().map(|joint| skeleton.parent(joint).map(JointIndex::index)).collect();
        let targets: Vec<_> = skeleton.joints().map(|joint| keyframes::target(clip, joint)).collect();
        let first_pose = keyframes::first_pose(clip, raw);
        let character = |_| {
            let mut player = AnimationPlayer::default();
            player.start(first).repeat();
            if let Some(second) = second {
                player.start(second).set_seek_time(Crowd::second_at(clip.duration()).0 as f32).pause();
            }
            let handle = AnimationGraphHandle(graph.clone());
            let player = world.spawn((player, handle, Transform::IDENTITY)).id();
            let mut joints: Vec<Entity> = Vec::with_capacity(parents.len());
            for ((parent, &target), &pose) in parents.iter().zip(&targets).zip(&first_pose) {
                let parent = ChildOf(parent.map_or(player, |parent| joints[parent]));
                joints.push(world.spawn((target, AnimatedBy(player), pose, parent)).id());
            }
            Character { player, joints }
        };
        let characters = (0..size).map(character).collect();
        let mut stage = Self { app, work, parents, clip: first, characters };
        // Systems learn of assets a frame late.
        (0..3).for_each(|_| stage.frame(Duration::ZERO));
        Ok(stage)
    }

    /// Lets one character go on at a moment.
    pub(crate) fn seek(&mut self, number: usize, at: Seconds) {
        let player = self.characters[number].player;
        let player = self.app.world_mut().get_mut::<AnimationPlayer>(player);
        if let Some(animation) = player.and_then(|player| player.into_inner().animation_mut(self.clip)) {
            animation.set_seek_time(at.0 as f32);
        }
    }

    /// A frame, so much later than the one before.
    pub(crate) fn frame(&mut self, later: Duration) {
        let world = self.app.world_mut();
        world.resource_mut::<Time>().advance_by(later);
        world.run_schedule(PostUpdate);
    }

    /// Where one character's joints are.
    pub(crate) fn joints(&self, number: usize) -> Vec<GlobalTransform> {
        let (world, joints) = (self.app.world(), &self.characters[number].joints);
        let mut found: Vec<GlobalTransform> = Vec::with_capacity(joints.len());
        for (&joint, parent) in joints.iter().zip(&self.parents) {
            let own = match self.work {
                Work::Propagate => world.get(joint).copied(),
                Work::Animate => world.get::<Transform>(joint).map(|&local| match parent {
                    Some(parent) => found[*parent].mul_transform(local),
                    None => local.into(),
                }),
            };
            found.push(own.unwrap_or_default());
        }
        found
    }
}

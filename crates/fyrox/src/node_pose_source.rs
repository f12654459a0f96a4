// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::ModelNodes;
use fyrox::graph::SceneGraph;
use fyrox::scene::graph::Graph;
use glam::Quat;
use tumble_pose::{LocalPose, LocalToModelJob, ModelPose, Seconds, Skeleton};
use tumble_recorder::PoseSource;

/// Follows a character in a scene from frame to frame, so that a recording can be taken of whatever moves its nodes:
/// an `AnimationPlayer`, a script, a ragdoll.
///
/// Speeds are measured between one frame and the next, at the joints, below the character's root and in metres by the
/// root's scale; how the root itself moves is not recorded and does not count. Before the second frame they are not
/// known, and given as infinite, so that nothing is taken for being at rest.
///
/// ```
/// use fyrox::scene::Scene;
/// use tumble_fyrox::pose::Seconds;
/// use tumble_fyrox::recorder::{Recorder, RecorderSettings};
/// use tumble_fyrox::{NodeFollower, spawn_model};
///
/// let mut scene = Scene::new();
/// let model = tumble_fyrox::mannequin::model();
/// let nodes = spawn_model(&model, &mut scene.graph)?;
///
/// let mut follower = NodeFollower::new(&model.skeleton);
/// let mut recorder = Recorder::new(&model.skeleton, RecorderSettings::default())?;
/// for frame in 0..60 {
///     // Here the game moves the nodes.
///     let now = Seconds(f64::from(frame) / 60.0);
///     recorder.push(now, &mut follower.frame(now, &nodes, &scene.graph))?;
/// }
/// let clip = recorder.finish()?;
/// # assert!(clip.tracks.is_empty(), "nothing moved");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct NodeFollower {
    skeleton: Skeleton,
    latest: ModelPose,
    before: ModelPose,
    /// When `latest` was.
    at: Option<Seconds>,
    speed: (f32, f32),
}

/// One frame of a [`NodeFollower`], to be pushed into a recorder.
#[derive(Debug)]
pub struct NodePoseSource<'a> {
    follower: &'a mut NodeFollower,
    now: Seconds,
    nodes: &'a ModelNodes,
    graph: &'a Graph,
}

impl NodeFollower {
    /// A follower that has seen nothing, of a character with this skeleton.
    #[must_use]
    pub fn new(skeleton: &Skeleton) -> Self {
        let latest = ModelPose::identity(skeleton.joint_count());
        Self { skeleton: skeleton.clone(), before: latest.clone(), latest, at: None, speed: UNKNOWN }
    }

    /// The character as it is `now`, on the clock that the recorder is given.
    ///
    /// A frame at the same instant as the one before, or earlier, tells nothing of speeds: they stay, or are no
    /// longer known.
    pub fn frame<'a>(
        &'a mut self,
        now: Seconds,
        nodes: &'a ModelNodes,
        graph: &'a Graph,
    ) -> NodePoseSource<'a> {
        NodePoseSource { follower: self, now, nodes, graph }
    }

    /// Takes in a pose of which one unit has so many metres.
    fn see(&mut self, now: Seconds, local: &LocalPose, metres: f32) {
        std::mem::swap(&mut self.before, &mut self.latest);
        let job = LocalToModelJob { skeleton: &self.skeleton, local, output: &mut self.latest };
        let whole = job.run().is_ok();
        let span = self.at.map_or(0.0, |at| (now - at).0 as f32);
        if !whole || self.at.is_none_or(|at| now < at) {
            self.speed = UNKNOWN;
        } else if span > 0.0 {
            let joints = self.skeleton.joints();
            self.speed = joints.fold((0.0, 0.0), |(linear, angular), joint| {
                let moved = self.latest.translation(joint).distance(self.before.translation(joint));
                let turned = angle(self.before.rotation(joint), self.latest.rotation(joint));
                (worse(linear, moved * metres / span), worse(angular, turned / span))
            });
        }
        self.at = whole.then_some(now);
    }
}

impl PoseSource for NodePoseSource<'_> {
    fn skeleton(&self) -> &Skeleton {
        &self.follower.skeleton
    }

    fn read(&mut self, out: &mut LocalPose) {
        self.nodes.read_pose(self.graph, out);
        let scale =
            self.graph.try_get_node(self.nodes.root).map(|root| root.local_transform().scale().amax());
        self.follower.see(self.now, out, scale.unwrap_or(1.0));
    }

    fn max_speed(&self) -> (f32, f32) {
        self.follower.speed
    }
}

const UNKNOWN: (f32, f32) = (f32::INFINITY, f32::INFINITY);

/// The larger one; NaN where one is, which counts as moving.
fn worse(a: f32, b: f32) -> f32 {
    if a >= b || a.is_nan() { a } else { b }
}

/// In radians; exact for small angles, too, where the cosine is not.
fn angle(from: Quat, to: Quat) -> f32 {
    let turn = from.inverse() * to;
    2.0 * libm::atan2f(turn.xyz().length(), turn.w.abs())
}

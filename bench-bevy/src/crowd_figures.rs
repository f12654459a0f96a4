// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::error::PeerError;
use crate::reference::Reference;
use crate::stage::{Layers, Stage, Work};
use serde::Serialize;
use std::time::Duration;
use tumble_bench::{Crowd, Effort, Moments, Player, Runner, race};
use tumble_clip::{Clip, ClipBuilder, RawClip};
use tumble_pose::Skeleton;

/// How many play.
const SIZE: usize = 1000;

/// A frame at 60 Hz.
const FRAME: Duration = Duration::from_nanos(16_666_667);

/// A thousand characters who play a clip, each at a time of their own.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct CrowdFigures {
    /// How many joints each has.
    pub(crate) joints: usize,
    /// Bevy's animation alone over sampling alone.
    pub(crate) animating_over_tumble: f64,
    /// Bevy's animation of two layers and its propagation of transforms over Tumble's sampling, blending in of a
    /// second layer's pose and bringing to model space.
    pub(crate) layered_over_tumble: f64,
    /// Bevy's animation alone, in milliseconds a frame.
    pub(crate) bevy_animating_ms: f64,
    /// With the propagation of transforms.
    pub(crate) bevy_propagated_ms: f64,
    /// With that and two layers.
    pub(crate) bevy_layered_ms: f64,
    /// Tumble's sampling alone, in milliseconds a frame.
    pub(crate) tumble_sampling_ms: f64,
    /// With a second layer's pose blended in, and all joints in model space.
    pub(crate) tumble_layered_ms: f64,
    /// How far any joint of anyone is apart after all frames, in metres.
    pub(crate) max_apart_m: f64,
}

impl CrowdFigures {
    /// Lets everyone play, and compares all of Bevy's poses in the end.
    pub(crate) fn measure(skeleton: &Skeleton, raw: &RawClip, effort: Effort) -> Result<Self, PeerError> {
        let clip = ClipBuilder::default().build(skeleton, raw)?;
        let mut animating = Troupe::new(&clip, raw, Layers::One, Work::Animate)?;
        let mut propagated = Troupe::new(&clip, raw, Layers::One, Work::Propagate)?;
        let mut layered = Troupe::new(&clip, raw, Layers::Two, Work::Propagate)?;
        let (mut sampling, mut moments) = (Player::new(&clip), moments(&clip));
        let mut crowd = Crowd::new(&clip, SIZE)?;
        let runners = [
            animating.runner(),
            propagated.runner(),
            layered.runner(),
            Runner::new(1, || {
                moments.iter_mut().try_for_each(|moments| sampling.sample(moments.step()).map(|_| ()))
            }),
            Runner::new(1, || crowd.frame()),
        ];
        let times = race(effort.laps, runners)?;
        let [bevy_animating, bevy_propagated, bevy_layered, sampling, tumble_layered] = [0, 1, 2, 3, 4];
        let mut max_apart_m = 0.0_f64;
        for troupe in [animating, propagated, layered] {
            max_apart_m = max_apart_m.max(troupe.apart(&clip)?);
        }
        let ms = |runner| times.best_ns(runner) / 1e6;
        Ok(Self {
            joints: skeleton.joint_count(),
            animating_over_tumble: times.ratio(bevy_animating, sampling),
            layered_over_tumble: times.ratio(bevy_layered, tumble_layered),
            bevy_animating_ms: ms(bevy_animating),
            bevy_propagated_ms: ms(bevy_propagated),
            bevy_layered_ms: ms(bevy_layered),
            tumble_sampling_ms: ms(sampling),
            tumble_layered_ms: ms(tumble_layered),
            max_apart_m,
        })
    }
}

/// Those who play in Bevy, and when each is where.
struct Troupe {
    stage: Stage,
    layers: Layers,
    moments: Vec<Moments>,
    frames: usize,
}

impl Troupe {
    fn new(clip: &Clip, raw: &RawClip, layers: Layers, work: Work) -> Result<Self, PeerError> {
        let mut stage = Stage::new(clip, raw, layers, work, SIZE)?;
        let moments = moments(clip);
        for (number, mut moments) in moments.iter().copied().enumerate() {
            stage.seek(number, moments.step());
        }
        Ok(Self { stage, layers, moments, frames: 0 })
    }

    fn runner(&mut self) -> Runner<'_> {
        Runner::new(1, || {
            self.stage.frame(FRAME);
            self.frames += 1;
            Ok(())
        })
    }

    /// Everyone's poses against Tumble's of the moment that as many frames lead to.
    fn apart(&self, clip: &Clip) -> Result<f64, PeerError> {
        let mut reference = Reference::new(clip)?;
        let mut largest = 0.0_f64;
        for (number, moments) in self.moments.iter().enumerate() {
            let at = moments.after(self.frames).step();
            largest = largest.max(reference.apart(&self.stage, number, at, self.layers)?);
        }
        Ok(largest)
    }
}

fn moments(clip: &Clip) -> Vec<Moments> {
    (0..SIZE).map(|number| Crowd::moments(clip.duration(), number)).collect()
}

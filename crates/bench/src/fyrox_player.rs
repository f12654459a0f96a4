// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use fyrox_animation::container::{TrackDataContainer, TrackValueKind};
use fyrox_animation::core::math::curve::{Curve, CurveKey, CurveKeyKind};
use fyrox_animation::core::pool::ErasedHandle;
use fyrox_animation::track::{Track, TrackBinding};
use fyrox_animation::value::ValueBinding;
use fyrox_animation::{Animation, AnimationPose};
use glam::{Quat, Vec3};
use std::hint::black_box;
use tumble_clip::{Key, RawClip};
use tumble_pose::{Seconds, Skeleton};

/// Fyrox's player of the same motion: a track for each part of a joint that moves, as its own importer makes them.
#[derive(Debug)]
pub struct FyroxPlayer {
    animation: Animation<ErasedHandle>,
}

impl FyroxPlayer {
    /// Plays the clip's keys as they are; parts that never change get no track. Rotations are made continuous in
    /// sign, which Fyrox needs.
    #[must_use]
    pub fn new(skeleton: &Skeleton, clip: &RawClip) -> Self {
        let mut animation = Animation::default();
        for track in &clip.tracks {
            let Some(joint) = skeleton.at_path(&track.path) else { continue };
            let mut add = |kind, binding, curves: Option<Vec<Curve>>| {
                if let Some(curves) = curves {
                    let mut data = TrackDataContainer::new(kind);
                    data.curves_mut().iter_mut().zip(curves).for_each(|(slot, curve)| *slot = curve);
                    let target = ErasedHandle::new(joint.index() as u32, 1);
                    animation.add_track_with_binding(TrackBinding::new(target), Track::new(data, binding));
                }
            };
            let (rotation, translation, scale) = (&track.rotation, &track.translation, &track.scale);
            let rotations = rotation.as_ref().map(|curve| continuous(&curve.keys));
            let rotations = rotations.and_then(|keys| curves(&keys, |value| value.to_array()));
            add(TrackValueKind::UnitQuaternion, ValueBinding::Rotation, rotations);
            let vectors = |curve: &tumble_clip::Curve<Vec3>| curves(&curve.keys, |value| value.to_array());
            let translations = translation.as_ref().and_then(vectors);
            add(TrackValueKind::Vector3, ValueBinding::Position, translations);
            add(TrackValueKind::Vector3, ValueBinding::Scale, scale.as_ref().and_then(vectors));
        }
        animation.set_time_slice(0.0..clip.duration.0 as f32);
        animation.set_loop(true);
        animation.set_enabled(true);
        Self { animation }
    }

    /// Makes the pose of now and goes on by so many seconds.
    pub fn tick(&mut self, seconds: f32) -> &AnimationPose<ErasedHandle> {
        black_box(&mut self.animation).tick(seconds);
        black_box(self.animation.pose())
    }

    /// Makes the pose of a time.
    pub fn sample(&mut self, at: Seconds) -> &AnimationPose<ErasedHandle> {
        self.animation.set_time_position(at.0 as f32);
        self.tick(0.0)
    }
}

fn continuous(keys: &[Key<Quat>]) -> Vec<Key<Quat>> {
    let mut keys = keys.to_vec();
    for index in 1..keys.len() {
        if keys[index - 1].value.dot(keys[index].value) < 0.0 {
            keys[index].value = -keys[index].value;
        }
    }
    keys
}

/// A curve for each component; `None` where the value never changes.
fn curves<T: Copy + PartialEq, const N: usize>(
    keys: &[Key<T>],
    components: impl Fn(T) -> [f32; N],
) -> Option<Vec<Curve>> {
    let moves = keys.windows(2).any(|pair| pair[0].value != pair[1].value);
    let curve = |component: usize| {
        let key = |key: &Key<T>| {
            let value = components(key.value)[component];
            CurveKey::new(key.time.0 as f32, value, CurveKeyKind::Linear)
        };
        Curve::from(keys.iter().map(key).collect::<Vec<_>>())
    };
    moves.then(|| (0..N).map(curve).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BenchError, Player, figure};
    use fyrox_animation::value::TrackValue;
    use tumble_clip::ClipBuilder;

    #[test]
    fn both_play_the_same_motion() -> Result<(), BenchError> {
        let skeleton = figure::skeleton()?;
        let motion = figure::motion(&skeleton);
        let clip = ClipBuilder::default().build(&skeleton, &motion)?;
        let (mut ours, mut theirs) = (Player::new(&clip), FyroxPlayer::new(&skeleton, &motion));
        for at in [0.0, 0.4, 2.507, 4.9].map(Seconds) {
            let (ours, theirs) = (ours.sample(at)?, theirs.sample(at));
            assert_eq!(theirs.poses().len(), 60, "every joint has a pose");
            for joint in skeleton.joints() {
                let pose = &theirs.poses()[&ErasedHandle::new(joint.index() as u32, 1)];
                let values = &pose.values.values;
                assert_eq!(values.len(), if joint.index() == 0 { 2 } else { 1 });
                let TrackValue::UnitQuaternion(their) = &values[0].value else { panic!("{values:?}") };
                let their = Quat::from_array([their.i, their.j, their.k, their.w]);
                let our = ours.get(joint).rotation;
                assert!(
                    our.dot(their).abs() > 1.0 - 1e-4,
                    "{} at {at:?}: {our} {their}",
                    skeleton.path(joint)
                );
            }
        }
        Ok(())
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::binary_writer::BinaryWriter;
use super::clip_extras::{ClipExtras, check_meta};
use super::curve_writer::{hold_until, write_curve};
use super::schema::{Animation, Channel, Property, Sampler, Target, named};
use super::unit_rotations::make_unit;
use super::write_error::WriteGlbError;
use std::collections::BTreeSet;
use tumble_clip::{Curve, Interpolation, Part, RawClip, RawTrack};
use tumble_pose::{JointIndex, Seconds, Skeleton};

/// Writes clips as animations of the nodes that are a skeleton's joints: node and joint have one number.
#[derive(Debug)]
pub(super) struct AnimationWriter<'a> {
    pub(super) skeleton: &'a Skeleton,
    pub(super) binary: &'a mut BinaryWriter,
    /// All joints that some clip moves.
    pub(super) moved: BTreeSet<JointIndex>,
}

impl AnimationWriter<'_> {
    pub(super) fn write(&mut self, clip: &RawClip) -> Result<Animation, WriteGlbError> {
        check(clip)?;
        let mut clip = clip.clone();
        make_unit(&mut clip);
        last_to_the_end(&mut clip, self.skeleton);
        let bound = clip.bind(self.skeleton);
        if let Some(&path) = bound.unbound().first() {
            return Err(WriteGlbError::Unbound { clip: clip.meta.name.clone(), path: path.to_owned() });
        }
        let mut animation = Animation { name: named(&clip.meta.name), ..Animation::default() };
        for (track, &joint) in clip.tracks.iter().zip(bound.joints()) {
            let Some(joint) = joint else { continue };
            let mut add = |path: Property, sampler: Option<Sampler>| {
                if let Some(sampler) = sampler {
                    self.moved.insert(joint);
                    let target = Target { node: Some(joint.index()), path };
                    animation.channels.push(Channel { sampler: animation.samplers.len(), target });
                    animation.samplers.push(sampler);
                }
            };
            let translation = write_curve(self.binary, track.translation.as_ref(), |value| value.to_array());
            add(Property::Translation, translation);
            let rotation = write_curve(self.binary, track.rotation.as_ref(), |value| value.to_array());
            add(Property::Rotation, rotation);
            let scale = write_curve(self.binary, track.scale.as_ref(), |value| value.to_array());
            add(Property::Scale, scale);
        }
        animation.extras = ClipExtras::of(&clip)?;
        Ok(animation)
    }
}

/// A clip that can be written is valid, and finite as `f32` too.
fn check(clip: &RawClip) -> Result<(), WriteGlbError> {
    let name = || clip.meta.name.clone();
    clip.validate().map_err(|source| WriteGlbError::Clip { clip: name(), source })?;
    let duration = clip.duration.0;
    let is_finite = (duration as f32).is_finite();
    let meta = if is_finite { check_meta(&clip.meta) } else { Err(("the duration", duration)) };
    meta.map_err(|(what, found)| WriteGlbError::Meta { clip: name(), what, found })
}

/// Makes the animation as long as its clip, for glTF knows its length only by its last key. The curve that ends
/// last holds on; where there is none, the root is held at rest.
fn last_to_the_end(clip: &mut RawClip, skeleton: &Skeleton) {
    let mut latest: Option<(Seconds, usize, Part)> = None;
    for (index, track) in clip.tracks.iter().enumerate() {
        for (part, end) in ends(track) {
            if latest.is_none_or(|(latest, ..)| end > latest) {
                latest = Some((end, index, part));
            }
        }
    }
    let end = clip.duration;
    let Some((latest, index, part)) = latest else {
        let rest = skeleton.rest_pose().get(JointIndex::ROOT).translation;
        let mut curve = Curve::new(Interpolation::Linear, [(Seconds::ZERO, rest)]);
        if end > Seconds::ZERO {
            hold_until(&mut curve, end);
        }
        clip.tracks = vec![RawTrack { translation: Some(curve), ..RawTrack::default() }];
        return;
    };
    let track = &mut clip.tracks[index];
    if end.0 as f32 > latest.0 as f32 {
        match part {
            Part::Translation => track.translation.iter_mut().for_each(|curve| hold_until(curve, end)),
            Part::Rotation => track.rotation.iter_mut().for_each(|curve| hold_until(curve, end)),
            Part::Scale | Part::Scalar => track.scale.iter_mut().for_each(|curve| hold_until(curve, end)),
        }
    }
}

/// The time of the last key of each part that there is.
fn ends(track: &RawTrack) -> impl Iterator<Item = (Part, Seconds)> {
    fn end<T>(curve: Option<&Curve<T>>) -> Option<Seconds> {
        curve?.keys.last().map(|key| key.time)
    }
    let parts = [
        (Part::Translation, end(track.translation.as_ref())),
        (Part::Rotation, end(track.rotation.as_ref())),
        (Part::Scale, end(track.scale.as_ref())),
    ];
    parts.into_iter().filter_map(|(part, end)| Some((part, end?)))
}

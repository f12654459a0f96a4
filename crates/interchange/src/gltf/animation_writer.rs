// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::binary_writer::BinaryWriter;
use super::clip_extras::ClipExtras;
use super::curve_writer::{check, hold_until, write_curve};
use super::schema::{Animation, Channel, Property, Sampler, Target, named};
use super::unit_rotations::make_unit;
use super::write_error::WriteGlbError;
use std::collections::BTreeSet;
use tumble_clip::{Curve, CurveValue, Interpolation, RawClip, RawTrack};
use tumble_pose::{JointIndex, Seconds, Skeleton};

/// Writes clips as animations of the nodes that are a skeleton's joints: node and joint have one number.
#[derive(Debug)]
pub(super) struct AnimationWriter<'a> {
    pub(super) skeleton: &'a Skeleton,
    pub(super) binary: &'a mut BinaryWriter,
    /// All joints that some clip moves.
    pub(super) moved: BTreeSet<JointIndex>,
}

type Tracks = Vec<(JointIndex, RawTrack)>;

impl AnimationWriter<'_> {
    pub(super) fn write(&mut self, clip: &RawClip) -> Result<Animation, WriteGlbError> {
        check_meta(clip)?;
        let mut tracks = self.checked_tracks(clip)?;
        last_until(&mut tracks, clip.duration, self.skeleton);
        let mut animation = Animation { name: named(&clip.meta.name), ..Animation::default() };
        for (joint, track) in &tracks {
            let mut add = |path: Property, sampler: Option<Sampler>| {
                if let Some(sampler) = sampler {
                    self.moved.insert(*joint);
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
        animation.extras = ClipExtras::of(clip)?;
        Ok(animation)
    }

    /// The clip's tracks with the joints that they move, rotations made unit length.
    fn checked_tracks(&self, clip: &RawClip) -> Result<Tracks, WriteGlbError> {
        let mut tracks = Tracks::with_capacity(clip.tracks.len());
        let mut met = BTreeSet::new();
        let name = &clip.meta.name;
        for track in &clip.tracks {
            let path = &track.path;
            let Some(joint) = self.skeleton.find(path) else {
                return Err(WriteGlbError::UnknownJoint { clip: name.clone(), path: path.clone() });
            };
            if !met.insert(joint) {
                return Err(WriteGlbError::TwoTracks { clip: name.clone(), path: path.clone() });
            }
            let mut track = track.clone();
            let bad_key = |what: &'static str| {
                move |(key, problem)| {
                    let (clip, path) = (name.clone(), path.clone());
                    WriteGlbError::Key { clip, what, path, key, problem }
                }
            };
            check_part(track.translation.as_ref()).map_err(bad_key("translation"))?;
            check_part(track.rotation.as_ref()).map_err(bad_key("rotation"))?;
            check_part(track.scale.as_ref()).map_err(bad_key("scale"))?;
            let unit = track.rotation.as_mut().map_or(Ok(()), make_unit);
            unit.map_err(|key| bad_key("rotation")((key, "has no length")))?;
            tracks.push((joint, track));
        }
        Ok(tracks)
    }
}

fn check_part<T: CurveValue>(curve: Option<&Curve<T>>) -> Result<(), (usize, &'static str)> {
    curve.map_or(Ok(()), check)
}

fn check_meta(clip: &RawClip) -> Result<(), WriteGlbError> {
    let (meta, name) = (&clip.meta, &clip.meta.name);
    let refuse = |what, found| Err(WriteGlbError::Clip { clip: name.clone(), what, found });
    if !(clip.duration.0 as f32).is_finite() || clip.duration < Seconds::ZERO {
        return refuse("the duration", clip.duration.0);
    }
    if let Some(found) = meta.metres_per_unit.filter(|scale| !scale.is_finite() || *scale <= 0.0) {
        return refuse("metres_per_unit", f64::from(found));
    }
    if let Some(blow) = meta.blow.as_ref().filter(|blow| !blow.velocity.is_finite()) {
        return refuse("the speed of the blow", f64::from(blow.velocity.length()));
    }
    for (key, curve) in &clip.scalars {
        check(curve).map_err(|(index, problem)| {
            let (clip, path) = (name.clone(), key.to_string());
            WriteGlbError::Key { clip, what: "scalar", path, key: index, problem }
        })?;
    }
    Ok(())
}

/// Makes the animation as long as its clip: glTF knows its length only by its last key. The curve that ends
/// last holds on; where there is none, the root is held at rest.
fn last_until(tracks: &mut Tracks, duration: Seconds, skeleton: &Skeleton) {
    let mut latest: Option<(Seconds, usize, Property)> = None;
    for (index, (_, track)) in tracks.iter().enumerate() {
        for (property, end) in ends(track) {
            if latest.is_none_or(|(latest, ..)| end > latest) {
                latest = Some((end, index, property));
            }
        }
    }
    let Some((end, index, property)) = latest else {
        let rest = skeleton.rest_pose().get(JointIndex::ROOT).translation;
        let mut curve = Curve::new(Interpolation::Linear, [(Seconds::ZERO, rest)]);
        if duration.0 as f32 > 0.0 {
            hold_until(&mut curve, duration);
        }
        let translation = Some(curve);
        return tracks.push((JointIndex::ROOT, RawTrack { translation, ..RawTrack::default() }));
    };
    let track = &mut tracks[index].1;
    if duration.0 as f32 > end.0 as f32 {
        match property {
            Property::Translation => track.translation.iter_mut().for_each(|it| hold_until(it, duration)),
            Property::Rotation => track.rotation.iter_mut().for_each(|it| hold_until(it, duration)),
            _ => track.scale.iter_mut().for_each(|it| hold_until(it, duration)),
        }
    }
}

/// The time of the last key of each part that has one.
fn ends(track: &RawTrack) -> impl Iterator<Item = (Property, Seconds)> {
    fn end<T>(curve: Option<&Curve<T>>) -> Option<Seconds> {
        curve?.keys.last().map(|key| key.time)
    }
    let parts = [
        (Property::Translation, end(track.translation.as_ref())),
        (Property::Rotation, end(track.rotation.as_ref())),
        (Property::Scale, end(track.scale.as_ref())),
    ];
    parts.into_iter().filter_map(|(property, end)| Some((property, end?)))
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::accessor_reader::AccessorReader;
use super::clip_extras::ClipExtras;
use super::error::{GltfError, label};
use super::joint_tree::JointTree;
use super::keys::Keys;
use super::morph_nodes::MorphNodes;
use super::sample_rate::sample_rate;
use super::scene_tree::{SceneTree, node_label};
use super::schema::{Animation, Channel, Document, Interpolation, Property};
use super::unique_names::UniqueNames;
use super::unit_rotations::make_unit;
use glam::{Quat, Vec3};
use std::collections::{BTreeMap, HashSet};
use tumble_clip::{ClipMeta, Curve, RawClip, RawTrack, TrackKey};
use tumble_pose::{JointIndex, Seconds};

/// Reads the animations of a document, as far as they move nodes of the scene.
#[derive(Debug)]
pub(super) struct AnimationReader<'a> {
    pub(super) document: &'a Document,
    pub(super) accessors: &'a AccessorReader<'a>,
    pub(super) scene: &'a SceneTree,
    pub(super) tree: &'a JointTree,
    pub(super) morphs: &'a MorphNodes,
    pub(super) warnings: &'a mut Vec<String>,
}

/// What the channels of one animation have come to.
#[derive(Debug, Default)]
struct Gathered {
    tracks: BTreeMap<JointIndex, RawTrack>,
    /// By node.
    scalars: BTreeMap<usize, Vec<(TrackKey, Curve<f32>)>>,
    /// The times of each channel.
    times: Vec<Vec<Seconds>>,
    /// Whether keys are ends of splines rather than samples.
    splines: bool,
}

impl AnimationReader<'_> {
    pub(super) fn read(mut self) -> Result<Vec<RawClip>, GltfError> {
        let mut names = UniqueNames::default();
        let animations = self.document.animations.iter().enumerate();
        animations.map(|(index, animation)| self.read_animation(index, animation, &mut names)).collect()
    }

    fn read_animation(
        &mut self,
        index: usize,
        animation: &Animation,
        names: &mut UniqueNames,
    ) -> Result<RawClip, GltfError> {
        let at = format!("animation {}", label(index, animation.name.as_deref()));
        let mut gathered = Gathered::default();
        let mut met = HashSet::new();
        let (mut outside, mut unknown, mut twice, mut empty) = (0, 0, 0, 0);
        for channel in &animation.channels {
            let property = channel.target.path;
            let Some(node) = channel.target.node.filter(|_| property != Property::Other) else {
                unknown += 1;
                continue;
            };
            if !self.scene.holds.get(node).is_some_and(|holds| *holds) {
                outside += 1;
            } else if !met.insert((node, property)) {
                twice += 1;
            } else if !self.read_channel(&at, animation, channel, node, &mut gathered)? {
                empty += 1;
            }
        }
        for (count, why) in [
            (outside, "they move nodes outside of the scene"),
            (unknown, "they move what only an extension knows"),
            (twice, "others move the same"),
            (empty, "they have no keys, or weigh targets that no mesh has"),
        ] {
            if count > 0 {
                let all = animation.channels.len();
                self.warnings.push(format!("{at}: {count} of {all} channels left out: {why}"));
            }
        }
        let times = gathered.times.iter().flatten();
        let name = animation.name.clone().filter(|name| !name.is_empty());
        let name = names.take(&name.unwrap_or_else(|| format!("animation_{index}")));
        let mut clip = RawClip {
            meta: ClipMeta {
                name,
                rate_hz: if gathered.splines { None } else { sample_rate(&gathered.times) },
                ..ClipMeta::default()
            },
            duration: times.fold(Seconds::ZERO, |duration, &time| duration.max(time)),
            tracks: gathered.tracks.into_values().collect(),
            scalars: gathered.scalars.into_values().flatten().collect(),
            reduced: None,
        };
        let valid = clip.validate();
        valid.map_err(|source| GltfError::Clip { animation: at.clone(), source })?;
        make_unit(&mut clip);
        clip.make_continuous();
        if let Some(extras) = &animation.extras
            && let Err(reason) = ClipExtras::add_to(&mut clip, extras)
        {
            self.warnings.push(format!("{at}: what Tumble noted in it is left out, {reason}"));
        }
        Ok(clip)
    }

    /// Whether there was anything to read.
    fn read_channel(
        &self,
        at: &str,
        animation: &Animation,
        channel: &Channel,
        node: usize,
        gathered: &mut Gathered,
    ) -> Result<bool, GltfError> {
        let (property, samplers) = (channel.target.path, &animation.samplers);
        let at = format!("the {} of node {} in {at}", property.name(), node_label(self.document, node));
        let Some(sampler) = samplers.get(channel.sampler) else {
            let (index, count) = (channel.sampler, samplers.len());
            return Err(GltfError::Reference { of: at, what: "sampler", index, count });
        };
        let failed = |error| GltfError::accessor(at.clone(), error);
        let keys = Keys::read(self.accessors, sampler, at.clone())?;
        if keys.times.is_empty() {
            return Ok(false);
        }
        if property == Property::Weights {
            let Some(targets) = self.morphs.of_node(node) else { return Ok(false) };
            let values = self.accessors.floats::<1>(sampler.output).map_err(failed)?;
            let curve = |(number, target): (usize, &TrackKey)| {
                self.accessors.charge(target.path.len() + size_of::<TrackKey>()).map_err(failed)?;
                Ok((target.clone(), keys.curve(values.as_flattened(), number, targets.len())?))
            };
            let curves = targets.iter().enumerate().map(curve).collect::<Result<_, GltfError>>()?;
            gathered.scalars.insert(node, curves);
        } else {
            let Some(joint) = self.tree.joints[node] else { return Ok(false) };
            let path = self.tree.skeleton.path(joint);
            self.accessors.charge(path.len()).map_err(failed)?;
            let empty = || RawTrack { path: path.to_owned(), ..RawTrack::default() };
            let track = gathered.tracks.entry(joint).or_insert_with(empty);
            if property == Property::Rotation {
                let values = self.accessors.floats::<4>(sampler.output).map_err(failed)?;
                let values: Vec<Quat> = values.into_iter().map(Quat::from_array).collect();
                track.rotation = Some(keys.curve(&values, 0, 1)?);
            } else {
                let values = self.accessors.floats::<3>(sampler.output).map_err(failed)?;
                let values: Vec<Vec3> = values.into_iter().map(Vec3::from_array).collect();
                let curve = Some(keys.curve(&values, 0, 1)?);
                if property == Property::Scale { track.scale = curve } else { track.translation = curve }
            }
        }
        gathered.splines |= sampler.interpolation == Interpolation::CubicSpline && keys.times.len() > 1;
        gathered.times.push(keys.times);
        Ok(true)
    }
}

impl Property {
    const fn name(self) -> &'static str {
        match self {
            Self::Translation => "translation",
            Self::Rotation => "rotation",
            Self::Scale => "scale",
            Self::Weights => "weights",
            Self::Other => "state",
        }
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The same motion as Bevy has it.

use crate::error::PeerError;
use bevy_animation::animation_curves::AnimationCurve;
use bevy_animation::prelude::{AnimatableCurve, AnimatableKeyframeCurve, AnimatableProperty};
use bevy_animation::{AnimationClip, AnimationTargetId, VariableCurve, animated_field};
use bevy_curve::cores::UnevenCoreError;
use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;
use tumble_clip::{Clip, Curve, CurveValue, RawClip};
use tumble_pose::{JointIndex, Seconds, glam};

/// What Bevy knows a joint by.
pub(crate) fn target(clip: &Clip, joint: JointIndex) -> AnimationTargetId {
    clip.skeleton().path(joint).split('/').collect()
}

/// Every joint as it is at the beginning; what has no curve stays so.
pub(crate) fn first_pose(clip: &Clip, raw: &RawClip) -> Vec<Transform> {
    let skeleton = clip.skeleton();
    let mut pose: Vec<_> = skeleton.rest_pose().iter().collect();
    for track in &raw.tracks {
        let Some(joint) = skeleton.at_path(&track.path) else { continue };
        let joint = &mut pose[joint.index()];
        joint.translation = first(track.translation.as_ref()).unwrap_or(joint.translation);
        joint.rotation = first(track.rotation.as_ref()).unwrap_or(joint.rotation);
        joint.scale = first(track.scale.as_ref()).unwrap_or(joint.scale);
    }
    let joint = |joint: tumble_pose::Transform| Transform {
        translation: vector(joint.translation),
        rotation: quaternion(joint.rotation),
        scale: vector(joint.scale),
    };
    pose.into_iter().map(joint).collect()
}

/// The samples that the clip was built from, as the keyframes that Bevy's importer makes of a file that has them all.
/// A part that never changes gets no curve.
pub(crate) fn animation(clip: &Clip, raw: &RawClip) -> Result<AnimationClip, PeerError> {
    let mut animation = AnimationClip::default();
    animation.set_duration(clip.duration().0 as f32);
    for track in &raw.tracks {
        let Some(joint) = clip.skeleton().at_path(&track.path) else { continue };
        let parts = [
            curve(clip, animated_field!(Transform::translation), track.translation.as_ref(), vector),
            curve(clip, animated_field!(Transform::rotation), track.rotation.as_ref(), quaternion),
            curve(clip, animated_field!(Transform::scale), track.scale.as_ref(), vector),
        ];
        for part in parts {
            let part = part.map_err(|source| PeerError::Keyframes { path: track.path.clone(), source })?;
            if let Some(part) = part {
                animation.add_variable_curve_to_target(target(clip, joint), part);
            }
        }
    }
    Ok(animation)
}

fn curve<P, T>(
    clip: &Clip,
    property: P,
    curve: Option<&Curve<T>>,
    convert: impl Fn(T) -> P::Property,
) -> Result<Option<VariableCurve>, UnevenCoreError>
where
    P: AnimatableProperty,
    T: CurveValue,
    AnimatableCurve<P, AnimatableKeyframeCurve<P::Property>>: AnimationCurve,
{
    let samples =
        |curve: &Curve<T>| clip.sample_times().filter_map(|at| Some((at, curve.sample(at)?))).collect();
    let samples: Vec<(Seconds, T)> = curve.map_or_else(Vec::new, samples);
    if samples.windows(2).all(|pair| pair[0].1 == pair[1].1) {
        return Ok(None);
    }
    let keys = samples.into_iter().map(|(at, value)| (at.0 as f32, convert(value)));
    let curve = AnimatableKeyframeCurve::new(keys)?;
    Ok(Some(VariableCurve::new(AnimatableCurve { property, curve })))
}

fn first<T: CurveValue>(curve: Option<&Curve<T>>) -> Option<T> {
    curve.and_then(|curve| curve.sample(Seconds::ZERO))
}

fn vector(value: glam::Vec3) -> Vec3 {
    value.to_array().into()
}

fn quaternion(value: glam::Quat) -> Quat {
    Quat::from_array(value.to_array())
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::codec::Scratch;
use crate::timeline::Seek;
use crate::{Clip, ClipMeta, Curve, CurveValue, Interpolation, RawClip, RawTrack};
use tumble_pose::{JointIndex, LocalPose, ScalarPose, Seconds, Transform};

/// Every joint and every scalar at every sample, and at the first alone where it never changes: a small file can
/// have very many samples in which nothing happens.
struct Values {
    joints: Vec<Vec<Transform>>,
    scalars: Vec<Vec<f32>>,
}

impl Clip {
    /// The clip as keys, to export or to edit: exactly what sampling gives, one key a sample. A part that never
    /// changes has one key, and none where it rests.
    #[must_use]
    pub fn to_raw(&self) -> RawClip {
        let (skeleton, values) = (self.skeleton(), self.values());
        let lengths = values.joints.iter().map(Vec::len).chain(values.scalars.iter().map(Vec::len));
        let times: Vec<Seconds> = self.sample_times().take(lengths.max().unwrap_or(0)).collect();
        let times = || times.iter().copied();
        let track = |joint: JointIndex| {
            let rest = skeleton.rest_pose().get(joint);
            let locals = || times().zip(&values.joints[joint.index()]);
            RawTrack {
                path: skeleton.path(joint).to_owned(),
                translation: moving(locals().map(|(at, local)| (at, local.translation)), rest.translation),
                rotation: moving(locals().map(|(at, local)| (at, local.rotation)), rest.rotation),
                scale: moving(locals().map(|(at, local)| (at, local.scale)), rest.scale),
            }
        };
        let says_something = |track: &RawTrack| {
            track.translation.is_some() || track.rotation.is_some() || track.scale.is_some()
        };
        let scalars = self.scalar_keys().iter().zip(&values.scalars);
        let mut raw = RawClip {
            meta: ClipMeta { rate_hz: self.timeline().uniform_rate(), ..self.meta().clone() },
            duration: self.duration(),
            tracks: skeleton.joints().map(track).filter(says_something).collect(),
            scalars: scalars
                .map(|(key, values)| (key.clone(), curve(times().zip(values.iter().copied()))))
                .collect(),
            reduced: None,
        };
        raw.make_continuous();
        raw
    }

    fn values(&self) -> Values {
        let skeleton = self.skeleton();
        let mut scratch = Scratch::default();
        let mut pose = LocalPose::rest(skeleton);
        let mut scalar_pose = ScalarPose::zeros(self.scalar_keys().len());
        let mut values = Values {
            joints: vec![Vec::new(); skeleton.joint_count()],
            scalars: vec![Vec::new(); self.scalar_keys().len()],
        };
        let animated = |joint: &JointIndex| self.tracks().is_animated(joint.index());
        let mut joints: Vec<JointIndex> = skeleton.joints().collect();
        let mut scalars: Vec<usize> = (0..self.scalar_keys().len()).collect();
        for sample in 0..self.sample_count() {
            self.tracks().sample(Seek::sample(sample), &mut scratch, skeleton.rest_pose(), &mut pose);
            self.scalars().sample(Seek::sample(sample), scalar_pose.values_mut());
            for &joint in &joints {
                values.joints[joint.index()].push(pose.get(joint));
            }
            for &scalar in &scalars {
                values.scalars[scalar].push(scalar_pose.values()[scalar]);
            }
            if sample == 0 {
                joints.retain(animated);
                scalars.retain(|&scalar| self.scalars().is_animated(scalar));
                if joints.is_empty() && scalars.is_empty() {
                    break;
                }
            }
        }
        values
    }
}

/// `None` where the values never leave `rest`.
fn moving<T: CurveValue>(keys: impl Iterator<Item = (Seconds, T)> + Clone, rest: T) -> Option<Curve<T>> {
    keys.clone().any(|(_, value)| value != rest).then(|| curve(keys))
}

fn curve<T: CurveValue>(keys: impl Iterator<Item = (Seconds, T)>) -> Curve<T> {
    let mut curve = Curve::new(Interpolation::Linear, keys);
    if curve.keys.windows(2).all(|pair| pair[0].value == pair[1].value) {
        curve.keys.truncate(1);
    }
    curve
}

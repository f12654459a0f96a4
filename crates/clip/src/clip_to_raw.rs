// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::codec::Scratch;
use crate::timeline::Seek;
use crate::{Clip, ClipMeta, Curve, CurveValue, Interpolation, RawClip, RawTrack};
use tumble_pose::{JointIndex, LocalPose, ScalarPose, Seconds};

impl Clip {
    /// The clip as keys, to export or to edit: exactly what sampling gives, one key a sample. A part that never
    /// changes has one key, and none where it rests.
    #[must_use]
    pub fn to_raw(&self) -> RawClip {
        let times: Vec<Seconds> = self.sample_times().collect();
        let (poses, scalars): (Vec<LocalPose>, Vec<ScalarPose>) =
            (0..self.sample_count()).map(|sample| self.sampled(sample)).unzip();
        let skeleton = self.skeleton();
        let track = |joint: JointIndex| {
            let rest = skeleton.rest_pose().get(joint);
            let locals = || times.iter().copied().zip(poses.iter().map(|pose| pose.get(joint)));
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
        let values = self.scalar_keys().iter().enumerate().map(|(index, key)| {
            let values = scalars.iter().map(|pose| pose.values()[index]);
            (key.clone(), curve(times.iter().copied().zip(values)))
        });
        let mut raw = RawClip {
            meta: ClipMeta { rate_hz: self.timeline().uniform_rate(), ..self.meta().clone() },
            duration: self.duration(),
            tracks: skeleton.joints().map(track).filter(says_something).collect(),
            scalars: values.collect(),
            reduced: None,
        };
        raw.make_continuous();
        raw
    }

    fn sampled(&self, sample: u32) -> (LocalPose, ScalarPose) {
        let mut pose = LocalPose::rest(self.skeleton());
        let mut scalars = ScalarPose::zeros(self.scalar_keys().len());
        self.tracks().sample(Seek::sample(sample), &mut Scratch::default(), &mut pose);
        self.scalars().sample(Seek::sample(sample), scalars.values_mut());
        (pose, scalars)
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

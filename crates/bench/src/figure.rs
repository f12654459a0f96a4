// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! A figure and a motion that are made by code, so that everyone measures the same.

use crate::BenchError;
use glam::{EulerRot, Quat, Vec3};
use std::f64::consts::TAU;
use tumble_clip::{ClipMeta, Curve, Interpolation, RawClip, RawTrack};
use tumble_pose::{Joint, Seconds, Skeleton, Transform};

/// Samples a second of [`motion`].
pub const RATE_HZ: f64 = 60.0;

const SAMPLES: u32 = 301;

/// A human figure of 60 joints: six of the trunk, six of an arm, three of each finger, five of a leg, two eyes.
///
/// # Errors
///
/// [`BenchError::Skeleton`].
pub fn skeleton() -> Result<Skeleton, BenchError> {
    let mut joints = vec![Joint {
        name: "hips".into(),
        parent: None,
        rest: Transform::from_translation(Vec3::new(0.0, 0.95, 0.0)),
    }];
    let mut limb = |parent: usize, name: &str, steps: &[[f32; 3]]| {
        for (number, &step) in steps.iter().enumerate() {
            let parent = if number == 0 { parent } else { joints.len() - 1 };
            let rest = Transform::from_translation(step.into());
            joints.push(Joint { name: format!("{name}{number}"), parent: Some(parent), rest });
        }
        joints.len() - 1
    };
    let chest = limb(0, "spine", &[[0.0, 0.14, 0.0]; 3]);
    let head = limb(chest, "head", &[[0.0, 0.12, 0.0], [0.0, 0.1, 0.0]]);
    for (side, x) in [("left", 1.0), ("right", -1.0)] {
        limb(head, &format!("{side} eye"), &[[x * 0.03, 0.05, 0.06]]);
        let arm = [
            [x * 0.04, 0.1, 0.0],
            [x * 0.14, 0.0, 0.0],
            [x * 0.13, 0.0, 0.0],
            [x * 0.14, 0.0, 0.0],
            [x * 0.13, 0.0, 0.0],
            [x * 0.13, 0.0, 0.0],
        ];
        let hand = limb(chest, &format!("{side} arm"), &arm);
        for finger in 0..5_u8 {
            let apart = f32::from(finger) * 0.02 - 0.04;
            let steps = [[x * 0.08, 0.0, apart], [x * 0.03, 0.0, 0.0], [x * 0.03, 0.0, 0.0]];
            limb(hand, &format!("{side} finger {finger} "), &steps);
        }
        let leg = [
            [x * 0.09, -0.04, 0.0],
            [0.0, -0.21, 0.0],
            [0.0, -0.22, 0.0],
            [0.0, -0.42, 0.0],
            [0.0, -0.06, 0.12],
        ];
        limb(0, &format!("{side} leg"), &leg);
    }
    Ok(Skeleton::new(&joints)?)
}

/// Five seconds at 60 Hz in which every joint turns and the root sways: what the corpus' `synth60` is like, with
/// the joints that rest there turning as well.
#[must_use]
pub fn motion(skeleton: &Skeleton) -> RawClip {
    let duration = Seconds(f64::from(SAMPLES - 1) / RATE_HZ);
    let times: Vec<Seconds> = (0..SAMPLES).map(|index| Seconds(f64::from(index) / RATE_HZ)).collect();
    let tracks = skeleton.joints().map(|joint| {
        let place = joint.index() as f64;
        // Fingers and eyes, which come last, turn less than limbs.
        let wide = 0.5 / (1.0 + 0.05 * place);
        let wave = |at: Seconds, axis: f64| {
            let pace = |cycles: f64| TAU * (cycles * at.0 / duration.0 + axis * 0.37 + place * 0.618);
            (pace(1.0 + axis).sin() * 0.7 + pace(4.0 + axis).sin() * 0.3) as f32
        };
        let turn = |at| {
            let [x, y, z] = [0.0, 1.0, 2.0].map(|axis| wave(at, axis) * wide as f32);
            Quat::from_euler(EulerRot::YXZ, x, y, z)
        };
        let rest = skeleton.rest_pose().get(joint).translation;
        let sway = |at| rest + 0.3 * Vec3::new(wave(at, 3.0), wave(at, 4.0), wave(at, 5.0));
        RawTrack {
            path: skeleton.path(joint).to_owned(),
            rotation: Some(Curve::new(Interpolation::Linear, times.iter().map(|&at| (at, turn(at))))),
            translation: (joint.index() == 0)
                .then(|| Curve::new(Interpolation::Linear, times.iter().map(|&at| (at, sway(at))))),
            scale: None,
        }
    });
    let meta = ClipMeta { name: "figure".into(), rate_hz: Some(RATE_HZ), ..ClipMeta::default() };
    RawClip { meta, duration, tracks: tracks.collect(), ..RawClip::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixty_joints_all_turn() -> Result<(), BenchError> {
        let skeleton = skeleton()?;
        assert_eq!(skeleton.joint_count(), 60);
        let motion = motion(&skeleton);
        assert_eq!(motion.duration, Seconds(5.0));
        for track in &motion.tracks {
            let keys = &track.rotation.as_ref().expect("a rotation").keys;
            assert_eq!(keys.len(), 301);
            let turns = |key: &tumble_clip::Key<Quat>| key.value.angle_between(keys[0].value) > 0.02;
            assert!(keys.iter().any(turns), "{} rests", track.path);
        }
        Ok(())
    }
}

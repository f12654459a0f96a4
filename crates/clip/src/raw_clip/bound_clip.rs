// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::curve::SAME_TIME;
use crate::{Curve, RawClip, RawTrack, SamplingError};
use glam::Vec3;
use tumble_pose::{JointIndex, JointMap, LocalPose, ScalarPose, Seconds, Skeleton, Transform};

/// A [`RawClip`] on a skeleton: which track moves which joint.
#[derive(Debug, Clone)]
pub struct BoundClip<'a> {
    clip: &'a RawClip,
    skeleton: &'a Skeleton,
    /// One entry per joint.
    tracks: Vec<Option<&'a RawTrack>>,
    /// From tracks to joints.
    map: JointMap,
    unbound: Vec<&'a str>,
}

impl RawClip {
    /// Finds each track's joint as a [`JointMap`] does: by its full path, or else by the last name of the path
    /// where no other track and no other joint has that name.
    #[must_use]
    pub fn bind<'a>(&'a self, skeleton: &'a Skeleton) -> BoundClip<'a> {
        let map = JointMap::from_paths(self.tracks.iter().map(|track| track.path.as_str()), skeleton);
        let mut tracks = vec![None; skeleton.joint_count()];
        let mut unbound = Vec::new();
        for (track, joint) in self.tracks.iter().zip(map.joints()) {
            match joint {
                Some(joint) => tracks[joint.index()] = Some(track),
                None => unbound.push(track.path.as_str()),
            }
        }
        BoundClip { clip: self, skeleton, tracks, map, unbound }
    }
}

impl<'a> BoundClip<'a> {
    /// The clip.
    #[must_use]
    pub fn clip(&self) -> &'a RawClip {
        self.clip
    }

    /// The skeleton.
    #[must_use]
    pub fn skeleton(&self) -> &'a Skeleton {
        self.skeleton
    }

    /// Paths of the tracks that move nothing: the skeleton has no such joint, several, or another track moves it.
    #[must_use]
    pub fn unbound(&self) -> &[&'a str] {
        &self.unbound
    }

    /// The joint that each of the clip's tracks moves, if any.
    #[must_use]
    pub fn joints(&self) -> &[Option<JointIndex>] {
        self.map.joints()
    }

    /// What moves a joint; `None` where nothing does.
    ///
    /// # Panics
    ///
    /// When the skeleton has no such joint.
    #[must_use]
    pub fn track(&self, joint: JointIndex) -> Option<&'a RawTrack> {
        self.tracks[joint.index()]
    }

    /// A joint in its parent at a time; its rest where nothing moves it. Rotations are made unit length.
    ///
    /// # Panics
    ///
    /// When the skeleton has no such joint.
    #[must_use]
    pub fn transform(&self, joint: JointIndex, at: Seconds) -> Transform {
        self.transform_near(joint, at, 0.0)
    }

    /// The same for an instant of a grid: keys that an `f32` cannot tell from it are at it.
    pub(crate) fn transform_on_grid(&self, joint: JointIndex, at: Seconds) -> Transform {
        self.transform_near(joint, at, SAME_TIME)
    }

    fn transform_near(&self, joint: JointIndex, at: Seconds, slack: f64) -> Transform {
        let rest = self.skeleton.rest_pose().get(joint);
        let Some(track) = self.track(joint) else {
            return rest;
        };
        let rotation = track.rotation.as_ref().and_then(|curve| curve.sample_near(at, slack));
        let value = |curve: &Option<Curve<Vec3>>, rest: Vec3| {
            curve.as_ref().and_then(|curve| curve.sample_near(at, slack)).unwrap_or(rest)
        };
        Transform {
            translation: value(&track.translation, rest.translation),
            rotation: rotation.map_or(rest.rotation, |turn| turn.as_dquat().normalize().as_quat()),
            scale: value(&track.scale, rest.scale),
        }
    }

    /// The pose at a time, as a new one; [`sample`](Self::sample) writes it into one that there is.
    #[must_use]
    pub fn pose(&self, at: Seconds) -> LocalPose {
        let joints: Vec<Transform> = self.skeleton.joints().map(|joint| self.transform(joint, at)).collect();
        LocalPose::from_transforms(&joints)
    }

    /// The pose at a time. Times outside the clip hold its ends; NaN is taken as its start.
    ///
    /// # Errors
    ///
    /// [`SamplingError::Joints`] when the pose has not one entry per joint of the skeleton.
    pub fn sample(&self, at: Seconds, output: &mut LocalPose) -> Result<(), SamplingError> {
        SamplingError::check_joints(self.tracks.len(), output)?;
        for joint in self.skeleton.joints() {
            output.set(joint, self.transform(joint, at));
        }
        Ok(())
    }

    /// The scalars at a time, in the clip's order.
    ///
    /// # Errors
    ///
    /// [`SamplingError::Scalars`] when `output` has not one entry per scalar of the clip.
    pub fn sample_scalars(&self, at: Seconds, output: &mut ScalarPose) -> Result<(), SamplingError> {
        SamplingError::check_scalars(self.clip.scalars.len(), output)?;
        for ((_, curve), value) in self.clip.scalars.iter().zip(output.values_mut()) {
            *value = curve.sample(at).unwrap_or(0.0);
        }
        Ok(())
    }
}

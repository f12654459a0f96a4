// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Records live poses into clips on an exact grid of times.
//!
//! A game runs at 45, 75 or 144 frames a second; a clip wants 30 samples a second, evenly spaced. [`Recorder`] takes
//! a pose in every frame from any [`PoseSource`] (a ragdoll, a character, any tree of nodes) and gives a
//! [`RawClip`](tumble_clip::RawClip) whose samples lie exactly on the grid, interpolated between frames. It begins
//! and ends by call, after a time, or when everything has come to rest, which [`SettleDetector`] tells; or it goes on
//! for ever and keeps what just happened. On request the way over the ground goes onto the root, apart from the pose.
//!
//! ```
//! use tumble_pose::glam::Vec3;
//! use tumble_pose::{Joint, JointIndex, LocalPose, Seconds, Skeleton, Transform};
//! use tumble_recorder::{Outcome, PoseSource, Progress, Recorder, RecorderSettings, SettleSettings, Stop};
//!
//! /// A ball that is thrown and lands.
//! struct Ball(Skeleton, Vec3, Vec3);
//!
//! impl Ball {
//!     fn step(&mut self, dt: f32) {
//!         self.2.y -= 9.81 * dt;
//!         self.1 += self.2 * dt;
//!         if self.1.y < 0.1 {
//!             (self.1.y, self.2) = (0.1, Vec3::ZERO);
//!         }
//!     }
//! }
//!
//! impl PoseSource for Ball {
//!     fn skeleton(&self) -> &Skeleton {
//!         &self.0
//!     }
//!     fn read(&mut self, out: &mut LocalPose) {
//!         out.set(JointIndex::ROOT, Transform::from_translation(self.1));
//!     }
//!     fn max_speed(&self) -> (f32, f32) {
//!         (self.2.length(), 0.0)
//!     }
//! }
//!
//! let root = Joint { name: "ball".into(), parent: None, rest: Transform::IDENTITY };
//! let skeleton = Skeleton::new(&[root])?;
//! let mut ball = Ball(skeleton.clone(), Vec3::new(0.0, 0.1, 0.0), Vec3::ZERO);
//! let settings = RecorderSettings {
//!     name: "throw".into(),
//!     stop: Stop::WhenSettled(SettleSettings::default()),
//!     ..RecorderSettings::default()
//! };
//! let mut recorder = Recorder::new(&skeleton, settings)?;
//!
//! recorder.push(Seconds::ZERO, &mut ball)?; // first as it stands,
//! ball.2 = Vec3::new(2.0, 4.0, 0.0); // then the throw
//! let mut frame = 0;
//! while !matches!(recorder.progress(), Progress::Done(_)) {
//!     frame += 1;
//!     ball.step(1.0 / 144.0);
//!     recorder.push(Seconds(f64::from(frame) / 144.0), &mut ball)?;
//! }
//! assert_eq!(recorder.outcome(), Some(Outcome::Settled));
//!
//! let clip = recorder.finish()?;
//! let path = clip.tracks[0].translation.as_ref().ok_or("the ball moves")?;
//! assert_eq!(path.keys[0].value, Vec3::new(0.0, 0.1, 0.0), "as it stood");
//! assert_eq!(path.keys[7].time, Seconds(7.0 / 30.0), "on the grid");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What just happened, and root motion
//!
//! With [`WhenFull::ForgetOldest`] a recorder runs along with the game, allocates nothing, and has a clip of the last
//! seconds ready at any moment. [`RootMotion::OnRoot`] puts the hips' way over the ground on the root. Several
//! characters have a recorder each; pushed with the same time, they stay in step.
//!
//! ```
//! use tumble_pose::glam::Vec3;
//! use tumble_pose::{Joint, JointIndex, LocalPose, Seconds, Skeleton, Transform};
//! use tumble_recorder::{PoseSource, Recorder, RecorderSettings, RootMotion, WhenFull};
//!
//! /// Walks along z at a metre a second, hips a metre high, some metres to the side.
//! struct Walker<'a> {
//!     skeleton: &'a Skeleton,
//!     place: Vec3,
//! }
//!
//! impl PoseSource for Walker<'_> {
//!     fn skeleton(&self) -> &Skeleton {
//!         self.skeleton
//!     }
//!     fn read(&mut self, out: &mut LocalPose) {
//!         out.copy_from(self.skeleton.rest_pose());
//!         out.set(JointIndex(1), Transform::from_translation(self.place));
//!     }
//!     fn max_speed(&self) -> (f32, f32) {
//!         (1.0, 0.0)
//!     }
//! }
//!
//! let skeleton = Skeleton::new(&[
//!     Joint { name: "character".into(), parent: None, rest: Transform::IDENTITY },
//!     Joint { name: "hips".into(), parent: Some(0), rest: Transform::from_translation(Vec3::Y) },
//! ])?;
//! let settings = RecorderSettings {
//!     max_length: Seconds(2.0),
//!     when_full: WhenFull::ForgetOldest,
//!     root_motion: RootMotion::OnRoot { joint: "hips".into() },
//!     ..RecorderSettings::default()
//! };
//! let another = || Recorder::new(&skeleton, settings.clone());
//! let mut recorders = [(0.0, another()?), (3.0, another()?)];
//! for frame in 0..=600 {
//!     let now = f64::from(frame) / 60.0;
//!     for (side, recorder) in &mut recorders {
//!         let place = Vec3::new(*side, 1.0, now as f32);
//!         recorder.push(Seconds(now), &mut Walker { skeleton: &skeleton, place })?;
//!     }
//! }
//! for (side, recorder) in recorders {
//!     let clip = recorder.clip()?; // of ten seconds the last two
//!     assert_eq!(clip.duration, Seconds(2.0));
//!     assert_eq!(clip.tracks.len(), 1, "the hips stay at rest, a metre above the root");
//!     let way = clip.tracks[0].translation.as_ref().ok_or("the root travels")?;
//!     assert_eq!(way.keys[60].value, Vec3::new(side, 0.0, 10.0));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Should I use this crate?
//!
//! Yes, to turn anything that moves into an animation: physics, procedural motion, a network replay. To bake
//! ragdolls without a game around them, `tumble-ragdoll` does all of this for you. It writes keys, not files: build
//! a [`tumble_clip`] clip from what it gives. Only transforms are recorded, not morph weights.
//!
//! # Features
//!
//! None.

mod pose_source;
mod progress;
mod record_error;
mod recorder;
mod root_split;
mod sample_grid;
mod samples;
mod settings;
mod settle_detector;
mod slow_down;
mod take_name;
mod whole_pose;

pub use pose_source::PoseSource;
pub use progress::{Outcome, Progress};
pub use record_error::{RecordError, TimeError};
pub use recorder::Recorder;
pub use settings::{RecorderSettings, RootMotion, SettingsError, Start, Stop, WhenFull};
pub use settle_detector::{SettleDetector, SettleSettings, Stillness};
pub use take_name::take_name;

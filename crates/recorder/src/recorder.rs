// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::root_split::RootSplit;
use crate::sample_grid::SampleGrid;
use crate::samples::Samples;
use crate::slow_down::SlowDown;
use crate::whole_pose::{self, Flaw};
use crate::{
    Outcome, PoseSource, Progress, RecordError, RecorderSettings, RootMotion, SettingsError, SettleDetector,
    Start, Stillness, Stop, TimeError, WhenFull,
};
use tumble_clip::{ClipMeta, RawClip};
use tumble_pose::{JointIndex, LocalPose, Seconds, Skeleton};

/// Records the poses of a moving thing into a clip.
///
/// Push a pose in every frame, whenever frames come: samples lie at `index / rate` from the start exactly, between
/// the poses of the two frames around them. **Push before you strike.** The first sample is the pose of the first
/// push; with [`Start::OnCall`] it is the latest one pushed before [`start`](Self::start). So a fall begins with the
/// character as it stood, and not with the frame in which it has moved already.
///
/// The clip lasts until its last sample. A part of a joint that stays at rest gets no curve and one that stays
/// elsewhere a single key, "stays" to within 1e-6 in every component; all others have a key at the first and the last
/// sample and every one between, except that what no longer changes at the end is held by its first and last key.
///
/// With [`WhenFull::ForgetOldest`] it never grows too long but keeps the last so many seconds: take a
/// [`clip`](Self::clip) of what just happened at any moment, recording goes on.
///
/// Record several characters with a recorder each, all pushed with the same `now`: their clips then have the same
/// instants.
///
/// A sample takes 40 bytes a joint, joints rounded up to the next eight. Besides that growth, a push allocates
/// nothing; where the oldest is forgotten all memory is there from the first, and nothing is allocated at all (but by a
/// clone, which grows again).
#[derive(Debug, Clone)]
pub struct Recorder {
    skeleton: Skeleton,
    settings: RecorderSettings,
    grid: SampleGrid,
    detector: Option<SettleDetector>,
    /// When sample 0 is, on the caller's clock.
    began: Option<Seconds>,
    slow_down: Option<SlowDown>,
    /// The last sample to be, as far as known, and how the recording will then have ended.
    end: (u64, Outcome),
    outcome: Option<Outcome>,
    /// The next sample to take.
    next: u64,
    samples: Samples,
    root: Option<RootSplit>,
    previous: Frame,
    latest: Frame,
    incoming: LocalPose,
    /// The sample being taken.
    sample: LocalPose,
}

/// A pose and when it was; no time as long as nothing was pushed.
#[derive(Debug, Clone)]
struct Frame {
    at: Option<Seconds>,
    pose: LocalPose,
}

impl Recorder {
    /// A recorder for sources with this skeleton.
    ///
    /// # Errors
    ///
    /// [`SettingsError`] when the rate is not above 0, the longest length not finite or of more than
    /// [`RecorderSettings::MAX_SAMPLES`], a time or threshold negative or NaN, the joint of root motion unknown, or
    /// there is no memory for what shall be kept.
    pub fn new(skeleton: &Skeleton, settings: RecorderSettings) -> Result<Self, SettingsError> {
        settings.validate()?;
        let grid = SampleGrid::new(settings.rate_hz)?;
        let longest = grid.last_within("max_length", settings.max_length)?;
        let mut samples = Samples::new(skeleton.joint_count(), longest + 1);
        let last = match settings.when_full {
            WhenFull::Stop => longest as u64,
            WhenFull::ForgetOldest => {
                samples.reserve()?;
                u64::MAX
            }
        };
        let end = match settings.stop {
            Stop::After(time) if grid.first_from(time) <= last => (grid.first_from(time), Outcome::Stopped),
            _ => (last, Outcome::MaxLength),
        };
        let detector = match settings.stop {
            Stop::WhenSettled(settle) => {
                grid.last_within("settle.ease_to_hold", settle.ease_to_hold)?;
                Some(SettleDetector::new(settle)?)
            }
            Stop::OnCall | Stop::After(_) => None,
        };
        let root = match &settings.root_motion {
            RootMotion::InPose => None,
            RootMotion::OnRoot { joint } => Some(RootSplit::new(skeleton, joint)?),
        };
        let rest = LocalPose::rest(skeleton);
        Ok(Self {
            skeleton: skeleton.clone(),
            grid,
            detector,
            began: None,
            slow_down: None,
            end,
            outcome: None,
            next: 0,
            samples,
            root,
            previous: Frame { at: None, pose: rest.clone() },
            latest: Frame { at: None, pose: rest.clone() },
            incoming: rest.clone(),
            sample: rest,
            settings,
        })
    }

    /// Begins with the latest pose pushed, or with the next where none was. Ends a delay. Changes nothing once
    /// samples are being taken.
    pub fn start(&mut self) {
        if self.next > 0 || self.outcome.is_some() {
            return;
        }
        self.settings.start = Start::Now;
        self.began = self.latest.at;
        if let Some(now) = self.latest.at {
            self.take_samples(now);
        }
    }

    /// Ends with the latest sample. Changes nothing once it has ended.
    pub fn stop(&mut self) {
        self.outcome.get_or_insert(Outcome::Stopped);
    }

    /// Ends with the first sample at or after so long from the latest frame, where nothing ends it before: so a clip
    /// of what just happened gets some of what comes of it. A negative time or a NaN counts as none. Changes nothing
    /// while the motion comes to a hold.
    pub fn stop_in(&mut self, time: Seconds) {
        let latest = self.latest.at.zip(self.began).map_or(Seconds::ZERO, |(latest, began)| latest - began);
        let last = self.grid.first_from(latest.max(Seconds::ZERO) + time.max(Seconds::ZERO));
        if last < self.next {
            self.stop();
        } else if self.slow_down.is_none() && last < self.end.0 {
            self.end = (last, Outcome::Stopped);
        }
    }

    /// Takes in where the source is `now`, on any clock that does not run backwards.
    ///
    /// A long frame gives several samples, a short one perhaps none; one at the same instant as the frame before
    /// replaces its pose. Rotations whose length is off are normalised. After the end nothing is read.
    ///
    /// # Errors
    ///
    /// [`RecordError::Time`] when `now` lies before the push before it or is not finite, [`RecordError::Joints`]
    /// when the source has another number of joints, [`RecordError::Pose`] when its pose is not finite or has a
    /// rotation of no length, [`RecordError::RootScale`] when root motion is to be kept apart and the root does not
    /// scale evenly. The recording is then as it was.
    pub fn push(&mut self, now: Seconds, source: &mut dyn PoseSource) -> Result<Progress, RecordError> {
        if let Some(outcome) = self.outcome {
            return Ok(Progress::Done(outcome));
        }
        TimeError::check(self.latest.at, now)?;
        self.read(now, source)?;
        std::mem::swap(&mut self.previous, &mut self.latest);
        std::mem::swap(&mut self.latest.pose, &mut self.incoming);
        self.latest.at = Some(now);
        let began = match (self.began, self.settings.start) {
            (Some(began), _) => began,
            (None, Start::Now) => now,
            (None, Start::AfterDelay(delay)) => now + delay,
            (None, Start::OnCall) => return Ok(Progress::Waiting),
        };
        self.began = Some(began);
        if now < began {
            return Ok(Progress::Waiting);
        }
        self.watch(now - began, source)?;
        self.take_samples(now);
        Ok(self.progress())
    }

    fn read(&mut self, now: Seconds, source: &mut dyn PoseSource) -> Result<(), RecordError> {
        let expected = self.skeleton.joint_count();
        let mut found = source.skeleton().joint_count();
        if found == expected {
            source.read(&mut self.incoming);
            found = self.incoming.joint_count();
        }
        if found != expected {
            self.incoming = LocalPose::rest(&self.skeleton);
            return Err(RecordError::Joints { expected, found });
        }
        whole_pose::make_whole(&mut self.incoming)
            .map_err(|Flaw(joint)| RecordError::Pose { joint: self.joint_name(joint), at: now })?;
        let scale = self.incoming.get(JointIndex::ROOT).scale;
        if self.root.is_some() && !RootSplit::is_even(scale) {
            return Err(RecordError::RootScale { scale, at: now });
        }
        Ok(())
    }

    fn joint_name(&self, joint: JointIndex) -> String {
        match self.skeleton.path(joint) {
            "" => self.skeleton.name(joint).to_owned(),
            path => path.to_owned(),
        }
    }

    /// Looks whether the fall is over, and if so lets it come to a hold. `now` counts from sample 0.
    fn watch(&mut self, now: Seconds, source: &dyn PoseSource) -> Result<(), TimeError> {
        let (Some(detector), None) = (&mut self.detector, self.slow_down) else {
            return Ok(());
        };
        let (at, outcome) = match detector.update(now, source.max_speed())? {
            Stillness::Settled { at } => (at, Outcome::Settled),
            Stillness::Capped { at } => (at, Outcome::Capped),
            Stillness::Moving | Stillness::Slow { .. } => return Ok(()),
        };
        if let Stop::WhenSettled(settle) = self.settings.stop {
            let (slow_down, last) = SlowDown::to_sample(self.grid, at, settle.ease_to_hold);
            self.slow_down = Some(slow_down);
            if last <= self.end.0 {
                self.end = (last, outcome);
            }
        }
        Ok(())
    }

    /// Takes the samples that lie at or before the latest frame.
    fn take_samples(&mut self, now: Seconds) {
        let Some(began) = self.began else { return };
        let from = self.previous.at.unwrap_or(now);
        // Of more than can be kept, only the last are taken, however long the frame.
        let due = self.grid.last_by(now - began).min(self.end.0);
        let kept = due.saturating_sub(self.samples.most() as u64 - 1);
        while self.outcome.is_none() {
            let instant = self.grid.instant(self.next);
            let instant = self.slow_down.map_or(instant, |slow_down| slow_down.source_instant(instant));
            if instant > now - began {
                return;
            }
            let span = now - from;
            let blend = if span > Seconds::ZERO { (instant - (from - began)) / span } else { 1.0 };
            self.take_sample(blend.clamp(0.0, 1.0) as f32);
            if self.next == self.end.0 {
                self.outcome = Some(self.end.1);
            }
            self.next = self.next.saturating_add(1).max(kept);
        }
    }

    /// Takes the pose between the two latest frames.
    fn take_sample(&mut self, blend: f32) {
        let (from, to) = (&self.previous.pose, &self.latest.pose);
        if blend < 1.0 {
            for joint in self.skeleton.joints() {
                self.sample.set(joint, from.get(joint).interpolate(to.get(joint), blend));
            }
        } else {
            self.sample.copy_from(to);
        }
        if let Some(root) = &mut self.root {
            root.split(&mut self.sample);
        }
        self.samples.push(&self.sample);
    }

    /// How far it is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        match (self.outcome, self.slow_down, self.next) {
            (Some(outcome), ..) => Progress::Done(outcome),
            (None, Some(_), _) => Progress::Easing,
            (None, None, 0) => Progress::Waiting,
            (None, None, _) => Progress::Recording,
        }
    }

    /// How it ended; `None` as long as it has not.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Whether it ended because everything came to rest.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.outcome == Some(Outcome::Settled)
    }

    /// How many samples there are; of those forgotten, none.
    #[must_use]
    pub fn sample_count(&self) -> u64 {
        self.samples.count() as u64
    }

    /// How much memory a second of recording takes.
    #[must_use]
    pub fn bytes_per_second(&self) -> f64 {
        self.samples.sample_bytes() as f64 * self.settings.rate_hz
    }

    /// A clip of the samples there are; recording goes on. Time 0 is the oldest of them.
    ///
    /// # Errors
    ///
    /// [`RecordError::Empty`] when there is no sample.
    pub fn clip(&self) -> Result<RawClip, RecordError> {
        let Some(last) = self.samples.count().checked_sub(1) else {
            return Err(RecordError::Empty);
        };
        Ok(RawClip {
            meta: ClipMeta {
                name: self.settings.name.clone(),
                rate_hz: Some(self.settings.rate_hz),
                ..ClipMeta::default()
            },
            duration: self.grid.instant(last as u64),
            tracks: self.samples.tracks(&self.skeleton, self.grid),
            ..RawClip::default()
        })
    }

    /// The clip, at the end. Stops where it has not ended; [`outcome`](Self::outcome) tells before how it did.
    ///
    /// # Errors
    ///
    /// [`RecordError::Empty`] when there is no sample.
    pub fn finish(self) -> Result<RawClip, RecordError> {
        self.clip()
    }
}

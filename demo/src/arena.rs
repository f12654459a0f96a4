// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::character::{Character, CharacterState, Doing};
use crate::character_kind::CharacterKind;
use crate::formation::Formation;
use crate::hit::Hit;
use crate::input::{Action, Input};
use crate::message::Message;
use crate::mode::Mode;
use crate::orbit_camera::{OrbitCamera, Ray};
use crate::playback::Playback;
use crate::recording::Recording;
use crate::stage::Stage;
use crate::status::{Crowd, Status};
use crate::times::{Averages, StepTimes, timed};
use fyrox::core::algebra::Vector2;
use fyrox::scene::Scene;
use fyrox::scene::graph::{Graph, GraphUpdateSwitches};
use glam::Vec3;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use tumble_fyrox::pose::Seconds;
use tumble_fyrox::{apply_physics_settings, step_physics};

/// The game: characters that stand in a scene until they are hit.
///
/// All of it happens in [`step`](Self::step), with or without a window.
#[derive(Debug)]
pub struct Arena {
    kind: Arc<CharacterKind>,
    stage: Stage,
    camera: OrbitCamera,
    formation: Formation,
    characters: Vec<Character>,
    playback: Playback,
    mode: Mode,
    recording: Recording,
    /// The number of the character that was hit last.
    last_hit: Option<usize>,
    message: Message,
    now: Seconds,
    times: StepTimes,
}

/// How an arena begins.
#[derive(Debug, Clone)]
pub struct ArenaSettings {
    /// How many characters stand in it; no more than [`Formation::MOST`].
    pub crowd: usize,
    /// What hits do.
    pub mode: Mode,
    /// Where recordings are saved: a folder, made with the first.
    pub takes: PathBuf,
}

impl Arena {
    /// Builds the arena in an empty scene.
    #[must_use]
    pub fn new(kind: Arc<CharacterKind>, settings: ArenaSettings, scene: &mut Scene) -> Self {
        apply_physics_settings(&kind.physics, kind.size, &mut scene.graph);
        let formation = Formation::new(1.25 * kind.height());
        let radius = formation.radius(settings.crowd);
        let mut arena = Self {
            stage: Stage::build(&kind, scene),
            camera: OrbitCamera::over_crowd(radius, kind.height()),
            formation,
            characters: Vec::new(),
            playback: Playback::new(kind.clips()),
            mode: settings.mode,
            recording: Recording::new(settings.takes),
            last_hit: None,
            message: Message::default(),
            now: Seconds::ZERO,
            times: StepTimes::default(),
            kind,
        };
        (0..settings.crowd).for_each(|_| arena.add(&mut scene.graph));
        arena.stage.place_camera(&arena.camera, &mut scene.graph);
        arena
    }

    /// Lets `dt` seconds pass: does what the input tells, moves all characters, then the scene. What is drawn next
    /// is how things were when the step began.
    pub fn step(&mut self, scene: &mut Scene, input: &Input<'_>, dt: f32) {
        let begin = Instant::now();
        let mut times = StepTimes::default();
        for &action in input.actions {
            self.act(action, &mut scene.graph);
        }
        timed(&mut times.playback, || {
            for character in &mut self.characters {
                character.play(&self.kind, &mut self.playback);
            }
        });
        timed(&mut times.apply, || {
            for character in &mut self.characters {
                character.apply(&mut scene.graph);
            }
        });
        self.record(&scene.graph);
        // Nothing else in the arena moves by physics.
        if self.characters.iter().any(|character| character.doing() == Doing::Live) {
            timed(&mut times.physics, || step_physics(scene, dt, &self.kind.physics));
        }
        timed(&mut times.apply, || {
            let no_physics = GraphUpdateSwitches { physics: false, ..GraphUpdateSwitches::default() };
            scene.update(Vector2::new(input.frame.x, input.frame.y), dt, no_physics);
        });
        for character in &mut self.characters {
            character.advance(dt, &mut scene.graph);
        }
        self.now += Seconds(f64::from(dt));
        times.total = begin.elapsed();
        self.times = times;
    }

    fn act(&mut self, action: Action, graph: &mut Graph) {
        match action {
            Action::Strike(ray) => self.strike(ray, graph),
            Action::StrikeAll(direction) => self.strike_all(direction, graph),
            Action::SwitchMode => self.mode = self.mode.other(),
            Action::Record => self.press_record(graph),
            Action::Add => self.add(graph),
            Action::Remove => self.remove(graph),
            Action::StandUp => self.stand_up(graph),
            Action::Orbit(by) => self.camera.orbit(by),
            Action::Zoom(steps) => self.camera.zoom(steps),
            Action::Pan(by) => self.camera.pan(by),
        }
        self.stage.place_camera(&self.camera, graph);
    }

    fn strike(&mut self, ray: Ray, graph: &mut Graph) {
        let hits = self.characters.iter().enumerate().filter_map(|(number, character)| {
            let (hit, distance) = Hit::by_ray(ray, &self.kind, character.pose(), character.place())?;
            Some((number, hit, distance))
        });
        if let Some((number, hit, _)) = hits.min_by(|a, b| a.2.total_cmp(&b.2)) {
            self.hit(number, hit, graph);
        }
    }

    fn strike_all(&mut self, direction: Vec3, graph: &mut Graph) {
        let Some(direction) = direction.try_normalize() else { return };
        for number in 0..self.characters.len() {
            let character = &self.characters[number];
            let hit = Hit::to_chest(direction, &self.kind, character.pose(), character.place());
            if let Some(hit) = hit {
                self.hit(number, hit, graph);
            }
        }
    }

    /// Hits a character: in its ragdoll where it has one already, else as the mode says.
    fn hit(&mut self, number: usize, hit: Hit, graph: &mut Graph) {
        let character = &mut self.characters[number];
        match (self.mode, character.doing()) {
            (Mode::Live, _) | (Mode::Baked, Doing::Live) => {
                self.last_hit = Some(number);
                let blow = character.blow_tag(hit, &self.kind);
                if let Some(said) = self.recording.before_hit(&self.kind, number, blow) {
                    self.message.say(self.now, said);
                }
                if let Err(error) = character.strike_live(hit, &self.kind, graph) {
                    self.message.say(self.now, error.to_string());
                }
            }
            (Mode::Baked, Doing::Standing) => {
                self.last_hit = Some(number);
                character.strike_baked(hit, &self.kind, graph);
            }
            (Mode::Baked, Doing::Baked) => {
                self.message.say(self.now, "it has fallen: Space lets all stand up again");
            }
        }
    }

    fn stand_up(&mut self, graph: &mut Graph) {
        self.end_take();
        for character in &mut self.characters {
            character.stand_up(&self.kind, graph);
        }
        self.last_hit = None;
    }

    fn add(&mut self, graph: &mut Graph) {
        let number = self.characters.len();
        if number >= Formation::MOST {
            return self.message.say(self.now, format!("{number} are the most there is room for"));
        }
        // The first begins to idle with the arena; the others have each idled a little longer.
        let idled = Seconds(number as f64 * 0.71);
        let place = self.formation.place(number);
        self.characters.push(Character::spawn(&self.kind, place, idled, graph));
    }

    fn remove(&mut self, graph: &mut Graph) {
        let Some(character) = self.characters.pop() else { return };
        let gone = self.characters.len();
        if self.recording.character() == Some(gone) {
            self.end_take();
        }
        self.last_hit = self.last_hit.filter(|&number| number != gone);
        character.remove(graph);
    }

    fn press_record(&mut self, graph: &Graph) {
        let falling = self.last_hit.filter(|number| self.characters[*number].is_falling(graph));
        let said = self.recording.press(self.mode, falling, &self.kind);
        self.message.say(self.now, said);
    }

    fn record(&mut self, graph: &Graph) {
        if let Some(said) = self.recording.push(&self.characters, &self.kind, graph, self.now) {
            self.message.say(self.now, said);
        }
    }

    fn end_take(&mut self) {
        if let Some(said) = self.end_recording() {
            self.message.say(self.now, said);
        }
    }

    /// Ends and saves the recording that runs, if one does, and says where: for when the arena is left.
    pub fn end_recording(&mut self) -> Option<String> {
        self.recording.end(&self.kind)
    }

    /// What hits do.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// How long the arena's time has run.
    #[must_use]
    pub fn now(&self) -> Seconds {
        self.now
    }

    /// From where it is seen.
    #[must_use]
    pub fn camera(&self) -> &OrbitCamera {
        &self.camera
    }

    /// How long the last step took.
    #[must_use]
    pub fn times(&self) -> StepTimes {
        self.times
    }

    /// How a character is, by its number; `None` where there are fewer.
    #[must_use]
    pub fn character(&self, number: usize) -> Option<CharacterState> {
        self.characters.get(number).map(|character| character.state(&self.kind))
    }

    /// How many characters do what.
    #[must_use]
    pub fn crowd(&self) -> Crowd {
        let mut crowd = Crowd::default();
        for character in &self.characters {
            match character.doing() {
                Doing::Standing => crowd.standing += 1,
                Doing::Live => crowd.live += 1,
                Doing::Baked => crowd.baked += 1,
            }
        }
        crowd
    }

    /// What it has to say to the player: for some seconds, then nothing.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        self.message.at(self.now)
    }

    pub(crate) fn status(&self, averages: &Averages) -> Status<'_> {
        Status {
            mode: self.mode,
            crowd: self.crowd(),
            frame: averages.frame(),
            times: averages.step(),
            recording: self.recording.status(),
            message: self.message(),
        }
    }
}

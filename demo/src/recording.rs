// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::character::Character;
use crate::character_kind::CharacterKind;
use crate::mode::Mode;
use crate::take::{Take, TakeError};
use fyrox::scene::graph::Graph;
use std::path::PathBuf;
use tumble_fyrox::clip::BlowTag;
use tumble_fyrox::pose::Seconds;

/// Whether a live fall is recorded, and where recordings go.
#[derive(Debug)]
pub(crate) struct Recording {
    folder: PathBuf,
    state: State,
}

#[derive(Debug)]
enum State {
    Off,
    /// Begins with the next hit, so that its first pose is the one before it.
    Armed,
    Running(Box<Take>),
}

/// What there is to say about a recording.
pub(crate) type Said = String;

impl Recording {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder, state: State::Off }
    }

    /// The number of the character that is recorded.
    pub(crate) fn character(&self) -> Option<usize> {
        if let State::Running(take) = &self.state { Some(take.character) } else { None }
    }

    /// In a few words what it does; `None` where it is off.
    pub(crate) fn status(&self) -> Option<&'static str> {
        match self.state {
            State::Off => None,
            State::Armed => Some("begins with the next hit"),
            State::Running(_) => Some("running"),
        }
    }

    /// Begins, or ends what runs. `falling` is the number of the character that was hit last, if physics moves it.
    pub(crate) fn press(&mut self, mode: Mode, falling: Option<usize>, kind: &CharacterKind) -> Said {
        match (&self.state, falling, mode) {
            (State::Running(_), ..) => self.end(kind).unwrap_or_default(),
            (State::Armed, ..) => {
                self.state = State::Off;
                "no recording".to_owned()
            }
            (State::Off, Some(number), _) => self.begin(kind, number, None),
            (State::Off, None, Mode::Live) => {
                self.state = State::Armed;
                "the recording begins with the next hit".to_owned()
            }
            (State::Off, None, Mode::Baked) => "only live falls are recorded: Tab switches".to_owned(),
        }
    }

    /// A character is about to be hit; where that is what a recording waits for, it begins.
    pub(crate) fn before_hit(&mut self, kind: &CharacterKind, number: usize, blow: BlowTag) -> Option<Said> {
        matches!(self.state, State::Armed).then(|| self.begin(kind, number, Some(blow)))
    }

    fn begin(&mut self, kind: &CharacterKind, number: usize, blow: Option<BlowTag>) -> Said {
        match Take::new(kind, number, blow) {
            Ok(take) => {
                self.state = State::Running(Box::new(take));
                "recording, until R or rest".to_owned()
            }
            Err(error) => self.fail(&error),
        }
    }

    /// Takes in a frame. When that was the last, saves the recording and says where.
    pub(crate) fn push(
        &mut self,
        characters: &[Character],
        kind: &CharacterKind,
        graph: &Graph,
        now: Seconds,
    ) -> Option<Said> {
        let State::Running(take) = &mut self.state else { return None };
        let pushed = take.push(now, characters.get(take.character)?, kind, graph);
        match pushed {
            Ok(false) => None,
            Ok(true) => self.end(kind),
            Err(error) => Some(self.fail(&error)),
        }
    }

    /// Ends and saves what runs, and says where.
    pub(crate) fn end(&mut self, kind: &CharacterKind) -> Option<Said> {
        match std::mem::replace(&mut self.state, State::Off) {
            State::Running(take) => Some(match take.save(kind, &self.folder) {
                Ok(path) => format!("saved {}", path.display()),
                Err(error) => self.fail(&error),
            }),
            State::Off | State::Armed => None,
        }
    }

    fn fail(&mut self, error: &TakeError) -> Said {
        self.state = State::Off;
        format!("not recorded: {error}")
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::character::Character;
use crate::character_kind::CharacterKind;
use fyrox::scene::graph::Graph;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tumble_fyrox::clip::{BlowTag, BuildError, Clip, ClipBuilder};
use tumble_fyrox::pose::{LocalPose, Seconds, Skeleton};
use tumble_fyrox::recorder::{
    PoseSource, Progress, RecordError, Recorder, RecorderSettings, SettingsError, SettleSettings, Stop,
    take_name,
};

/// The recording of a live fall: it ends when it is told to, or by itself when the character lies still.
#[derive(Debug)]
pub(crate) struct Take {
    recorder: Recorder,
    blow: Option<BlowTag>,
    /// The number of the character.
    pub(crate) character: usize,
}

impl Take {
    /// A recording of a character, which begins with the first pose that is pushed.
    pub(crate) fn new(
        kind: &CharacterKind,
        character: usize,
        blow: Option<BlowTag>,
    ) -> Result<Self, TakeError> {
        let settings = RecorderSettings {
            name: format!("{}_fall", kind.name()),
            stop: Stop::WhenSettled(SettleSettings::default()),
            ..RecorderSettings::default()
        };
        Ok(Self { recorder: Recorder::new(kind.skeleton(), settings)?, blow, character })
    }

    /// Takes in the character's pose. Whether that was all.
    pub(crate) fn push(
        &mut self,
        now: Seconds,
        character: &Character,
        kind: &CharacterKind,
        graph: &Graph,
    ) -> Result<bool, TakeError> {
        let speed = character.ragdoll().map_or((0.0, 0.0), |ragdoll| ragdoll.max_speed(graph));
        let mut source = Source { skeleton: kind.skeleton(), pose: character.pose(), speed };
        Ok(matches!(self.recorder.push(now, &mut source)?, Progress::Done(_)))
    }

    /// Builds the clip and saves it in a folder, under a name that no file there has.
    pub(crate) fn save(self, kind: &CharacterKind, folder: &Path) -> Result<PathBuf, TakeError> {
        let mut raw = self.recorder.finish()?;
        raw.meta.metres_per_unit = Some(kind.rig.metres_per_unit);
        raw.meta.blow = self.blow;
        let clip = ClipBuilder::default().build(kind.skeleton(), &raw)?;
        let save = || {
            fs::create_dir_all(folder)?;
            write_new(folder, &raw.meta.name, &clip)
        };
        save().map_err(|source| TakeError::Write { folder: folder.to_owned(), source })
    }
}

/// Where a character is now.
struct Source<'a> {
    skeleton: &'a Skeleton,
    pose: &'a LocalPose,
    speed: (f32, f32),
}

impl PoseSource for Source<'_> {
    fn skeleton(&self) -> &Skeleton {
        self.skeleton
    }

    fn read(&mut self, out: &mut LocalPose) {
        out.copy_from(self.pose);
    }

    fn max_speed(&self) -> (f32, f32) {
        self.speed
    }
}

/// Writes a file that was not there, whole or not at all.
fn write_new(folder: &Path, base: &str, clip: &Clip) -> io::Result<PathBuf> {
    let base: String =
        base.chars().map(|c| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' }).collect();
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    let stems: Vec<String> = entries
        .iter()
        .filter_map(|entry| Some(Path::new(&entry.file_name()).file_stem()?.to_string_lossy().into_owned()))
        .collect();
    let name = take_name(stems.iter().map(String::as_str), &base);
    let (unfinished, path) =
        (folder.join(format!("{name}.unfinished")), folder.join(format!("{name}.tumble")));
    fs::write(&unfinished, clip.to_bytes())?;
    fs::rename(&unfinished, &path)?;
    Ok(path)
}

/// Where takes are saved unless another folder is named: in the user's folder for the data of programs.
#[must_use]
pub(crate) fn default_folder() -> PathBuf {
    let from =
        |variable: &str| std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = if cfg!(windows) {
        from("APPDATA")
    } else if cfg!(target_os = "macos") {
        from("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        from("XDG_DATA_HOME").or_else(|| from("HOME").map(|home| home.join(".local/share")))
    };
    data.unwrap_or_else(std::env::temp_dir).join("tumble").join("takes")
}

/// Why a take cannot be recorded or saved.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TakeError {
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error("cannot write into {}: {source}", folder.display())]
    Write { folder: PathBuf, source: io::Error },
}

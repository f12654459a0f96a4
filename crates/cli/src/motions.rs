// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::clip_text::read_clip_text;
use crate::file_kind::FileKind;
use crate::scale::Scale;
use crate::{CliError, warn};
use std::io;
use std::path::{Path, PathBuf};
use tumble_clip::{Clip, Looping, RawClip};
use tumble_deaths::DeathLibrary;
use tumble_interchange::{read_file, read_gltf};
use tumble_pose::{Model, Skeleton};

/// A character, or a bare skeleton, and the motions that a file has for it, as keys.
#[derive(Debug)]
pub(crate) struct Motions {
    path: PathBuf,
    /// Without meshes where the file has none.
    pub(crate) model: Model,
    /// Their names are not always unique.
    pub(crate) clips: Vec<RawClip>,
    /// What a `.tumble` does after its end, which keys do not say: `Once` of all other files.
    pub(crate) looping: Looping,
}

impl Motions {
    /// Reads any file that has motions. Of a library they are named after the clips' files.
    pub(crate) fn read(path: &Path) -> Result<Self, CliError> {
        let mut looping = Looping::Once;
        let (model, clips) = match FileKind::of(path)? {
            FileKind::Glb | FileKind::Gltf => {
                let asset = read_character(path)?;
                (asset.model, asset.clips)
            }
            FileKind::Tumble => {
                let clip = read_clip(path)?;
                looping = clip.looping();
                (bare(path, clip.skeleton().clone()), vec![clip.to_raw()])
            }
            FileKind::Ron => {
                let (skeleton, clip) = read_keys(path)?;
                (bare(path, skeleton), vec![clip])
            }
            FileKind::Deaths => {
                let (library, clips) = read_library(path)?;
                let first = clips.first().ok_or_else(|| CliError::NoAnimation { path: path.to_owned() })?;
                let mut model = bare(path, first.skeleton().clone());
                model.name.clone_from(&library.character);
                let named = |(clip, death): (&Clip, &tumble_deaths::DeathEntry)| {
                    let mut clip = clip.to_raw();
                    clip.meta.name.clone_from(&death.clip);
                    clip
                };
                (model, clips.iter().zip(&library.deaths).map(named).collect())
            }
        };
        Ok(Self { path: path.to_owned(), model, clips, looping })
    }

    /// Metres a unit where a motion does not say so itself; a scale that is given counts for all, whatever they say.
    pub(crate) fn scaled(&mut self, scale: Scale) -> f32 {
        if let Some(given) = scale.metres_per_unit() {
            self.clips.iter_mut().for_each(|clip| clip.meta.metres_per_unit = Some(given));
        }
        scale.of(&self.model)
    }

    /// All motions, or those of that name.
    pub(crate) fn all(&self, name: Option<&str>) -> Result<Vec<&RawClip>, CliError> {
        let chosen: Vec<&RawClip> =
            self.clips.iter().filter(|clip| name.is_none_or(|name| clip.meta.name == name)).collect();
        match name {
            Some(name) if chosen.is_empty() => Err(CliError::Animation {
                path: self.path.clone(),
                name: name.to_owned(),
                found: self.names(),
            }),
            _ => Ok(chosen),
        }
    }

    /// The motion of that name, or the only one.
    pub(crate) fn only(&self, name: Option<&str>) -> Result<&RawClip, CliError> {
        match self.all(name)?[..] {
            [] => Err(CliError::NoAnimation { path: self.path.clone() }),
            [clip] => Ok(clip),
            _ => Err(CliError::SeveralAnimations { path: self.path.clone(), found: self.names() }),
        }
    }

    fn names(&self) -> Vec<String> {
        self.clips.iter().map(|clip| clip.meta.name.clone()).collect()
    }
}

/// A skeleton as a model, named after its file.
fn bare(path: &Path, skeleton: Skeleton) -> Model {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Model { name, skeleton, meshes: Vec::new(), materials: Vec::new(), images: Vec::new() }
}

/// Reads a `.glb` or `.gltf` file; what was left out of it or put right is told on stderr.
pub(crate) fn read_character(path: &Path) -> Result<tumble_interchange::Asset, CliError> {
    match FileKind::of(path)? {
        FileKind::Glb | FileKind::Gltf => {}
        _ => return Err(CliError::kind(path, "a character (.glb, .gltf)")),
    }
    let asset = read_gltf(path).map_err(|source| CliError::gltf(path, source))?;
    for warning in &asset.warnings {
        warn(format_args!("{}: {warning}", path.display()));
    }
    Ok(asset)
}

/// Reads a `.tumble` file.
pub(crate) fn read_clip(path: &Path) -> Result<Clip, CliError> {
    let bytes = read(path)?;
    Clip::from_bytes(&bytes).map_err(|source| CliError::file(path, source))
}

/// Reads the `.ron` file of a clip.
pub(crate) fn read_keys(path: &Path) -> Result<(Skeleton, RawClip), CliError> {
    let text = read_text(path)?;
    read_clip_text(&text).map_err(|source| CliError::file(path, source))
}

/// Reads a `.deaths.ron` file and the clips that it names, in its order.
pub(crate) fn read_library(path: &Path) -> Result<(DeathLibrary, Vec<Clip>), CliError> {
    let text = read_text(path)?;
    let library = DeathLibrary::from_ron(&text).map_err(|source| CliError::file(path, source))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let clips = library
        .load_clips(|clip| read_file(&folder.join(clip)))
        .map_err(|source| CliError::file(path, source))?;
    Ok((library, clips))
}

pub(crate) fn read_text(path: &Path) -> Result<String, CliError> {
    let text = String::from_utf8(read(path)?);
    let text = text.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error));
    text.map_err(|source| CliError::Read { path: path.to_owned(), source })
}

fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    read_file(path).map_err(|source| CliError::Read { path: path.to_owned(), source })
}

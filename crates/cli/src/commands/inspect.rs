// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

mod facts;
mod words;

use crate::file_kind::FileKind;
use crate::motions::{read_character, read_clip, read_keys, read_library};
use crate::{CliError, json_text};
use clap::Args;
use facts::{AnimationFacts, CharacterFacts, Facts, joint_facts};
use std::path::PathBuf;

/// Say what a file holds: joints, tracks, keys, sizes, error, blows
#[derive(Debug, Args)]
pub(crate) struct Inspect {
    /// .tumble, .glb, .gltf, .ron or .deaths.ron
    file: PathBuf,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

impl Inspect {
    pub(crate) fn run(&self) -> Result<String, CliError> {
        let facts = self.facts()?;
        if self.json { json_text(&facts) } else { Ok(facts.to_string()) }
    }

    fn facts(&self) -> Result<Facts, CliError> {
        let name = self.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(match FileKind::of(&self.file)? {
            FileKind::Glb | FileKind::Gltf => {
                let asset = read_character(&self.file)?;
                Facts {
                    file: name,
                    kind: "character",
                    character: Some(CharacterFacts::of(&asset.model)),
                    joints: joint_facts(&asset.model.skeleton),
                    animations: asset.clips.iter().map(AnimationFacts::of_keys).collect(),
                }
            }
            FileKind::Ron => {
                let (skeleton, clip) = read_keys(&self.file)?;
                Facts {
                    file: name,
                    kind: "keys",
                    character: None,
                    joints: joint_facts(&skeleton),
                    animations: vec![AnimationFacts::of_keys(&clip)],
                }
            }
            FileKind::Tumble => {
                let clip = read_clip(&self.file)?;
                Facts {
                    file: name,
                    kind: "clip",
                    character: None,
                    joints: joint_facts(clip.skeleton()),
                    animations: vec![AnimationFacts::of_clip(&clip)],
                }
            }
            FileKind::Deaths => {
                let (library, clips) = read_library(&self.file)?;
                let skeleton = clips.first().map(|clip| joint_facts(clip.skeleton()));
                let deaths = library.deaths.iter().zip(&clips);
                Facts {
                    file: name,
                    kind: "library",
                    character: None,
                    joints: skeleton.unwrap_or_default(),
                    animations: deaths.map(|(death, clip)| AnimationFacts::of_death(death, clip)).collect(),
                }
            }
        })
    }
}

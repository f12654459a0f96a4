// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

mod figures;

use crate::clip_options::ClipOptions;
use crate::file_kind::FileKind;
use crate::motions::Motions;
use crate::output::{Output, plain_name};
use crate::scale::Scale;
use crate::{CliError, json_text};
use clap::Args;
use figures::{AnimationFigures, Figures};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tumble_clip::{ClipBuilder, Looping, RawClip, Tolerance};
use tumble_pose::Skeleton;

/// Build clips of animations, and say what they cost and how exact they are
#[derive(Debug, Args)]
pub(crate) struct Compress {
    /// Animations: .glb, .gltf or .ron
    input: PathBuf,
    /// The largest error allowed of any joint, in metres
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, default_value_t = Tolerance::default().precision)]
    precision: f32,
    /// The largest error allowed of a scalar, such as a morph weight
    #[arg(long, value_name = "VALUE", allow_negative_numbers = true, default_value_t = Tolerance::default().scalar_precision)]
    scalar_precision: f32,
    /// How far from a joint its error is measured, in metres
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, default_value_t = Tolerance::default().shell)]
    shell: f32,
    /// Metres a unit of the file; auto takes what an animation says itself, else goes by the character's height
    #[arg(long, value_name = "auto|S", allow_negative_numbers = true, default_value_t)]
    scale: Scale,
    /// Samples a second [default: the source's own where its keys are uniform, else 30]
    #[arg(long, value_name = "HZ", allow_negative_numbers = true)]
    rate: Option<f64>,
    #[command(flatten)]
    options: ClipOptions,
    /// Build this animation alone
    #[arg(long, value_name = "NAME")]
    animation: Option<String>,
    /// Write the clip (.tumble), or into this folder a .tumble for each animation
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

impl Compress {
    pub(crate) fn run(&self) -> Result<String, CliError> {
        if matches!(FileKind::of(&self.input)?, FileKind::Tumble | FileKind::Deaths) {
            return Err(CliError::kind(
                &self.input,
                "animations that are not yet compressed (.glb, .gltf, .ron)",
            ));
        }
        let mut files = self.out.as_deref().map(Files::open).transpose()?;
        let mut motions = Motions::read(&self.input)?;
        let metres_per_unit = motions.scaled(self.scale);
        let clips = match &files {
            Some(Files::One { .. }) => vec![motions.only(self.animation.as_deref())?],
            _ => motions.all(self.animation.as_deref())?,
        };
        let mut figures = Figures::default();
        for raw in clips {
            let (animation, bytes) = self.build(&motions.model.skeleton, raw, metres_per_unit)?;
            if let Some(files) = &mut files {
                files.stage(&raw.meta.name, &bytes)?;
            }
            figures.animations.push(animation);
        }
        files.map_or(Ok(()), Files::commit)?;
        if self.json { json_text(&figures) } else { Ok(figures.to_string()) }
    }

    fn build(
        &self,
        skeleton: &Skeleton,
        raw: &RawClip,
        metres_per_unit: f32,
    ) -> Result<(AnimationFigures, Vec<u8>), CliError> {
        let tolerance = Tolerance {
            precision: self.precision,
            shell: self.shell,
            scalar_precision: self.scalar_precision,
            ..Tolerance::default()
        };
        let builder = ClipBuilder {
            tolerance,
            rate_hz: self.rate,
            metres_per_unit,
            ..self.options.builder(Looping::Once)
        };
        let started = Instant::now();
        let clip = builder
            .build(skeleton, raw)
            .map_err(|source| CliError::clip(&self.input, &raw.meta.name, source))?;
        let encode_ms = started.elapsed().as_secs_f64() * 1e3;
        let bytes = clip.to_bytes();
        Ok((AnimationFigures::of(&clip, bytes.len(), encode_ms), bytes))
    }
}

/// Where clips are written: one to a file, or each to a file of its own in a folder.
enum Files {
    One { output: Output, name: String },
    Each { output: Output, names: HashSet<String> },
}

impl Files {
    fn open(path: &Path) -> Result<Self, CliError> {
        if matches!(FileKind::of(path), Ok(FileKind::Tumble)) {
            let (output, name) = Output::for_file(path)?;
            return Ok(Self::One { output, name: name.to_owned() });
        }
        Ok(Self::Each { output: Output::into_folder(path)?, names: HashSet::new() })
    }

    fn stage(&mut self, animation: &str, bytes: &[u8]) -> Result<(), CliError> {
        match self {
            Self::One { output, name } => output.stage(name, bytes)?,
            Self::Each { output, names } => output.stage(&file_name(animation, names), bytes)?,
        }
        Ok(())
    }

    fn commit(self) -> Result<(), CliError> {
        match self {
            Self::One { output, .. } | Self::Each { output, .. } => Ok(output.commit()?),
        }
    }
}

/// A name for an animation's file that no other animation has yet, in letters of either case.
fn file_name(animation: &str, taken: &mut HashSet<String>) -> String {
    let stem = plain_name(animation);
    let mut name = format!("{stem}.tumble");
    let mut number = 1;
    while !taken.insert(name.to_lowercase()) {
        number += 1;
        name = format!("{stem}-{number}.tumble");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_animation_has_a_file_name_of_its_own() {
        let mut taken = HashSet::new();
        let names = ["Walk", "walk", "a/../b", "", "..", "walk"].map(|name| file_name(name, &mut taken));
        let expected = [
            "Walk.tumble",
            "walk-2.tumble",
            "a_.._b.tumble",
            "unnamed.tumble",
            "unnamed-2.tumble",
            "walk-3.tumble",
        ];
        assert_eq!(names, expected);
    }
}

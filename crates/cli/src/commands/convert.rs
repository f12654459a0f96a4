// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::CliError;
use crate::clip_options::ClipOptions;
use crate::clip_text::write_clip_text;
use crate::file_kind::FileKind;
use crate::motions::Motions;
use crate::output::Output;
use crate::scale::Scale;
use clap::Args;
use std::path::PathBuf;
use tumble_clip::{ClipBuilder, RawClip, ReduceJob, ReduceSettings, Tolerance};
use tumble_interchange::write_glb;

/// Write a motion as another kind of file, by the ending: .tumble, .glb or .ron
///
/// A .glb gets the character's meshes and all animations where the source has them; the others hold one motion, and
/// its skeleton. Keys are never reduced unless asked.
#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// What to read: .tumble, .glb, .gltf or .ron
    input: PathBuf,
    /// What to write: .tumble, .glb or .ron
    output: PathBuf,
    /// Take this animation alone
    #[arg(long, value_name = "NAME")]
    animation: Option<String>,
    /// Leave out keys that are not needed for this precision, in metres (.glb and .ron)
    #[arg(long, value_name = "PRECISION", allow_negative_numbers = true)]
    reduce: Option<f32>,
    /// How exact a .tumble is, in metres [default: 1e-4]
    #[arg(long, value_name = "PRECISION", allow_negative_numbers = true, conflicts_with = "reduce")]
    precision: Option<f32>,
    /// Metres a unit of the file; auto takes what a motion says itself, else goes by the character's height
    #[arg(
        long,
        visible_alias = "unit",
        value_name = "auto|S",
        allow_negative_numbers = true,
        default_value_t
    )]
    scale: Scale,
    #[command(flatten)]
    options: ClipOptions,
}

/// The kinds of file that can be written.
enum Written {
    Tumble,
    Glb,
    Ron,
}

impl Convert {
    pub(crate) fn run(&self) -> Result<String, CliError> {
        let written = self.written()?;
        if FileKind::of(&self.input)? == FileKind::Deaths {
            return Err(CliError::kind(&self.input, "one motion (.tumble, .glb, .gltf, .ron)"));
        }
        let (mut output, name) = Output::for_file(&self.output)?;
        let mut motions = Motions::read(&self.input)?;
        let metres_per_unit = motions.scaled(self.scale);
        let animation = self.animation.as_deref();
        let bytes = match written {
            Written::Glb => {
                let clips = motions.all(animation)?;
                let clips: Result<Vec<RawClip>, CliError> =
                    clips.into_iter().map(|clip| self.reduced(&motions, clip, metres_per_unit)).collect();
                write_glb(&motions.model, &clips?).map_err(|source| CliError::file(&self.output, source))?
            }
            Written::Tumble => {
                let mut builder = ClipBuilder { metres_per_unit, ..self.options.builder(motions.looping) };
                builder.tolerance.precision = self.precision.unwrap_or(builder.tolerance.precision);
                let clip = motions.only(animation)?;
                let built = builder.build(&motions.model.skeleton, clip);
                built.map_err(|source| CliError::clip(&self.input, &clip.meta.name, source))?.to_bytes()
            }
            Written::Ron => {
                let clip = self.reduced(&motions, motions.only(animation)?, metres_per_unit)?;
                write_clip_text(&motions.model.skeleton, &clip)
                    .map_err(|source| CliError::file(&self.output, source))?
                    .into_bytes()
            }
        };
        output.stage(name, &bytes)?;
        output.commit()?;
        Ok(format!("{}: {} bytes\n", self.output.display(), bytes.len()))
    }

    /// What to write, if it can be, and with what was asked for.
    fn written(&self) -> Result<Written, CliError> {
        let refused = |expected| Err(CliError::kind(&self.output, expected));
        match FileKind::of(&self.output)? {
            FileKind::Gltf | FileKind::Deaths => {
                refused("something that can be written (.tumble, .glb, .ron)")
            }
            FileKind::Tumble if self.reduce.is_some() => {
                refused("something with keys to reduce (.glb, .ron)")
            }
            FileKind::Glb | FileKind::Ron if self.precision.is_some() => {
                refused("something with a precision (.tumble)")
            }
            FileKind::Glb | FileKind::Ron if self.options.are_given() => {
                refused("a clip that is built (.tumble)")
            }
            FileKind::Tumble => Ok(Written::Tumble),
            FileKind::Glb => Ok(Written::Glb),
            FileKind::Ron => Ok(Written::Ron),
        }
    }

    fn reduced(&self, motions: &Motions, clip: &RawClip, metres_per_unit: f32) -> Result<RawClip, CliError> {
        let Some(precision) = self.reduce else {
            return Ok(clip.clone());
        };
        let tolerance = Tolerance { precision, ..Tolerance::default() };
        let settings = ReduceSettings { tolerance, metres_per_unit, ..ReduceSettings::default() };
        let job = ReduceJob { skeleton: &motions.model.skeleton, clip, settings: &settings };
        job.run().map_err(|source| CliError::clip(&self.input, &clip.meta.name, source))
    }
}

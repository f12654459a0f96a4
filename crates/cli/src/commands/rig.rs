// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

mod words;

use crate::motions::read_character;
use crate::output::Output;
use crate::scale::Scale;
use crate::{CliError, json_text};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use tumble_ragdoll::{Rig, RigReport, SizedBy};

/// Infer a character's ragdoll: roles, shapes, limits, and what was not understood
#[derive(Debug, Args)]
pub(crate) struct RigCommand {
    /// The character: .glb or .gltf
    #[arg(value_name = "IN.glb")]
    input: PathBuf,
    /// Write the rig, to be changed by hand and given to `tumble bake --rig`
    #[arg(long, value_name = "RIG.ron")]
    out: Option<PathBuf>,
    /// Metres a unit of the file; auto infers a power of ten from the character's height
    #[arg(long, value_name = "auto|S", allow_negative_numbers = true, default_value_t)]
    scale: Scale,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

/// The keys of its JSON are a promise.
#[derive(Debug, Serialize)]
struct Inferred<'a> {
    character: &'a str,
    height_m: f32,
    scale_given: bool,
    human: bool,
    loose_vertices: usize,
    /// One entry per body of the rig.
    sources: Vec<Source>,
    rig: &'a Rig,
}

#[derive(Debug, Serialize)]
struct Source {
    joint: String,
    /// How its role was found, in words.
    evidence: Option<String>,
    /// Vertices that its shape was fitted to; `None` where the lengths of bones had to do.
    vertices: Option<usize>,
}

impl RigCommand {
    pub(crate) fn run(&self) -> Result<String, CliError> {
        let mut output = self.out.as_deref().map(Output::for_file).transpose()?;
        let asset = read_character(&self.input)?;
        let inferred = Rig::infer(&asset.model, self.scale.metres_per_unit());
        let (rig, report) = inferred.map_err(|source| CliError::file(&self.input, source))?;
        if let Some((mut output, name)) = output.take() {
            let text = rig.to_ron().map_err(|source| CliError::file(&self.input, source))?;
            output.stage(name, text.as_bytes())?;
            output.commit()?;
        }
        let inferred = Inferred::new(&asset.model.name, &rig, &report);
        if self.json { json_text(&inferred) } else { Ok(inferred.to_string()) }
    }
}

impl<'a> Inferred<'a> {
    fn new(character: &'a str, rig: &'a Rig, report: &RigReport) -> Self {
        let evidence = report.evidence.iter().cloned().chain(std::iter::repeat(None));
        let sources =
            rig.bodies.iter().zip(&report.sized_by).zip(evidence).map(|((body, sized_by), evidence)| {
                Source {
                    joint: body.joint.clone(),
                    evidence,
                    vertices: match sized_by {
                        SizedBy::Vertices(count) => Some(*count),
                        SizedBy::BoneLength => None,
                    },
                }
            });
        Self {
            character,
            height_m: report.height_m,
            scale_given: report.scale_given,
            human: report.human,
            loose_vertices: report.loose_vertices,
            sources: sources.collect(),
            rig,
        }
    }
}

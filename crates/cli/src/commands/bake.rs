// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

mod figures;
mod shard_file;

use crate::CliError;
use crate::json_text;
use crate::motions::{read_character, read_text};
use crate::output::{Output, plain_name};
use crate::scale::Scale;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use figures::BakeFigures;
use indicatif::{ProgressBar, ProgressStyle};
pub(crate) use shard_file::{SHARD_ENDING, ShardFile};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Instant;
use tumble_clip::Tolerance;
use tumble_deaths::{DeathEntry, DeathLibrary};
use tumble_interchange::Asset;
use tumble_pose::{LocalPose, Role, Seconds};
use tumble_ragdoll::{BakeError, BakeJob, BakeSettings, Blow, FallStart, Rig, RigError, Shard};

/// Let a character fall, struck from all sides, and write each fall as a clip
///
/// Writes a .tumble clip for each blow, and a library (.deaths.ron) that says which blow led to which. The same input
/// gives the same files, with any number of jobs.
#[derive(Debug, Args)]
pub(crate) struct Bake {
    /// The character: .glb or .gltf [default: a mannequin, made by code]
    #[arg(value_name = "IN.glb")]
    input: Option<PathBuf>,
    /// The folder to write to, made if it is not there
    #[arg(long, value_name = "DIR", default_value = "deaths")]
    out: PathBuf,
    /// How many blows, spread evenly over all directions, up and down too
    ///
    /// What a blow can be farthest off from all of them is printed.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = RangedU64ValueParser::<usize>::new().range(1..=10_000))]
    blows: usize,
    /// How fast a blow makes what it hits, in metres a second
    #[arg(long, value_name = "SPEED", default_value_t = 6.0, value_parser = speed, allow_negative_numbers = true)]
    speed: f32,
    /// The joint that is hit, by path or unique name [default: the chest, or what comes nearest]
    #[arg(long, value_name = "JOINT")]
    hit: Option<String>,
    /// Moves the point of each blow about
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Falls at a time; 0 for as many as there are cores
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,
    /// Bake the Ith of N shares alone, for one of several machines; `tumble merge` puts them together
    #[arg(long, value_name = "I/N", default_value_t)]
    shard: Shard,
    /// The largest error allowed of any joint, in metres
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, default_value_t = Tolerance::default().precision)]
    precision: f32,
    /// Metres a unit of the file; auto infers a power of ten from the character's height
    #[arg(
        long,
        value_name = "auto|S",
        allow_negative_numbers = true,
        default_value_t,
        conflicts_with = "rig"
    )]
    scale: Scale,
    /// Use this ragdoll, which `tumble rig` wrote
    #[arg(long, value_name = "RIG.ron")]
    rig: Option<PathBuf>,
    /// The pose in which it is struck [default: the start of an animation called idle, else the rest pose]
    #[arg(long, value_name = "ANIMATION@SECONDS")]
    pose: Option<Moment>,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

/// A moment of an animation.
#[derive(Debug, Clone)]
struct Moment {
    animation: String,
    at: Seconds,
}

impl FromStr for Moment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || "expected an animation's name, @ and seconds from its start".to_owned();
        let (animation, seconds) = text.rsplit_once('@').ok_or_else(expected)?;
        let at = seconds.parse().map(Seconds).map_err(|_| expected())?;
        if at.is_finite() { Ok(Self { animation: animation.to_owned(), at }) } else { Err(expected()) }
    }
}

impl Bake {
    pub(crate) fn run(&self) -> Result<String, CliError> {
        // Errors name the mannequin as if it were a file.
        let input = self.input.as_deref().unwrap_or(Path::new("mannequin"));
        let mut output = Output::into_folder(&self.out)?;
        let asset = self.input.as_deref().map_or_else(|| Ok(mannequin()), read_character)?;
        let started = Instant::now();
        let rig = self.rig(input, &asset)?;
        let start = self.start(input, &asset)?;
        let blows = Blow::over_sphere(&self.target(&rig), self.blows, self.speed);
        let settings = BakeSettings {
            tolerance: Tolerance { precision: self.precision, ..Tolerance::default() },
            seed: self.seed,
            jobs: self.jobs,
            shard: self.shard,
            ..BakeSettings::default()
        };
        let job =
            BakeJob { model: &asset.model, rig: &rig, start: &start, blows: &blows, settings: &settings };
        let progress = progress((0..blows.len()).filter(|&index| self.shard.contains(index)).count());
        let falls = job.run(&|| progress.inc(1)).map_err(|source| match (&source, &self.rig) {
            (BakeError::Rig(RigError::MissingJoint { .. }), Some(rig)) => CliError::file(rig, source),
            _ => CliError::file(input, source),
        })?;
        progress.finish_and_clear();

        let stem = plain_name(&asset.model.name);
        let mut figures = BakeFigures::of(&asset.model.name, Blow::worst_angle(&blows));
        let mut library = DeathLibrary {
            character: asset.model.name.clone(),
            metres_per_unit: rig.metres_per_unit,
            deaths: Vec::with_capacity(falls.len()),
        };
        let digits = (blows.len() - 1).to_string().len();
        for fall in &falls {
            let index = fall.index;
            let file = format!("{stem}.death{index:0digits$}.tumble");
            let bytes = fall.clip.to_bytes();
            output.stage(&file, &bytes)?;
            let death = DeathEntry::of_clip(&file, &fall.clip, fall.figures.settled, &fall.final_root);
            let death = death.ok_or_else(|| CliError::NoBlow { path: self.out.join(&file) })?;
            figures.add(&death, fall, bytes.len());
            library.deaths.push(death);
        }
        let library = library.to_ron().map_err(|source| CliError::file(&self.out, source))?;
        if self.shard == Shard::WHOLE {
            output.stage(&format!("{stem}.deaths.ron"), library.as_bytes())?;
        } else {
            let shard = ShardFile::of(&job, library).map_err(|source| CliError::file(&self.out, source))?;
            let text = shard.to_ron().map_err(|source| CliError::file(&self.out, source))?;
            output.stage(&shard.name(&stem), text.as_bytes())?;
        }
        output.commit()?;
        figures.seconds = started.elapsed().as_secs_f64();
        if self.json { json_text(&figures) } else { Ok(figures.to_string()) }
    }

    fn rig(&self, input: &Path, asset: &Asset) -> Result<Rig, CliError> {
        if let Some(path) = &self.rig {
            return Rig::from_ron(&read_text(path)?).map_err(|source| CliError::file(path, source));
        }
        let rig = Rig::infer(&asset.model, self.scale.metres_per_unit());
        rig.map(|(rig, _)| rig).map_err(|source| CliError::file(input, source))
    }

    /// The joint to hit.
    fn target(&self, rig: &Rig) -> String {
        let of_role = |role| rig.bodies.iter().find(|body| body.role == Some(role));
        let nearest = || [Role::Chest, Role::Spine, Role::Hips].into_iter().find_map(of_role);
        let body = || nearest().or(rig.bodies.first()).map(|body| body.joint.clone());
        self.hit.clone().or_else(body).unwrap_or_default()
    }

    /// The pose in which it is struck; of a motion, as it moves then.
    fn start(&self, input: &Path, asset: &Asset) -> Result<FallStart, CliError> {
        let skeleton = &asset.model.skeleton;
        let Some(Moment { animation, at }) = &self.pose else {
            let idle = asset.clips.iter().find(|clip| clip.meta.name.eq_ignore_ascii_case("idle"));
            let pose = idle.map(|clip| clip.bind(skeleton).pose(Seconds::ZERO));
            return Ok(FallStart::at_rest(pose.unwrap_or_else(|| LocalPose::rest(skeleton))));
        };
        let clip = asset.clips.iter().find(|clip| clip.meta.name == *animation);
        let clip = clip.ok_or_else(|| CliError::Animation {
            path: input.to_owned(),
            name: animation.clone(),
            found: asset.clips.iter().map(|clip| clip.meta.name.clone()).collect(),
        })?;
        let bound = clip.bind(skeleton);
        let earlier = Seconds((at.0 - FRAME).max(0.0));
        Ok(FallStart::moving(bound.pose(*at), bound.pose(earlier), *at - earlier))
    }
}

/// The time between two poses that tells how a motion moves, in seconds.
const FRAME: f64 = 1.0 / 60.0;

/// The fastest blow: what flies off faster is no fall.
const FASTEST: f32 = 100.0;

fn speed(text: &str) -> Result<f32, String> {
    let speed = text.parse().ok().filter(|&speed| speed > 0.0 && speed <= FASTEST);
    speed.ok_or_else(|| format!("expected metres a second, above 0 and up to {FASTEST}"))
}

fn mannequin() -> Asset {
    Asset { model: tumble_mannequin::model(), clips: tumble_mannequin::clips(), warnings: Vec::new() }
}

/// Seen on a terminal only.
fn progress(falls: usize) -> ProgressBar {
    let bar = ProgressBar::new(falls as u64);
    let style = ProgressStyle::with_template("{bar:32} {pos}/{len} falls, {eta} left");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

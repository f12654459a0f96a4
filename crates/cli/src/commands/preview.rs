// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::motions::{Motions, read_character};
use crate::output::Output;
use crate::preview::{ContactSheet, PreviewError, SheetSettings, Strip, contact_sheet, moments};
use crate::table::vector;
use crate::{CliError, in_one_line, warn};
use clap::Args;
use image::ImageFormat;
use std::io::Cursor;
use std::path::PathBuf;
use tumble_clip::RawClip;
use tumble_pose::{LocalPose, Model, Seconds, Skeleton};
use tumble_ragdoll::Rig;

/// Draw a contact sheet of a motion, so that a person can look
///
/// Of several motions, as in a library of deaths, each has a row of its own. What has no meshes is drawn as bones,
/// the left ones blue and the right ones red, and the mannequin as itself; the floor has a line each metre.
#[derive(Debug, Args)]
pub(crate) struct Preview {
    /// What moves: .glb, .gltf, .tumble, .ron or .deaths.ron
    file: PathBuf,
    /// The picture to write (PNG)
    #[arg(long, value_name = "OUT.png")]
    out: PathBuf,
    /// Draw this animation alone
    #[arg(long, value_name = "NAME")]
    animation: Option<String>,
    /// Draw the meshes of this character (.glb, .gltf), whose joints have the same names
    #[arg(long, value_name = "FILE")]
    character: Option<PathBuf>,
    /// Moments of each motion [default: 12, or 8 of each of several]
    #[arg(long, value_name = "N")]
    moments: Option<usize>,
    /// Pixels along a side of a moment [default: 360, or 240 of several motions]
    #[arg(long, value_name = "PIXELS")]
    cell: Option<u32>,
}

/// Moments and pixels of a single motion's sheet, and of one with a row for each of several.
const SINGLE: (usize, u32) = (12, 360);
const SEVERAL: (usize, u32) = (8, 240);

impl Preview {
    pub(crate) fn run(&self) -> Result<String, CliError> {
        let (mut output, name) = Output::for_file(&self.out)?;
        let motions = Motions::read(&self.file)?;
        let clips = motions.all(self.animation.as_deref())?;
        let character = self.character.as_deref().map(read_character).transpose()?;
        if let Some(path) = &self.character {
            let skeleton = &character.as_ref().map_or(&motions.model, |asset| &asset.model).skeleton;
            if clips.iter().any(|clip| clip.bind(skeleton).joints().iter().all(Option::is_none)) {
                return Err(CliError::Stranger { path: self.file.clone(), character: path.clone() });
            }
        }
        let mannequin = (character.is_none() && is_mannequin(&motions.model)).then(tumble_mannequin::model);
        let model = character.as_ref().map(|asset| &asset.model).or(mannequin.as_ref());
        let model = model.unwrap_or(&motions.model);
        let sheet = self.draw(&motions.model.name, model, &clips);
        let sheet = sheet.map_err(|source| CliError::file(&self.file, source))?;
        for error in &sheet.unread {
            warn(format_args!("{}", in_one_line(error)));
        }
        let mut png = Cursor::new(Vec::new());
        let encoded = sheet.picture.write_to(&mut png, ImageFormat::Png);
        encoded.map_err(|source| CliError::file(&self.out, source))?;
        output.stage(name, &png.into_inner())?;
        output.commit()?;
        let (width, height) = sheet.picture.dimensions();
        Ok(format!("{}: {width} x {height} pixels\n", self.out.display()))
    }

    fn draw(&self, title: &str, model: &Model, clips: &[&RawClip]) -> Result<ContactSheet, PreviewError> {
        let several = clips.len() > 1;
        let (count, cell) = if several { SEVERAL } else { SINGLE };
        let count = self.moments.unwrap_or(count);
        let at_rest = RawClip::default();
        let drawn = if clips.is_empty() { &[&at_rest][..] } else { clips };
        let poses: Vec<_> = drawn.iter().map(|clip| poses(&model.skeleton, clip, count)).collect();
        let name = |clip: &RawClip| if several { described(clip) } else { String::new() };
        let strips = poses.iter().zip(drawn).map(|(moments, clip)| Strip { title: name(clip), moments });
        let strips: Vec<Strip<'_>> = strips.collect();
        let mut settings = SheetSettings { cell: self.cell.unwrap_or(cell), ..SheetSettings::default() };
        let rig = Rig::infer(model, None).ok().map(|(rig, _)| rig);
        let stated = drawn.iter().find_map(|clip| clip.meta.metres_per_unit);
        let inferred = || rig.as_ref().map(|rig| rig.metres_per_unit);
        settings.metres_per_unit = stated.or_else(inferred).unwrap_or(1.0);
        // A bare skeleton need not stand on anything at rest, unless it is one that was baked.
        let stands = !model.meshes.is_empty() || drawn.iter().all(|clip| clip.meta.blow.is_some());
        settings.floor = rig.filter(|_| stands).map(|rig| rig.ground / rig.metres_per_unit);
        settings.title = match clips {
            [clip] if clip.meta.name != title => format!("{title} / {}", described(clip)),
            _ => title.to_owned(),
        };
        if several {
            settings.columns = u32::try_from(count).unwrap_or(u32::MAX);
        }
        contact_sheet(model, &strips, &settings)
    }
}

/// Whether it is the joints of the mannequin alone, as its clips have them.
fn is_mannequin(model: &Model) -> bool {
    let (skeleton, mannequin) = (&model.skeleton, tumble_mannequin::skeleton());
    let same = |joint| {
        let [rest, own] = [skeleton, &mannequin].map(|skeleton| skeleton.rest_pose().get(joint));
        skeleton.path(joint) == mannequin.path(joint) && rest.translation.abs_diff_eq(own.translation, 1e-4)
    };
    model.meshes.is_empty()
        && skeleton.joint_count() == mannequin.joint_count()
        && skeleton.joints().all(same)
}

/// A motion's name, and the blow where it is a fall.
fn described(clip: &RawClip) -> String {
    let name = &clip.meta.name;
    clip.meta
        .blow
        .as_ref()
        .map_or(name.clone(), |blow| format!("{name}: blow of {} m/s", vector(blow.velocity.to_array(), 1)))
}

fn poses(skeleton: &Skeleton, clip: &RawClip, count: usize) -> Vec<(Seconds, LocalPose)> {
    let bound = clip.bind(skeleton);
    moments(clip.duration, count).into_iter().map(|at| (at, bound.pose(at))).collect()
}

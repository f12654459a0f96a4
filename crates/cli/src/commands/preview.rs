// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::CliError;
use crate::output::write_file;
use crate::preview::{PreviewError, SheetSettings, Strip, contact_sheet, moments};
use clap::Args;
use image::{ImageFormat, RgbImage};
use std::io::Cursor;
use std::path::PathBuf;
use tumble_clip::RawClip;
use tumble_interchange::{Asset, read_gltf};
use tumble_pose::{LocalPose, Seconds, Skeleton};

/// Draw a contact sheet of a motion, so that a person can look
///
/// Of several animations each has a row of its own.
#[derive(Debug, Args)]
pub(crate) struct Preview {
    /// A character with animations (.glb, .gltf)
    file: PathBuf,
    /// The picture to write (.png)
    #[arg(long, value_name = "OUT.png")]
    out: PathBuf,
    /// Draw this animation alone
    #[arg(long, value_name = "NAME")]
    animation: Option<String>,
    /// Moments of each animation [default: 12, or 8 where there are several]
    #[arg(long, value_name = "N")]
    moments: Option<usize>,
    /// Pixels along a side of a cell [default: 360, or 240 where there are several]
    #[arg(long, value_name = "PIXELS")]
    cell: Option<u32>,
}

/// Moments and pixels of a single motion's sheet, and of one with a row for each of several.
const SINGLE: (usize, u32) = (12, 360);
const SEVERAL: (usize, u32) = (8, 240);

impl Preview {
    pub(crate) fn run(&self) -> Result<String, CliError> {
        let path = &self.file;
        let asset = read_gltf(path).map_err(|source| CliError::gltf(path, source))?;
        let clips = self.chosen(&asset)?;
        let sheet = self.draw(&asset, &clips);
        let picture = sheet.map_err(|source| CliError::Preview { path: path.clone(), source })?;
        let mut png = Cursor::new(Vec::new());
        picture.write_to(&mut png, ImageFormat::Png)?;
        write_file(&self.out, &png.into_inner())?;
        Ok(String::new())
    }

    fn chosen<'a>(&self, asset: &'a Asset) -> Result<Vec<&'a RawClip>, CliError> {
        let Some(name) = &self.animation else {
            return Ok(asset.clips.iter().collect());
        };
        let found = asset.clips.iter().find(|clip| clip.meta.name == *name);
        found.map(|clip| vec![clip]).ok_or_else(|| CliError::Animation {
            path: self.file.clone(),
            name: name.clone(),
            found: asset.clips.iter().map(|clip| clip.meta.name.clone()).collect(),
        })
    }

    fn draw(&self, asset: &Asset, clips: &[&RawClip]) -> Result<RgbImage, PreviewError> {
        let model = &asset.model;
        let (count, cell) = if clips.len() > 1 { SEVERAL } else { SINGLE };
        let count = self.moments.unwrap_or(count);
        let mut settings = SheetSettings { cell: self.cell.unwrap_or(cell), ..SheetSettings::default() };
        let at_rest = RawClip::default();
        let poses: Vec<Vec<(Seconds, LocalPose)>> = match clips {
            [] => vec![poses(&model.skeleton, &at_rest, count)],
            clips => clips.iter().map(|clip| poses(&model.skeleton, clip, count)).collect(),
        };
        let mut strips: Vec<Strip<'_>> =
            poses.iter().map(|moments| Strip { title: String::new(), moments }).collect();
        settings.title = match clips {
            [clip] => format!("{} / {}", model.name, clip.meta.name),
            _ => model.name.clone(),
        };
        if let [_, _, ..] = clips {
            settings.columns = u32::try_from(count).unwrap_or(u32::MAX);
            for (strip, clip) in strips.iter_mut().zip(clips) {
                strip.title.clone_from(&clip.meta.name);
            }
        }
        let sheet = contact_sheet(model, &strips, &settings)?;
        for error in &sheet.unread {
            eprintln!("warning: {error}");
        }
        Ok(sheet.picture)
    }
}

fn poses(skeleton: &Skeleton, clip: &RawClip, count: usize) -> Vec<(Seconds, LocalPose)> {
    let pose = |at: Seconds| {
        let mut pose = LocalPose::rest(skeleton);
        for track in &clip.tracks {
            let Some(joint) = skeleton.find(&track.path) else {
                continue;
            };
            let mut local = pose.get(joint);
            if let Some(value) = track.translation.as_ref().and_then(|curve| curve.sample(at)) {
                local.translation = value;
            }
            if let Some(value) = track.rotation.as_ref().and_then(|curve| curve.sample(at)) {
                local.rotation = value;
            }
            if let Some(value) = track.scale.as_ref().and_then(|curve| curve.sample(at)) {
                local.scale = value;
            }
            pose.set(joint, local);
        }
        (at, pose)
    };
    moments(clip.duration, count).into_iter().map(pose).collect()
}

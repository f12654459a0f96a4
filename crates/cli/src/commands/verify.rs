// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::CliError;
use crate::file_kind::FileKind;
use crate::motions::{Motions, read_clip, read_library};
use clap::Args;
use std::path::{Path, PathBuf};
use tumble_clip::Clip;

/// Check that a clip, or every clip of a library, is whole and can be played
///
/// With --against, check again that the clip keeps its bound against the motion that it was built from.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// A .tumble clip, or the .deaths.ron of a library
    file: PathBuf,
    /// The file with the motion that the clip was built from
    #[arg(long, value_name = "SOURCE")]
    against: Option<PathBuf>,
    /// That motion's name, if it is not the clip's
    #[arg(long, value_name = "NAME", requires = "against")]
    animation: Option<String>,
}

impl Verify {
    pub(crate) fn run(&self) -> Result<String, CliError> {
        match (FileKind::of(&self.file)?, &self.against) {
            (FileKind::Tumble, None) => Ok(verified(&self.file, &played(&read_clip(&self.file)?))),
            (FileKind::Tumble, Some(source)) => self.measured(source),
            (FileKind::Deaths, None) => {
                let (library, clips) = read_library(&self.file)?;
                let deaths = library.deaths.iter().zip(&clips);
                Ok(deaths.map(|(death, clip)| verified(Path::new(&death.clip), &played(clip))).collect())
            }
            (_, Some(_)) => Err(CliError::kind(&self.file, "a clip to measure (.tumble)")),
            (_, None) => Err(CliError::kind(&self.file, "a clip (.tumble) or a library (.deaths.ron)")),
        }
    }

    fn measured(&self, source: &Path) -> Result<String, CliError> {
        let clip = read_clip(&self.file)?;
        let stored = played(&clip);
        let motions = Motions::read(source)?;
        let name = match &self.animation {
            None if motions.clips.len() > 1 => Some(clip.meta().name.as_str()),
            given => given.as_deref(),
        };
        let raw = motions.only(name)?;
        let measured = clip.measure(raw).map_err(|error| CliError::clip(source, &raw.meta.name, error))?;
        let path = || self.file.clone();
        let bound = measured.bound_m();
        if measured.max_error_m > bound {
            let (joint, at, found) = (measured.worst_joint, measured.worst_time, measured.max_error_m);
            return Err(CliError::OutOfBound { path: path(), joint, found, at, bound });
        }
        let bound = measured.tolerance.scalar_precision;
        if measured.max_scalar_error > f64::from(bound) {
            return Err(CliError::ScalarOutOfBound { path: path(), found: measured.max_scalar_error, bound });
        }
        let now = format!(", measured again {:.4} mm", measured.max_error_m * 1e3);
        Ok(verified(&self.file, &(stored + &now)))
    }
}

/// Plays the whole clip; gives its stored report in words.
fn played(clip: &Clip) -> String {
    let raw = clip.to_raw();
    let report = clip.report();
    format!(
        "{} joints, {} samples over {:.3} s, {} tracks; error {:.4} mm of {:.4} mm",
        report.joints,
        report.samples,
        raw.duration.0,
        raw.tracks.len(),
        report.max_error_m * 1e3,
        report.bound_m() * 1e3,
    )
}

fn verified(path: &Path, what: &str) -> String {
    format!("{}: whole; {what}\n", path.display())
}

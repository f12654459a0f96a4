// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::CliError;
use crate::commands::bake::{SHARD_ENDING, ShardFile};
use crate::motions::read_text;
use crate::output::{Output, plain_name};
use clap::Args;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tumble_deaths::{DeathEntry, DeathLibrary};
use tumble_ragdoll::Shard;

/// Put together what several machines have baked with `tumble bake --shard`
///
/// Writes the same files as one bake of all would have. Folders may hold shards of several characters.
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// Folders that shards were baked to
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    /// The folder to write to, made if it is not there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// A shard as it was found.
struct Found {
    path: PathBuf,
    file: ShardFile,
    library: DeathLibrary,
}

impl Merge {
    pub(crate) fn run(&self) -> Result<String, CliError> {
        let mut characters: BTreeMap<String, BTreeMap<usize, Found>> = BTreeMap::new();
        for folder in &self.folders {
            for path in shard_files(folder)? {
                let (shard, found) = read(&path)?;
                let shards = characters.entry(found.library.character.clone()).or_default();
                if let Some(first) = shards.values().next().filter(|first| !first.is_of_bake(&found)) {
                    return Err(CliError::OtherBake { path, first: first.path.clone() });
                }
                if let Some(first) = shards.get(&shard.number()) {
                    return Err(CliError::ShardTwice { path, shard, first: first.path.clone() });
                }
                shards.insert(shard.number(), found);
            }
        }
        let mut output = Output::into_folder(&self.out)?;
        let mut told = Vec::new();
        for (character, shards) in &characters {
            let library = merge(character, shards, &mut output)?;
            told.push(format!("{character}: {} deaths of {} shards\n", library.deaths.len(), shards.len()));
        }
        output.commit()?;
        Ok(told.concat())
    }
}

impl Found {
    fn is_of_bake(&self, other: &Self) -> bool {
        let of = |found: &Self| (found.file.bake, found.file.falls, found.file.shard().map(Shard::of));
        of(self) == of(other)
            && self.library.metres_per_unit.to_bits() == other.library.metres_per_unit.to_bits()
    }
}

/// The shards in a folder, in order.
fn shard_files(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let failed = |source| CliError::Read { path: folder.to_owned(), source };
    let entries = fs::read_dir(folder).map_err(failed)?.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let mut paths: Vec<_> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| path.to_string_lossy().ends_with(SHARD_ENDING));
    paths.sort();
    if paths.is_empty() { Err(CliError::NoShard { path: folder.to_owned() }) } else { Ok(paths) }
}

fn read(path: &Path) -> Result<(Shard, Found), CliError> {
    let file: ShardFile = ron::from_str(&read_text(path)?).map_err(|source| CliError::file(path, source))?;
    let library = DeathLibrary::from_ron(&file.library).map_err(|source| CliError::file(path, source))?;
    let own = |shard: Shard| (0..file.falls).filter(|&index| shard.contains(index)).count();
    match file.shard().filter(|&shard| own(shard) == library.deaths.len()) {
        Some(shard) => Ok((shard, Found { path: path.to_owned(), file, library })),
        None => Err(CliError::NotAShard { path: path.to_owned() }),
    }
}

/// Stages the clips of all shards and the library of all.
fn merge(
    character: &str,
    shards: &BTreeMap<usize, Found>,
    output: &mut Output,
) -> Result<DeathLibrary, CliError> {
    let of = shards.values().find_map(|found| found.file.shard()).map_or(1, Shard::of);
    let missing: Vec<usize> = (1..=of).filter(|number| !shards.contains_key(number)).collect();
    if !missing.is_empty() {
        return Err(CliError::MissingShards { character: character.to_owned(), missing, of });
    }
    let mut deaths: Vec<(usize, DeathEntry)> = Vec::new();
    let mut metres_per_unit = 1.0;
    for (number, found) in shards {
        let folder = found.path.parent().unwrap_or(Path::new("."));
        // Reading them all also checks that each is a clip, and of its blow.
        let mut files = Vec::new();
        let clips = found.library.load_clips(|clip| {
            let bytes = fs::read(folder.join(clip))?;
            files.push((clip.to_owned(), bytes.clone()));
            Ok::<_, std::io::Error>(bytes)
        });
        clips.map_err(|source| CliError::file(&found.path, source))?;
        for (name, bytes) in files {
            output.stage(&name, &bytes)?;
        }
        metres_per_unit = found.library.metres_per_unit;
        let indices = (number - 1..).step_by(of);
        deaths.extend(indices.zip(found.library.deaths.iter().cloned()));
    }
    deaths.sort_by_key(|&(index, _)| index);
    let deaths = deaths.into_iter().map(|(_, death)| death).collect();
    let library = DeathLibrary { character: character.to_owned(), metres_per_unit, deaths };
    let text = library.to_ron().map_err(|source| CliError::file(Path::new(character), source))?;
    output.stage(&format!("{}.deaths.ron", plain_name(character)), text.as_bytes())?;
    Ok(library)
}

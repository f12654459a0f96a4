// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};
use tumble_ragdoll::{BakeJob, Shard};

/// How the names of files that [`ShardFile`] is written to end.
pub(crate) const SHARD_ENDING: &str = ".shard.ron";

/// What one machine of several has baked, beside its clips: what `tumble merge` has to know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShardFile {
    version: u32,
    number: usize,
    of: usize,
    /// Of all shards together.
    pub(crate) falls: usize,
    /// Of all that the falls depend on: shards of the same bake have the same.
    pub(crate) bake: u32,
    /// The text of a library of its own deaths.
    pub(crate) library: String,
}

impl ShardFile {
    const VERSION: u32 = 1;

    /// `library` is the text of a library of the job's own falls.
    pub(crate) fn of(job: &BakeJob<'_>, library: String) -> Result<Self, ron::Error> {
        let BakeJob { model, rig, start, blows, settings } = job;
        let mut digest = crc32fast::Hasher::new();
        // What the falls do not depend on is left out.
        let settings = tumble_ragdoll::BakeSettings { jobs: 0, shard: Shard::WHOLE, ..(*settings).clone() };
        for text in [
            format!("{} {:?} {:?}", model.name, model.skeleton, start),
            ron::to_string(&rig.bodies)?,
            format!("{} {settings:?}", rig.metres_per_unit),
            ron::to_string(blows)?,
        ] {
            digest.update(text.as_bytes());
        }
        let (number, of) = (job.settings.shard.number(), job.settings.shard.of());
        Ok(Self { version: Self::VERSION, number, of, falls: blows.len(), bake: digest.finalize(), library })
    }

    /// Which one it is, if there can be such a one.
    pub(crate) fn shard(&self) -> Option<Shard> {
        (self.version == Self::VERSION).then(|| Shard::new(self.number, self.of)).flatten()
    }

    pub(crate) fn name(&self, stem: &str) -> String {
        format!("{stem}.{}of{}{SHARD_ENDING}", self.number, self.of)
    }

    pub(crate) fn to_ron(&self) -> Result<String, ron::Error> {
        Ok(ron::ser::to_string_pretty(self, PrettyConfig::new().new_line("\n"))? + "\n")
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::CliError;
use std::path::Path;

/// What a file holds, by its ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileKind {
    /// `.tumble`: a clip as a game plays it.
    Tumble,
    /// `.glb`: a character, animations or both, in one file.
    Glb,
    /// `.gltf`: the same, as text.
    Gltf,
    /// `.ron`: a clip's keys, as text.
    Ron,
    /// `.deaths.ron`: a library of baked falls.
    Deaths,
}

impl FileKind {
    /// The kind of file that a path names, in letters of either case.
    pub(crate) fn of(path: &Path) -> Result<Self, CliError> {
        let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
        // The longest ending first: a library is no clip.
        let endings = [
            (".deaths.ron", Self::Deaths),
            (".ron", Self::Ron),
            (".tumble", Self::Tumble),
            (".glb", Self::Glb),
            (".gltf", Self::Gltf),
        ];
        let kind = endings.into_iter().find(|(ending, _)| name.ends_with(ending));
        kind.map(|(_, kind)| kind).ok_or_else(|| CliError::Ending { path: path.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_says_what_a_file_holds() {
        let kind = |path: &str| FileKind::of(Path::new(path)).ok();
        assert_eq!(kind("a/b.TUMBLE"), Some(FileKind::Tumble));
        assert_eq!(kind("Barbarian.deaths.ron"), Some(FileKind::Deaths));
        assert_eq!(kind("walk.ron"), Some(FileKind::Ron));
        assert_eq!(kind("x.glb/y.gltf"), Some(FileKind::Gltf));
        for unknown in ["walk.bvh", "walk", "", "..", "glb"] {
            assert_eq!(kind(unknown), None, "{unknown:?}");
        }
    }
}

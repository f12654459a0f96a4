// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{DeathEntry, DeathLibrary, InvalidLibrary};
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};

impl DeathLibrary {
    /// The version of the text that is written, and the only one that is read.
    pub const VERSION: u32 = 1;

    /// Reads a library from the text of a `.deaths.ron` file.
    ///
    /// # Errors
    ///
    /// [`ReadError`] says what is wrong and where: text that is no RON, a missing or unknown field, another version,
    /// numbers or paths that make no sense.
    pub fn from_ron(text: &str) -> Result<Self, ReadError> {
        // The version first: what else a later version says is not known here.
        let VersionOnly { version } = ron::from_str(text)?;
        if version != Self::VERSION {
            return Err(ReadError::Version { expected: Self::VERSION, found: version });
        }
        let File { character, metres_per_unit, deaths, .. } = ron::from_str(text)?;
        let library = Self { character, metres_per_unit, deaths };
        library.validate()?;
        Ok(library)
    }

    /// Writes the library as the text of a `.deaths.ron` file: the same text for the same library, which
    /// [`from_ron`](Self::from_ron) reads.
    ///
    /// # Errors
    ///
    /// [`WriteError::Invalid`] when the library makes no sense.
    pub fn to_ron(&self) -> Result<String, WriteError> {
        self.validate()?;
        let file = FileRef {
            version: Self::VERSION,
            character: &self.character,
            metres_per_unit: self.metres_per_unit,
            deaths: &self.deaths,
        };
        // Not the system's own line ends.
        let mut text = ron::ser::to_string_pretty(&file, PrettyConfig::new().new_line("\n"))?;
        text.push('\n');
        Ok(text)
    }
}

#[derive(Deserialize)]
#[serde(rename = "DeathLibrary")]
struct VersionOnly {
    version: u32,
}

#[derive(Deserialize)]
#[serde(rename = "DeathLibrary", deny_unknown_fields)]
struct File {
    #[serde(rename = "version")]
    _version: u32,
    character: String,
    metres_per_unit: f32,
    deaths: Vec<DeathEntry>,
}

#[derive(Serialize)]
struct FileRef<'a> {
    version: u32,
    character: &'a str,
    metres_per_unit: f32,
    deaths: &'a [DeathEntry],
}

/// Why a library cannot be read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The text is no RON, or a field is missing, unknown or of another type.
    #[error("line {line}, column {column}: {source}")]
    Text {
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What is wrong there.
        source: ron::Error,
    },
    /// The text is of another version.
    #[error("the library is of version {found}, only version {expected} can be read")]
    Version {
        /// The version that is read.
        expected: u32,
        /// The version of the text.
        found: u32,
    },
    /// The library makes no sense.
    #[error(transparent)]
    Invalid(#[from] InvalidLibrary),
}

impl From<ron::error::SpannedError> for ReadError {
    fn from(error: ron::error::SpannedError) -> Self {
        Self::Text { line: error.span.start.line, column: error.span.start.col, source: error.code }
    }
}

/// Why a library cannot be written.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The library makes no sense.
    #[error(transparent)]
    Invalid(#[from] InvalidLibrary),
    /// The text could not be made.
    #[error("the library cannot be written as RON: {0}")]
    Text(#[from] ron::Error),
}

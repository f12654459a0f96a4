// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Files that appear whole or not at all.
///
/// Each is written beside its place under another name; [`Output::commit`] renames them. Dropped before, it takes
/// away what it has written, and the folders that it has made. That nothing can be written to a folder is found
/// out before there is anything to write.
#[derive(Debug)]
pub(crate) struct Output {
    folder: PathBuf,
    /// Folders that were not there before, the deepest first.
    made: Vec<PathBuf>,
    staged: Vec<Staged>,
}

#[derive(Debug)]
struct Staged {
    at: PathBuf,
    becomes: PathBuf,
}

impl Output {
    /// Files in a folder, which is made if it is not there; its parents are too.
    pub(crate) fn into_folder(folder: &Path) -> Result<Self, OutputError> {
        let failed = |source| OutputError::Folder { path: folder.to_owned(), source };
        let missing = folder.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists());
        let made = missing.map(Path::to_owned).collect();
        let output = Self { folder: folder.to_owned(), made, staged: Vec::new() };
        fs::create_dir_all(folder).map_err(failed)?;
        output.try_out().map_err(failed)?;
        Ok(output)
    }

    /// One file, whose folder must be there; and its name.
    pub(crate) fn for_file(path: &Path) -> Result<(Self, &str), OutputError> {
        let failed = |source| OutputError::File { path: path.to_owned(), source };
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name
            .ok_or_else(|| failed(io::Error::new(io::ErrorKind::InvalidInput, "not the name of a file")))?;
        check_free(path).map_err(failed)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let output = Self { folder: folder.to_owned(), made: Vec::new(), staged: Vec::new() };
        output.try_out().map_err(failed)?;
        Ok((output, name))
    }

    /// Writes a file and takes it away again.
    fn try_out(&self) -> io::Result<()> {
        let at = self.folder.join(format!(".tumble.{}.part", std::process::id()));
        File::create_new(&at)?;
        fs::remove_file(at)
    }

    /// Writes a file that will have this name in the folder.
    pub(crate) fn stage(&mut self, name: &str, bytes: &[u8]) -> Result<(), OutputError> {
        let becomes = self.folder.join(name);
        let at = self.folder.join(format!(".{name}.{}.part", std::process::id()));
        let failed = |source| OutputError::File { path: becomes.clone(), source };
        check_free(&becomes).map_err(failed)?;
        let mut file = File::create_new(&at).map_err(failed)?;
        self.staged.push(Staged { at, becomes: becomes.clone() });
        file.write_all(bytes).map_err(failed)
    }

    /// Gives every file its name. Files of that name are replaced.
    pub(crate) fn commit(mut self) -> Result<(), OutputError> {
        // From here on the folders stay.
        self.made.clear();
        while let Some(staged) = self.staged.first() {
            let failed = |source| OutputError::File { path: staged.becomes.clone(), source };
            fs::rename(&staged.at, &staged.becomes).map_err(failed)?;
            self.staged.remove(0);
        }
        Ok(())
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        for staged in &self.staged {
            // There is nobody to tell, and the file has a name that says what it is.
            let _ = fs::remove_file(&staged.at);
        }
        for folder in &self.made {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// That nothing but perhaps a file is there. A renamed file would take the place of a device, even of `/dev/null`.
fn check_free(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => {
            Err(io::Error::new(io::ErrorKind::IsADirectory, "a folder has that name"))
        }
        Ok(found) if !found.is_file() => {
            Err(io::Error::new(io::ErrorKind::AlreadyExists, "something that is no file has that name"))
        }
        _ => Ok(()),
    }
}

/// A name as a part of a file's name that any system can have, and no path.
pub(crate) fn plain_name(name: &str) -> String {
    let plain = |letter: char| if letter.is_alphanumeric() || "-_.".contains(letter) { letter } else { '_' };
    let plain: String = name.chars().map(plain).collect();
    match plain.trim_start_matches('.') {
        "" => "unnamed".to_owned(),
        plain => plain.to_owned(),
    }
}

/// Why something could not be written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OutputError {
    #[error("cannot write to the folder {}", path.display())]
    Folder { path: PathBuf, source: io::Error },
    #[error("cannot write {}", path.display())]
    File { path: PathBuf, source: io::Error },
}

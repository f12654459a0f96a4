// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The largest file that is read, in bytes: 1 GiB.
pub const LARGEST_FILE: u64 = 1 << 30;

/// Reads a file, or what comes out of a pipe, up to [`LARGEST_FILE`]: a device such as `/dev/zero` has no end.
///
/// # Errors
///
/// What the system says, and [`ErrorKind::FileTooLarge`] when there is more.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    // Of a pipe or a device this is 0.
    let told = file.metadata()?.len();
    let mut bytes = Vec::new();
    if told <= LARGEST_FILE {
        bytes.try_reserve_exact(told as usize)?;
        file.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    }
    if told.max(bytes.len() as u64) > LARGEST_FILE {
        let reason = format!("it is larger than {} GiB, the most that is read", LARGEST_FILE >> 30);
        return Err(io::Error::new(ErrorKind::FileTooLarge, reason));
    }
    Ok(bytes)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_whole_and_devices_without_end_are_not() {
        let this = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/read_file.rs");
        assert_eq!(read_file(&this).expect("this file"), include_bytes!("read_file.rs"));
        assert_eq!(read_file(Path::new("/dev/null")).expect("an end"), b"");
        let error = read_file(Path::new("/dev/zero")).expect_err("no end");
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        assert_eq!(error.to_string(), "it is larger than 1 GiB, the most that is read");
    }
}

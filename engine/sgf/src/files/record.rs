//! A record as it was found in a file, a folder or an archive.

use std::io;
use std::path::Path;

/// A record: its name and contents.
pub struct GameFile {
    /// The path; in an archive `ARCHIVE:PATH`.
    pub name: String,
    /// The path inside the archive or folder, or a single file's own name. It does not depend on
    /// where the archive or folder is.
    pub inner: String,
    /// Its bytes, or why they cannot be read.
    pub bytes: io::Result<Vec<u8>>,
}

/// What cannot be read, as a record.
pub(super) fn unreadable(path: &Path, error: io::Error) -> GameFile {
    GameFile {
        name: path.display().to_string(),
        inner: path.display().to_string(),
        bytes: Err(error),
    }
}

/// Whether a file is a record, by its name.
pub(super) fn is_record(path: &Path) -> bool {
    path.extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("sgf"))
}

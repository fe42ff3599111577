//! Files that are there whole or not at all, whatever happens while they are written.

use std::fs::File;
use std::io;
use std::path::Path;

use katachi_image::{ImageError, unfinished, write_atomically};

/// Writes a file under another name beside its place, makes sure it is on the disk, and renames it;
/// then makes sure of the new name, too.
///
/// # Errors
/// If the system cannot write it.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_atomically(path, bytes).map_err(|error| match error {
        ImageError::Write { source, .. } => source,
        other => io::Error::other(other),
    })?;
    // Only some systems let a folder be synced; the file itself is safe by now.
    if let Some(folder) = path.parent()
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Removes what killed programs left of files in this folder that they were writing, if nobody else
/// can be writing them: `is_ours` is asked with the name that the file was to have.
pub fn sweep(folder: &Path, is_ours: impl Fn(&str) -> bool) {
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        let name = entry.file_name();
        if unfinished(&name.to_string_lossy()).is_some_and(&is_ours) {
            // It is in nobody's way: that it cannot be removed ends no match.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

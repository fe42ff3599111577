//! Files that are there whole or not at all, whatever happens while they are written.

use std::fs::File;
use std::io;
use std::path::Path;

use katachi_image::{ImageError, write_atomically};

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

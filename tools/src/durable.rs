//! Files that are there whole or not at all, whatever happens while they are written.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file under another name beside its place, makes sure it is on the disk, and renames it.
///
/// # Errors
/// If the system cannot write it.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut other = path.as_os_str().to_owned();
    other.push(".tmp");
    let other = Path::new(&other);
    let mut file = File::create(other)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    std::fs::rename(other, path)?;
    // Only some systems let a folder be synced; the file itself is safe by now.
    if let Some(folder) = path.parent()
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
    Ok(())
}

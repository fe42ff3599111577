//! Files that grow while a program runs. Each row or result is written at once, so a run that ends
//! early loses nothing.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use crate::input::wrong_kind;
use crate::stream;
use crate::target::Target;
use crate::write::{Patience, open_through, replace};

/// A file that grows.
#[derive(Debug)]
pub struct Log {
    to: To,
}

#[derive(Debug)]
enum To {
    File(File),
    Through(File),
    StandardOutput,
    StandardError,
}

impl Log {
    /// Creates the file with these bytes; they replace an earlier file as
    /// [`write()`](crate::write()) does, so the file never has less than this beginning. Later
    /// writes append to it.
    ///
    /// # Errors
    /// As [`write()`](crate::write()).
    pub fn create(path: &Path, beginning: &[u8]) -> io::Result<Self> {
        let to = match Target::of(path)? {
            Target::File(path) => {
                let to = To::File(replace(&path, beginning)?);
                return Ok(Self { to });
            }
            Target::Through(path) => To::Through(open_through(&path, Patience::Endless)?),
            Target::StandardOutput => To::StandardOutput,
            Target::StandardError => To::StandardError,
        };
        let mut log = Self { to };
        log.write_all(beginning)?;
        Ok(log)
    }

    /// Whether it is a regular file, which the caller may replace later, for example by its lines
    /// in a better order.
    pub fn is_file(&self) -> bool {
        matches!(self.to, To::File(_))
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.to {
            To::File(file) | To::Through(file) => file.write(bytes),
            To::StandardOutput => {
                stream::write_all(io::stdout().lock(), bytes).map(|()| bytes.len())
            }
            To::StandardError => {
                stream::write_all(io::stderr().lock(), bytes).map(|()| bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            To::File(file) | To::Through(file) => file.flush(),
            // The standard streams were flushed when they were written.
            To::StandardOutput | To::StandardError => Ok(()),
        }
    }
}

/// Opens a regular file for reading and for changes in place; creates it if it does not exist. For
/// a table that a run continues after an interruption.
///
/// # Errors
/// If it cannot be opened or is not a regular file.
pub fn open_in_place(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    // Check the kind before opening: opening a device may have effects.
    if let Ok(about) = path.metadata()
        && !about.is_file()
    {
        return Err(wrong_kind(about.file_type(), "a regular file"));
    }
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_grows_behind_its_beginning() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        std::fs::write(&path, "an earlier one").unwrap();
        let mut log = Log::create(&path, b"head\n").unwrap();
        assert!(log.is_file());
        assert_eq!(std::fs::read(&path).unwrap(), b"head\n");
        log.write_all(b"row\n").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"head\nrow\n");
        assert_eq!(folder.path().read_dir().unwrap().count(), 1);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn logs_go_through_devices() {
        let mut null = Log::create(Path::new("/dev/null"), b"head\n").unwrap();
        null.write_all(b"row\n").unwrap();
        assert!(!null.is_file() && !Path::new("/dev/null").metadata().unwrap().is_file());
        let full = Log::create(Path::new("/dev/full"), b"head\n").unwrap_err();
        assert_eq!(full.kind(), io::ErrorKind::StorageFull);
        let error = open_in_place(Path::new("/dev/null"))
            .unwrap_err()
            .to_string();
        assert!(error.contains("found a device"), "{error}");
    }
}

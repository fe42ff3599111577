//! A text file that gains rows while a program runs, and that a killed run leaves in a state from
//! which the next one goes on. Only one process can open it at a time.

use std::fs::{File, TryLockError};
use std::io::{self, Seek, Write};
use std::path::Path;

use katachi_files::{open_in_place, read_from};

/// Why the file cannot be opened.
#[derive(Debug)]
pub enum OpenError {
    /// Another process uses it.
    Locked,
    /// The system refused an operation.
    Io(io::Error),
}

impl From<io::Error> for OpenError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The open file.
#[derive(Debug)]
pub struct RowFile {
    file: File,
}

impl RowFile {
    /// Opens the file, or creates it, and locks it; returns it with its content.
    ///
    /// # Errors
    /// If another process uses it, or it cannot be read.
    pub fn resume(path: &Path) -> Result<(Self, String), OpenError> {
        let file = open_in_place(path)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => OpenError::Locked,
            TryLockError::Error(source) => OpenError::Io(source),
        })?;
        let bytes = read_from(&file)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok((Self { file }, text))
    }

    /// Cuts the file off after this number of bytes.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn cut(&mut self, length: usize) -> io::Result<()> {
        self.file.set_len(length as u64)?;
        self.file.seek(io::SeekFrom::End(0)).map(drop)
    }

    /// Adds text to the end and syncs it to the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, text: &str) -> io::Result<()> {
        self.file.write_all(text.as_bytes())?;
        self.file.sync_data()
    }
}

/// The text without characters that end lines or columns.
pub fn one_line(text: &str) -> String {
    let words = text
        .split(|c: char| c.is_control())
        .filter(|part| !part.trim().is_empty());
    words.map(str::trim).collect::<Vec<_>>().join(" ")
}

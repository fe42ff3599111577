//! The files of lists: read line by line, and replaced in one piece.

use std::path::{Path, PathBuf};

use libtest_mimic::Failed;

/// The folder of lists: what the environment variable says, or else one of the crate.
pub fn folder(variable: &str, usual: &str) -> PathBuf {
    let usual = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(usual);
    std::env::var_os(variable).map_or_else(usual, PathBuf::from)
}

/// Reads a file line by line; one that does not exist has none. `read` gets a line; its error is
/// what was expected instead.
pub fn read(
    file: &Path,
    mut read: impl FnMut(&str) -> Result<(), &'static str>,
) -> Result<(), Failed> {
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(format!("{}: {error}", file.display()).into()),
    };
    for (number, line) in (1..).zip(text.lines()) {
        read(line).map_err(|expected| {
            let file = file.display();
            format!("{file}:{number}: expected {expected}, found `{line}`")
        })?;
    }
    Ok(())
}

/// Writes a file and replaces the old one.
pub fn replace(file: &Path, text: &str) -> Result<(), Failed> {
    std::fs::create_dir_all(file.parent().unwrap_or(file))?;
    let new = file.with_extension("new");
    std::fs::write(&new, text)?;
    std::fs::rename(&new, file)?;
    Ok(())
}

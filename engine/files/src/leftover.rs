//! Temporary files: making them, and removing those that killed programs have left.
//!
//! A temporary file is locked as long as somebody writes it. The system drops the lock of a program
//! that is killed, so an unlocked temporary file is a leftover, however young it is.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use tempfile::{Builder, NamedTempFile};

use crate::folder_of;
use crate::input::open_now;
use crate::target::Target;

/// How the names of temporary files begin. Then follow the name that the file is to have, `-`, and
/// letters and digits that nobody else has.
const PREFIX: &str = ".katachi-";

/// How many letters and digits stand at the end.
const RANDOM: usize = 6;

/// How much of the final name is repeated: file systems allow 255 bytes for a name.
const REPEATED: usize = 180;

/// Where files cannot be locked, a temporary file as old as this is a leftover.
const OLD: Duration = Duration::from_mins(10);

/// How often a file is made again that was swept away before it was locked.
const TRIES: usize = 10;

/// Makes a temporary file, locked, for a file of this name in this folder.
pub(crate) fn temporary(folder: &Path, name: &str) -> io::Result<NamedTempFile> {
    let prefix = format!("{PREFIX}{}-", repeated(name));
    let mut builder = Builder::new();
    builder.prefix(&prefix).rand_bytes(RANDOM);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What the user's mask makes of that is what a new file of any other program would have.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut made = builder.tempfile_in(folder)?;
    for _ in 0..TRIES {
        if is_kept(made.as_file())? {
            return Ok(made);
        }
        made = builder.tempfile_in(folder)?;
    }
    Ok(made)
}

/// Locks a new temporary file; `false` if somebody has taken it for a leftover in the meantime.
fn is_kept(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Ok(false),
        // Not every file system has locks.
        Err(TryLockError::Error(_)) => Ok(true),
        Ok(()) => is_named(file),
    }
}

/// Whether a file has a name still.
fn is_named(file: &File) -> io::Result<bool> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Ok(file.metadata()?.nlink() > 0)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        Ok(true)
    }
}

/// What the name of a temporary file repeats of the name that the file is to have.
fn repeated(name: &str) -> &str {
    name.get(..name.floor_char_boundary(REPEATED))
        .unwrap_or_default()
}

/// Removes what killed programs have left of files that they were writing to this folder.
///
/// `is_ours` says, by the name that a file was to have, whether it is the caller's to remove.
pub fn sweep(folder: &Path, is_ours: impl Fn(&str) -> bool) {
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let target = target(&name);
        let is_file = || entry.file_type().is_ok_and(|kind| kind.is_file());
        if target.is_some_and(&is_ours) && is_file() && is_leftover(&entry.path()) {
            // Somebody else may have been faster; and it is in nobody's way.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Removes what killed programs have left of this file while they were writing it.
pub fn sweep_for(path: &Path) {
    if let Ok(Target::File(path)) = Target::of(path) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        sweep(folder_of(&path), |other| other == repeated(&name));
    }
}

/// The name that a file was to have, from the name of its temporary file.
fn target(name: &str) -> Option<&str> {
    let (target, random) = name.strip_prefix(PREFIX)?.rsplit_once('-')?;
    let is_random =
        random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_random.then_some(target)
}

/// Whether nobody writes a temporary file any more.
fn is_leftover(path: &Path) -> bool {
    let Ok(file) = open_now(path) else {
        return false;
    };
    match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => {
            let changed = file.metadata().and_then(|about| about.modified()).ok();
            let age = changed.and_then(|then| SystemTime::now().duration_since(then).ok());
            age.is_some_and(|age| age > OLD)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_nobody_writes_is_swept() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let written = temporary(folder.path(), "game.sgf").unwrap();
        for name in [
            ".katachi-game.sgf-aB3x9Z",
            ".katachi-other.sgf-aB3x9Z",
            ".katachi-game.sgf-long-aB3",
            ".katachi-notes",
            "game.sgf",
        ] {
            std::fs::write(at(name), "half").unwrap();
        }
        std::fs::create_dir(at(".katachi-game.sgf-folder")).unwrap();
        sweep(folder.path(), |name| name == "game.sgf");
        let mut left: Vec<_> = folder
            .path()
            .read_dir()
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        left.sort();
        let mut expected = vec![
            written.path().to_owned(),
            at(".katachi-game.sgf-folder"),
            at(".katachi-game.sgf-long-aB3"),
            at(".katachi-notes"),
            at(".katachi-other.sgf-aB3x9Z"),
            at("game.sgf"),
        ];
        expected.sort();
        assert_eq!(left, expected);
    }

    #[test]
    fn long_names_are_cut_between_characters() {
        let name = "形".repeat(80);
        assert_eq!(repeated(&name).len(), REPEATED);
        let name = format!("x{name}");
        assert_eq!(repeated(&name).len(), REPEATED - 2);
        let folder = tempfile::tempdir().unwrap();
        let made = temporary(folder.path(), &name).unwrap();
        let made = made.path().file_name().unwrap().to_string_lossy();
        assert_eq!(target(&made), Some(repeated(&name)));
    }

    /// Writers and a sweeper at the same time: no writer loses its file.
    #[test]
    fn a_sweeper_takes_nothing_from_a_writer() {
        let folder = tempfile::tempdir().unwrap();
        let done = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            let sweeper = scope.spawn(|| {
                while !done.load(std::sync::atomic::Ordering::Relaxed) {
                    sweep(folder.path(), |_| true);
                }
            });
            for number in 0..500 {
                let made = temporary(folder.path(), "file").unwrap();
                made.persist(folder.path().join(number.to_string()))
                    .unwrap();
            }
            done.store(true, std::sync::atomic::Ordering::Relaxed);
            sweeper.join().unwrap();
        });
        assert_eq!(folder.path().read_dir().unwrap().count(), 500);
    }
}

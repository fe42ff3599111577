//! Temporary files: creates them, and removes those that killed programs have left.
//!
//! A program locks its temporary file as long as it writes it. If the program is killed, the system
//! drops the lock. So an unlocked temporary file is a leftover, however young it is.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use tempfile::{Builder, NamedTempFile};

use crate::folder_of;
use crate::input::open_now;
use crate::target::Target;

/// The beginning of all names of temporary files. The final name follows, then `-`, then random
/// letters and digits.
const PREFIX: &str = ".katachi-";

/// The number of random letters and digits.
const RANDOM: usize = 6;

/// The most bytes of the final name to repeat: file systems allow 255 bytes for a name.
const REPEATED: usize = 180;

/// On file systems without locks, a temporary file of this age is a leftover.
const OLD: Duration = Duration::from_mins(10);

/// How often to try again if a sweeper removes the file before it is locked.
const TRIES: usize = 100;

/// Creates and locks a temporary file for a file of this name in this folder.
pub(crate) fn temporary(folder: &Path, name: &str) -> io::Result<NamedTempFile> {
    let prefix = format!("{PREFIX}{}-", repeated(name));
    let mut builder = Builder::new();
    builder.prefix(&prefix).rand_bytes(RANDOM);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The user's umask turns this into the permissions of any other new file.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let unnamed = |error| without_name(folder, &error);
    for _ in 0..TRIES {
        let made = builder.tempfile_in(folder).map_err(unnamed)?;
        if is_kept(made.as_file())? {
            return Ok(made);
        }
    }
    Err(io::Error::other(
        "other programs remove new temporary files from this folder; stop them and try again",
    ))
}

/// Why a temporary file cannot be created, without its name: the user knows the final one only.
fn without_name(folder: &Path, error: &io::Error) -> io::Error {
    match std::fs::metadata(folder) {
        Err(missing) => missing,
        Ok(found) if !found.is_dir() => io::ErrorKind::NotADirectory.into(),
        Ok(_) => error.kind().into(),
    }
}

/// Locks a new temporary file; `false` if a sweeper has taken it for a leftover meanwhile.
fn is_kept(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Ok(false),
        // Some file systems have no locks.
        Err(TryLockError::Error(_)) => Ok(true),
        Ok(()) => is_named(file),
    }
}

/// Whether the file still has a name.
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

/// The part of the final name that the temporary name repeats.
fn repeated(name: &str) -> &str {
    name.get(..name.floor_char_boundary(REPEATED))
        .unwrap_or_default()
}

/// Removes the leftovers of killed programs from a folder.
///
/// `is_ours` decides, by the final name of the file, whether the caller may remove it.
pub fn sweep(folder: &Path, is_ours: impl Fn(&str) -> bool) {
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let target = target(&name);
        let is_file = || entry.file_type().is_ok_and(|kind| kind.is_file());
        if target.is_some_and(&is_ours) && is_file() {
            remove_leftover(&entry.path());
        }
    }
}

/// Removes the leftovers of programs that were killed while they wrote this file.
pub fn sweep_for(path: &Path) {
    if let Ok(Target::File(path)) = Target::of(path) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        sweep(folder_of(&path), |other| other == repeated(&name));
    }
}

/// The final name, from the name of a temporary file.
fn target(name: &str) -> Option<&str> {
    let (target, random) = name.strip_prefix(PREFIX)?.rsplit_once('-')?;
    let is_random =
        random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_random.then_some(target)
}

/// Removes a temporary file that no program writes any more.
///
/// The file stays locked until it has no name: so a writer that has just created it cannot lock it
/// in between, and takes another.
fn remove_leftover(path: &Path) {
    let Ok(file) = open_now(path) else {
        return;
    };
    let is_leftover = match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => {
            let changed = file.metadata().and_then(|about| about.modified()).ok();
            let age = changed.and_then(|then| SystemTime::now().duration_since(then).ok());
            age.is_some_and(|age| age > OLD)
        }
    };
    if is_leftover {
        // Another sweeper may have been faster; and a leftover that stays does no harm.
        let _ = std::fs::remove_file(path);
    }
    drop(file);
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

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

    /// Writers and a sweeper work at the same time: no writer loses its file.
    #[test]
    fn a_sweeper_takes_nothing_from_a_writer() {
        let folder = tempfile::tempdir().unwrap();
        let done = AtomicBool::new(false);
        let lost = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    sweep(folder.path(), |_| true);
                }
            });
            let write = |number: usize| -> io::Result<()> {
                let made = temporary(folder.path(), "file")?;
                made.persist(folder.path().join(number.to_string()))?;
                Ok(())
            };
            // No panic before the sweeper has stopped: the scope would wait for it forever.
            let lost: Vec<_> = (0..500).filter_map(|number| write(number).err()).collect();
            done.store(true, Ordering::Relaxed);
            lost
        });
        assert!(lost.is_empty(), "{lost:?}");
        assert_eq!(folder.path().read_dir().unwrap().count(), 500);
    }
}

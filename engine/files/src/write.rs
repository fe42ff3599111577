//! Writes files: completely or not at all.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

use crate::input::{is_pipe, wrong_kind};
use crate::leftover::{sweep_for, temporary};
use crate::target::Target;
use crate::{folder_of, stream};

/// The longest time that a session waits for the reader of a full pipe.
const PATIENCE: Duration = Duration::from_secs(2);

/// Writes a file that a command line names.
///
/// A regular file is replaced: a new file is written next to it, synced and renamed. So readers see
/// the old content or the new one, never a part, even if the program is killed. Links are followed
/// and stay. Owner and permissions stay. A file without write permission is not replaced.
///
/// Devices, pipes and the standard streams are written through; a pipe may keep the caller waiting.
///
/// Of a file with several names (hard links), only this name gets the new content.
///
/// # Errors
/// If any of the steps fails, as on a full disk; a regular file is untouched then.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    sweep_for(path);
    write_to(&Target::of(path)?, bytes, Patience::Endless)
}

/// Writes a file in a session: like [`write()`], but a pipe must already have a reader, and the
/// reader must not be slow.
///
/// # Errors
/// As [`write()`]; and if nobody reads the pipe.
pub fn write_now(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_to(&Target::of(path)?, bytes, Patience::Short)
}

/// How long to wait for the other end of a pipe.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Patience {
    Endless,
    Short,
}

fn write_to(target: &Target, bytes: &[u8], patience: Patience) -> io::Result<()> {
    match target {
        Target::StandardOutput => stream::write_all(io::stdout().lock(), bytes),
        Target::StandardError => stream::write_all(io::stderr().lock(), bytes),
        Target::Through(path) => write_patiently(&mut open_through(path, patience)?, bytes),
        Target::File(path) => replace(path, bytes).map(drop),
    }
}

/// Opens a device or pipe for writing.
pub(crate) fn open_through(path: &Path, patience: Patience) -> io::Result<File> {
    let mut options = OpenOptions::new();
    // An open file of this process may be a regular file: append, to keep its content.
    options.append(true);
    let kind = path.metadata()?.file_type();
    #[cfg(unix)]
    {
        use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
        if kind.is_socket() {
            return Err(wrong_kind(kind, "a file, a pipe or a device"));
        }
        if is_pipe(kind) && patience == Patience::Short {
            options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
        }
    }
    options.open(path).map_err(|error| {
        if is_pipe(kind) && error.kind() != ErrorKind::PermissionDenied {
            let message =
                "expected a pipe that somebody reads, found nobody; start the reader first";
            io::Error::new(error.kind(), message)
        } else {
            error
        }
    })
}

/// Writes everything; where a pipe is full, waits a little for its reader.
fn write_patiently(to: &mut File, mut bytes: &[u8]) -> io::Result<()> {
    let mut begin = Instant::now();
    while !bytes.is_empty() {
        match to.write(bytes) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(count) => {
                bytes = bytes.get(count..).unwrap_or_default();
                begin = Instant::now();
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                if begin.elapsed() > PATIENCE {
                    let message = "expected a pipe that somebody reads, found one that stays full";
                    return Err(io::Error::new(ErrorKind::TimedOut, message));
                }
                thread::sleep(Duration::from_millis(1));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Replaces or creates a regular file; returns it open for appending.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<File> {
    let old = existing(path)?;
    let folder = folder_of(path);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut new = temporary(folder, &name)?;
    new.write_all(bytes)?;
    if let Some(old) = &old {
        take_over(&new, old)?;
    }
    new.as_file().sync_all()?;
    let file = new.persist(path)?;
    // Only some systems can sync a folder; the file itself is safe already.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(file)
}

/// The file to replace, if it exists. Opening it for writing changes nothing, but fails without
/// write permission.
fn existing(path: &Path) -> io::Result<Option<Metadata>> {
    match OpenOptions::new().write(true).open(path) {
        Ok(file) => file.metadata().map(Some),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Gives a new file the owner and the permissions of the old one.
#[cfg(unix)]
fn take_over(new: &NamedTempFile, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};

    let about = new.as_file().metadata()?;
    if (about.uid(), about.gid()) != (old.uid(), old.gid()) {
        // Only root may change an owner; other users own the new file themselves.
        let _ = fchown(new.as_file(), Some(old.uid()), Some(old.gid()));
    }
    new.as_file().set_permissions(old.permissions())
}

#[cfg(not(unix))]
fn take_over(new: &NamedTempFile, old: &Metadata) -> io::Result<()> {
    new.as_file().set_permissions(old.permissions())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::path::PathBuf;

    use super::*;

    type Writer = fn(&Path, &[u8]) -> io::Result<()>;

    const BOTH: [Writer; 2] = [write, write_now];

    fn scratch() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        (folder, file)
    }

    fn mode(path: &Path) -> u32 {
        path.symlink_metadata().unwrap().mode() & 0o7777
    }

    #[test]
    fn files_are_made_and_replaced_and_nothing_is_left_beside() {
        for write in BOTH {
            let (folder, file) = scratch();
            write(&file, b"one").unwrap();
            assert_eq!(std::fs::read(&file).unwrap(), b"one");
            // The same permissions as in a file that any other program creates.
            std::fs::write(folder.path().join("other"), "").unwrap();
            assert_eq!(mode(&file), mode(&folder.path().join("other")));
            let inode = file.metadata().unwrap().ino();
            write(&file, b"two").unwrap();
            assert_eq!(std::fs::read(&file).unwrap(), b"two");
            assert_ne!(
                file.metadata().unwrap().ino(),
                inode,
                "it was written in place"
            );
            assert_eq!(folder.path().read_dir().unwrap().count(), 2);
        }
    }

    #[test]
    fn permissions_stay() {
        let (_folder, file) = scratch();
        std::fs::write(&file, "").unwrap();
        for wanted in [0o600, 0o640, 0o755] {
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(wanted)).unwrap();
            write(&file, b"new").unwrap();
            assert_eq!(mode(&file), wanted);
        }
    }

    #[test]
    fn links_stay_and_their_targets_are_replaced() {
        for write in BOTH {
            let (folder, file) = scratch();
            std::fs::create_dir(folder.path().join("sub")).unwrap();
            symlink("sub/target", &file).unwrap();
            for text in ["new", "newer"] {
                write(&file, text.as_bytes()).unwrap();
                assert!(file.symlink_metadata().unwrap().is_symlink());
                let target = folder.path().join("sub/target");
                assert_eq!(std::fs::read_to_string(target).unwrap(), text);
            }
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_stay() {
        for write in BOTH {
            let (_folder, link) = scratch();
            symlink("/dev/null", &link).unwrap();
            for path in [Path::new("/dev/null"), &link] {
                write(path, b"gone").unwrap();
            }
            let null = Path::new("/dev/null").symlink_metadata().unwrap();
            assert!(!null.is_file() && link.symlink_metadata().unwrap().is_symlink());
            let full = write(Path::new("/dev/full"), b"text").unwrap_err();
            assert_eq!(full.kind(), ErrorKind::StorageFull);
        }
    }

    #[test]
    fn pipes_are_written_through() {
        for write in BOTH {
            let (_folder, path) = scratch();
            let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
            let (cwd, fifo) = (rustix::fs::CWD, rustix::fs::FileType::Fifo);
            rustix::fs::mknodat(cwd, &path, fifo, mode, 0).unwrap();
            let nobody = write_now(&path, b"text").unwrap_err().to_string();
            assert!(nobody.contains("start the reader first"), "{nobody}");
            // More than the capacity of a pipe.
            let text = vec![b'x'; 300_000];
            let read = {
                let path = path.clone();
                thread::spawn(move || std::fs::read(path).unwrap())
            };
            let begin = Instant::now();
            while write(&path, &text).is_err() {
                assert!(begin.elapsed() < Duration::from_secs(20), "no reader");
                thread::sleep(Duration::from_millis(1));
            }
            assert_eq!(read.join().unwrap(), text);
            assert!(is_pipe(path.symlink_metadata().unwrap().file_type()));
        }
    }

    #[test]
    fn a_reader_that_sleeps_does_not_hold_a_session() {
        let (_folder, path) = scratch();
        let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
        let (cwd, fifo) = (rustix::fs::CWD, rustix::fs::FileType::Fifo);
        rustix::fs::mknodat(cwd, &path, fifo, mode, 0).unwrap();
        // Opened for reading and writing, so that opening does not wait for a writer.
        let _reader = OpenOptions::new().read(true).write(true).open(&path);
        let error = write_now(&path, &vec![0; 1 << 21]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
    }

    #[test]
    fn sockets_and_folders_are_refused() {
        let (folder, path) = scratch();
        let _socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
        let error = write(&path, b"text").unwrap_err().to_string();
        assert!(error.contains("found a socket"), "{error}");
        let error = write(folder.path(), b"text").unwrap_err().to_string();
        assert!(error.contains("found a folder"), "{error}");
        let error = write(&folder.path().join("none/file"), b"").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
    }

    #[test]
    fn leftovers_of_the_same_file_go() {
        let (folder, file) = scratch();
        for name in [".katachi-file-aaaaaa", ".katachi-other-aaaaaa"] {
            std::fs::write(folder.path().join(name), "half").unwrap();
        }
        write(&file, b"text").unwrap();
        assert!(!folder.path().join(".katachi-file-aaaaaa").exists());
        assert!(folder.path().join(".katachi-other-aaaaaa").exists());
    }
}

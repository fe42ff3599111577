//! Reads inputs: only regular files and pipes, and only up to a limit.

use std::fs::{File, FileType, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The environment variable that raises or lowers the limit of all inputs, in MiB.
pub const LIMIT_VARIABLE: &str = "KATACHI_INPUT_LIMIT";

const MIB: u64 = 1024 * 1024;

/// The default limit of an input, in bytes.
const LIMIT: u64 = 64 * MIB;

/// Reads a file that a command line names: a regular file or a pipe, at most 64 MiB.
///
/// Waits for the writer of a pipe as long as it takes. A session uses [`read_now`].
///
/// # Errors
/// If there is no such file, it is of another kind, it is too large, or reading fails.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_file(open(path)?, limit()?)
}

/// Reads a file in a session, or one that will be read again: a regular file of at most 64 MiB.
///
/// Never waits: a pipe is refused.
///
/// # Errors
/// As [`read`].
pub fn read_now(path: &Path) -> io::Result<Vec<u8>> {
    read_file(open_now(path)?, limit()?)
}

/// Like [`read`], with a limit of `most` bytes.
///
/// # Errors
/// As [`read`].
pub fn read_up_to(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_file(open(path)?, limit()?.max(most))
}

/// Reads standard input to its end, at most 64 MiB.
///
/// # Errors
/// If it is too large or reading fails.
pub fn read_standard_input() -> io::Result<Vec<u8>> {
    read_from(io::stdin().lock())
}

/// Reads a reader to its end, at most 64 MiB: for inputs without a path, such as members of an
/// archive.
///
/// # Errors
/// If it is too large or reading fails.
pub fn read_from(reader: impl Read) -> io::Result<Vec<u8>> {
    read_counted(reader, limit()?)
}

/// Opens a regular file or a pipe that a command line names. The caller reads it and counts the
/// bytes.
///
/// # Errors
/// If there is no such file or it is of another kind.
pub fn open(path: &Path) -> io::Result<File> {
    // Check the kind before opening: opening some devices has effects, or waits.
    let kind = path.metadata()?.file_type();
    if !(kind.is_file() || is_pipe(kind)) {
        return Err(wrong_kind(kind, "a regular file or a pipe"));
    }
    File::open(path)
}

/// Opens a regular file without ever waiting.
///
/// # Errors
/// If there is no such file or it is of another kind.
pub fn open_now(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    let file = options.open(path)?;
    let kind = file.metadata()?.file_type();
    if kind.is_file() {
        Ok(file)
    } else {
        Err(wrong_kind(kind, "a regular file"))
    }
}

/// The limit from the environment, or the default.
fn limit() -> io::Result<u64> {
    match std::env::var_os(LIMIT_VARIABLE) {
        None => Ok(LIMIT),
        Some(text) => parse_limit(&text.to_string_lossy()),
    }
}

fn parse_limit(text: &str) -> io::Result<u64> {
    let number = text.trim().parse::<u64>().ok();
    let bytes = number.and_then(|number| number.checked_mul(MIB));
    // Reading asks for one byte more than the limit, so the limit itself must be smaller than the
    // largest number.
    let bytes = bytes.filter(|bytes| (1..u64::MAX).contains(bytes));
    bytes.ok_or_else(|| {
        let message = format!(
            "{LIMIT_VARIABLE}: expected a number of MiB such as 256, found '{text}'; correct it or \
             unset it"
        );
        io::Error::new(ErrorKind::InvalidInput, message)
    })
}

fn read_file(file: File, limit: u64) -> io::Result<Vec<u8>> {
    let about = file.metadata()?;
    if about.is_file() && about.len() > limit {
        return Err(too_large(limit));
    }
    read_counted(file, limit)
}

/// Reads and counts: a file may grow meanwhile, and a pipe has no length.
fn read_counted(reader: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(too_large(limit));
    }
    Ok(bytes)
}

fn too_large(limit: u64) -> io::Error {
    let message = format!(
        "expected an input of at most {} MiB, found a larger one; make it smaller, or raise the \
         limit with {LIMIT_VARIABLE}=MIB",
        limit / MIB
    );
    io::Error::new(ErrorKind::FileTooLarge, message)
}

/// Whether a file is a named pipe.
pub(crate) fn is_pipe(kind: FileType) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        kind.is_fifo()
    }
    #[cfg(not(unix))]
    {
        let _ = kind;
        false
    }
}

/// The kind of a file, for messages.
fn name(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
        if kind.is_char_device() || kind.is_block_device() {
            return "a device";
        }
    }
    if kind.is_dir() {
        "a folder"
    } else {
        "something else"
    }
}

/// The error for a file of another kind.
pub(crate) fn wrong_kind(found: FileType, expected: &str) -> io::Error {
    let kind = if found.is_dir() {
        ErrorKind::IsADirectory
    } else {
        ErrorKind::InvalidInput
    };
    let message = format!(
        "expected {expected}, found {}; name another file",
        name(found)
    );
    io::Error::new(kind, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_a_number_of_mib() {
        assert_eq!(parse_limit(" 256 ").unwrap(), 256 * MIB);
        for wrong in [
            "",
            "0",
            "-1",
            "64M",
            "99999999999999999999",
            "17592186044416",
        ] {
            let error = parse_limit(wrong).unwrap_err().to_string();
            assert!(
                error.contains("expected a number of MiB"),
                "{wrong}: {error}"
            );
        }
    }

    #[test]
    fn bytes_are_counted_while_they_are_read() {
        assert_eq!(read_counted(&b"abc"[..], 3).unwrap(), b"abc");
        let error = read_counted(io::repeat(0), MIB).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        let text = error.to_string();
        assert!(
            text.contains("at most 1 MiB") && text.contains(LIMIT_VARIABLE),
            "{text}"
        );
    }

    #[test]
    fn a_large_file_is_refused_before_it_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large");
        // A sparse file, which takes no space on the disk.
        let file = File::create(&path).unwrap();
        file.set_len(LIMIT + 1).unwrap();
        for read in [read, read_now] {
            assert_eq!(read(&path).unwrap_err().kind(), ErrorKind::FileTooLarge);
        }
        assert_eq!(
            read_up_to(&path, 2 * LIMIT).unwrap().len() as u64,
            LIMIT + 1
        );
    }

    #[test]
    fn folders_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        for read in [read, read_now] {
            let error = read(folder.path()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::IsADirectory);
            assert!(error.to_string().contains("found a folder"), "{error}");
        }
        let none = folder.path().join("none");
        assert_eq!(read(&none).unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_are_refused() {
        for device in ["/dev/zero", "/dev/null", "/dev/full"] {
            for read in [read, read_now] {
                let error = read(Path::new(device)).unwrap_err().to_string();
                assert!(error.contains("found a device"), "{device}: {error}");
            }
        }
    }

    /// A named pipe in a temporary folder.
    #[cfg(unix)]
    fn pipe() -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
        rustix::fs::mknodat(rustix::fs::CWD, &path, rustix::fs::FileType::Fifo, mode, 0).unwrap();
        (folder, path)
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_an_input_of_command_lines_only() {
        let (_folder, path) = pipe();
        // Nobody writes to the pipe, and still the call returns.
        let error = read_now(&path).unwrap_err().to_string();
        assert!(
            error.contains("expected a regular file, found a pipe"),
            "{error}"
        );
        let writer = {
            let path = path.clone();
            std::thread::spawn(move || std::fs::write(path, "text").unwrap())
        };
        assert_eq!(read(&path).unwrap(), b"text");
        writer.join().unwrap();
    }
}

//! Finds out what a path stands for before it is written: a file, a device, a stream.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::folder_of;
use crate::input::wrong_kind;

/// The most links to follow before they count as a circle, as in Linux.
const MOST_LINKS: usize = 40;

/// The thing to write to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A regular file, or an unused name; links have been followed.
    File(PathBuf),
    /// A device, a pipe, or an open file of this process: written through, never replaced.
    Through(PathBuf),
    /// Standard output, if the path names it.
    StandardOutput,
    /// Standard error, if the path names it.
    StandardError,
}

impl Target {
    /// Follows a path to its target.
    ///
    /// # Errors
    /// If it leads to a folder or in a circle, or cannot be examined.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        let mut path = path.to_owned();
        if path.file_name().is_none() {
            let message = format!("expected the name of a file, found '{}'", path.display());
            return Err(io::Error::new(ErrorKind::InvalidInput, message));
        }
        for _ in 0..MOST_LINKS {
            if let Some(standard) = standard(&path) {
                return Ok(standard);
            }
            let kind = match path.symlink_metadata() {
                Ok(about) => about.file_type(),
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::File(path)),
                Err(error) => return Err(error),
            };
            if kind.is_symlink() {
                if is_descriptor(&path) {
                    return Ok(Self::Through(path));
                }
                path = folder_of(&path).join(path.read_link()?);
            } else if kind.is_file() {
                return Ok(Self::File(path));
            } else if kind.is_dir() {
                return Err(wrong_kind(kind, "the name of a file"));
            } else {
                return Ok(Self::Through(path));
            }
        }
        let message = "expected a link that leads to a file, found a circle of links";
        Err(io::Error::new(ErrorKind::InvalidInput, message))
    }
}

/// The standard stream that a path names. The stream may be a file that other programs write to as
/// well; only the stream itself knows the position to write at.
fn standard(path: &Path) -> Option<Target> {
    let is = |names: [&str; 3]| names.iter().any(|name| path == Path::new(name));
    if is(["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]) {
        Some(Target::StandardOutput)
    } else if is(["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"]) {
        Some(Target::StandardError)
    } else {
        None
    }
}

/// Whether a link stands for an open file of a process. Such a link leads to no name that could be
/// replaced.
fn is_descriptor(link: &Path) -> bool {
    let folder = folder_of(link).canonicalize();
    folder.is_ok_and(|folder| folder.starts_with("/proc") && folder.ends_with("fd"))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_are_followed_to_their_end() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("sub")).unwrap();
        std::fs::write(at("sub/file"), "").unwrap();
        symlink("sub/file", at("relative")).unwrap();
        symlink(at("relative"), at("twice")).unwrap();
        symlink("sub/new", at("dangling")).unwrap();
        symlink("circle", at("circle")).unwrap();
        for name in ["relative", "twice"] {
            assert_eq!(Target::of(&at(name)).unwrap(), Target::File(at("sub/file")));
        }
        assert_eq!(
            Target::of(&at("dangling")).unwrap(),
            Target::File(at("sub/new"))
        );
        assert_eq!(Target::of(&at("none")).unwrap(), Target::File(at("none")));
        let error = Target::of(&at("circle")).unwrap_err().to_string();
        assert!(error.contains("circle of links"), "{error}");
        let error = Target::of(&at("sub")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::IsADirectory);
        assert!(Target::of(Path::new("")).is_err() && Target::of(Path::new("..")).is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_and_streams_are_written_through() {
        use std::os::fd::AsRawFd;

        let null = PathBuf::from("/dev/null");
        assert_eq!(Target::of(&null).unwrap(), Target::Through(null));
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("out");
        symlink("/dev/stdout", &link).unwrap();
        assert_eq!(Target::of(&link).unwrap(), Target::StandardOutput);
        assert_eq!(
            Target::of(Path::new("/dev/stderr")).unwrap(),
            Target::StandardError
        );
        let file = std::fs::File::create(folder.path().join("file")).unwrap();
        for base in ["/dev/fd", "/proc/self/fd"] {
            let path = Path::new(base).join(file.as_raw_fd().to_string());
            assert_eq!(Target::of(&path).unwrap(), Target::Through(path));
        }
    }
}

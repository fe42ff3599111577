//! Where a name leads that somebody wants to write to.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::folder_of;
use crate::input::wrong_kind;

/// How many links are followed before they count as a circle, as Linux does it.
const MOST_LINKS: usize = 40;

/// What is to be written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A regular file, or a name that is free: links are followed.
    File(PathBuf),
    /// A device, a pipe, or a file that this process has open under a number: written through.
    Through(PathBuf),
    /// Standard output, under the name of a file.
    StandardOutput,
    /// Standard error, under the name of a file.
    StandardError,
}

impl Target {
    /// Where this path leads.
    ///
    /// # Errors
    /// If it leads to a folder, in a circle, or cannot be looked at.
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

/// The standard stream that a path names. What stands behind it may be a file that others write to
/// at the same time, at a place of their own: only the stream knows where to go on.
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

/// Whether a link stands for an open file of some process. Such a link has no name behind it that
/// could be replaced.
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

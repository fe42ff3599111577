//! Reads records from gzipped tar archives.
//!
//! A small archive can unpack to any size, so there are limits for everything: the records, the
//! names, the members, and all unpacked bytes together. Names that are too long for a tar header
//! are members of their own, in the format of GNU tar or that of POSIX (`pax`).

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::rc::Rc;

use flate2::read::GzDecoder;
use tar::{Archive, Entry, EntryType, PaxExtensions};

use super::record::{GameFile, is_record, unreadable};

/// The most members of an archive.
const MEMBERS: usize = 1_000_000;

/// The most bytes that an archive unpacks to.
const UNPACKED: u64 = 8 * 1024 * 1024 * 1024;

/// The most bytes of a long name or of other data about the next member; systems allow 4 kB for a
/// path.
const ABOUT: u64 = 64 * 1024;

/// Calls `each` for the records in an archive, in their order. Nothing can be found after a damaged
/// place: that place is reported as an unreadable record.
///
/// # Errors
/// An error of `each`, which also ends the visit.
pub(super) fn visit<E>(
    path: &Path,
    file: io::Result<File>,
    each: &mut dyn FnMut(GameFile) -> Result<(), E>,
) -> Result<(), E> {
    match file {
        Ok(file) => visit_unpacked(path, GzDecoder::new(file), UNPACKED, each),
        Err(error) => each(unreadable(path, error)),
    }
}

fn visit_unpacked<E>(
    path: &Path,
    unpacked: impl Read,
    most: u64,
    each: &mut dyn FnMut(GameFile) -> Result<(), E>,
) -> Result<(), E> {
    let is_over = Rc::new(Cell::new(false));
    let counted = Counted {
        inner: unpacked,
        left: most,
        is_over: Rc::clone(&is_over),
    };
    let mut archive = Archive::new(counted);
    let members = match archive.entries() {
        // Raw members, because the crate would read names of any length.
        Ok(members) => members.raw(true),
        Err(error) => return each(unreadable(path, error)),
    };
    let mut name: Option<Vec<u8>> = None;
    for (number, member) in members.enumerate() {
        let member = member.and_then(|member| {
            if number < MEMBERS {
                Ok(member)
            } else {
                Err(too_large(&format!("{MEMBERS} members")))
            }
        });
        let mut member = match member {
            Ok(member) => member,
            // The crate hides the reason for the failure.
            Err(_) if is_over.get() => return each(unreadable(path, over(most))),
            Err(error) => return each(unreadable(path, error)),
        };
        match about(&mut member) {
            Ok(About::Name(long)) => {
                name = Some(long);
                continue;
            }
            Ok(About::Nothing) => continue,
            Ok(About::Member) => {}
            Err(error) => return each(unreadable(path, error)),
        }
        let inner = name.take();
        let inner = inner.unwrap_or_else(|| member.header().path_bytes().into_owned());
        let inner = String::from_utf8_lossy(&inner).into_owned();
        if is_record(Path::new(&inner)) {
            each(GameFile {
                name: format!("{}:{inner}", path.display()),
                bytes: katachi_files::read_from(member),
                inner,
            })?;
        }
    }
    Ok(())
}

/// The use of a member.
enum About {
    /// It contains the name of the next member.
    Name(Vec<u8>),
    /// It contains other data about the next member, or about all.
    Nothing,
    /// It is a file of its own.
    Member,
}

fn about(member: &mut Entry<'_, impl Read>) -> io::Result<About> {
    match member.header().entry_type() {
        EntryType::GNULongName => {
            let mut name = read_about(member)?;
            // GNU tar appends a zero byte.
            name.pop_if(|byte| *byte == 0);
            Ok(About::Name(name))
        }
        EntryType::XHeader => {
            let text = read_about(member)?;
            let mut fields = PaxExtensions::new(&text).flatten();
            let path = fields.find(|field| field.key_bytes() == b"path");
            Ok(path.map_or(About::Nothing, |path| {
                About::Name(path.value_bytes().to_vec())
            }))
        }
        EntryType::GNULongLink | EntryType::XGlobalHeader => Ok(About::Nothing),
        _ => Ok(About::Member),
    }
}

fn read_about(member: &mut Entry<'_, impl Read>) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    member.take(ABOUT + 1).read_to_end(&mut text)?;
    if text.len() as u64 > ABOUT {
        return Err(too_large(&format!(
            "{ABOUT} bytes for the name of a member"
        )));
    }
    Ok(text)
}

fn over(most: u64) -> io::Error {
    too_large(&format!("{} MiB unpacked", most / (1024 * 1024)))
}

fn too_large(limit: &str) -> io::Error {
    let message = format!(
        "expected an archive of at most {limit}, found more; unpack it and name the folder"
    );
    io::Error::new(io::ErrorKind::FileTooLarge, message)
}

/// A reader that fails when it has returned too many bytes.
struct Counted<R> {
    inner: R,
    left: u64,
    is_over: Rc<Cell<bool>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(bytes)?;
        let left = self.left.checked_sub(count as u64);
        self.left = left.unwrap_or(0);
        if left.is_none() {
            self.is_over.set(true);
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use tar::{Builder, Header};

    use super::*;

    /// Adds a member of this size, filled with zeros.
    fn member(archive: &mut Builder<Vec<u8>>, kind: EntryType, name: &str, size: u64) {
        let mut header = Header::new_gnu();
        header.set_entry_type(kind);
        header.set_path(name).unwrap();
        header.set_size(size);
        header.set_cksum();
        archive.append(&header, io::repeat(0).take(size)).unwrap();
    }

    /// The records of an archive that may unpack to at most `most` bytes: names, with lengths or
    /// errors.
    fn found(archive: &[u8], most: u64) -> Vec<(String, Result<usize, String>)> {
        let mut found = Vec::new();
        let visited = visit_unpacked(Path::new("a.tgz"), archive, most, &mut |file| {
            let bytes = file.bytes.map(|bytes| bytes.len());
            found.push((file.inner, bytes.map_err(|error| error.to_string())));
            Ok::<(), Infallible>(())
        });
        let Ok(()) = visited;
        found
    }

    #[test]
    fn long_names_are_read_whoever_wrote_them() {
        let long = format!("{}/game.sgf", "folder".repeat(50));
        // The format of GNU tar.
        let mut archive = Builder::new(Vec::new());
        let mut header = Header::new_gnu();
        header.set_size(3);
        archive
            .append_data(&mut header, &long, &b"(;)"[..])
            .unwrap();
        let mut header = Header::new_gnu();
        header.set_size(3);
        archive
            .append_data(&mut header, "b.sgf", &b"(;)"[..])
            .unwrap();
        let expected = vec![(long.clone(), Ok(3)), ("b.sgf".to_owned(), Ok(3))];
        assert_eq!(found(&archive.into_inner().unwrap(), UNPACKED), expected);
        // The format of POSIX.
        let mut archive = Builder::new(Vec::new());
        let field = [("path", long.as_bytes()), ("comment", b"none")];
        archive.append_pax_extensions(field).unwrap();
        let mut header = Header::new_ustar();
        header.set_size(3);
        archive
            .append_data(&mut header, "short", &b"(;)"[..])
            .unwrap();
        member(&mut archive, EntryType::Regular, "b.sgf", 3);
        assert_eq!(found(&archive.into_inner().unwrap(), UNPACKED), expected);
    }

    #[test]
    fn names_of_any_length_are_not_read() {
        for kind in [EntryType::GNULongName, EntryType::XHeader] {
            let mut archive = Builder::new(Vec::new());
            member(&mut archive, EntryType::Regular, "a.sgf", 3);
            member(&mut archive, kind, "long", ABOUT + 1);
            member(&mut archive, EntryType::Regular, "b.sgf", 3);
            let found = found(&archive.into_inner().unwrap(), UNPACKED);
            assert_eq!(found[0], ("a.sgf".to_owned(), Ok(3)));
            let error = found[1].1.as_ref().unwrap_err();
            assert!(error.contains("65536 bytes for the name"), "{error}");
            assert_eq!(found.len(), 2);
        }
    }

    #[test]
    fn what_is_unpacked_is_counted() {
        let mut archive = Builder::new(Vec::new());
        member(&mut archive, EntryType::Regular, "a.sgf", 3);
        member(&mut archive, EntryType::Regular, "large.bin", 3 << 20);
        member(&mut archive, EntryType::Regular, "b.sgf", 3);
        let archive = archive.into_inner().unwrap();
        assert_eq!(found(&archive, 4 << 20).len(), 2);
        let found = found(&archive, 2 << 20);
        assert_eq!((found.len(), &found[0].1), (2, &Ok(3)));
        let error = found[1].1.as_ref().unwrap_err();
        assert!(error.contains("at most 2 MiB unpacked"), "{error}");
    }
}

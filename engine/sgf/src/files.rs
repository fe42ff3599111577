//! Finds game records in single files, in folders with everything below them, and in gzipped tar
//! archives.
//!
//! `katachi_files` limits what is read from files; `archive.rs` limits what is read from archives.

mod archive;
mod record;

use std::io;
use std::path::{Path, PathBuf};

use self::record::{is_record, unreadable};

pub use self::record::GameFile;

/// Calls `each` for the records in files, folders (`.sgf` and archives below them, ordered by name)
/// and archives (`.tgz`, `.tar.gz`; the `.sgf` in them, in their order). An unreadable record comes
/// as an error, and the rest follows.
///
/// # Errors
/// An error of `each`, which also ends the visit.
pub fn visit<E>(
    paths: &[PathBuf],
    each: &mut dyn FnMut(GameFile) -> Result<(), E>,
) -> Result<(), E> {
    for path in paths {
        if path.is_dir() {
            visit_folder(path, path, each)?;
        } else if is_archive(path) {
            archive::visit(path, katachi_files::open(path), each)?;
        } else {
            let root = path.parent().unwrap_or(Path::new(""));
            each(record(root, path, katachi_files::read(path)))?;
        }
    }
    Ok(())
}

/// The bytes of a record that may be gzipped (`.sgf.gz`), unpacked.
///
/// # Errors
/// If they are damaged, or unpack to more than a file may have.
pub fn unpacked(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    const GZIP: [u8; 2] = [0x1f, 0x8b];
    if bytes.starts_with(&GZIP) {
        katachi_files::read_from(flate2::read::GzDecoder::new(&bytes[..]))
    } else {
        Ok(bytes)
    }
}

fn visit_folder<E>(
    root: &Path,
    folder: &Path,
    each: &mut dyn FnMut(GameFile) -> Result<(), E>,
) -> Result<(), E> {
    let list = || -> io::Result<Vec<PathBuf>> {
        let entries = std::fs::read_dir(folder)?;
        entries.map(|entry| Ok(entry?.path())).collect()
    };
    let mut entries = match list() {
        Ok(entries) => entries,
        Err(error) => return each(unreadable(folder, error)),
    };
    entries.sort();
    for path in entries {
        if path.is_dir() {
            // Links to folders are not followed: they could form circles.
            if !path.is_symlink() {
                visit_folder(root, &path, each)?;
            }
        } else if is_archive(&path) {
            archive::visit(&path, katachi_files::open_now(&path), each)?;
        } else if is_record(&path) {
            // The user has not named this file, so do not wait for it if it is a pipe.
            each(record(root, &path, katachi_files::read_now(&path)))?;
        }
    }
    Ok(())
}

fn record(root: &Path, path: &Path, bytes: io::Result<Vec<u8>>) -> GameFile {
    let inner = path.strip_prefix(root).unwrap_or(path);
    GameFile {
        name: path.display().to_string(),
        // With `/`, as archives write paths on every system.
        inner: inner.to_string_lossy().replace('\\', "/"),
        bytes,
    }
}

fn is_archive(path: &Path) -> bool {
    let name = path.to_string_lossy().to_ascii_lowercase();
    [".tgz", ".tar.gz"].iter().any(|end| name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    #[test]
    fn a_gzipped_record_is_unpacked() {
        use std::io::Write;
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(b"(;B[aa])").unwrap();
        let packed = gzip.finish().unwrap();
        assert_eq!(unpacked(packed.clone()).unwrap(), b"(;B[aa])");
        assert!(unpacked(packed[..packed.len() - 9].to_vec()).is_err());
        assert_eq!(unpacked(b"(;)".to_vec()).unwrap(), b"(;)");
    }

    #[test]
    fn records_of_files_folders_and_archives() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("sub")).unwrap();
        for name in ["b.sgf", "a.txt", "sub/c.SGF"] {
            std::fs::write(at(name), name).unwrap();
        }
        let gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        let mut archive = tar::Builder::new(gzip);
        archive
            .append_path_with_name(at("b.sgf"), "inner/z.sgf")
            .unwrap();
        archive
            .append_path_with_name(at("a.txt"), "inner/y.txt")
            .unwrap();
        let bytes = archive.into_inner().unwrap().finish().unwrap();
        std::fs::write(at("games.tgz"), &bytes).unwrap();
        let (mut found, mut inner) = (Vec::new(), Vec::new());
        std::fs::create_dir(at("broken")).unwrap();
        std::fs::write(at("broken/half.tgz"), &bytes[..bytes.len() / 2]).unwrap();
        let paths = [".", "broken", "none.sgf"].map(at);
        let visited = visit(&paths, &mut |file| {
            let name = file.name.rsplit('/').next().unwrap_or_default().to_owned();
            inner.push(file.inner);
            found.push((name, file.bytes.ok().map(|bytes| bytes.len())));
            Ok::<(), Infallible>(())
        });
        let Ok(()) = visited;
        let name = |name: &str, bytes| (name.to_owned(), bytes);
        assert_eq!(
            found[..4],
            [
                name("b.sgf", Some(5)),
                name("half.tgz", None),
                name("z.sgf", Some(5)),
                name("c.SGF", Some(9)),
            ]
        );
        inner.remove(1);
        assert_eq!(inner[..3], ["b.sgf", "inner/z.sgf", "sub/c.SGF"]);
        let unreadable: Vec<_> = found[4..]
            .iter()
            .filter(|(_, bytes)| bytes.is_none())
            .collect();
        assert_eq!(unreadable.len(), 2, "{found:?}");
    }
}

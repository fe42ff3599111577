//! The cache of compiled images; the fingerprint of the sources is the key.
//!
//! The folder may contain other files, and other programs may write to it. So the cache uses,
//! replaces or removes a file only if its name and content show that it is one of our images.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fs::{File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use katachi_files::{is_ours_alone, open_now, read_now, sweep, write};
use katachi_image::{Fingerprint, Image, MAGIC};

/// The environment variable that names another cache folder.
pub const VARIABLE: &str = "KATACHI_CACHE";

/// The default size of the cache, in bytes; a set of large databases takes a tenth of it.
const KEPT: u64 = 256 * 1024 * 1024;

/// A use of an image is recorded only if the last recorded use is older than this.
const NOTED: Duration = Duration::from_hours(1);

/// A folder of cached images.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: Option<PathBuf>,
    kept: u64,
}

/// The error for an environment variable that does not name a folder.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{VARIABLE}: expected a folder, found {found}; name another one or unset it")]
pub struct CacheError {
    found: String,
}

impl Cache {
    /// The user's cache folder, or the one that `KATACHI_CACHE` names. It is created when first
    /// needed.
    ///
    /// # Errors
    /// If the variable is empty or does not name a folder.
    pub fn of_user() -> Result<Self, CacheError> {
        let Some(named) = std::env::var_os(VARIABLE) else {
            return Ok(Self {
                folder: dirs::cache_dir().map(|folder| folder.join("katachi")),
                kept: KEPT,
            });
        };
        let folder = Path::new(&named);
        if named.is_empty() {
            let found = "nothing".to_owned();
            return Err(CacheError { found });
        }
        if folder.metadata().is_ok_and(|about| !about.is_dir()) {
            let found = format!("something else at {}", folder.display());
            return Err(CacheError { found });
        }
        Ok(Self::at(folder))
    }

    /// A cache in this folder.
    pub fn at(folder: &Path) -> Self {
        Self {
            folder: Some(folder.to_owned()),
            kept: KEPT,
        }
    }

    /// The same cache with a limit in bytes. It always keeps the last loaded set, even beyond the
    /// limit.
    #[must_use]
    pub fn limited_to(self, bytes: u64) -> Self {
        Self {
            kept: bytes,
            ..self
        }
    }

    /// The folder; `None` if the system does not name a cache folder.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    fn file(&self, fingerprint: Fingerprint) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(name(fingerprint)))
    }

    /// The image of these sources, if the cache has it and it is undamaged.
    pub(crate) fn get(&self, fingerprint: Fingerprint) -> Option<Image> {
        let image = open(&self.file(fingerprint)?)?;
        (image.about().fingerprint == fingerprint).then_some(image)
    }

    /// Stores an image in the cache and opens it there.
    ///
    /// `None` if the cache cannot be written; the caller then keeps the image in memory.
    pub(crate) fn put(&self, fingerprint: Fingerprint, bytes: &[u8]) -> Option<Image> {
        let file = self.file(fingerprint)?;
        std::fs::create_dir_all(self.folder.as_ref()?).ok()?;
        // `write` would follow a link and write through a device, so remove these first.
        if (file.symlink_metadata()).is_ok_and(|about| !about.is_file()) {
            std::fs::remove_file(&file).ok()?;
        }
        write(&file, bytes).ok()?;
        protect(&file);
        open(&file)
    }

    /// Removes leftovers of killed programs and, while the cache is too large, the least recently
    /// used images, but none of the `used` ones. A removed file that is still mapped stays
    /// readable.
    pub(crate) fn tidy(&self, used: &BTreeSet<Fingerprint>) {
        let Some(folder) = &self.folder else {
            return;
        };
        sweep(folder, is_name);
        let used: BTreeSet<String> = used.iter().copied().map(name).collect();
        let mut images = Vec::new();
        for entry in folder.read_dir().into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            // The metadata of the entry itself, not of a link's target.
            let Some(about) = entry.metadata().ok().filter(Metadata::is_file) else {
                continue;
            };
            if is_name(&name) {
                let time = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                images.push((used.contains(&name), time, about.len(), entry.path()));
            }
        }
        // Images in use first, then the others, most recently used first.
        images.sort_by_key(|&(is_used, time, ..)| Reverse((is_used, time)));
        let mut bytes = 0;
        for (is_used, _, length, path) in images {
            bytes += length;
            if bytes > self.kept && !is_used && is_image(&path) {
                // Another process may have removed it first. If it stays, the next process tries
                // again.
                let _ = std::fs::remove_file(path);
            }
        }
    }
}

/// The file name of an image: its full fingerprint.
fn name(fingerprint: Fingerprint) -> String {
    format!("{fingerprint:#}.kpat")
}

/// Whether a file name is that of one of our images.
fn is_name(name: &str) -> bool {
    let digits = name.strip_suffix(".kpat");
    digits.is_some_and(|digits| {
        digits.len() == 2 * size_of::<Fingerprint>()
            && digits
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    })
}

/// Whether a file begins with the magic bytes of an image.
fn is_image(path: &Path) -> bool {
    let mut magic = [0; MAGIC.len()];
    let read = open_now(path).and_then(|mut file| file.read_exact(&mut magic));
    read.is_ok() && magic == MAGIC
}

/// Opens an image. It is mapped if nobody else can truncate it, and copied otherwise.
fn open(path: &Path) -> Option<Image> {
    let about = path.symlink_metadata().ok()?;
    if !about.is_file() {
        return None;
    }
    note_use(path, about.modified().ok());
    if is_ours_alone(&about) {
        Image::map(path).ok()
    } else {
        Image::from_vec(read_now(path).ok()?).ok()
    }
}

/// Records the use of an image: its modification time is the time of its last use.
fn note_use(path: &Path, noted: Option<SystemTime>) {
    let is_old = noted
        .and_then(|then| then.elapsed().ok())
        .is_some_and(|age| age > NOTED);
    if is_old && let Ok(file) = open_now(path) {
        // Fails in a read-only cache, which then stays as it is.
        let _ = file.set_modified(SystemTime::now());
    }
}

/// Lets nobody else write to an image, whatever the umask is.
fn protect(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let file = File::open(path);
        // If this fails, others may be able to write to the image; then it is copied instead of
        // mapped.
        let _ = file.and_then(|file| file.set_permissions(PermissionsExt::from_mode(0o644)));
    }
    #[cfg(not(unix))]
    let _ = path;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_fingerprints() {
        let digits = "0123456789abcdef".repeat(4);
        assert!(is_name(&format!("{digits}.kpat")));
        for other in [
            "mine.kpat".to_owned(),
            format!("{digits}0.kpat"),
            format!("{}.kpat", digits.to_uppercase()),
            format!("{digits}.db"),
            digits.clone(),
        ] {
            assert!(!is_name(&other), "{other}");
        }
        assert!(is_name(&name(Fingerprint([0; 32]))));
    }
}

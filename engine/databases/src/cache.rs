//! The cache: compiled images by the fingerprint of their sources.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use katachi_image::{Fingerprint, Image, write_atomically};

/// The environment variable that names another cache folder.
pub const VARIABLE: &str = "KATACHI_CACHE";

/// So many images are kept: the newest.
const KEPT: usize = 64;

/// A folder of images.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: Option<PathBuf>,
}

impl Cache {
    /// The user's cache folder, or the one that `KATACHI_CACHE` names.
    pub fn of_user() -> Self {
        let folder = std::env::var_os(VARIABLE)
            .map(PathBuf::from)
            .or_else(|| Some(dirs::cache_dir()?.join("katachi")));
        Self { folder }
    }

    /// A cache in this folder.
    pub fn at(folder: &Path) -> Self {
        Self {
            folder: Some(folder.to_owned()),
        }
    }

    /// The folder; `None` if the system names none.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    fn file(&self, fingerprint: Fingerprint) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{fingerprint:#}.kpat")))
    }

    /// The image of these sources, if it is in the cache and whole.
    pub fn get(&self, fingerprint: Fingerprint) -> Option<Image> {
        let image = Image::map(&self.file(fingerprint)?).ok()?;
        (image.about().fingerprint == fingerprint).then_some(image)
    }

    /// Puts an image into the cache and maps it from there.
    ///
    /// `None` if the cache cannot be written: the caller keeps the image in memory.
    pub fn put(&self, fingerprint: Fingerprint, bytes: &[u8]) -> Option<Image> {
        let file = self.file(fingerprint)?;
        std::fs::create_dir_all(self.folder.as_ref()?).ok()?;
        write_atomically(&file, bytes).ok()?;
        self.prune();
        Image::map(&file).ok()
    }

    /// Removes the oldest images. A removed file that is still mapped stays readable.
    fn prune(&self) {
        let Some(entries) = self
            .folder
            .as_ref()
            .and_then(|folder| folder.read_dir().ok())
        else {
            return;
        };
        let mut images: Vec<(SystemTime, PathBuf)> = entries
            .flatten()
            .filter(|entry| entry.path().extension().is_some_and(|e| e == "kpat"))
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        images.sort();
        for (_, path) in images.iter().rev().skip(KEPT) {
            // Another process may have been faster; the next one tries again.
            let _ = std::fs::remove_file(path);
        }
    }
}

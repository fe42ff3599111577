//! An opened image: bytes that have been checked once, wherever they lie.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use crate::container::{About, HEADER, unframe};
use crate::eyes::{self, Eyes};
use crate::full_board::{self, FullBoard};
use crate::general::{self, General};
use crate::monte_carlo::{self, MonteCarlo};
use crate::{ImageError, Kind, Role};

/// An image whose every index has been checked.
///
/// Opening copies nothing and allocates next to nothing; the tables are read where they lie.
pub struct Image {
    bytes: Bytes,
    about: About,
    places: Places,
}

/// Where the tables lie, by the kind of image.
enum Places {
    General(general::Places),
    Eyes(eyes::Places),
    MonteCarlo(monte_carlo::Places),
    FullBoard(full_board::Places),
}

enum Bytes {
    Static(&'static [u8]),
    Owned(Vec<u8>),
    Mapped(memmap2::Mmap),
}

impl Bytes {
    fn as_slice(&self) -> &[u8] {
        match self {
            Self::Static(bytes) => bytes,
            Self::Owned(bytes) => bytes,
            Self::Mapped(map) => map,
        }
    }
}

impl Image {
    /// Opens an image that is part of the program.
    ///
    /// # Errors
    /// Says what is wrong with the bytes.
    pub fn from_static(bytes: &'static [u8]) -> Result<Self, ImageError> {
        Self::open(Bytes::Static(bytes))
    }

    /// Opens an image in memory.
    ///
    /// # Errors
    /// Says what is wrong with the bytes.
    pub fn from_vec(bytes: Vec<u8>) -> Result<Self, ImageError> {
        Self::open(Bytes::Owned(bytes))
    }

    /// Reads a file into memory and opens it: for files that somebody may change meanwhile.
    ///
    /// # Errors
    /// If the file cannot be read, or says what is wrong with its bytes.
    pub fn read(path: &Path) -> Result<Self, ImageError> {
        let bytes = std::fs::read(path).map_err(|source| ImageError::Read {
            path: path.to_owned(),
            source,
        })?;
        Self::from_vec(bytes)
    }

    /// Maps a file of our own cache or installation and opens it.
    ///
    /// Nobody may truncate or overwrite the file while it is mapped. [`write_atomically`] never
    /// does; for other people's files there is [`Image::read`].
    ///
    /// # Errors
    /// If the file cannot be mapped, or says what is wrong with its bytes.
    #[expect(unsafe_code, reason = "mapping a file")]
    pub fn map(path: &Path) -> Result<Self, ImageError> {
        let fail = |source| ImageError::Read {
            path: path.to_owned(),
            source,
        };
        let file = File::open(path).map_err(fail)?;
        // SAFETY: the file lies in our cache or installation, where files are only ever replaced
        // by renaming a new one over them (`write_atomically`); a mapped file keeps its content.
        let map = unsafe { memmap2::Mmap::map(&file) }.map_err(fail)?;
        Self::open(Bytes::Mapped(map))
    }

    fn open(bytes: Bytes) -> Result<Self, ImageError> {
        let slice = bytes.as_slice();
        let (about, document) = unframe(slice)?;
        let places = match about.kind {
            Kind::General => Places::General(general::open(document, HEADER, &about.compiler)?),
            Kind::Eyes => Places::Eyes(eyes::open(document, HEADER)?),
            Kind::MonteCarlo => Places::MonteCarlo(monte_carlo::open(document, HEADER)?),
            Kind::FullBoard => Places::FullBoard(full_board::open(document, HEADER)?),
        };
        Ok(Self {
            bytes,
            about,
            places,
        })
    }

    /// What the header says.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The whole image.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_slice()
    }

    /// What the database is for.
    pub fn role(&self) -> Role {
        match &self.places {
            Places::General(places) => places.role,
            Places::Eyes(places) | Places::FullBoard(places) => places.role,
            Places::MonteCarlo(places) => places.role,
        }
    }

    /// The general patterns of the image, if it holds such.
    pub fn general(&self) -> Option<General<'_>> {
        match &self.places {
            Places::General(places) => General::at(self.bytes.as_slice(), places),
            _ => None,
        }
    }

    /// The eye shapes of the image, if it holds such.
    pub fn eyes(&self) -> Option<Eyes<'_>> {
        match &self.places {
            Places::Eyes(places) => Eyes::at(self.bytes.as_slice(), places),
            _ => None,
        }
    }

    /// The Monte Carlo weights of the image, if it holds such.
    pub fn monte_carlo(&self) -> Option<MonteCarlo<'_>> {
        match &self.places {
            Places::MonteCarlo(places) => MonteCarlo::at(self.bytes.as_slice(), places),
            _ => None,
        }
    }

    /// The positions of the image, if it holds such.
    pub fn full_board(&self) -> Option<FullBoard<'_>> {
        match &self.places {
            Places::FullBoard(places) => FullBoard::at(self.bytes.as_slice(), places),
            _ => None,
        }
    }
}

impl std::fmt::Debug for Image {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Image")
            .field("about", &self.about)
            .finish_non_exhaustive()
    }
}

/// How the names of files begin that are still being written.
const TEMPORARY: &str = ".katachi-";

/// Removes what killed programs left of files that [`write_atomically`] was writing to this folder.
///
/// `is_left` says of each whether nobody can be writing it any more, by its path and by the name that the file was to
/// have (empty if its own does not tell).
pub fn sweep(folder: &Path, is_left: impl Fn(&Path, &str) -> bool) {
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let Some(rest) = name.strip_prefix(TEMPORARY) else {
            continue;
        };
        let target = rest.rsplit_once('-').map_or("", |(target, _)| target);
        if is_left(&entry.path(), target) {
            // Somebody else may have been faster; and it is in nobody's way.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Writes a file so that a reader sees the old content or the new one, never a part: a new file in
/// the same folder, synced, then renamed.
///
/// # Errors
/// If any of the steps fails; the old file is untouched then.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), ImageError> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let write = || -> std::io::Result<()> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mut file = tempfile::Builder::new()
            .prefix(&format!("{TEMPORARY}{name}-"))
            .tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        // Temporary files are private; images are for everybody who may read the folder.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let readable = std::fs::Permissions::from_mode(0o644);
            file.as_file().set_permissions(readable)?;
        }
        file.persist(path)?;
        Ok(())
    };
    write().map_err(|source| ImageError::Write {
        path: path.to_owned(),
        source,
    })
}

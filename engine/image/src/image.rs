//! Opened images: bytes that have been checked once, in a file, in memory, or in the program.

use std::path::Path;

use crate::container::{About, HEADER, unframe};
use crate::eyes::{self, Eyes};
use crate::full_board::{self, FullBoard};
use crate::general::{self, General};
use crate::monte_carlo::{self, MonteCarlo};
use crate::{ImageError, Kind, Role};

/// An image in which every index has been checked.
///
/// Opening copies nothing and allocates almost nothing; the tables are read in place.
pub struct Image {
    bytes: Bytes,
    about: About,
    places: Places,
}

/// The places of the tables, by kind of image.
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
    /// If the bytes are not a valid image.
    pub fn from_static(bytes: &'static [u8]) -> Result<Self, ImageError> {
        Self::open(Bytes::Static(bytes))
    }

    /// Opens an image in memory.
    ///
    /// # Errors
    /// If the bytes are not a valid image.
    pub fn from_vec(bytes: Vec<u8>) -> Result<Self, ImageError> {
        Self::open(Bytes::Owned(bytes))
    }

    /// Reads a file into memory and opens it. This is for files that somebody may change meanwhile,
    /// such as those that a command line names.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a valid image.
    pub fn read(path: &Path) -> Result<Self, ImageError> {
        let bytes = katachi_files::read(path).map_err(|source| ImageError::Read {
            path: path.to_owned(),
            source,
        })?;
        Self::from_vec(bytes)
    }

    /// Maps a file of our own cache or installation and opens it.
    ///
    /// Nobody may truncate or overwrite the file while it is mapped. [`katachi_files::write`] never
    /// does; use [`Image::read`] for files of others.
    ///
    /// # Errors
    /// If the file cannot be mapped, or is not a valid image.
    #[expect(unsafe_code, reason = "mapping a file")]
    pub fn map(path: &Path) -> Result<Self, ImageError> {
        let fail = |source| ImageError::Read {
            path: path.to_owned(),
            source,
        };
        let file = katachi_files::open_now(path).map_err(fail)?;
        // SAFETY: the file lies in our cache or installation, where files are only ever replaced by
        // renaming a new one over them (`katachi_files::write`); a mapped file keeps its content.
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

    /// The header.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The whole image.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_slice()
    }

    /// The role of the database.
    pub fn role(&self) -> Role {
        match &self.places {
            Places::General(places) => places.role,
            Places::Eyes(places) | Places::FullBoard(places) => places.role,
            Places::MonteCarlo(places) => places.role,
        }
    }

    /// The general patterns, if the image has this kind.
    pub fn general(&self) -> Option<General<'_>> {
        match &self.places {
            Places::General(places) => General::at(self.bytes.as_slice(), places),
            _ => None,
        }
    }

    /// The eye shapes, if the image has this kind.
    pub fn eyes(&self) -> Option<Eyes<'_>> {
        match &self.places {
            Places::Eyes(places) => Eyes::at(self.bytes.as_slice(), places),
            _ => None,
        }
    }

    /// The Monte Carlo weights, if the image has this kind.
    pub fn monte_carlo(&self) -> Option<MonteCarlo<'_>> {
        match &self.places {
            Places::MonteCarlo(places) => MonteCarlo::at(self.bytes.as_slice(), places),
            _ => None,
        }
    }

    /// The positions of a book, if the image has this kind.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// An image of each earlier format, as its compiler wrote it.
    const EARLIER: [(u16, &[u8]); 1] = [(3, include_bytes!("../tests/samples/format3.image"))];

    #[test]
    fn earlier_formats_are_refused_with_advice() {
        for (format, bytes) in EARLIER {
            let error = Image::from_vec(bytes.to_vec()).unwrap_err().to_string();
            let expected = format!(
                "expected image format {}, found format {format}, written by patc 0.1.0: compile the \
                 source again with patc {}",
                crate::FORMAT_VERSION,
                env!("CARGO_PKG_VERSION")
            );
            assert_eq!(error, expected);
        }
    }
}

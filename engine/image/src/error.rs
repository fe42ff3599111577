//! Errors of images, in the user's terms.

use std::path::PathBuf;

/// The reason why an image cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImageError {
    /// The file cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// The bytes do not begin with the mark of an image.
    #[error(
        "expected a .kpat image, which begins with 'KPAT', found something else: compile the .db source with patc"
    )]
    NotAnImage,
    /// The file is too short or too long.
    #[error(
        "expected {expected} bytes, found {found}: the image is incomplete or damaged, compile its source again with patc"
    )]
    Length {
        /// The length that the header gives.
        expected: u64,
        /// The length of the file.
        found: u64,
    },
    /// Another version of the format.
    #[error("expected image format {expected}, found format {found}, written by patc {compiler}: compile the source again with patc {}", env!("CARGO_PKG_VERSION"))]
    Version {
        /// The format this program reads.
        expected: u16,
        /// The format of the image.
        found: u16,
        /// The version of the compiler that wrote it.
        compiler: String,
    },
    /// A kind of image that this version does not have.
    #[error(
        "expected a known kind of image, found kind {0}: this program may be older than the image"
    )]
    Kind(u8),
    /// The checksum is wrong.
    #[error("the checksum does not fit: the image is damaged, compile its source again with patc")]
    Checksum,
    /// The image was compiled for another table of functions.
    #[error("the image was compiled for another set of autohelpers, by patc {compiler}: compile the source again with patc {}", env!("CARGO_PKG_VERSION"))]
    Autohelpers {
        /// The version of the compiler that wrote it.
        compiler: String,
    },
    /// The checksum is right, but no compiler writes this content.
    #[error("the image is not valid: {0}; compile its source again with patc")]
    Invalid(Invalid),
}

/// The rule of the format that an image breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{section}[{index}]: {reason}")]
pub struct Invalid {
    /// The table.
    pub section: &'static str,
    /// The entry.
    pub index: usize,
    /// What is wrong with it.
    pub reason: &'static str,
}

impl From<Invalid> for ImageError {
    fn from(invalid: Invalid) -> Self {
        Self::Invalid(invalid)
    }
}

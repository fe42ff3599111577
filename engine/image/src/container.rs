//! The frame around every image: a header, then a bincode document.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `KPAT` |
//! | 2 | format version |
//! | 1 | [`Kind`] |
//! | 1 | zero |
//! | 16 | version of the compiler, ASCII, zero-padded |
//! | 32 | fingerprint of the sources (BLAKE3) |
//! | 8 | length of the document |
//! | 4 | CRC-32 of everything before and after these four bytes |
//! | … | the document |
//!
//! All numbers are little-endian.

use zerocopy::little_endian::{U16, U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::{ImageError, Kind};

/// The version of the format, raised whenever an older reader would misread an image.
pub const FORMAT_VERSION: u16 = 4;

/// The bytes that every image begins with.
pub const MAGIC: [u8; 4] = *b"KPAT";

/// The version of this crate, padded as the header stores it.
const COMPILER: [u8; 16] = {
    let version = env!("CARGO_PKG_VERSION").as_bytes();
    let mut padded = [0; 16];
    let mut i = 0;
    while i < version.len() && i < 16 {
        padded[i] = version[i];
        i += 1;
    }
    padded
};

/// The fingerprint of the sources of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub [u8; 32]);

impl Fingerprint {
    /// The fingerprint of sources, (name, text) pairs, and of the compiler's options.
    pub fn of<'a>(options: &str, sources: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Self {
        let mut hasher = blake3::Hasher::new();
        let mut part = |bytes: &[u8]| {
            hasher.update(&(bytes.len() as u64).to_le_bytes());
            hasher.update(bytes);
        };
        part(&FORMAT_VERSION.to_le_bytes());
        part(&COMPILER);
        part(&crate::table_fingerprint().to_le_bytes());
        part(options.as_bytes());
        for (name, text) in sources {
            part(name.as_bytes());
            part(text);
        }
        Self(*hasher.finalize().as_bytes())
    }
}

impl std::fmt::Display for Fingerprint {
    /// Shows the first eight bytes in hexadecimal; `{:#}` shows all.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = if f.alternate() { 32 } else { 8 };
        self.0[..shown]
            .iter()
            .try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned, Clone, Copy)]
#[repr(C)]
struct Header {
    magic: [u8; 4],
    version: U16,
    kind: u8,
    zero: u8,
    compiler: [u8; 16],
    fingerprint: [u8; 32],
    length: U64,
    checksum: U32,
}

/// The length of the header.
pub(crate) const HEADER: usize = size_of::<Header>();
const UNCHECKED: usize = size_of::<U32>();

/// The header of an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The kind of its content.
    pub kind: Kind,
    /// The version of the compiler that wrote it.
    pub compiler: String,
    /// The fingerprint of its sources.
    pub fingerprint: Fingerprint,
    /// The length of the whole image.
    pub length: usize,
}

fn checksum(image: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    let (header, document) = image.split_at(HEADER.min(image.len()));
    hasher.update(&header[..header.len().saturating_sub(UNCHECKED)]);
    hasher.update(document);
    hasher.finalize()
}

/// Puts the frame around a document.
pub(crate) fn frame(kind: Kind, fingerprint: Fingerprint, document: &[u8]) -> Vec<u8> {
    let header = Header {
        magic: MAGIC,
        version: FORMAT_VERSION.into(),
        kind: kind as u8,
        zero: 0,
        compiler: COMPILER,
        fingerprint: fingerprint.0,
        length: (document.len() as u64).into(),
        checksum: 0.into(),
    };
    let mut image = [header.as_bytes(), document].concat();
    seal(&mut image);
    image
}

/// Updates the length and the checksum of an image.
///
/// Tests and tools that change images on purpose need it: they mean to test the validation, not the
/// checksum. Bytes shorter than a header stay as they are.
pub fn seal(image: &mut [u8]) {
    if image.len() < HEADER {
        return;
    }
    let length = (image.len() - HEADER) as u64;
    if let Ok((header, _)) = Header::mut_from_prefix(image) {
        header.length = length.into();
    }
    let sum = checksum(image);
    if let Ok((header, _)) = Header::mut_from_prefix(image) {
        header.checksum = sum.into();
    }
}

/// Checks the frame. Returns the header, and the document.
pub(crate) fn unframe(image: &[u8]) -> Result<(About, &[u8]), ImageError> {
    if !image.starts_with(&MAGIC) {
        return Err(ImageError::NotAnImage);
    }
    let short = |expected: u64| ImageError::Length {
        expected,
        found: image.len() as u64,
    };
    let (header, document) = Header::ref_from_prefix(image).map_err(|_| short(HEADER as u64))?;
    let compiler: String = (header.compiler.iter())
        .take_while(|&&byte| byte != 0)
        .map(|&byte| {
            if byte.is_ascii_graphic() {
                byte.into()
            } else {
                '?'
            }
        })
        .collect();
    if header.version.get() != FORMAT_VERSION {
        return Err(ImageError::Version {
            expected: FORMAT_VERSION,
            found: header.version.get(),
            compiler,
        });
    }
    if header.length.get() != document.len() as u64 {
        return Err(short(header.length.get().saturating_add(HEADER as u64)));
    }
    if header.checksum.get() != checksum(image) {
        return Err(ImageError::Checksum);
    }
    let kind = Kind::from_number(header.kind).ok_or(ImageError::Kind(header.kind))?;
    let about = About {
        kind,
        compiler,
        fingerprint: Fingerprint(header.fingerprint),
        length: image.len(),
    };
    Ok((about, document))
}

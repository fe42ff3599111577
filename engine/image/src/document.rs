//! The common parts of all documents: their encoding, the places of their tables in the bytes, and
//! the names of things and files.

use std::ops::Range;

use bincode::de::BorrowDecoder;
use bincode::error::DecodeError;
use bincode::{BorrowDecode, Encode};
use zerocopy::{FromBytes, Immutable, KnownLayout, Unaligned};

use crate::run::Run;
use crate::{Invalid, Role};

/// The encoding of all documents.
pub(crate) const CONFIG: bincode::config::Configuration<
    bincode::config::LittleEndian,
    bincode::config::Fixint,
> = bincode::config::standard()
    .with_little_endian()
    .with_fixed_int_encoding();

/// Checks a rule for an entry.
pub(crate) fn check(
    section: &'static str,
    index: usize,
    good: bool,
    reason: &'static str,
) -> Result<(), Invalid> {
    let invalid = Invalid {
        section,
        index,
        reason,
    };
    if good { Ok(()) } else { Err(invalid) }
}

/// An error about a document as a whole.
pub(crate) const fn broken(reason: &'static str) -> Invalid {
    Invalid {
        section: "document",
        index: 0,
        reason,
    }
}

/// The bytes of a document.
pub(crate) fn encode(document: &impl Encode) -> Result<Vec<u8>, Invalid> {
    bincode::encode_to_vec(document, CONFIG).map_err(|_| broken("cannot be encoded"))
}

/// Decodes a document that fills the bytes.
pub(crate) fn decode<'a, D: BorrowDecode<'a, ()>>(bytes: &'a [u8]) -> Result<D, Invalid> {
    let (document, length) = bincode::borrow_decode_from_slice(bytes, CONFIG)
        .map_err(|_| broken("a table reaches beyond the end"))?;
    if length != bytes.len() {
        return Err(broken("something follows the last table"));
    }
    Ok(document)
}

/// The bytes of one of many tables of a document.
#[derive(Encode)]
pub(crate) struct Bytes<'a>(pub &'a [u8]);

impl<'a, 'de: 'a, C> BorrowDecode<'de, C> for Bytes<'a> {
    // Inlined for fourteen tables, this takes the compiler 15 s.
    #[inline(never)]
    fn borrow_decode<D: BorrowDecoder<'de, Context = C>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        BorrowDecode::borrow_decode(decoder).map(Self)
    }
}

/// The range of a table's slice in the document, which starts at `offset` of the image.
pub(crate) fn place(document: &[u8], offset: usize, slice: &[u8]) -> Range<usize> {
    let start = slice.as_ptr() as usize - document.as_ptr() as usize;
    offset + start..offset + start + slice.len()
}

/// The entries of the table in this range; `None` if the last one is incomplete.
pub(crate) fn table<'a, T: FromBytes + KnownLayout + Immutable + Unaligned>(
    bytes: &'a [u8],
    range: &Range<usize>,
) -> Option<&'a [T]> {
    <[T]>::ref_from_bytes(bytes.get(range.clone())?).ok()
}

/// The places of the tables in the bytes of an opened image: the source files, then the tables of
/// its kind.
#[derive(Clone, Debug)]
pub(crate) struct Places<const N: usize> {
    pub role: Role,
    pub text: Range<usize>,
    pub files: Range<usize>,
    pub tables: [Range<usize>; N],
}

impl<const N: usize> Places<N> {
    /// The places of these slices of a document that starts at `offset` of the image.
    pub fn new(
        (document, offset): (&[u8], usize),
        role: u8,
        (text, files): (&str, &[u8]),
        tables: [&[u8]; N],
    ) -> Result<Self, Invalid> {
        Ok(Self {
            role: Role::from_number(role).ok_or(broken("unknown role"))?,
            text: place(document, offset, text.as_bytes()),
            files: place(document, offset, files),
            tables: tables.map(|table| place(document, offset, table)),
        })
    }
}

/// Names of things and of source files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names<'a> {
    text: &'a str,
    files: &'a [Run],
}

impl<'a> Names<'a> {
    pub fn at<const N: usize>(bytes: &'a [u8], places: &Places<N>) -> Option<Self> {
        Some(Self {
            text: std::str::from_utf8(bytes.get(places.text.clone())?).ok()?,
            files: table(bytes, &places.files)?,
        })
    }

    pub fn validate(&self) -> Result<(), Invalid> {
        for (index, run) in self.files.iter().enumerate() {
            let good = self.text.get(run.range()).is_some();
            check("files", index, good, "a name beyond the text")?;
        }
        Ok(())
    }

    /// Whether the run is a valid name.
    pub fn has_name(&self, run: Run) -> bool {
        self.text
            .get(run.range())
            .is_some_and(|name| !name.is_empty())
    }

    /// Whether there is a file of this number.
    pub fn has_file(&self, number: u16) -> bool {
        usize::from(number) < self.files.len()
    }

    pub fn name(&self, run: Run) -> &'a str {
        self.text.get(run.range()).unwrap_or_default()
    }

    /// The names of all files, in order.
    pub fn files(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let names = *self;
        (names.files.iter()).map(move |run| names.name(*run))
    }

    pub fn file(&self, number: u16) -> &'a str {
        let run = self.files.get(usize::from(number));
        run.map_or("", |run| self.name(*run))
    }
}

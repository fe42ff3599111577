//! Images of books: writing, checking, and the view that engines read.

use bincode::{BorrowDecode, Encode};
use zerocopy::little_endian::{U16, U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::position::{MAX_SIZE, MIN_SIZE, Stone};
use crate::container::frame;
use crate::document::{self, Names, broken, check, table};
use crate::run::Run;
use crate::{Fingerprint, ImageError, Invalid, Kind, Role};

/// A position and a move.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned, Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct EntryRecord {
    /// The hash that all orientations of the position share (see
    /// [`PositionHasher`](super::PositionHasher)). A match also compares the stones.
    pub hash: U64,
    /// The board size.
    pub size: u8,
    /// The row of the move.
    pub row: u8,
    /// The column of the move.
    pub col: u8,
    /// How often the move was played.
    pub weight: U32,
    /// The name, a run of the text.
    pub name: Run,
    /// The source file, an entry of the files.
    pub file: U16,
    /// The line of the name in that file, from 1.
    pub line: U32,
    /// The stones, a run of the stones.
    pub stones: Run,
}

/// A stone.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned, Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct StoneRecord {
    /// The row.
    pub row: u8,
    /// The column, plus [`OWN`] for stones of the side to move.
    pub col: u8,
}

/// A flag in a stone's column: the stone belongs to the side to move.
pub const OWN: u8 = 1 << 7;

impl From<Stone> for StoneRecord {
    fn from(stone: Stone) -> Self {
        Self {
            row: stone.row,
            col: stone.col | if stone.own { OWN } else { 0 },
        }
    }
}

impl From<StoneRecord> for Stone {
    fn from(record: StoneRecord) -> Self {
        Self {
            row: record.row,
            col: record.col & !OWN,
            own: record.col & OWN != 0,
        }
    }
}

/// The tables of an image of a book, as its compiler fills them.
#[derive(Clone, Debug, Default)]
pub struct FullBoardTables {
    /// Names, one after the other.
    pub text: String,
    /// The source files, runs of the text.
    pub files: Vec<Run>,
    /// The entries, ordered by board size and hash.
    pub entries: Vec<EntryRecord>,
    /// The stones of all entries; those of an entry are ordered by row and column.
    pub stones: Vec<StoneRecord>,
}

#[derive(Encode, BorrowDecode)]
struct Document<'a> {
    role: u8,
    text: &'a str,
    files: &'a [u8],
    entries: &'a [u8],
    stones: &'a [u8],
}

impl FullBoardTables {
    /// The image of these tables.
    ///
    /// # Errors
    /// Names the first entry that breaks a rule of the format: a bug of the compiler.
    pub fn encode(&self, role: Role, fingerprint: Fingerprint) -> Result<Vec<u8>, ImageError> {
        let bytes = document::encode(&Document {
            role: role as u8,
            text: &self.text,
            files: self.files.as_bytes(),
            entries: self.entries.as_bytes(),
            stones: self.stones.as_bytes(),
        })?;
        open(&bytes, 0)?;
        Ok(frame(Kind::FullBoard, fingerprint, &bytes))
    }
}

pub(crate) type Places = document::Places<2>;

/// Decodes and validates a document that starts at `offset` of the image.
pub(crate) fn open(bytes: &[u8], offset: usize) -> Result<Places, Invalid> {
    let doc: Document<'_> = document::decode(bytes)?;
    let places = |offset| {
        let names = (doc.text, doc.files);
        Places::new((bytes, offset), doc.role, names, [doc.entries, doc.stones])
    };
    let view = FullBoard::at(bytes, &places(0)?).ok_or(broken("a table is not whole"))?;
    view.validate()?;
    places(offset)
}

/// An image of a book, viewed in place.
#[derive(Clone, Copy, Debug)]
pub struct FullBoard<'a> {
    /// What the database is for.
    pub role: Role,
    names: Names<'a>,
    /// The entries by board size and hash.
    pub entries: &'a [EntryRecord],
    stones: &'a [StoneRecord],
}

impl<'a> FullBoard<'a> {
    pub(crate) fn at(bytes: &'a [u8], places: &Places) -> Option<Self> {
        let [entries, stones] = &places.tables;
        Some(Self {
            role: places.role,
            names: Names::at(bytes, places)?,
            entries: table(bytes, entries)?,
            stones: table(bytes, stones)?,
        })
    }

    /// The stones of an entry, by row and column.
    pub fn stones(
        &self,
        entry: &EntryRecord,
    ) -> impl ExactSizeIterator<Item = Stone> + Clone + use<'a> {
        let stones = self.stones.get(entry.stones.range()).unwrap_or_default();
        stones.iter().map(|&stone| stone.into())
    }

    /// The name of an entry.
    pub fn name(&self, entry: &EntryRecord) -> &'a str {
        self.names.name(entry.name)
    }

    /// The names of the source files.
    pub fn files(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.names.files()
    }

    /// The source file of an entry, relative to where the database was compiled from.
    pub fn file(&self, entry: &EntryRecord) -> &'a str {
        self.names.file(entry.file.get())
    }

    /// The indices of the entries for this board size and hash.
    pub fn find(&self, size: u8, hash: u64) -> std::ops::Range<usize> {
        let key = |entry: &EntryRecord| (entry.size, entry.hash.get());
        let start = self
            .entries
            .partition_point(|entry| key(entry) < (size, hash));
        let rest = self.entries.get(start..).unwrap_or_default();
        start..start + rest.partition_point(|entry| key(entry) == (size, hash))
    }

    fn validate(&self) -> Result<(), Invalid> {
        self.names.validate()?;
        // Runs follow each other, so checking them takes time linear in the image's size.
        let (mut end, mut last) = (0, (0, 0));
        for (index, entry) in self.entries.iter().enumerate() {
            let rule = |good, reason| check("entries", index, good, reason);
            rule(self.names.has_name(entry.name), "no name")?;
            rule(self.names.has_file(entry.file.get()), "an unknown file")?;
            let size = entry.size;
            rule((MIN_SIZE..=MAX_SIZE).contains(&size), "no board size")?;
            rule(
                entry.row < size && entry.col < size,
                "a move beyond the board",
            )?;
            rule(entry.weight.get() > 0, "no weight")?;
            let key = (size, entry.hash.get());
            rule(last <= key, "out of order")?;
            last = key;
            let range = entry.stones.range();
            rule(
                range.start == end,
                "its stones do not follow the last entry's",
            )?;
            end = range.end;
            let Some(stones) = self.stones.get(range) else {
                return rule(false, "stones beyond their table");
            };
            let mut before = None;
            for &record in stones {
                let stone = Stone::from(record);
                let at = (stone.row, stone.col);
                rule(at.0 < size && at.1 < size, "a stone beyond the board")?;
                rule(before < Some(at), "stones out of order")?;
                rule(at != (entry.row, entry.col), "a stone where the move is")?;
                before = Some(at);
            }
        }
        Ok(())
    }
}

//! The bincode document of a general image: writing it, and finding the tables in its bytes.

use std::ops::Range;

use bincode::{BorrowDecode, Encode};
use zerocopy::IntoBytes;
use zerocopy::little_endian::U64;

use super::automaton::AutomatonTables;
use super::records::{
    CellRecord, CornerNode, LabelRecord, LaneRecord, Offset, PatternRecord, SlateRecord,
    TestRecord, ValueRecord,
};
use super::view::{General, Places, TABLES};
use crate::bytecode::Instruction;
use crate::container::{Fingerprint, frame};
use crate::document::{Bytes, broken, decode, encode, place};
use crate::language::AttributeMap;
use crate::run::Run;
use crate::{ImageError, Kind, Role, table_fingerprint};

/// The tables of a general image, as its compiler fills them.
#[derive(Clone, Debug, Default)]
pub struct GeneralTables {
    /// Names, one after the other.
    pub text: String,
    /// The source files, runs of the text.
    pub files: Vec<Run>,
    /// The patterns in source order.
    pub patterns: Vec<PatternRecord>,
    /// Cells of all patterns.
    pub cells: Vec<CellRecord>,
    /// Labels of all patterns.
    pub labels: Vec<LabelRecord>,
    /// Values of all patterns.
    pub values: Vec<ValueRecord>,
    /// Constraints and actions of all patterns.
    pub code: Vec<Instruction>,
    /// Arguments of all calls, see [`Argument`](crate::bytecode::Argument).
    pub arguments: Vec<u8>,
    /// Conditions outside the window, of all patterns.
    pub tests: Vec<TestRecord>,
    /// The points around an anchor that are tested for all patterns at once. With each point it
    /// contains all images of the point under symmetries.
    pub window: Vec<Offset>,
    /// The slates, by the content of their anchors.
    pub slates: Vec<SlateRecord>,
    /// The lanes of all slates.
    pub lanes: Vec<LaneRecord>,
    /// The masks of all slates.
    pub masks: Vec<U64>,
    /// The corner tree: for corner patterns, instead of window and slates.
    pub corners: Vec<CornerNode>,
    /// The automata, instead of window and slates.
    pub automata: AutomatonTables,
}

#[derive(Encode, BorrowDecode)]
struct Document<'a> {
    role: u8,
    attribute_map: u8,
    autohelpers: u32,
    text: &'a str,
    /// The bytes of the tables, in the order of [`GeneralTables`].
    tables: [Bytes<'a>; TABLES],
}

impl GeneralTables {
    /// The image of these tables.
    ///
    /// # Errors
    /// Names the first entry that breaks a rule of the format: a bug of the compiler.
    pub fn encode(
        &self,
        role: Role,
        map: AttributeMap,
        fingerprint: Fingerprint,
    ) -> Result<Vec<u8>, ImageError> {
        let automata = self.automata.to_words();
        let document = Document {
            role: role as u8,
            attribute_map: map as u8,
            autohelpers: table_fingerprint(),
            text: &self.text,
            tables: [
                self.files.as_bytes(),
                self.patterns.as_bytes(),
                self.cells.as_bytes(),
                self.labels.as_bytes(),
                self.values.as_bytes(),
                self.code.as_bytes(),
                &self.arguments,
                self.tests.as_bytes(),
                self.window.as_bytes(),
                self.slates.as_bytes(),
                self.lanes.as_bytes(),
                self.masks.as_bytes(),
                self.corners.as_bytes(),
                automata.as_bytes(),
            ]
            .map(Bytes),
        };
        let bytes = encode(&document)?;
        open(&bytes, 0, "")?;
        Ok(frame(Kind::General, fingerprint, &bytes))
    }
}

/// Decodes and validates a document that starts at `offset` of the image.
pub(crate) fn open(document: &[u8], offset: usize, compiler: &str) -> Result<Places, ImageError> {
    let doc: Document<'_> = decode(document)?;
    if doc.autohelpers != table_fingerprint() {
        return Err(ImageError::Autohelpers {
            compiler: compiler.to_owned(),
        });
    }
    let map = (AttributeMap::NAMES.iter().map(|&(_, map)| map))
        .find(|&map| map as u8 == doc.attribute_map)
        .ok_or(broken("unknown attribute map"))?;
    let places = Places {
        role: Role::from_number(doc.role).ok_or(broken("unknown role"))?,
        map,
        text: place(document, offset, doc.text.as_bytes()),
        tables: (doc.tables).map(|Bytes(table)| place(document, offset, table)),
    };
    let relative = |range: &Range<usize>| range.start - offset..range.end - offset;
    let local = Places {
        text: relative(&places.text),
        tables: places.tables.each_ref().map(relative),
        ..places
    };
    let view = General::at(document, &local).ok_or(broken("a table is not whole"))?;
    view.validate()?;
    Ok(places)
}

//! A validated general image, read in place.

use std::ops::Range;

use zerocopy::IntoBytes;
use zerocopy::little_endian::{U32, U64};

use super::automaton::Automata;
use super::records::{
    CellRecord, CornerNode, LabelRecord, LaneRecord, Offset, PatternRecord, SlateRecord,
    TestRecord, ValueRecord,
};
use crate::bytecode::{Instruction, Op};
use crate::document::table;
use crate::language::{Attribute, AttributeMap, Classes, Symbol};
use crate::run::Run;
use crate::{Autohelper, HELPERS, Helper, Role};

/// The number of tables of a general image.
pub(super) const TABLES: usize = 14;

/// Where the tables of an opened image lie in its bytes.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    pub role: Role,
    pub(super) map: AttributeMap,
    pub(super) text: Range<usize>,
    pub(super) tables: [Range<usize>; TABLES],
}

/// A general image, viewed in place.
#[derive(Clone, Copy, Debug)]
pub struct General<'a> {
    /// What the database is for.
    pub role: Role,
    /// The value keywords of the database.
    pub map: AttributeMap,
    pub(super) text: Text<'a>,
    pub(super) files: &'a [Run],
    /// The patterns in source order.
    pub patterns: &'a [PatternRecord],
    pub(super) cells: &'a [CellRecord],
    pub(super) labels: &'a [LabelRecord],
    pub(super) values: &'a [ValueRecord],
    pub(super) code: &'a [Instruction],
    pub(super) arguments: &'a [u8],
    pub(super) tests: &'a [TestRecord],
    /// The points around an anchor that are tested for all patterns at once.
    pub window: &'a [Offset],
    /// The slates.
    pub slates: &'a [SlateRecord],
    pub(super) lanes: &'a [LaneRecord],
    pub(super) masks: &'a [U64],
    /// The corner tree.
    pub corners: &'a [CornerNode],
    pub(super) automata: &'a [U32],
}

/// What a pattern waits for: a function or helper that the engine cannot answer yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitsFor {
    /// A function of its constraint or action.
    Autohelper(Autohelper),
    /// The helper of its colon line, by its index in [`HELPERS`].
    Helper(usize),
}

impl WaitsFor {
    const HELPER: u16 = 1000;

    /// The number that represents it in a [`PatternRecord`].
    pub fn to_number(self) -> u16 {
        match self {
            Self::Autohelper(function) => 1 + function.number(),
            Self::Helper(place) => Self::HELPER + place as u16,
        }
    }

    fn from_number(number: u16) -> Option<Self> {
        match number.checked_sub(Self::HELPER) {
            None => Autohelper::from_number(number.checked_sub(1)?).map(Self::Autohelper),
            Some(place) => Some(Self::Helper(place.into())),
        }
    }

    /// The name in the source text.
    pub fn name(self) -> &'static str {
        match self {
            Self::Autohelper(function) => function.signature().name,
            Self::Helper(place) => HELPERS.get(place).map_or("?", |helper| helper.name),
        }
    }
}

impl<'a> General<'a> {
    pub(crate) fn at(bytes: &'a [u8], places: &Places) -> Option<Self> {
        let [
            files,
            patterns,
            cells,
            labels,
            values,
            code,
            arguments,
            tests,
            window,
            slates,
            lanes,
            masks,
            corners,
            automata,
        ] = &places.tables;
        Some(Self {
            role: places.role,
            map: places.map,
            text: Text(bytes.get(places.text.clone())?),
            files: table(bytes, files)?,
            patterns: table(bytes, patterns)?,
            cells: table(bytes, cells)?,
            labels: table(bytes, labels)?,
            values: table(bytes, values)?,
            code: table(bytes, code)?,
            arguments: table(bytes, arguments)?,
            tests: table(bytes, tests)?,
            window: table(bytes, window)?,
            slates: table(bytes, slates)?,
            lanes: table(bytes, lanes)?,
            masks: table(bytes, masks)?,
            corners: table(bytes, corners)?,
            automata: table(bytes, automata)?,
        })
    }

    /// The pattern of this number.
    pub fn pattern(&self, number: usize) -> Option<Pattern<'a>> {
        let record = self.patterns.get(number)?;
        Some(Pattern {
            image: *self,
            number,
            record,
        })
    }

    /// All patterns in source order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Pattern<'a>> + use<'a> {
        let image = *self;
        (image.patterns.iter().enumerate()).map(move |(number, record)| Pattern {
            image,
            number,
            record,
        })
    }

    /// The names of the source files.
    pub fn files(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let text = self.text;
        (self.files.iter()).map(move |run| text.get(run.range()).unwrap_or_default())
    }

    /// The tests of all patterns; [`Pattern::tests`] is a run of them.
    #[inline]
    pub fn all_tests(&self) -> &'a [TestRecord] {
        self.tests
    }

    /// The automata.
    #[inline]
    pub fn automata(&self) -> Automata<'a> {
        // Opening the image has checked them.
        Automata::at(self.automata).unwrap_or_default()
    }

    /// All lanes; those of each anchor rise by pattern and symmetry.
    #[inline]
    pub fn all_lanes(&self) -> &'a [LaneRecord] {
        self.lanes
    }

    /// The lanes of a slate.
    pub fn lanes(&self, slate: &SlateRecord) -> &'a [LaneRecord] {
        self.lanes.get(slate.lanes.range()).unwrap_or_default()
    }

    /// A row of a slate's masks: the lanes that allow this symbol at this window point.
    pub fn mask(&self, slate: &SlateRecord, point: usize, symbol: Symbol) -> &'a [U64] {
        let words = slate.words();
        let start =
            slate.masks.range().start + (point * Symbol::ALL.len() + symbol as usize) * words;
        self.masks.get(start..start + words).unwrap_or_default()
    }

    /// The arguments of a call.
    #[inline]
    pub fn arguments(&self, call: &Instruction) -> &'a [u8] {
        let first = call.operand.get() as usize;
        let range = first..first.saturating_add(call.count.into());
        self.arguments.get(range).unwrap_or_default()
    }
}

/// The names of an image, in UTF-8. Opening an image has checked them all, so looking at it again
/// does not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'a>(&'a [u8]);

impl<'a> Text<'a> {
    /// The name at this place; `None` if there is none.
    pub fn get(self, range: Range<usize>) -> Option<&'a str> {
        std::str::from_utf8(self.0.get(range)?).ok()
    }
}

/// A pattern of an opened image.
#[derive(Clone, Copy, Debug)]
pub struct Pattern<'a> {
    image: General<'a>,
    number: usize,
    /// The record.
    pub record: &'a PatternRecord,
}

impl<'a> Pattern<'a> {
    /// The index of the pattern in its image.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The image it belongs to.
    pub fn image(&self) -> General<'a> {
        self.image
    }

    /// The name.
    pub fn name(&self) -> &'a str {
        (self.image.text.get(self.record.name.range())).unwrap_or_default()
    }

    /// The source file, relative to where the database was compiled from.
    pub fn file(&self) -> &'a str {
        let place = usize::from(self.record.file.get());
        self.image.files().nth(place).unwrap_or_default()
    }

    /// The line of the name in the source file, from 1.
    pub fn line(&self) -> u32 {
        self.record.line.get()
    }

    /// The class letters.
    pub fn classes(&self) -> Classes {
        Classes(self.record.classes.get())
    }

    /// The offset of the move from the anchor, if there is a move.
    pub fn mv(&self) -> Option<Offset> {
        (self.record.has_move != 0).then_some(self.record.mv)
    }

    /// The cells in reading order, without the role's [`unstated_cell`](Role::unstated_cell).
    pub fn cells(&self) -> &'a [CellRecord] {
        (self.image.cells.get(self.record.cells.range())).unwrap_or_default()
    }

    /// The conditions outside the window; those that fail most often come first.
    #[inline]
    pub fn tests(&self) -> &'a [TestRecord] {
        (self.image.tests.get(self.record.tests.range())).unwrap_or_default()
    }

    /// The labels.
    pub fn labels(&self) -> &'a [LabelRecord] {
        (self.image.labels.get(self.record.labels.range())).unwrap_or_default()
    }

    /// The values of the colon line.
    pub fn values(&self) -> &'a [ValueRecord] {
        (self.image.values.get(self.record.values.range())).unwrap_or_default()
    }

    /// The number of an attribute, if the colon line sets it.
    pub fn value(&self, attribute: Attribute) -> Option<f32> {
        (self.values().iter())
            .find(|value| value.attribute == attribute as u8)
            .map(|value| value.number.get())
    }

    /// The constraint; empty if there is none.
    pub fn constraint(&self) -> &'a [Instruction] {
        (self.image.code.get(self.record.constraint.range())).unwrap_or_default()
    }

    /// The action; empty if there is none.
    pub fn action(&self) -> &'a [Instruction] {
        (self.image.code.get(self.record.action.range())).unwrap_or_default()
    }

    /// The index of the helper in [`HELPERS`], if the colon line names one.
    pub fn helper(&self) -> Option<usize> {
        usize::from(self.record.helper).checked_sub(1)
    }

    /// Whether constraint, helper or action ask about the groups of the position: dragons, eye
    /// spaces or influence.
    pub fn asks_about_groups(&self) -> bool {
        let calls = self.constraint().iter().chain(self.action());
        let mut functions = calls
            .filter(|instruction| instruction.op() == Some(Op::Call))
            .filter_map(Instruction::function);
        functions.any(Autohelper::is_about_groups)
            || (self.helper())
                .and_then(|helper| HELPERS.get(helper))
                .is_some_and(Helper::is_about_groups)
    }

    /// Whether constraint or helper ask for reading, which costs far more than other questions.
    pub fn reads(&self) -> bool {
        let mut calls = (self.constraint().iter())
            .filter(|instruction| instruction.op() == Some(Op::Call))
            .filter_map(Instruction::function);
        self.helper().is_some() || calls.any(Autohelper::reads)
    }

    /// What the pattern says, as bytes: everything but its name, its place in the source, and what
    /// is derived from the rest.
    pub fn content(&self) -> Vec<u8> {
        let record = self.record;
        let mut bytes = Vec::new();
        let mut add = |part: &[u8]| {
            bytes.extend_from_slice(&(part.len() as u32).to_le_bytes());
            bytes.extend_from_slice(part);
        };
        add(record.classes.as_bytes());
        add(&[
            record.orientations,
            record.borders,
            record.has_move,
            record.helper,
        ]);
        add([record.top_left, record.extent, record.mv].as_bytes());
        add(record.waits_for.as_bytes());
        add(self.cells().as_bytes());
        add(self.labels().as_bytes());
        add(self.values().as_bytes());
        for program in [self.constraint(), self.action()] {
            add(&(program.len() as u32).to_le_bytes());
            for instruction in program {
                if instruction.op() == Some(Op::Call) {
                    let function = instruction.function().map(|function| function as u16);
                    add(&function.unwrap_or_default().to_le_bytes());
                    add(self.image().arguments(instruction));
                } else {
                    add(instruction.as_bytes());
                }
            }
        }
        bytes
    }

    /// A hash of [`content`](Self::content): 16 hexadecimal digits, equal for patterns that say the
    /// same.
    pub fn content_hash(&self) -> String {
        blake3::hash(&self.content()).to_hex()[..16].to_owned()
    }

    /// What the pattern waits for before it can match.
    pub fn waits_for(&self) -> Option<WaitsFor> {
        WaitsFor::from_number(self.record.waits_for.get())
    }
}

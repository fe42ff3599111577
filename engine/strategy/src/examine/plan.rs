//! What patterns of influence mean, worked out once for each database.
//!
//! A position has about a thousand matches of barriers, and each run of influence looks at all of
//! them. So the cells and classes of a pattern are sorted beforehand.

use katachi_board::Symmetry;
use katachi_image::bytecode::{Instruction, Op};
use katachi_image::{Attribute, Autohelper, Cell, Classes, General, Offset, Pattern};

use super::conditions::Conditions;
use crate::influence::WIDTH;

/// What a pattern of influence does. O is the side as which it matches, X the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// Class `E`: O gets a source at the move, where dragons run.
    Enhance,
    /// Class `I`: the side that could invade gets a source at the move.
    Invade,
    /// Class `D`: O's stones hold up X's influence.
    HoldUpOther,
    /// Class `A`: X's stones hold up O's influence.
    HoldUpOwn,
    /// Class `B`: O can push in from the anchor.
    Intrude,
    /// Class `t`: the action denies points to a side.
    Deny,
}

/// The deeds with their class letters.
const DEEDS: [(char, Deed); 6] = [
    ('E', Deed::Enhance),
    ('I', Deed::Invade),
    ('D', Deed::HoldUpOther),
    ('A', Deed::HoldUpOwn),
    ('B', Deed::Intrude),
    ('t', Deed::Deny),
];

/// A marked point of a diagram.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub at: Offset,
    /// `,` lets nothing pass, `!` a part.
    pub is_closed: bool,
}

/// The exact stones and the marks of a diagram in one orientation, as cells of the grid after the
/// anchor. A diagram that fits lies on the board, so its cells need no test.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    pub own_stones: Vec<i16>,
    pub other_stones: Vec<i16>,
    pub marks: Vec<i16>,
}

impl Outline {
    fn of(own: &[Offset], other: &[Offset], marks: &[Mark], symmetry: Symmetry) -> Self {
        let cell = |at: Offset| {
            let (row, col) = symmetry.apply(at.row.into(), at.col.into());
            (row * WIDTH as i32 + col) as i16
        };
        let cells = |list: &[Offset]| list.iter().map(|&at| cell(at)).collect();
        Self {
            own_stones: cells(own),
            other_stones: cells(other),
            marks: marks.iter().map(|mark| cell(mark.at)).collect(),
        }
    }
}

/// What there is to ask before a pattern applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inquiry {
    /// Nothing.
    Nothing,
    /// The answer depends only on what reading notes, and on the strings at the points of the
    /// pattern that have names.
    Local,
    /// The same, and on the strings beside those.
    LocalAround,
    /// The answer may depend on anything.
    Open,
}

impl Inquiry {
    fn of(pattern: &Pattern<'_>) -> Self {
        let programs = || pattern.constraint().iter().chain(pattern.action()).copied();
        if pattern.waits_for().is_some() || pattern.helper().is_some() {
            Self::Open
        } else if programs().next().is_none() {
            Self::Nothing
        } else if !programs().all(is_local) {
            Self::Open
        } else if programs()
            .filter_map(|one| one.function())
            .any(looks_around)
        {
            Self::LocalAround
        } else {
            Self::Local
        }
    }
}

/// A pattern of influence, sorted.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub deeds: Vec<Deed>,
    /// Class `s`. For an invasion: both sides get the source. Otherwise: stones need no strength.
    pub is_lenient: bool,
    /// Class `e`: an invasion counts for escapes.
    pub helps_escape: bool,
    /// The value of the colon line.
    pub value: f32,
    pub inquiry: Inquiry,
    pub conditions: Conditions,
    pub marks: Vec<Mark>,
    /// By the number of the orientation.
    pub outlines: Vec<Outline>,
}

impl Plan {
    fn of(pattern: &Pattern<'_>) -> Self {
        let classes: Classes = pattern.classes();
        let cells = |wanted: fn(Cell) -> bool| {
            let cells = pattern.cells().iter();
            let wanted = cells.filter(move |cell| Cell::from_number(cell.cell).is_some_and(wanted));
            wanted.map(|cell| cell.at)
        };
        let mark = |is_closed| move |at| Mark { at, is_closed };
        let closed = cells(|cell| cell == Cell::Comma).map(mark(true));
        let weak = cells(|cell| cell == Cell::Bang).map(mark(false));
        let marks: Vec<Mark> = closed.chain(weak).collect();
        let own = cells(|cell| matches!(cell, Cell::Own | Cell::OwnAnchor));
        let other = cells(|cell| matches!(cell, Cell::Opponent | Cell::OpponentAnchor));
        let (own, other): (Vec<Offset>, Vec<Offset>) = (own.collect(), other.collect());
        Self {
            deeds: (DEEDS.iter())
                .filter(|(letter, _)| classes.has(*letter))
                .map(|(_, deed)| *deed)
                .collect(),
            is_lenient: classes.has('s'),
            helps_escape: classes.has('e'),
            value: pattern.value(Attribute::Value).unwrap_or_default(),
            inquiry: Inquiry::of(pattern),
            conditions: Conditions::of(pattern),
            outlines: Symmetry::all()
                .map(|symmetry| Outline::of(&own, &other, &marks, symmetry))
                .collect(),
            marks,
        }
    }
}

/// The plans of the databases of influence, each worked out on first use.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plans(Vec<Option<Vec<Plan>>>);

impl Plans {
    /// The plans of the database with this index, by pattern.
    pub(super) fn of(&mut self, place: usize, general: &General<'_>) -> &[Plan] {
        if self.0.len() <= place {
            self.0.resize(place + 1, None);
        }
        self.0[place].get_or_insert_with(|| general.iter().map(|one| Plan::of(&one)).collect())
    }
}

/// Whether an instruction asks nothing, or only what can be remembered by the points that it
/// depends on.
fn is_local(instruction: Instruction) -> bool {
    use Autohelper as A;

    match instruction.op() {
        Some(Op::Call) => {}
        Some(Op::Scoring) | None => return false,
        Some(_) => return true,
    }
    let Some(function) = instruction.function() else {
        return false;
    };
    looks_around(function)
        || matches!(
            function,
            A::Lib
                | A::Attack
                | A::Defend
                | A::WormSize
                | A::SameString
                | A::XSomewhere
                | A::OSomewhere
                | A::Ko
                | A::SafeXMove
                | A::SafeOMove
                | A::LegalXMove
                | A::LegalOMove
                | A::XSuicide
                | A::OSuicide
                | A::XLib
                | A::OLib
                | A::ApproxXLib
                | A::ApproxOLib
                | A::XCapturesSomething
                | A::OCapturesSomething
                | A::DoesAttack
                | A::DoesDefend
                | A::XDefendAgainst
                | A::ODefendAgainst
                | A::XPlayAttack
                | A::OPlayAttack
                | A::XPlayDefend
                | A::OPlayDefend
                | A::XPlayAttackEither
                | A::OPlayAttackEither
                | A::XPlayDefendBoth
                | A::OPlayDefendBoth
                | A::XPlayBreakThrough
                | A::OPlayBreakThrough
                | A::XPlayLib
                | A::OPlayLib
                | A::PatternValue
                | A::NonXTerritory
                | A::NonOTerritory
        )
}

/// Whether a function asks about the strings beside one.
fn looks_around(function: Autohelper) -> bool {
    matches!(
        function,
        Autohelper::SekiHelper
            | Autohelper::AdjacentToStoneInAtari
            | Autohelper::AdjacentToDefendableStoneInAtari
    )
}

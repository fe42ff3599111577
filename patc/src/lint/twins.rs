//! Lints: patterns that another pattern makes superfluous, as duplicates or because it always
//! shadows them.
//!
//! The matcher reports all matches, so a pattern never hides another one. But if two patterns
//! propose the same for one move, or one adds nothing to the other, the author wants to know: an
//! edit of the superfluous one changes nothing, or its value counts twice.

use std::collections::BTreeMap;

use katachi_board::Symmetry;
use katachi_image::{Attribute, Cell, Classes, Role};

use super::canonical::{Points, Strings};
use super::geometry::{bit, lost};
use super::subject::{Subject, color, directed};
use super::warnings::Warnings;
use crate::diagnostic::Code;
use crate::fold;
use crate::model::{Diagram, Value};

pub(super) fn check(subjects: &[Subject<'_>], warnings: &mut Warnings<'_>) {
    let mut doubled = vec![false; subjects.len()];
    duplicates(subjects, &mut doubled, warnings);
    shadows(subjects, &doubled, warnings);
}

/// The text of the diagram in the orientation whose text is the smallest. Two diagrams have the
/// same text if one is the other in some orientation.
fn canonical(diagram: &Diagram) -> Vec<u8> {
    Symmetry::all()
        .map(|orientation| {
            let turned = diagram.turned(orientation);
            let size = [turned.rows as u8, turned.cols as u8, turned.borders];
            let cells = turned.cells.iter().map(|&cell| cell as u8);
            size.into_iter().chain(cells).collect()
        })
        .min()
        .unwrap_or_default()
}

fn duplicates(subjects: &[Subject<'_>], doubled: &mut [bool], warnings: &mut Warnings<'_>) {
    let mut groups: BTreeMap<Vec<u8>, Vec<usize>> = BTreeMap::new();
    for (number, subject) in subjects.iter().enumerate() {
        let group = groups.entry(canonical(&subject.plain)).or_default();
        group.push(number);
    }
    for group in groups.values().filter(|group| group.len() > 1) {
        for (at, &later) in group.iter().enumerate() {
            let first =
                (group[..at].iter()).find(|&&first| same(&subjects[first], &subjects[later]));
            let Some(&first) = first else { continue };
            doubled[later] = true;
            let (first, later) = (&subjects[first], &subjects[later]);
            let message = format!(
                "expected a pattern of its own, found `{}` to say the same as {}",
                later.pattern.name,
                warnings.name(first)
            );
            let help =
                "equal diagrams with equal classes, values, constraint and action: remove one";
            warnings.add(
                Code::DuplicatePattern,
                later,
                later.pattern.span,
                message,
                help,
            );
        }
    }
}

/// Whether two patterns with equal diagrams have the same meaning.
fn same(first: &Subject<'_>, later: &Subject<'_>) -> bool {
    let (one, other) = (first.pattern, later.pattern);
    one.classes == other.classes
        && one.helper == other.helper
        && one.values.len() == other.values.len()
        && one.constraint.is_some() == other.constraint.is_some()
        && one.action.is_empty() == other.action.is_empty()
        && Symmetry::all()
            .filter(|&orientation| first.plain.turned(orientation) == later.plain)
            // A helper that reads certain points reads other ones in another orientation.
            .filter(|&orientation| {
                directed(one.helper).is_none_or(|kept| kept & bit(orientation) != 0)
            })
            .any(|orientation| {
                let strings = Strings::of(later);
                let (one, other) = (
                    Points::of(first, orientation, (0, 0), later, &strings),
                    Points::of(later, Symmetry::IDENTITY, (0, 0), later, &strings),
                );
                one.values() == other.values()
                    && one.conditions() == other.conditions()
                    && one.action() == other.action()
            })
}

/// The properties that quickly rule out that a pattern shadows another.
struct Outline {
    /// The classes that are vetoes; more vetoes, fewer matches.
    vetoes: u32,
    /// All other classes.
    reasons: u32,
    /// Whether the move need not be safe.
    sacrifice: bool,
    /// The numbers of cells that must be empty, own stones, opponent stones.
    counts: [usize; 3],
    /// The shorter and the longer side.
    size: (usize, usize),
    borders: u32,
    /// Whether it may shadow others.
    shadows: bool,
    /// Whether others may shadow it.
    shadowed: bool,
}

/// The letters that only keep a pattern from matching.
const VETOES: &str = "OoXxn";

/// The letters whose reasons depend on the stones in the diagram: more stones, more reasons.
const ABOUT_STONES: &str = "BCcadU";

fn letters(letters: &str) -> Classes {
    (letters.chars().filter_map(Classes::from_letter)).fold(Classes::default(), Classes::with)
}

/// Whether matches of the database propose moves, each pattern for itself.
fn is_shapes(role: Role) -> bool {
    matches!(
        role,
        Role::Patterns | Role::Patterns2 | Role::Fuseki | Role::Endgame
    )
}

/// Whether two equal matches count as one. In the other databases, weights of equal matches add up.
fn is_idempotent(role: Role) -> bool {
    !matches!(role, Role::Handicap | Role::Influence)
}

impl Outline {
    fn of(subject: &Subject<'_>) -> Self {
        let (pattern, diagram) = (subject.pattern, &subject.plain);
        let sacrifice = letters("s").0;
        let vetoes = letters(VETOES).0;
        let count = |wanted: u8| {
            let cells = diagram.cells.iter();
            cells.filter(|cell| cell.symbols() == wanted).count()
        };
        let combined =
            !is_shapes(subject.role) && (pattern.classes.has('c') || pattern.classes.has('b'));
        let candidate = is_idempotent(subject.role)
            && subject.mv.is_some()
            && !combined
            && directed(pattern.helper).is_none();
        let labelled = (pattern.values.iter()).any(|(_, value)| matches!(value, Value::Label(_)));
        let shape = (pattern.values.iter()).any(|&(attribute, _)| attribute == Attribute::Shape);
        // A weak barrier counts once for each match.
        let weak_barrier = subject.role == Role::Barriers
            && !pattern.classes.has('B')
            && diagram.cells.contains(&Cell::Bang);
        let says_something = !is_shapes(subject.role)
            || pattern.classes.0 & !(vetoes | sacrifice) != 0
            || !pattern.values.is_empty()
            || !pattern.action.is_empty();
        let effect = pattern.constraint.as_ref().is_some_and(fold::has_effect);
        Self {
            vetoes: pattern.classes.0 & vetoes,
            reasons: pattern.classes.0 & !(vetoes | sacrifice),
            sacrifice: pattern.classes.0 & sacrifice != 0,
            counts: [
                count(Cell::Empty.symbols()),
                count(Cell::Own.symbols()),
                count(Cell::Opponent.symbols()),
            ],
            size: (
                diagram.rows.min(diagram.cols),
                diagram.rows.max(diagram.cols),
            ),
            borders: diagram.borders.count_ones(),
            shadows: candidate && lost(subject.diagram_symmetries, pattern.orientations) == 0,
            shadowed: candidate
                && !labelled
                && !shape
                && !weak_barrier
                && says_something
                && !effect,
        }
    }

    /// Whether this pattern could shadow the other, by the outlines alone.
    fn may_shadow(&self, other: &Self, shapes: bool) -> bool {
        self.shadows
            && other.shadowed
            && self.vetoes & !other.vetoes == 0
            && (self.sacrifice || !other.sacrifice)
            && (other.reasons & !self.reasons == 0)
            && (shapes || self.reasons == other.reasons)
            && self.borders <= other.borders
            && self.size.0 <= other.size.0
            && self.size.1 <= other.size.1
            && self
                .counts
                .iter()
                .zip(other.counts)
                .all(|(&few, many)| few <= many)
    }
}

/// The demands of a pattern close to its move, in all orientations at once: for each ring of points
/// that the symmetries map to each other, one bit each for empty, own, opponent's. A pattern that
/// contains another one has no more demands.
fn demands(subject: &Subject<'_>) -> u32 {
    const RINGS: [(usize, usize); 9] = [
        (0, 1),
        (1, 1),
        (0, 2),
        (1, 2),
        (2, 2),
        (0, 3),
        (1, 3),
        (2, 3),
        (3, 3),
    ];
    let Some((mv_row, mv_col)) = subject.mv else {
        return 0;
    };
    let kinds = [Cell::Empty, Cell::Own, Cell::Opponent].map(Cell::symbols);
    let bits = subject.plain.iter().filter_map(|(row, col, cell)| {
        let (down, right) = (row.abs_diff(mv_row), col.abs_diff(mv_col));
        let ring = (down.min(right), down.max(right));
        let ring = RINGS.iter().position(|&one| one == ring)?;
        let kind = kinds.iter().position(|&kind| kind == cell.symbols())?;
        Some(1 << (ring * kinds.len() + kind))
    });
    bits.fold(0, |all, bit: u32| all | bit)
}

fn shadows(subjects: &[Subject<'_>], doubled: &[bool], warnings: &mut Warnings<'_>) {
    let outlines: Vec<Outline> = subjects.iter().map(Outline::of).collect();
    let demands: Vec<u32> = subjects.iter().map(demands).collect();
    for (number, subject) in subjects.iter().enumerate() {
        if doubled[number] || !outlines[number].shadowed {
            continue;
        }
        let shapes = is_shapes(subject.role);
        // There are many pairs; comparing demands excludes nearly all of them cheaply.
        let above = (demands.iter().enumerate())
            .filter(|(_, demanded)| *demanded & !demands[number] == 0)
            .map(|(other, _)| (other, &subjects[other]))
            .find(|&(other, general)| {
                other != number
                && outlines[other].may_shadow(&outlines[number], shapes)
                && values_cover(general, subject)
                && shadows_in_some_orientation(general, subject)
                // Two patterns that shadow each other are duplicates, except for vetoes that cannot
                // matter. The first one stays.
                && (other < number || !shadows_back(subject, general))
            });
        let Some((_, general)) = above else {
            continue;
        };
        let message = format!(
            "expected a pattern that adds something, found {} to match wherever `{}` does, \
             with the same move and at least its classes and values",
            warnings.name(general),
            subject.pattern.name
        );
        let help = "remove it, give it a higher value, or let the other one leave out this case";
        warnings.add(
            Code::ShadowedPattern,
            subject,
            subject.pattern.span,
            message,
            help,
        );
    }
}

fn shadows_back(subject: &Subject<'_>, general: &Subject<'_>) -> bool {
    Outline::of(subject).may_shadow(&Outline::of(general), is_shapes(subject.role))
        && values_cover(subject, general)
        && shadows_in_some_orientation(subject, general)
}

/// Whether the values of the general pattern include those of the special one.
fn values_cover(general: &Subject<'_>, special: &Subject<'_>) -> bool {
    (special.pattern.values.iter()).all(|&(attribute, value)| {
        let Value::Number(value) = value else {
            return false;
        };
        (general.pattern.values.iter()).any(|&(other, more)| {
            let Value::Number(more) = more else {
                return false;
            };
            // The largest value wins; of limits, the smallest.
            other == attribute
                && match attribute {
                    Attribute::MaxValue | Attribute::MaxTerritory => more <= value,
                    _ => more >= value,
                }
        })
    })
}

fn shadows_in_some_orientation(general: &Subject<'_>, special: &Subject<'_>) -> bool {
    Symmetry::all().any(|orientation| contains(general, orientation, special))
}

/// Whether the general pattern matches wherever the special one does, if it is turned like this and
/// laid on the special one with their moves on the same point.
fn contains(general: &Subject<'_>, orientation: Symmetry, special: &Subject<'_>) -> bool {
    let (Some(mv), Some(other_mv)) = (special.mv, general.mv) else {
        return false;
    };
    let size = (general.plain.rows, general.plain.cols);
    let other_mv = orientation.place(other_mv, size);
    let (Some(top), Some(left)) = (mv.0.checked_sub(other_mv.0), mv.1.checked_sub(other_mv.1))
    else {
        return false;
    };
    let (rows, cols) = orientation.size(size);
    let inner = &special.plain;
    if top + rows > inner.rows || left + cols > inner.cols {
        return false;
    }
    // Compare the cells around the move first, since they differ most often. Only if they agree, a
    // turned copy is made.
    let fits = general.plain.iter().all(|(row, col, cell)| {
        let (row, col) = orientation.place((row, col), size);
        let there = inner.cells[(row + top) * inner.cols + col + left];
        let marked = matches!(
            there,
            Cell::Comma | Cell::Bang | Cell::OwnAnchor | Cell::OpponentAnchor
        );
        there.symbols() & !cell.symbols() == 0
            && (!marked || is_shapes(special.role) || there == cell)
    });
    if !fits {
        return false;
    }
    let outer = general.plain.turned(orientation);
    borders_fit(&outer, (top, left), inner)
        && stones_are_covered(&outer, (top, left), special)
        && says_no_less(general, orientation, (top, left), special)
}

/// Whether the special diagram has each border of the general one, along the same line.
fn borders_fit(outer: &Diagram, (top, left): (usize, usize), inner: &Diagram) -> bool {
    use katachi_image::border::{EAST, NORTH, SOUTH, WEST};
    let at_side = [
        (NORTH, top == 0),
        (SOUTH, top + outer.rows == inner.rows),
        (WEST, left == 0),
        (EAST, left + outer.cols == inner.cols),
    ];
    (at_side.into_iter()).all(|(side, same_line)| {
        outer.borders & side == 0 || (same_line && inner.borders & side != 0)
    })
}

/// Whether the general pattern covers the stones and marks of the special one: both diagrams
/// contain each of them, or another stone of the same string.
fn stones_are_covered(outer: &Diagram, corner: (usize, usize), special: &Subject<'_>) -> bool {
    let inner = &special.plain;
    let needed = !is_shapes(special.role)
        || special
            .pattern
            .classes
            .letters()
            .any(|letter| ABOUT_STONES.contains(letter));
    if !needed {
        return true;
    }
    let seen = |row: usize, col: usize| {
        let (row, col) = (row.checked_sub(corner.0)?, col.checked_sub(corner.1)?);
        let inside = row < outer.rows && col < outer.cols;
        inside.then(|| outer.cells[row * outer.cols + col])
    };
    let strings = Strings::of(special);
    let mut covered = vec![false; inner.cells.len()];
    for (row, col, cell) in inner.iter() {
        if seen(row, col).is_some_and(|other| color(other).is_some() && color(other) == color(cell))
        {
            covered[strings.of_cell(row * inner.cols + col)] = true;
        }
    }
    inner.iter().all(|(row, col, cell)| match cell {
        Cell::Empty | Cell::Move | Cell::Any => true,
        Cell::Comma | Cell::Bang if is_shapes(special.role) => true,
        Cell::Own | Cell::Opponent => covered[strings.of_cell(row * inner.cols + col)],
        _ => seen(row, col) == Some(cell),
    })
}

/// Whether the general pattern has no condition that the special one lacks, and has all actions of
/// the special one.
fn says_no_less(
    general: &Subject<'_>,
    orientation: Symmetry,
    corner: (usize, usize),
    special: &Subject<'_>,
) -> bool {
    let (wide, narrow) = (general.pattern, special.pattern);
    if wide.helper.is_some() && wide.helper != narrow.helper {
        return false;
    }
    // A pattern that waits for the engine never matches, so it never shadows.
    if !wide
        .waits_for
        .iter()
        .all(|wait| narrow.waits_for.contains(wait))
    {
        return false;
    }
    if wide.constraint.is_none() && narrow.action.is_empty() {
        return true;
    }
    let strings = Strings::of(special);
    let outer = Points::of(general, orientation, corner, special, &strings);
    let inner = Points::of(special, Symmetry::IDENTITY, (0, 0), special, &strings);
    let asked = inner.conditions();
    outer
        .conditions()
        .iter()
        .all(|condition| asked.contains(condition))
        && (narrow.action.is_empty() || outer.action() == inner.action())
}

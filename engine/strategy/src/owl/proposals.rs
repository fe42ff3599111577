//! Moves that patterns propose in a search.

use katachi_board::{Board, Color, Point, PointSet};
use katachi_image::{Attribute, Cell, General, Pattern, Role};
use katachi_matcher::Match;

use super::goal::Joins;
use crate::knowledge::Knowledge;
use crate::matchers::Matchers;

/// A match of a pattern whose move may be tried.
#[derive(Clone, Copy)]
pub(super) struct Proposal<'k> {
    pub point: Point,
    /// How promising it is, 0 to 100.
    pub value: f32,
    pub pattern: Pattern<'k>,
    pub found: Match,
}

impl Proposal<'_> {
    /// Whether its pattern has a class letter.
    pub fn has(&self, letter: char) -> bool {
        self.pattern.classes().has(letter)
    }

    /// How the move belongs to the goal, by its class letters.
    pub fn joins(&self) -> Joins {
        if self.has('B') {
            Joins::No
        } else if self.has('b') {
            Joins::Perhaps
        } else {
            Joins::Yes
        }
    }

    /// The points of the match under cells of these kinds.
    pub fn under(&self, kinds: &[Cell], board: &Board) -> PointSet {
        let cells = self.pattern.cells().iter();
        let wanted = cells
            .filter(|cell| Cell::from_number(cell.cell).is_some_and(|one| kinds.contains(&one)));
        wanted
            .filter_map(|cell| self.found.point(cell.at, board.size()))
            .collect()
    }
}

/// The proposals of a role with this side as O, the most promising first: by value, by their place
/// in the databases, by their distance from the centre, in board order.
///
/// Patterns that count only together with others (class `c`) propose nothing yet.
pub(super) fn of_role<'k>(
    knowledge: &'k Knowledge,
    matchers: &mut Matchers,
    role: Role,
    board: &Board,
    own: Color,
    goal: &PointSet,
) -> Vec<Proposal<'k>> {
    let size = board.size();
    let last = size.get() as i32 - 1;
    let off_center = |point: Point| {
        let (row, col) = (2 * point.row() as i32 - last, 2 * point.col() as i32 - last);
        row * row + col * col
    };
    let images: Vec<(usize, General<'_>)> = knowledge.of_role(role).collect();
    // Proposals are large, so only their places in the order are sorted.
    let mut all: Vec<Ranked> = Vec::new();
    for (image, (place, general)) in images.iter().enumerate() {
        for found in matchers.around((*place, general), board, own, goal) {
            let Some(pattern) = general.pattern(found.pattern as usize) else {
                continue;
            };
            let Some(point) = found.mv(&pattern, size) else {
                continue;
            };
            if pattern.classes().has('c') || pattern.waits_for().is_some() {
                continue;
            }
            all.push(Ranked {
                value: pattern.value(Attribute::Value).unwrap_or(0.0),
                image,
                off_center: off_center(point),
                point,
                found,
            });
        }
    }
    let rest = |one: &Ranked| (one.image, one.found.pattern, one.off_center, one.point);
    all.sort_by(|a, b| b.value.total_cmp(&a.value).then(rest(a).cmp(&rest(b))));
    let proposal = |one: Ranked| {
        Some(Proposal {
            point: one.point,
            value: one.value,
            pattern: images[one.image].1.pattern(one.found.pattern as usize)?,
            found: one.found,
        })
    };
    all.into_iter().filter_map(proposal).collect()
}

/// What decides about the place of a proposal among others.
struct Ranked {
    value: f32,
    /// The place of its image among those of the role.
    image: usize,
    /// How far from the centre it is.
    off_center: i32,
    point: Point,
    found: Match,
}

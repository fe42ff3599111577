//! The reasons that the class letters of a pattern give its move.
//!
//! | letter | reason |
//! |---|---|
//! | `B`, `C` | it cuts opponent strings apart; it connects own ones, as far as reading agrees |
//! | `e`, `E`, `I` | it expands territory, expands a moyo, invades |
//! | `a`, `d` | it attacks the opponent's dragons of the diagram; it defends the own ones |
//! | `c` | a weak connection: as `d` |
//! | `J`, `j` | as `e` and `E` |
//! | `U` | as `a` and `d` |
//!
//! In corner databases only `J`, `j` and `U` count.

use katachi_board::{Color, Outcome, Point};
use katachi_image::{Cell, Classes, Pattern, Role};
use katachi_matcher::Match;

use super::reason::Reason;
use super::turn::Turn;

/// The most dragons or strings of a side that a pattern is about.
const MOST: usize = 5;

/// What the class letters say about a match whose constraint holds.
pub fn class_reasons(
    turn: &mut Turn<'_>,
    pattern: &Pattern<'_>,
    found: Match,
    point: Point,
) -> Vec<Reason> {
    let classes: Classes = pattern.classes();
    let is_joseki = pattern.image().role == Role::Joseki;
    let has = |letters: &str, in_corners: &str| {
        let letters = if is_joseki { in_corners } else { letters };
        letters.chars().any(|letter| classes.has(letter))
    };
    let mut reasons = Vec::new();
    if has("eJj", "Jj") {
        reasons.push(Reason::ExpandsTerritory);
    }
    if has("EJj", "Jj") {
        reasons.push(Reason::ExpandsMoyo);
    }
    if has("I", "") {
        reasons.push(Reason::Invades);
    }
    let own = turn.own;
    if has("cdU", "U") {
        let dragons = dragons(turn, pattern, found, (own, point)).into_iter();
        reasons.extend(dragons.map(|dragon| Reason::DefendsDragon { dragon }));
    }
    if has("aU", "U") {
        let dragons = dragons(turn, pattern, found, (!own, point)).into_iter();
        reasons.extend(dragons.map(|dragon| Reason::AttacksDragon { dragon }));
    }
    if has("B", "") {
        let pairs = pairs(turn, pattern, found, !own).into_iter();
        let cut: Vec<[Point; 2]> = pairs.filter(|pair| turn.cuts(*pair, point)).collect();
        reasons.extend(cut.into_iter().map(|strings| Reason::Cuts { strings }));
    }
    if has("C", "") {
        let pairs = pairs(turn, pattern, found, own).into_iter();
        let joined: Vec<[Point; 2]> = pairs.filter(|pair| turn.connects(*pair, point)).collect();
        reasons.extend((joined.into_iter()).map(|strings| Reason::Connects { strings }));
    }
    reasons
}

/// The stones of a side under the cells of a diagram that are more than an empty point.
fn stones(
    turn: &Turn<'_>,
    pattern: &Pattern<'_>,
    found: Match,
    color: Color,
    wanted: fn(Cell) -> bool,
) -> Vec<Point> {
    let board = turn.board();
    let cells = pattern.cells().iter();
    let cells = cells.filter(|cell| Cell::from_number(cell.cell).is_some_and(wanted));
    let points = cells.filter_map(|cell| found.point(cell.at, board.size()));
    points.filter(|&stone| board.at(stone).is(color)).collect()
}

/// The dragons of a side in a diagram. Own ones count if they stand there safely, or if the move
/// saves them.
fn dragons(
    turn: &mut Turn<'_>,
    pattern: &Pattern<'_>,
    found: Match,
    (color, point): (Color, Point),
) -> Vec<Point> {
    let stones = stones(turn, pattern, found, color, |_| true);
    let (worms, dragons) = (turn.position.worms(), turn.position.dragons());
    let mut list = Vec::new();
    for stone in stones {
        let stands = worms.at(stone).is_some_and(|worm| {
            let is_saved = worm.defenses.outcome_of(point) != Outcome::Lose;
            color != turn.own || worm.attacks.is_empty() || is_saved
        });
        let dragon = dragons.at(stone).map(|dragon| dragon.origin);
        if let Some(dragon) = dragon.filter(|dragon| stands && !list.contains(dragon)) {
            list.push(dragon);
        }
    }
    list.truncate(MOST);
    list
}

/// The pairs of strings of a side at the exact stones of a diagram, as far as they belong to
/// different dragons.
fn pairs(
    turn: &mut Turn<'_>,
    pattern: &Pattern<'_>,
    found: Match,
    color: Color,
) -> Vec<[Point; 2]> {
    let mut strings: Vec<Point> = Vec::new();
    for stone in stones(turn, pattern, found, color, Cell::is_stone) {
        let string = turn.board().chain(stone).map(|chain| chain.origin());
        if let Some(string) = string.filter(|string| !strings.contains(string)) {
            strings.push(string);
        }
    }
    pairs_of(turn, strings)
}

/// The pairs of the first strings that belong to different dragons.
pub(super) fn pairs_of(turn: &mut Turn<'_>, mut strings: Vec<Point>) -> Vec<[Point; 2]> {
    let dragons = turn.position.dragons();
    strings.truncate(MOST);
    let mut pairs = Vec::new();
    for (place, &a) in strings.iter().enumerate() {
        for &b in strings.iter().skip(place + 1) {
            if !dragons.are_joined(a, b) {
                pairs.push([a, b]);
            }
        }
    }
    pairs
}

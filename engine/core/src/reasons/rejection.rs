//! Rejections: the class letters and the safety rule, before any constraint is evaluated.

use katachi_board::{Color, Outcome, Point};
use katachi_image::{Cell, Pattern};
use katachi_matcher::{DragonStatus, Match};
use katachi_strategy::dragons::refusal;

use super::turn::Turn;

/// Why the move of a match is not considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// A side owns the point even if it always passes.
    Settled,
    /// It is illegal.
    Illegal,
    /// A string is not in the condition that a class letter asks for.
    Stone {
        /// The letter.
        letter: char,
        /// A stone of the string.
        string: Point,
        /// Its condition.
        condition: Condition,
    },
    /// It can be captured, and the pattern is no sacrifice (class `s`).
    Unsafe,
    /// The opponent could not play there safely (class `n`).
    Unneeded,
}

/// The condition of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// It is dead.
    Dead,
    /// It is dead unless it moves first.
    Critical,
    /// It is alive.
    Alive,
    /// It can be captured, and the move does not prevent that.
    Lost,
}

/// The class letter or the safety rule that rejects a match, if one does.
pub fn rejection(
    turn: &mut Turn<'_>,
    pattern: &Pattern<'_>,
    found: Match,
    point: Point,
) -> Option<Rejection> {
    if !turn.game.board().is_legal(turn.own, point) {
        return Some(Rejection::Illegal);
    }
    let unfit = unfit_stone(turn, pattern, found, point);
    if unfit.is_some() {
        return unfit;
    }
    rejection_by_reading(turn, pattern, point)
}

/// The same without a look at the dragons: every string is in the condition that a class letter
/// asks for.
pub fn quick_rejection(
    turn: &mut Turn<'_>,
    pattern: &Pattern<'_>,
    point: Point,
) -> Option<Rejection> {
    if !turn.game.board().is_legal(turn.own, point) {
        return Some(Rejection::Illegal);
    }
    rejection_by_reading(turn, pattern, point)
}

/// What reading says against a legal move.
fn rejection_by_reading(
    turn: &mut Turn<'_>,
    pattern: &Pattern<'_>,
    point: Point,
) -> Option<Rejection> {
    let (classes, own) = (pattern.classes(), turn.own);
    if !classes.has('s') && turn.safe_move(point) != Outcome::Win {
        return Some(Rejection::Unsafe);
    }
    let reader = &mut *turn.position.readers.tactics;
    let unneeded = classes.has('n')
        && reader.safe_move(&mut turn.position.board, !own, point) == Outcome::Lose;
    unneeded.then_some(Rejection::Unneeded)
}

/// The first string under the pattern whose condition contradicts a class letter.
///
/// A string lives or dies with its dragon.
fn unfit_stone(
    turn: &mut Turn<'_>,
    pattern: &Pattern<'_>,
    found: Match,
    point: Point,
) -> Option<Rejection> {
    let classes = pattern.classes();
    if !"OoXx".chars().any(|letter| classes.has(letter)) {
        return None;
    }
    let own = turn.own;
    let dragons = turn.position.dragons();
    let mut seen: Vec<Point> = Vec::new();
    for cell in pattern.cells() {
        let Some(stone) = found.point(cell.at, turn.board().size()) else {
            continue;
        };
        let Some(chain) = turn.board().chain(stone) else {
            continue;
        };
        let (color, string) = (chain.color(), chain.origin());
        if seen.contains(&string) {
            continue;
        }
        seen.push(string);
        let dragon = dragons.at(string);
        let refused = dragon.and_then(|dragon| refusal(classes, color == own, dragon.status()));
        let is_critical = dragon.is_some_and(|one| one.status() == DragonStatus::Critical);
        let exact = Cell::from_number(cell.cell).is_some_and(Cell::is_stone);
        let unfit = match refused {
            Some(letter @ ('O' | 'X')) if is_critical => Some((letter, Condition::Critical)),
            Some(letter @ ('O' | 'X')) => Some((letter, Condition::Dead)),
            Some(letter) => Some((letter, Condition::Alive)),
            None if color == own && exact && classes.has('O') && is_lost(turn, string, point) => {
                Some(('O', Condition::Lost))
            }
            None => None,
        };
        if let Some((letter, condition)) = unfit {
            return Some(Rejection::Stone {
                letter,
                string: stone,
                condition,
            });
        }
    }
    None
}

/// Whether an own string is captured despite this move.
fn is_lost(turn: &mut Turn<'_>, string: Point, point: Point) -> bool {
    if turn.attack(string) != Outcome::Win {
        return false;
    }
    let own: Color = turn.own;
    if !turn.position.board.try_move(own, point) {
        return true;
    }
    let lost = turn.attack(string) == Outcome::Win;
    turn.position.board.take_back();
    lost
}

//! Moves of whole-board books: positions with the moves that were played in them.
//!
//! One move is drawn by weight, so that games differ; the seed decides. On a symmetric board the
//! drawn move has several equivalent points. By convention the one in the upper right is taken.

use katachi_board::{Board, BoardSize, Point, Symmetry};
use katachi_matcher::FullBoardMatcher;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::reason::Reason;
use super::turn::Turn;
use super::worth::Worths;

/// With more stones on the board, books are not consulted.
const MAX_STONES: usize = 30;

/// Adds the moves of all books.
pub fn add_book_moves(turn: &Turn<'_>, worths: &mut Worths, rng: &mut Xoshiro256PlusPlus) {
    let (board, knowledge) = (turn.board(), turn.position.knowledge());
    let stones = board.all_stones().count();
    if stones > MAX_STONES || board.ko().is_some() || knowledge.books().next().is_none() {
        return;
    }
    let matcher = FullBoardMatcher::new(board.size());
    let mut found: Vec<(Point, Reason)> = Vec::new();
    let mut total = 0_u64;
    for (database, book) in knowledge.books() {
        for one in matcher.matches(&book, board, turn.own) {
            let weight = book.entries.get(one.entry as usize);
            let weight = weight.map_or(0, |entry| entry.weight.get());
            total += u64::from(weight);
            let reason = Reason::Book {
                database,
                entry: one.entry,
                weight,
            };
            found.push((one.mv, reason));
        }
    }
    if total == 0 {
        return;
    }
    let mut left = rng.random_range(0..total);
    let mut drawn = None;
    for (point, reason) in &found {
        let &Reason::Book { weight, .. } = reason else {
            continue;
        };
        let Some(rest) = left.checked_sub(u64::from(weight)) else {
            drawn = Some(*point);
            break;
        };
        left = rest;
    }
    let drawn = drawn.map(|point| courteous(board, point));
    for (point, reason) in found {
        let worth = worths.entry(point).or_default();
        worth.add_book(reason, drawn == Some(point));
    }
}

/// Of the points equivalent by a symmetry of the board, the one nearest to the upper right corner;
/// of two, the lower one.
fn courteous(board: &Board, point: Point) -> Point {
    let size = board.size();
    let symmetries = Symmetry::all().filter(|&symmetry| is_symmetric(board, symmetry));
    let points = symmetries.map(|symmetry| symmetry.apply_to_point(point, size));
    let best = points.min_by_key(|&point| (distance(point, size), std::cmp::Reverse(point.row())));
    best.unwrap_or(point)
}

/// The distance to the upper right corner along the lines.
fn distance(point: Point, size: BoardSize) -> usize {
    point.row() + size.get() - 1 - point.col()
}

fn is_symmetric(board: &Board, symmetry: Symmetry) -> bool {
    let size = board.size();
    (board.all_stones()).all(|(color, at)| board.at(symmetry.apply_to_point(at, size)).is(color))
}

#[cfg(test)]
mod tests {
    use katachi_board::Color;

    use super::*;

    #[test]
    fn courtesy_takes_the_upper_right() {
        let size = BoardSize::NINETEEN;
        let at = |row, col| Point::new(row, col).unwrap();
        let mut board = Board::new(size);
        for lower_left in [at(15, 3), at(16, 2), at(16, 3), at(3, 16)] {
            let point = courteous(&board, lower_left);
            assert!(point.row() < 9 && point.col() > 9, "{point:?}");
        }
        assert_eq!(courteous(&board, at(16, 3)), at(3, 16));
        // With a stone on a diagonal, only the reflection in that diagonal remains.
        board.play(Color::Black, at(3, 15)).unwrap();
        assert_eq!(courteous(&board, at(15, 3)), at(15, 3));
        assert_eq!(courteous(&board, at(2, 3)), at(15, 16));
        assert_eq!(courteous(&board, at(15, 16)), at(15, 16));
        board.play(Color::White, at(2, 4)).unwrap();
        assert_eq!(courteous(&board, at(2, 3)), at(2, 3));
    }
}

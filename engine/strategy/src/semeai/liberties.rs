//! Moves that fill the liberties of a dragon.

use katachi_board::{Board, Color, Point, PointSet};
use katachi_tactics::reading::Reader;

use super::side::is_safe;

/// The most approach moves before a liberty can be filled.
const MOST_APPROACHES: usize = 6;

/// A move that fills a liberty, or prepares to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filling {
    pub point: Point,
    /// Whether the liberty is one of the other dragon alone.
    pub is_outside: bool,
}

/// The best move of a side that takes a liberty from the other dragon: a liberty outside, else a
/// common one; each directly if the stone is safe, else by an approach move.
pub(super) fn filling(
    board: &mut Board,
    reader: &mut Reader,
    color: Color,
    outside: &PointSet,
    common: &PointSet,
) -> Option<Filling> {
    for (liberties, is_outside) in [(outside, true), (common, false)] {
        let safe = liberties
            .iter()
            .find(|point| is_safe(board, reader, color, *point));
        let point = safe.or_else(|| {
            let mut all = liberties.iter();
            all.find_map(|liberty| approach(board, reader, color, liberty))
        });
        if let Some(point) = point {
            return Some(Filling { point, is_outside });
        }
    }
    None
}

/// The move that makes it possible to fill a liberty which would be self-atari now: the last
/// liberty of the stone there is filled first, from behind.
fn approach(board: &mut Board, reader: &mut Reader, color: Color, liberty: Point) -> Option<Point> {
    let mut wanted = liberty;
    for _ in 0..MOST_APPROACHES {
        let after = board.liberties_after(color, wanted);
        if after.len() > 1 || board.ko_capture(color, wanted).is_some() {
            return (wanted != liberty).then_some(wanted);
        }
        let next = after.first().filter(|next| board.at(*next).is_empty())?;
        if next == liberty || !board.is_legal(color, next) {
            return None;
        }
        if is_safe(board, reader, color, next) {
            return Some(next);
        }
        wanted = next;
    }
    None
}

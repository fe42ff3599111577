//! Questions that need no reading.

use katachi_board::{Board, Color, Point, Symmetry};

use crate::shape::{effective_sizes, liberty_orders};

/// From this number of liberties on, an approximate count is enough.
pub(super) const MOST_LIBERTIES: usize = 8;

/// Whether a string consists of four stones on the edge, bent around the corner:
///
/// ```text
/// X X X .
/// X . . .
/// . . . .
/// ```
pub(super) fn is_bent_four(board: &Board, string: Point) -> bool {
    let size = board.size();
    let Some(chain) = board.chain(string).filter(|chain| chain.len() == 4) else {
        return false;
    };
    let on_edge = chain.stones().all(|stone| size.edge_distance(stone) == 0);
    let in_corner = |stone: Point| {
        let near = stone.neighbors();
        near.iter().filter(|near| !size.contains(**near)).count() == 2
            && near.iter().filter(|near| chain.contains(**near)).count() == 2
    };
    on_edge && chain.stones().any(in_corner)
}

/// Whether a stone of this colour is the first one along the edge, seen from `from` in the
/// direction away from `behind`.
pub(super) fn is_visible_along_edge(
    board: &Board,
    color: Color,
    behind: Point,
    from: Point,
) -> bool {
    let size = board.size();
    let (rows, cols) = (
        from.row() as i32 - behind.row() as i32,
        from.col() as i32 - behind.col() as i32,
    );
    // Of row and column, one is the same at both points: the line. Only lines 1 to 5 count as an
    // edge.
    let (step, line) = match (rows, cols) {
        (0, cols) if cols != 0 => ((0, cols.signum()), from.row()),
        (rows, 0) if rows != 0 => ((rows.signum(), 0), from.col()),
        _ => return false,
    };
    if line.min(size.get() - 1 - line) > 4 {
        return false;
    }
    let mut at = Some(from);
    while let Some(point) = at {
        if let Some(found) = board.at(point).color() {
            return found == color;
        }
        at = point.offset(step.0, step.1, size);
    }
    false
}

/// Whether this colour should take the centre to break mirror Go.
pub(super) fn breaks_mirror(board: &Board, komi: f32, color: Color, point: Point) -> bool {
    let size = board.size();
    let middle = size.get() / 2;
    let turn = Symmetry::new(2).unwrap_or(Symmetry::IDENTITY);
    let mirrored = |(stone, at): (Color, Point)| board.at(turn.apply_to_point(at, size)).is(!stone);
    color == Color::White
        && komi <= 0.0
        && size.get() % 2 == 1
        && (point.row(), point.col()) == (middle, middle)
        && board.all_stones().count() > 10
        && board.all_stones().all(mirrored)
}

/// Whether a string touches a single stone that can be captured by ko.
pub(super) fn can_finish_ko(board: &Board, string: Point) -> bool {
    board
        .chain(string)
        .is_some_and(|chain| (chain.adjacent_stones().iter()).any(|stone| board.is_ko_point(stone)))
}

/// Whether the opponent can capture by ko at a liberty of a string with two liberties.
pub(super) fn can_be_squeezed_by_ko(board: &Board, string: Point) -> bool {
    board
        .chain(string)
        .filter(|chain| chain.liberty_count() == 2)
        .is_some_and(|chain| {
            let attacker = !chain.color();
            (chain.liberties().iter()).any(|at| board.ko_capture(attacker, at).is_some())
        })
}

/// Whether reading's verdict on this string is unreliable.
///
/// It is with three liberties or more. With two, it is if the string encloses at least three stones
/// that have no other liberties and no way out: inside such a nakade the string lives or dies by
/// its eyes, not by its liberties.
pub(super) fn distrusts_tactics(board: &Board, string: Point) -> bool {
    let Some(chain) = board.chain(string) else {
        return false;
    };
    if chain.liberty_count() != 2 {
        return chain.liberty_count() > 2;
    }
    let liberties = chain.liberties();
    chain.neighbors().any(|inner| {
        let shared = inner.liberties();
        let is_closed = |liberty: Point| {
            (liberty.neighbors().into_iter())
                .filter(|near| board.size().contains(*near))
                .all(|near| chain.contains(near) || inner.contains(near) || shared.contains(near))
        };
        inner.len() >= 3 && (shared.iter()).all(|at| liberties.contains(at) && is_closed(at))
    })
}

/// The number of liberties of this order; 0 if the string is gone or the order does not exist.
pub(super) fn outer_liberties(board: &Board, string: Point, order: usize) -> usize {
    let orders = board.chain(string).map(|c| liberty_orders(board, &c));
    let place = order.checked_sub(1);
    (orders.zip(place))
        .and_then(|(orders, place)| orders.get(place).copied())
        .unwrap_or(0)
}

/// The effective size of a string; 0 if it is gone.
pub(super) fn effective_size(board: &Board, string: Point) -> f32 {
    (board.chains().zip(effective_sizes(board)))
        .find(|(chain, _)| chain.contains(string))
        .map_or(0.0, |(_, size)| size)
}

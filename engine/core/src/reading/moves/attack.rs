//! Moves of the side that wants to capture.

use katachi_board::{Board, Chain, Color, Point};

use super::super::rules::{Extensions, Terms};
use super::Candidates;

/// Nets against two liberties, and moves that make others possible, are tried so much deeper than other branches.
const AHEAD: u32 = 3;

/// Moves that may capture the string.
///
/// Also what extensions would gain now, unless the string is in atari or gone.
pub(in super::super) fn attack(
    moves: &mut Candidates,
    board: &Board,
    terms: &Terms,
    depth: u32,
) -> Option<Extensions> {
    moves.clear(0);
    let string = terms.string(board)?;
    let extensions = terms.extensions(board);
    let attacker = !terms.defender;
    let count = string.liberty_count();
    let limits = &terms.limits;
    liberties(moves, board, &string, attacker, extensions.as_ref());
    if count == 1 {
        if string.len() == 1 {
            around_captor(moves, board, &string, attacker);
        }
        moves.finish(usize::MAX);
        return None;
    }
    own_in_danger(moves, board, &string, attacker, count);
    if depth <= limits.branch_depth {
        nets(moves, board, &string, attacker);
        if depth <= limits.superstring_depth {
            friends(moves, board, &string, attacker, depth);
        }
        if depth == 0 {
            surroundings(moves, board, &string, attacker);
        }
    } else if count == 2 && depth <= limits.branch_depth + AHEAD {
        nets(moves, board, &string, attacker);
    }
    if depth <= limits.backfill_depth.min(limits.branch_depth + AHEAD) {
        backfill(moves, board, &string, attacker);
    }
    moves.finish(if depth <= 1 {
        24
    } else if depth <= 4 {
        8
    } else {
        4
    });
    extensions
}

/// The string's own liberties: first those where it would gain most.
fn liberties(
    moves: &mut Candidates,
    board: &Board,
    string: &Chain<'_>,
    attacker: Color,
    extensions: Option<&Extensions>,
) {
    for point in &string.liberties() {
        let gained = extensions.map_or(0, |extensions| extensions.at(point)) as i32;
        let own = moves.room(board, attacker, point);
        let mut score = 20 + 10 * gained.min(6) + 3 * own.min(4);
        if own <= 1 {
            score -= 25;
        }
        if board.captures_something(attacker, point) {
            score += 25;
        }
        moves.add(point, score);
    }
}

/// Own strings beside the string that it could capture to get away: they run, or take first.
fn own_in_danger(
    moves: &mut Candidates,
    board: &Board,
    string: &Chain<'_>,
    attacker: Color,
    count: usize,
) {
    for own in string.neighbors_up_to(if count > 2 { 2 } else { 1 }) {
        let urgent = if own.liberty_count() == 1 { 35 } else { 0 };
        for point in &own.liberties() {
            let after = moves.room(board, attacker, point);
            if after > 1 {
                moves.add(point, urgent + 2 * after.min(5));
            }
        }
        if own.liberty_count() > 1 {
            continue;
        }
        for other in own.neighbors_with(1) {
            for point in &other.liberties() {
                moves.add(point, urgent + 15);
            }
        }
    }
}

/// Points next to liberties: nets, caps, the edge closed.
fn nets(moves: &mut Candidates, board: &Board, string: &Chain<'_>, attacker: Color) {
    let liberties = string.liberties();
    let beside = liberties.neighbors() & *board.empty();
    for point in &(beside - liberties) {
        let touched = (point.neighbors().into_iter())
            .filter(|near| liberties.contains(*near))
            .count() as i32;
        let own = moves.room(board, attacker, point);
        if own == 0 || (own == 1 && !board.captures_something(attacker, point)) {
            continue;
        }
        moves.add(point, 10 * touched + 2 * own.min(4));
    }
}

/// Liberties of strings that the string would join by extending.
fn friends(moves: &mut Candidates, board: &Board, string: &Chain<'_>, attacker: Color, depth: u32) {
    for liberty in &string.liberties() {
        for near in liberty.neighbors() {
            let Some(friend) = board.chain(near) else {
                continue;
            };
            if friend.color() == attacker || friend.is_same(string) || friend.liberty_count() > 4 {
                continue;
            }
            for point in &friend.liberties() {
                let own = moves.room(board, attacker, point);
                if own > 1 || depth <= 1 || board.captures_something(attacker, point) {
                    moves.add(point, 2 + 2 * own.min(3));
                }
            }
        }
    }
}

/// What may matter a move later: own strings around with few liberties, and what stands around friends.
fn surroundings(moves: &mut Candidates, board: &Board, string: &Chain<'_>, attacker: Color) {
    for own in string.neighbors_up_to(3) {
        for point in &own.liberties() {
            if moves.is_good(board, attacker, point) {
                moves.add(point, 1);
            }
        }
        for other in own.neighbors_up_to(2) {
            if other.is_same(string) {
                continue;
            }
            for point in &other.liberties() {
                if moves.is_good(board, attacker, point) {
                    moves.add(point, 1);
                }
            }
        }
    }
    for liberty in &string.liberties() {
        for near in liberty.neighbors() {
            let Some(friend) = board.chain(near) else {
                continue;
            };
            if friend.color() == attacker || friend.is_same(string) || friend.liberty_count() > 4 {
                continue;
            }
            for point in &friend.liberties() {
                for beside in point.neighbors() {
                    if board.at(beside).is_empty() && moves.is_good(board, attacker, beside) {
                        moves.add(beside, 1);
                    }
                }
            }
        }
    }
}

/// Where a liberty cannot be taken without standing in atari: moves that make it possible.
fn backfill(moves: &mut Candidates, board: &Board, string: &Chain<'_>, attacker: Color) {
    for liberty in &string.liberties() {
        if moves.room(board, attacker, liberty) > 1 {
            continue;
        }
        prepare(moves, board, liberty, attacker);
    }
}

/// Moves after which a stone on the point would have more liberties.
fn prepare(moves: &mut Candidates, board: &Board, liberty: Point, attacker: Color) {
    for near in liberty.neighbors() {
        if board.at(near).is_empty() {
            if moves.room(board, attacker, near) > 1 {
                moves.add(near, 4);
            }
            continue;
        }
        let Some(chain) = board.chain(near) else {
            continue;
        };
        if chain.color() == attacker {
            for point in &chain.liberties() {
                if point != liberty && moves.room(board, attacker, point) > 1 {
                    moves.add(point, 4);
                }
            }
            for other in chain.neighbors_with(1) {
                for point in &other.liberties() {
                    moves.add(point, 10);
                }
            }
        } else if chain.liberty_count() == 1 {
            for point in &chain.liberties() {
                moves.add(point, 10);
            }
        }
    }
}

/// A single stone in atari whose captor could be taken back: moves that give the captor liberties first.
fn around_captor(moves: &mut Candidates, board: &Board, string: &Chain<'_>, attacker: Color) {
    let Some(last) = string.liberties().first() else {
        return;
    };
    if moves.room(board, attacker, last) > 1 {
        return;
    }
    prepare(moves, board, last, attacker);
    // Or what stands around the captor's place falls with the stone.
    for near in last.neighbors() {
        let Some(other) = board.chain(near) else {
            continue;
        };
        if other.color() == attacker || other.is_same(string) || other.liberty_count() > 2 {
            continue;
        }
        for point in &other.liberties() {
            if point != last {
                moves.add(point, 6);
            }
        }
    }
    // Or the strings around the stone that would be retaken get out of danger.
    for own in string.neighbors_up_to(2) {
        for point in &own.liberties() {
            if point != last && moves.room(board, attacker, point) > 1 {
                moves.add(point, 4);
            }
        }
    }
}

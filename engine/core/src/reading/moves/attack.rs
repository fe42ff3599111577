//! Moves of the side that wants to capture.

use katachi_board::{Board, Chain, Point};

use super::super::rules::{Extensions, Terms};
use super::{Candidates, FEW, beside_liberties, friends_of};

/// Nets against two liberties, and moves that make others possible, are tried so much deeper than other branches.
const AHEAD: u32 = 5;

/// Down to this depth everything around is looked at.
const WIDE_DEPTH: u32 = 1;

/// Moves that may capture the string.
///
/// Also what extensions would gain now, unless the string is in atari or gone.
pub(in super::super) fn attack(
    moves: &mut Candidates,
    board: &Board,
    terms: &Terms,
    depth: u32,
) -> Option<Extensions> {
    moves.clear(!terms.defender, 0);
    let string = terms.string(board)?;
    moves.trail.around(&string);
    let extensions = terms.extensions(board);
    let count = string.liberty_count();
    let limits = &terms.limits;
    liberties(moves, board, &string, extensions.as_ref());
    if count == 1 {
        if string.len() == 1 {
            around_captor(moves, board, &string);
        }
        moves.finish(usize::MAX);
        return None;
    }
    own_in_danger(moves, board, &string);
    if depth <= limits.branch_depth {
        nets(moves, board, &string);
        if depth <= limits.superstring_depth {
            friends(moves, board, &string, depth);
        }
        if depth <= WIDE_DEPTH {
            surroundings(moves, board, &string);
        }
    } else if count == 2 && depth <= limits.branch_depth + AHEAD {
        nets(moves, board, &string);
    }
    if depth <= limits.backfill_depth.min(limits.branch_depth + AHEAD) {
        backfill(moves, board, &string);
    }
    moves.finish(if depth <= 1 {
        24
    } else if depth <= 4 {
        6
    } else {
        3
    });
    extensions
}

/// The string's own liberties: first those where it would gain most.
fn liberties(
    moves: &mut Candidates,
    board: &Board,
    string: &Chain<'_>,
    extensions: Option<&Extensions>,
) {
    for point in string.each_liberty() {
        let gained = extensions.map_or(0, |extensions| extensions.at(point)) as i32;
        let own = moves.room(board, point);
        let mut score = 20 + 10 * gained.min(6) + 3 * own.min(4);
        if own <= 1 {
            score -= 25;
        }
        if moves.captures(board, point) {
            score += 25;
        }
        moves.add(point, score);
    }
}

/// Own strings beside the string that it could capture to get away: they run, or take first.
fn own_in_danger(moves: &mut Candidates, board: &Board, string: &Chain<'_>) {
    let most = if string.liberty_count() > 2 { 2 } else { 1 };
    for own in string.neighbors_up_to(most) {
        let urgent = if own.liberty_count() == 1 { 35 } else { 0 };
        for point in own.each_liberty() {
            let after = moves.room(board, point);
            if after > 1 {
                moves.add(point, urgent + 2 * after.min(5));
            }
        }
        if own.liberty_count() > 1 {
            continue;
        }
        moves.trail.around(&own);
        for other in own.neighbors_with(1) {
            for point in other.each_liberty() {
                moves.add(point, urgent + 15);
            }
        }
    }
}

/// Points next to liberties: nets, caps, the edge closed.
fn nets(moves: &mut Candidates, board: &Board, string: &Chain<'_>) {
    for (point, touched) in beside_liberties(board, string) {
        let own = moves.room(board, point);
        moves.add_good(board, point, 10 * touched + 2 * own.min(4));
    }
}

/// Liberties of strings that the string would join by extending.
fn friends(moves: &mut Candidates, board: &Board, string: &Chain<'_>, depth: u32) {
    for friend in friends_of(board, string, FEW) {
        for point in friend.each_liberty() {
            if depth <= 1 || moves.is_good(board, point) {
                let own = moves.room(board, point);
                moves.add(point, 2 + 2 * own.min(3));
            }
        }
    }
}

/// What may matter a move later: own strings around with few liberties, and what stands around friends.
fn surroundings(moves: &mut Candidates, board: &Board, string: &Chain<'_>) {
    for own in string.neighbors_up_to(3) {
        for point in own.each_liberty() {
            moves.add_good(board, point, 1);
        }
        moves.trail.around(&own);
        for other in own.neighbors_up_to(2) {
            if other.is_same(string) {
                continue;
            }
            for point in other.each_liberty() {
                moves.add_good(board, point, 1);
            }
        }
    }
    for friend in friends_of(board, string, FEW) {
        for point in friend.each_liberty() {
            moves.trail.at(point);
            for beside in point.neighbors() {
                if board.at(beside).is_empty() {
                    moves.add_good(board, beside, 1);
                }
            }
        }
    }
}

/// Where a liberty cannot be taken without standing in atari: moves that make it possible.
fn backfill(moves: &mut Candidates, board: &Board, string: &Chain<'_>) {
    for liberty in string.each_liberty() {
        if moves.room(board, liberty) <= 1 {
            prepare(moves, board, liberty);
        }
    }
}

/// Moves after which a stone on the point would have more liberties.
fn prepare(moves: &mut Candidates, board: &Board, liberty: Point) {
    for near in liberty.neighbors() {
        if board.at(near).is_empty() {
            if moves.room(board, near) > 1 {
                moves.add(near, 4);
            }
            continue;
        }
        let Some(chain) = board.chain(near) else {
            continue;
        };
        if chain.color() == moves.mover {
            for point in chain.each_liberty() {
                if point != liberty && moves.room(board, point) > 1 {
                    moves.add(point, 4);
                }
            }
            moves.trail.around(&chain);
            for other in chain.neighbors_with(1) {
                for point in other.each_liberty() {
                    moves.add(point, 10);
                }
            }
        } else if chain.liberty_count() == 1 {
            for point in chain.each_liberty() {
                moves.add(point, 10);
            }
        }
    }
}

/// A single stone in atari whose captor could be taken back: moves that give the captor liberties first.
fn around_captor(moves: &mut Candidates, board: &Board, string: &Chain<'_>) {
    let Some(last) = string.each_liberty().next() else {
        return;
    };
    if moves.room(board, last) > 1 {
        return;
    }
    prepare(moves, board, last);
    // Or what stands around the captor's place falls with the stone.
    for other in friends_of(board, string, 2) {
        for point in other.each_liberty() {
            if point != last {
                moves.add(point, 6);
            }
        }
    }
    // Or the strings around the stone that would be retaken get out of danger.
    for own in string.neighbors_up_to(2) {
        for point in own.each_liberty() {
            if point != last && moves.room(board, point) > 1 {
                moves.add(point, 4);
            }
        }
    }
}

//! Candidate moves of the defender.

use katachi_board::{Board, Chain};

use super::super::rules::Terms;
use super::list::{Candidates, FEW, beside_liberties, friends_of};

/// The most moves that the defender tries near the root.
const FIRST_MOVES: usize = 24;

/// Lists moves that may save the string.
pub(in super::super) fn defense(moves: &mut Candidates, board: &Board, terms: &Terms, depth: u32) {
    moves.clear(terms.defender, 2);
    let Some(string) = terms.string(board) else {
        // The string was a single stone that has just been captured: retake its captor.
        moves.add(terms.target, 0);
        return;
    };
    let count = string.liberty_count();
    moves.clear(terms.defender, count);
    let limits = &terms.limits;
    captures(moves, board, &string, 60);
    extensions(moves, board, &string);
    if count == 1 {
        if string.len() == 1 {
            snapback(moves, board, &string);
            let last = string.each_liberty().next();
            if depth <= limits.breadth.wide_defense_depth
                && last.is_some_and(|last| board.ko_capture(!terms.defender, last).is_some())
            {
                surroundings(moves, board, &string);
            }
        }
        moves.finish(usize::MAX);
        return;
    }
    if depth <= limits.defense_depth {
        let most = if depth <= limits.break_chain_depth {
            count.min(4)
        } else {
            2
        };
        break_chains(moves, board, &string, most);
        rescues(moves, board, &string);
        if depth <= limits.superstring_depth {
            friends(moves, board, &string);
        }
        if depth <= limits.breadth.wide_defense_depth {
            surroundings(moves, board, &string);
        }
    } else if depth <= limits.breadth.counter_depth {
        break_chains(moves, board, &string, 2);
    }
    moves.finish(if depth <= limits.defense_depth {
        FIRST_MOVES
    } else {
        limits.breadth.defense_moves as usize
    });
}

/// Captures of attackers in atari beside the string.
fn captures(moves: &mut Candidates, board: &Board, string: &Chain<'_>, score: i32) {
    moves.trail.around(string);
    for other in string.neighbors_with(1) {
        for point in other.each_liberty() {
            let after = moves.room(board, point);
            let expected = if string.has_liberty(point) {
                after as usize
            } else {
                string.liberty_count() + 1
            };
            let score = score + 3 * other.len().min(5) as i32 + 2 * after.min(5);
            moves.add_expecting(point, score, expected);
        }
    }
}

/// Extensions, first those that gain most liberties.
fn extensions(moves: &mut Candidates, board: &Board, string: &Chain<'_>) {
    for point in string.each_liberty() {
        let after = moves.room(board, point);
        if after > 1 {
            moves.add_expecting(point, 20 + 10 * after.min(6), after as usize);
        } else if string.len() == 1 || board.ko_capture(moves.mover, point).is_some() {
            moves.add_expecting(point, 0, 1);
        }
    }
}

/// Liberties of weak attackers: the defender may capture one of them first.
fn break_chains(moves: &mut Candidates, board: &Board, string: &Chain<'_>, most: usize) {
    for other in string.neighbors_up_to(most) {
        let liberties = other.liberty_count();
        if liberties < 2 {
            continue;
        }
        for point in other.each_liberty() {
            let after = moves.room(board, point);
            if (liberties == 2 && after == 1) || moves.is_good(board, point) {
                moves.add(point, 20 - 6 * liberties as i32 + 2 * after.min(5));
            }
        }
        // An attacker whose capture needs a defender's stone in atari: that stone can be saved
        // first.
        moves.trail.around(&other);
        for own in other.neighbors_with(1) {
            if own.is_same(string) {
                continue;
            }
            for point in own.each_liberty() {
                moves.add(point, 4);
            }
        }
    }
}

/// Second-order liberties: the points where the attacker would net the string.
fn rescues(moves: &mut Candidates, board: &Board, string: &Chain<'_>) {
    for (point, touched) in beside_liberties(board, string) {
        let after = moves.room(board, point);
        moves.add_good(board, point, 8 * touched + 2 * after.min(5));
    }
}

/// Moves around the surrounding strings: some capture them, some save the defenders beside them.
fn surroundings(moves: &mut Candidates, board: &Board, string: &Chain<'_>) {
    for other in string.neighbors_up_to(5) {
        around(moves, board, string, &other);
    }
    for friend in friends_of(board, string, usize::MAX) {
        moves.trail.around(&friend);
        for other in friend.neighbors_up_to(4) {
            around(moves, board, string, &other);
        }
    }
}

/// One surrounding string: its liberties, moves that make them playable, and defenders beside it.
fn around(moves: &mut Candidates, board: &Board, string: &Chain<'_>, other: &Chain<'_>) {
    for point in other.each_liberty() {
        if moves.is_good(board, point) {
            moves.add(point, 1);
            continue;
        }
        // A self-atari here becomes playable once the attackers beside the point are captured.
        for beside in point.neighbors() {
            let blocking = board.chain(beside).filter(|chain| {
                chain.color() != string.color()
                    && chain.liberty_count() == 2
                    && !chain.is_same(other)
            });
            for point in blocking.iter().flat_map(Chain::each_liberty) {
                moves.add_good(board, point, 1);
            }
        }
    }
    moves.trail.around(other);
    for own in other.neighbors_up_to(3) {
        if own.is_same(string) {
            continue;
        }
        captures(moves, board, &own, 1);
        for point in own.each_liberty() {
            moves.add_good(board, point, 1);
        }
    }
}

/// Liberties of friends, and captures of the strings that threaten them.
fn friends(moves: &mut Candidates, board: &Board, string: &Chain<'_>) {
    for friend in friends_of(board, string, FEW) {
        captures(moves, board, &friend, 10);
        for point in friend.each_liberty() {
            let after = moves.room(board, point);
            if after > 1 {
                moves.add(point, 2 * after.min(5));
            }
        }
    }
}

/// For a single stone in atari: moves after which its captor would stand in atari itself, or could
/// be retaken without loss.
fn snapback(moves: &mut Candidates, board: &Board, string: &Chain<'_>) {
    let Some(last) = string.each_liberty().next() else {
        return;
    };
    let left = board.liberties_after(!string.color(), last);
    if left.len() <= 3 {
        for point in &(left & *board.empty()) {
            moves.add(point, 5);
        }
    }
    for own in friends_of(board, string, 2) {
        captures(moves, board, &own, 5);
        for point in own.each_liberty() {
            moves.add(point, 2);
        }
    }
}

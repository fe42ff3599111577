//! Candidate moves of the attacker.

use katachi_board::{Board, Chain, Point};

use super::super::rules::{Extensions, Terms};
use super::list::{Candidates, FEW, beside_liberties, friends_of};

/// How much deeper than other branches the attacker tries nets around two liberties and
/// preparatory moves.
const AHEAD: u32 = 5;

/// The most moves that the attacker tries at depths 0 and 1.
const FIRST_MOVES: usize = 24;

/// Lists moves that may capture the string.
///
/// Returns what each extension would gain now, unless the string is in atari or gone.
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
    let enough = terms.safe_liberties(depth + 2) + 1;
    if depth > 0 && extensions.is_some_and(|seen| seen.grows_twice(enough)) {
        // One move spoils one of two extensions, and takes one liberty from the other.
        string
            .each_liberty()
            .for_each(|point| moves.trail.at(point));
        return extensions;
    }
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
        if depth <= limits.superstring_depth.min(limits.breadth.friends_depth) {
            friends(moves, board, &string, depth);
        }
        if depth <= limits.breadth.wide_attack_depth {
            surroundings(moves, board, &string);
        }
    } else if count == 2 && depth <= limits.branch_depth + AHEAD {
        nets(moves, board, &string);
    }
    if depth <= limits.backfill_depth.min(limits.branch_depth + AHEAD) {
        backfill(moves, board, &string);
    }
    moves.finish(match depth {
        0 | 1 => FIRST_MOVES,
        2..=4 => limits.breadth.attack_moves[0] as usize,
        _ => limits.breadth.attack_moves[1] as usize,
    });
    extensions
}

/// The string's liberties, first those where it would gain most by extending.
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

/// Rescues of attackers that the string could capture to get away: they extend, or capture first.
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

/// Second-order liberties: nets, caps, moves that close the edge.
///
/// Example. White nets the stone `X` at `*`, a point that touches both of its liberties.
///
/// ```text
/// . . . . .
/// . O O . .
/// . O X . .
/// . . . * .
/// . . . . .
/// ```
fn nets(moves: &mut Candidates, board: &Board, string: &Chain<'_>) {
    for (point, touched) in beside_liberties(board, string) {
        let own = moves.room(board, point);
        moves.add_good(board, point, 10 * touched + 2 * own.min(4));
    }
}

/// Liberties of friends, the strings that the string would join by extending.
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

/// Moves that may matter later: liberties of weak attackers and of the strings that threaten them,
/// and points around friends.
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

/// Backfilling: where taking a liberty would be self-atari, moves that make it possible.
fn backfill(moves: &mut Candidates, board: &Board, string: &Chain<'_>) {
    for liberty in string.each_liberty() {
        if moves.room(board, liberty) <= 1 {
            prepare(moves, board, liberty);
        }
    }
}

/// Moves that give a stone on this point more liberties.
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

/// For a single stone in atari whose captor could be retaken: moves that prevent that.
///
/// Three ways: give the captor liberties first, capture friends next to it, or rescue the attackers
/// that the retaking stone would threaten.
fn around_captor(moves: &mut Candidates, board: &Board, string: &Chain<'_>) {
    let Some(last) = string.each_liberty().next() else {
        return;
    };
    if moves.room(board, last) > 1 {
        return;
    }
    prepare(moves, board, last);
    // Capture what stands beside the captor's place, together with the stone.
    for other in friends_of(board, string, 2) {
        for point in other.each_liberty() {
            if point != last {
                moves.add(point, 6);
            }
        }
    }
    // Bring the attackers around the stone out of danger.
    for own in string.neighbors_up_to(2) {
        for point in own.each_liberty() {
            if point != last && moves.room(board, point) > 1 {
                moves.add(point, 4);
            }
        }
    }
}

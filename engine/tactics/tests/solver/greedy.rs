//! The greedy answer, which counts liberties only.

use katachi_board::Point;

use super::position::Position;

/// Whether the string counts as capturable or, if its owner moves, as saved.
///
/// It is capturable if it is in atari, or if every extension leaves it at most one liberty. It is
/// saved if some extension leaves it at least two. An extension is a legal move of its owner on one
/// of its liberties.
pub fn answer(position: &Position, target: Point) -> bool {
    let owner = position.color(target).expect("a string");
    let liberties = position.chain(target).liberties;
    let defends = position.mover == owner;
    let turn = if defends {
        position.clone()
    } else {
        position.pass()
    };
    let most = (liberties.iter())
        .filter_map(|at| turn.play(at, None, target).ok())
        .map(|step| step.after.chain(target).liberties.len())
        .max()
        .unwrap_or(0);
    if defends {
        most >= 2
    } else {
        liberties.len() == 1 || most <= 1
    }
}

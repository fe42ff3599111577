//! A dragon in a race.

use katachi_board::{Board, Color, Outcome, Point, PointSet};
use katachi_matcher::DragonStatus;
use katachi_tactics::reading::Reader;

use super::verdict::Taste;
use crate::dragons::Dragons;
use crate::owl::Goal;

/// A string of more stones than this decides a race with its capture.
const MANY_STONES: usize = 6;

/// A dragon in a race.
#[derive(Clone, Debug)]
pub(super) struct Side {
    /// The marks of owl: its stones, what they can connect to.
    pub goal: Goal,
    /// What each point of the grid is worth to it if it runs.
    pub escape: Vec<u8>,
    /// The stones of its strings whose capture decides the race.
    pub essential: PointSet,
    /// What its owner likes best.
    pub taste: Taste,
}

impl Side {
    /// Whether the race is decided against it: one of its essential strings has been captured, or
    /// all of its stones.
    pub fn is_lost(&self, board: &Board) -> bool {
        let own = board.stones(self.goal.color);
        self.goal.first.is_empty() || !(self.essential - *own).is_empty()
    }

    /// A stone of each string that decides, if any string does; else of each string of its first
    /// stones.
    pub fn deciding_strings(&self, board: &Board) -> Vec<Point> {
        let stones = if self.essential.is_empty() {
            self.goal.first
        } else {
            self.essential
        };
        (board.chains_at(&stones))
            .map(|chain| chain.origin())
            .collect()
    }

    /// The liberties of its stones.
    pub fn liberties(&self, board: &Board) -> PointSet {
        self.goal.stones().neighbors() & *board.empty()
    }
}

/// The strings of a dragon that touch strings of the other one, or share a liberty with them.
pub(super) fn contact_strings(board: &Board, own: &PointSet, other: &PointSet) -> Vec<PointSet> {
    let near = other.neighbors();
    let free = near & *board.empty();
    (board.chains_at(own))
        .map(|chain| chain.stone_set())
        .filter(|stones| {
            let around = stones.neighbors();
            stones.intersects(&near) || around.intersects(&free)
        })
        .collect()
}

/// Whether the capture of a string decides a race by itself, without reading: it is large, or it
/// touches living stones that belong to neither side of the race.
pub(super) fn decides(
    board: &Board,
    dragons: &Dragons,
    string: &PointSet,
    racing: &PointSet,
) -> bool {
    if string.len() > MANY_STONES {
        return true;
    }
    let Some(color) = string.first().and_then(|stone| board.at(stone).color()) else {
        return false;
    };
    let beside = (string.neighbors() & *board.stones(!color)) - *racing;
    beside.iter().any(|stone| {
        let dragon = dragons.at(stone);
        dragon.is_some_and(|dragon| dragon.crude_status == DragonStatus::Alive)
    })
}

/// Whether an attack on a string is so short that a race need not read it again: the string is in
/// atari, or has two liberties and one of them can be filled at once.
pub(super) fn is_short(board: &Board, string: Point) -> bool {
    let Some(chain) = board.chain(string) else {
        return false;
    };
    let attacker = !chain.color();
    match chain.liberty_count() {
        1 => true,
        2 => chain
            .each_liberty()
            .any(|liberty| !board.is_self_atari(attacker, liberty)),
        _ => false,
    }
}

/// Whether a stone here stays on the board, by reading.
pub(super) fn is_safe(board: &mut Board, reader: &mut Reader, color: Color, point: Point) -> bool {
    reader.safe_move(board, color, point) == Outcome::Win
}

//! A race and its area: the points where both sides may play.

use katachi_board::{Board, ByColor, PointSet};

/// A race of two dragons.
#[derive(Clone, Copy, Debug)]
pub struct Race {
    /// The stones of both dragons.
    pub dragons: ByColor<PointSet>,
    /// Other stones that may die: those that lie beside the race take part in it.
    pub weak: PointSet,
}

/// Where a race is played out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    /// The points where both sides may play once they are empty.
    pub points: PointSet,
}

impl Area {
    /// The area of a race: the empty points beside both dragons, all that are connected with them,
    /// and the same for each string there that may die. Other strings are walls, unless all their
    /// liberties but one lie in the area: a single move more would capture them. `None` if it has
    /// more empty points than this, or if it does not join the dragons.
    pub fn of(board: &Board, race: &Race, most: usize) -> Option<Self> {
        let empty = *board.empty();
        let (black, white) = (race.dragons.black, race.dragons.white);
        let mut taking_part = race.weak | black | white;
        let mut points = PointSet::EMPTY;
        let mut fresh = black;
        loop {
            // The part of one dragon reaches the other one, unless walls keep them apart.
            while !fresh.is_empty() {
                points |= fresh;
                let mut grown = PointSet::EMPTY;
                for next in &(fresh.neighbors() - points) {
                    let Some(string) = board.chain(next) else {
                        if !grown.contains(next) {
                            grown |= empty.part(next);
                        }
                        continue;
                    };
                    let stones = string.stone_set();
                    if stones.intersects(&taking_part) {
                        grown |= stones;
                    }
                }
                fresh = grown - points;
                if ((points | fresh) & empty).len() > most {
                    return None;
                }
            }
            for string in board.chains_at(&(points.neighbors() - points)) {
                if (string.liberties() - points).len() <= 1 {
                    fresh.extend(string.stones());
                }
            }
            if fresh.is_empty() {
                break;
            }
            taking_part |= fresh;
        }
        if !(white - points).is_empty() {
            return None;
        }
        Some(Self { points })
    }

    /// Whether a string of these stones has a liberty outside: it has got away.
    pub fn is_left_by(&self, board: &Board, stones: &PointSet) -> bool {
        (board.chains_at(stones)).any(|string| !(string.liberties() - self.points).is_empty())
    }
}

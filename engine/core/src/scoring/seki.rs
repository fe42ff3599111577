//! Seki: strings that live although they have no two eyes.
//!
//! [`saved`] finds strings that random games kill and nobody can capture; [`strings`] finds what is
//! in seki once borders are closed.

use std::cell::LazyCell;

use katachi_board::{Board, Chain, Color, Outcome, PointSet};
use katachi_tactics::life::{self, Goal, LifeReader, Scope};
use katachi_tactics::reading::{self, Reader};

use super::shares::Shares;

/// A string in seki has at most this many liberties.
const MOST_LIBERTIES: usize = 3;

/// Fewer stones are rarely worth a seki: their owner would save them otherwise.
const LEAST_STONES: usize = 5;

/// The level of the searches, whatever that of the engine: few strings are asked about, and where
/// reading runs out of nodes, a string would seem to live.
const LEVEL: i32 = 14;

/// The positions that all searches of areas may expand together, some half a second.
const MOST_NODES: u64 = 60_000;

/// A group with a larger eye space has two eyes.
const LARGE: usize = 6;

/// The stones among the dead ones that nobody can capture.
///
/// The opponent's strings that share the liberties of a saved string have no room for two eyes
/// either, once it lives. And there is no way to capture it: by the search of closed areas, or, of
/// five stones or more, by tactical reading where that search has no answer. A string that is saved
/// may save others, which live beside it.
pub(super) fn saved(board: &mut Board, dead: &PointSet) -> PointSet {
    let mut lives = LazyCell::new(|| {
        let mut lives = LifeReader::new(life::Limits::for_level(LEVEL));
        lives.share(MOST_NODES);
        lives
    });
    let mut reader = LazyCell::new(|| Reader::new(reading::Limits::for_level(LEVEL)));
    let mut saved = PointSet::EMPTY;
    let mut asked = PointSet::EMPTY;
    loop {
        let dead = *dead - saved;
        let suspect = board.chains().find(|chain| {
            dead.contains(chain.origin())
                && !asked.contains(chain.origin())
                && chain.liberty_count() <= MOST_LIBERTIES
                && shares_with_weak(board, chain, &dead)
        });
        let Some(chain) = suspect else {
            return saved;
        };
        let (string, color, stones) = (chain.origin(), chain.color(), chain.stone_set());
        asked |= stones;
        let goal = Goal {
            color,
            stones: &stones,
            doubtful: &PointSet::EMPTY,
        };
        let mut within = |scope| lives.attack(board, goal, scope);
        let by_area = within(Scope::Closed).or_else(|| within(Scope::Fenced));
        let attack = match by_area {
            Some(found) => found.outcome,
            None if stones.len() >= LEAST_STONES => reader.attack(board, string).outcome,
            None => continue,
        };
        if attack == Outcome::Lose {
            saved |= stones;
        }
    }
}

/// Whether the string shares a liberty with opponent strings without room for two eyes.
fn shares_with_weak(board: &Board, chain: &Chain<'_>, dead: &PointSet) -> bool {
    let opponent = !chain.color();
    let rest = *dead - chain.stone_set();
    let own = *board.stones(opponent) - rest;
    let territory = Shares::of(board, &rest).territory[opponent];
    let around = chain.liberties().neighbors() & own;
    !weak(board, around, &own, &territory).is_empty()
}

/// The stones in seki on a board without open borders.
///
/// A neutral point is left where neither side can move. The strings of both colours around such
/// points are in seki if neither has room for two eyes.
pub(super) fn strings(board: &Board, dead: &PointSet, shares: &Shares) -> PointSet {
    let mut left = shares.neutral(board);
    let mut found = PointSet::EMPTY;
    while let Some(first) = left.first() {
        let region = left.part(first);
        left = left - region;
        let groups = Color::BOTH.map(|color| {
            let own = *board.stones(color) - *dead;
            let near = region.neighbors() & own;
            weak(board, near, &own, &shares.territory[color])
        });
        if groups.iter().all(|group| !group.is_empty()) {
            found |= groups[0] | groups[1];
        }
    }
    found
}

/// The groups of stones that these belong to and that have no room for two eyes. Stones belong
/// together if they touch or surround the same territory.
fn weak(board: &Board, near: PointSet, own: &PointSet, territory: &PointSet) -> PointSet {
    let mut weak = PointSet::EMPTY;
    let mut rest = near;
    while let Some(first) = rest.first() {
        let whole = (*own | *territory).part(first);
        rest = rest - whole;
        let eyes = whole & *territory;
        let spaces = parts(eyes);
        if eyes.len() <= LARGE && !has_two_eyes(board, whole & *own, spaces) {
            weak |= whole & *own;
        }
    }
    weak
}

/// Whether two of these eye spaces stay when the opponent fills the liberties outside them: each
/// string around a space touches another one too (D. Benson, "Life in the game of Go", 1976). So a
/// false eye does not count.
fn has_two_eyes(board: &Board, mut stones: PointSet, mut spaces: Vec<PointSet>) -> bool {
    loop {
        let chains = board
            .chains()
            .filter(|chain| stones.contains(chain.origin()));
        let touched = |chain: &Chain<'_>| {
            let around = chain.stone_set().neighbors();
            spaces
                .iter()
                .filter(|space| around.intersects(space))
                .count()
        };
        let falls: PointSet = chains
            .filter(|chain| touched(chain) < 2)
            .flat_map(|chain| chain.stones().collect::<Vec<_>>())
            .collect();
        if falls.is_empty() {
            return spaces.len() >= 2;
        }
        stones = stones - falls;
        let opened = falls.neighbors();
        spaces.retain(|space| !space.intersects(&opened));
    }
}

/// The connected parts of these points.
fn parts(mut points: PointSet) -> Vec<PointSet> {
    let mut parts = Vec::new();
    while let Some(first) = points.first() {
        let part = points.part(first);
        points = points - part;
        parts.push(part);
    }
    parts
}

#[cfg(test)]
mod tests {
    use katachi_board::Point;

    use super::*;

    /// Whether the black stones have two eyes around the points that they surround.
    fn two_eyes(text: &str) -> bool {
        let board: Board = text.parse().expect("a board");
        let black = *board.stones(Color::Black);
        has_two_eyes(&board, black, parts(*board.empty() & black.neighbors()))
    }

    #[test]
    fn an_eye_whose_wall_can_fall_is_none() {
        let connected = "
            . X . X O
            X X X X O
            O O O O O
            O O O O O
            O O O O .";
        let cut = "
            . X . X O
            X X X O O
            O O O O O
            O O O O O
            O O O O .";
        assert!(two_eyes(connected));
        assert!(!two_eyes(cut));
    }

    #[test]
    fn a_string_that_is_saved_saves_the_next_one() {
        // White's three stones in the corner are in seki with the black ones on both sides.
        let mut board: Board = "
            . . . O X . X . O
            . . . O X X X O O
            . . . . O O O X .
            . . . . . . O X X
            . . . . . . O X .
            . . . . . . O X X
            . . . . . . O O O
            . . . . . . . . .
            . . . . . . . . ."
            .parse()
            .expect("a board");
        let stones = |row, col| {
            let point = Point::new(row, col).expect("a point");
            board.chain(point).expect("a string").stone_set()
        };
        let (white, black) = (stones(0, 8), stones(2, 7));
        let dead = white | black;
        assert_eq!(saved(&mut board, &dead), dead);
        // Black alone lives beside White's living stones, too.
        assert_eq!(saved(&mut board, &black), black);
    }
}

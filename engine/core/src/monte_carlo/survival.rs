//! Whether stones survive: a [search near them](super::local).
//!
//! Entry point: [`survival`]. The side of the stones wins if at least half of them are left. Stones
//! that reach the edge of the region have escaped.

use katachi_board::playout::Cells;
use katachi_board::{Board, Color, PointSet, with_words};

use super::findings::{Extent, Findings, search};
use super::local::{Judge, Scene, Sources, cells};
use super::playout::Playout;

/// What is asked about stones.
#[derive(Clone, Copy, Debug)]
pub struct Goal<'a> {
    /// The stones, of one colour.
    pub stones: &'a PointSet,
    /// The side that moves first.
    pub mover: Color,
    /// The side that wins every ko since it has all the threats, if any.
    pub has_threats: Option<Color>,
}

/// The distance of the region from the stones and from the liberties of the strings beside them.
const REACH: usize = 3;

/// Whether stones survive, by this many simulations; `None` if there are none. The same question
/// has the same answer.
pub fn survival(
    board: &Board,
    goal: &Goal<'_>,
    sources: Sources<'_>,
    simulations: u32,
) -> Option<Findings> {
    let owner = board.at(goal.stones.first()?).color()?;
    let scene = Scene {
        region: &region(board, goal.stones),
        mover: goal.mover,
        first: None,
        has_threats: goal.has_threats,
    };
    let extent = Extent {
        simulations,
        bar: None,
    };
    let found = with_words!(board.size(), WORDS => {
        let judge = |start: &Playout<WORDS>, _| Left {
            owner,
            mover: goal.mover,
            goal: cells(start, goal.stones),
            needed: goal.stones.len().div_ceil(2),
        };
        search(board, &scene, owner, sources, extent, judge)
    });
    Some(found)
}

/// The points where the games go on.
fn region(board: &Board, stones: &PointSet) -> PointSet {
    let mut region = *stones;
    for string in board.chains_at(&stones.with_surroundings()) {
        region.extend(string.liberties().iter());
    }
    for _ in 0..REACH {
        region = region.with_surroundings();
    }
    region
}

/// The stones, and what is asked about them.
struct Left<const WORDS: usize> {
    owner: Color,
    mover: Color,
    goal: Cells<WORDS>,
    /// The fewest of them that must be left.
    needed: usize,
}

impl<const WORDS: usize> Left<WORDS> {
    fn count(&self, position: &Playout<WORDS>) -> usize {
        (*position.board().stones(self.owner) & self.goal).len()
    }
}

impl<const WORDS: usize> Judge<WORDS> for Left<WORDS> {
    fn is_decided(&self, position: &Playout<WORDS>) -> bool {
        self.count(position) == 0
    }

    fn result(&mut self, position: &Playout<WORDS>) -> f32 {
        let survive = self.count(position) >= self.needed;
        f32::from(u8::from(survive == (self.mover == self.owner)))
    }
}

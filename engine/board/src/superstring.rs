//! Superstrings: strings of one colour that the opponent can hardly cut.
//!
//! Entry point: [`Chain::superstring`]. Two strings belong to the same superstring if links lead
//! from one to the other. The links are:
//!
//! - an empty point next to both, where an opponent stone would have at most one liberty (`*`)
//! - a bamboo joint: two parallel pairs of stones with two empty points between them
//! - two diagonal stones with both points between them empty
//! - an opponent string that both touch, directly or diagonally, if the caller says that it is as
//!   good as captured (the board does not read, so it cannot know)
//!
//! ```text
//! . . . . .     . X . X .     . . . .
//! . . . . .     . X . X .     . X . .
//! . X * X .     . . . . .     . . X .
//!
//! on the edge   bamboo        diagonal
//! ```

use crate::{Board, Chain, Chains, Color, Point, PointSet};

/// A string with all strings linked to it.
#[derive(Clone)]
pub struct Superstring<'a> {
    chain: Chain<'a>,
    stones: PointSet,
}

impl<'a> Chain<'a> {
    /// The superstring without links through captured stones: the one that tactical reading uses.
    pub fn superstring(&self) -> Superstring<'a> {
        self.superstring_over(&PointSet::EMPTY)
    }

    /// The superstring with links through the opponent strings whose stones are in this set.
    pub fn superstring_over(&self, captured: &PointSet) -> Superstring<'a> {
        let board = self.board;
        let own = *board.stones(self.color);
        let mut stones = PointSet::EMPTY;
        let mut open = PointSet::EMPTY;
        open.extend(self.stones().take(1));
        while let Some(chain) = open.first().and_then(|stone| board.chain(stone)) {
            let members = chain.stone_set();
            stones |= members;
            open |= chain.links();
            let around = members.with_surroundings() & *captured & *board.stones(!self.color);
            for lost in Chains::new(board, &around) {
                open |= lost.stone_set().with_surroundings() & own;
            }
            open = open - stones;
        }
        Superstring {
            chain: *self,
            stones,
        }
    }

    /// The stones of all linked strings, its own included.
    fn links(&self) -> PointSet {
        let (board, color) = (self.board, self.color);
        let is_own = |point: Point| board.at(point).is(color);
        let mut links = PointSet::EMPTY;
        for point in &self.liberties() {
            if board.is_self_atari(!color, point) {
                links.extend(point.neighbors().into_iter().filter(|&near| is_own(near)));
            }
        }
        for stone in self.stones() {
            let near = stone.neighbors();
            let is_open = near.map(|near| board.at(near).is_empty());
            for (k, diagonal) in stone.diagonals().into_iter().enumerate() {
                if is_open[k] && is_open[(k + 1) % 4] && is_own(diagonal) {
                    links.insert(diagonal);
                }
            }
            for k in (0..4).filter(|&k| is_open[k]) {
                // The gap is on the board, so the point behind it is in the grid.
                let ahead = near[k].neighbors()[k];
                if !is_own(ahead) {
                    continue;
                }
                // One side is enough: the other stone of the pair checks the other side.
                let side = (k + 1) % 4;
                let beside = near[side];
                let bamboo = is_own(beside)
                    && board.at(beside.neighbors()[k]).is_empty()
                    && is_own(ahead.neighbors()[side]);
                if bamboo {
                    links.insert(ahead);
                }
            }
        }
        links
    }
}

impl Board {
    /// The superstring of the string on this point, with links through captured opponent strings;
    /// `None` if there is no stone.
    ///
    /// `captured` decides about each opponent string that touches the superstring, directly or
    /// diagonally; it gets one of its stones. It may play trial moves, and must take them back.
    pub fn superstring_through(
        &mut self,
        string: Point,
        mut captured: impl FnMut(&mut Self, Point) -> bool,
    ) -> Option<Superstring<'_>> {
        let mut lost = PointSet::EMPTY;
        let mut asked = PointSet::EMPTY;
        loop {
            let chain = self.chain(string)?;
            let others = *self.stones(!chain.color());
            let around = chain.superstring_over(&lost).stones.with_surroundings() & others;
            let Some(stone) = (around - asked).first() else {
                break;
            };
            let members = self.chain(stone).map_or(PointSet::EMPTY, |c| c.stone_set());
            asked |= members;
            if captured(self, stone) {
                lost |= members;
            }
        }
        Some(self.chain(string)?.superstring_over(&lost))
    }
}

impl<'a> Superstring<'a> {
    /// The original string.
    pub fn chain(&self) -> Chain<'a> {
        self.chain
    }

    /// The colour of the stones.
    pub fn color(&self) -> Color {
        self.chain.color
    }

    /// The stones.
    pub fn stones(&self) -> PointSet {
        self.stones
    }

    /// Its strings, in the order of their origins.
    pub fn chains(&self) -> Chains<'a> {
        Chains::new(self.chain.board, &self.stones)
    }

    /// The liberties of its strings with at most `most` liberties; `usize::MAX` takes all strings.
    pub fn liberties(&self, most: usize) -> PointSet {
        let chains = self.chains().with_liberties(0, most);
        chains.fold(PointSet::EMPTY, |set, chain| set | chain.liberties())
    }

    /// [`liberties`](Self::liberties) without those of the original string.
    pub fn proper_liberties(&self, most: usize) -> PointSet {
        self.liberties(most) - self.chain.liberties()
    }

    /// The opponent strings with at most `most` liberties that touch it, each once; `usize::MAX`
    /// takes all.
    pub fn neighbors(&self, most: usize) -> Chains<'a> {
        Chains::new(self.chain.board, &self.adjacent_stones()).with_liberties(0, most)
    }

    /// [`neighbors`](Self::neighbors) without those that touch the original string.
    pub fn proper_neighbors(&self, most: usize) -> Chains<'a> {
        let touching = self.chain.neighbors();
        let known = touching.fold(PointSet::EMPTY, |set, chain| set | chain.stone_set());
        let stones = self.adjacent_stones() - known;
        Chains::new(self.chain.board, &stones).with_liberties(0, most)
    }

    /// The opponent stones that touch it.
    fn adjacent_stones(&self) -> PointSet {
        self.stones.neighbors() & *self.chain.board.stones(!self.chain.color)
    }
}

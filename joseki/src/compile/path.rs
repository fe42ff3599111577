//! The path from the root of a tree to a node: set-up stones and moves.

use katachi_board::{BoardSize, Color, Point, PointSet};

use crate::corner::Corner;
use crate::names::{self, Step};

/// The longest line of moves that leads to a pattern, its own move included.
pub const MAX_MOVES: usize = 500;

/// A step of a path, in coordinates of the board.
#[derive(Clone, Copy)]
enum Raw {
    Setup(Color, Point),
    Move(Color, Option<Point>),
}

/// A path from the root.
#[derive(Clone, Default)]
pub(super) struct Path {
    /// The set-up stones, each point once, and the first [`MAX_MOVES`] moves.
    steps: Vec<Raw>,
    /// The number of moves, including those beyond the limit.
    pub moves: usize,
}

impl Path {
    /// Adds a move; `None` is a pass.
    pub fn play(&mut self, color: Color, at: Option<Point>) {
        self.moves += 1;
        if self.moves <= MAX_MOVES {
            self.steps.push(Raw::Move(color, at));
        }
    }

    /// Removes the last move; no stones have been set up after it.
    pub fn take_back(&mut self) {
        if self.moves <= MAX_MOVES {
            self.steps.pop();
        }
        self.moves = self.moves.saturating_sub(1);
    }

    /// Sets up stones and clears points (`None`), in place of what was set up there before.
    pub fn set_up(&mut self, changes: &[(Option<Color>, Point)]) {
        let changed: PointSet = changes.iter().map(|&(_, at)| at).collect();
        self.steps
            .retain(|step| !matches!(step, Raw::Setup(_, at) if changed.contains(*at)));
        let stones = changes.iter();
        self.steps
            .extend(stones.filter_map(|&(stone, at)| Some(Raw::Setup(stone?, at))));
    }

    /// The number of steps at points of this kind; passes do not count.
    pub fn count(&self, at: impl Fn(Point) -> bool) -> usize {
        let steps = self.steps.iter().filter(|step| match step {
            Raw::Setup(_, point) | Raw::Move(_, Some(point)) => at(*point),
            Raw::Move(_, None) => false,
        });
        steps.count()
    }

    /// The path in the form from which names are made: seen from the corner, relative to the side
    /// that begins.
    pub fn steps(&self, corner: Corner, size: BoardSize) -> Vec<Step> {
        let first = self.steps.iter().find_map(|step| match step {
            Raw::Move(color, _) => Some(*color),
            Raw::Setup(..) => None,
        });
        let is_first = |color: Color| Some(color) == first;
        (self.steps.iter())
            .map(|step| match *step {
                Raw::Setup(color, at) => Step::Setup {
                    first: is_first(color),
                    at: corner.from_edges(at, size),
                },
                Raw::Move(color, at) => Step::Move {
                    first: is_first(color),
                    at: at.map(|at| corner.from_edges(at, size)),
                },
            })
            .collect()
    }

    /// The path for people: `B R16, W P17`.
    pub fn shown(&self, size: BoardSize) -> String {
        let steps = self.steps.iter().filter_map(|step| match *step {
            Raw::Setup(..) => None,
            Raw::Move(color, at) => {
                let letter = if color == Color::Black { 'B' } else { 'W' };
                let at = at.map_or("pass".to_owned(), |at| at.vertex(size).to_string());
                Some(format!("{letter} {at}"))
            }
        });
        names::clipped(steps, self.moves)
    }
}

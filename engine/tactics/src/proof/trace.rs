//! Traces: the moves that searches try, as a tree of variations for `finish_sgftrace`.
//!
//! Each reader has a trace of its own. All of them grow from the same position, since a line
//! consists of all trial moves on the board: what one reader asks another in the middle of a line
//! stands behind that line. [`Trace::join`] makes one tree of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use katachi_board::{Board, Color, Point};

/// A move of the tree.
#[derive(Clone, Debug)]
pub struct Played {
    /// The side that moved.
    pub color: Color,
    /// Where; `None` for a pass.
    pub point: Option<Point>,
    /// Its place among the moves of all searches by the time when it was played first; 1 for the
    /// first one.
    pub order: u32,
    /// How often searches played it here; 0 if only constraints of patterns did.
    pub visits: u32,
    /// The position after it, as [`Board::invariant_hash`], if a search played it.
    pub hash: Option<u64>,
    /// The result, in words.
    pub note: Option<String>,
    /// The replies tried, as indices into [`Trace::moves`], in order.
    pub next: Vec<usize>,
}

impl Played {
    fn is(&self, (color, point): (Color, Option<Point>)) -> bool {
        self.color == color && self.point == point
    }
}

/// A recording of searches. A line that is played again is recorded once.
#[derive(Clone, Debug)]
pub struct Trace {
    moves: Vec<Played>,
    roots: Vec<usize>,
    /// The moves on the board before the first one of a line.
    base: usize,
    /// The moves recorded so far in this trace and those beside it.
    clock: Arc<AtomicU32>,
}

impl Trace {
    /// The most moves recorded; later ones are left out.
    pub const MOST: usize = 100_000;

    /// An empty trace of lines from this position. Its clones number their moves together with it.
    pub fn from(board: &Board) -> Self {
        Self {
            moves: Vec::new(),
            roots: Vec::new(),
            base: board.moves().len(),
            clock: Arc::default(),
        }
    }

    /// All recorded moves; [`Played::next`] and [`roots`](Self::roots) are indices into it.
    pub fn moves(&self) -> &[Played] {
        &self.moves
    }

    /// The first moves, as indices into [`moves`](Self::moves).
    pub fn roots(&self) -> &[usize] {
        &self.roots
    }

    /// Whether moves were left out.
    pub fn is_full(&self) -> bool {
        self.moves.len() >= Self::MOST
    }

    /// Records the last move on the board, behind the line that leads to it.
    pub fn play(&mut self, board: &Board) {
        if let Some(at) = self.line(board) {
            let played = &mut self.moves[at];
            played.hash = Some(board.invariant_hash());
            played.visits += 1;
        }
    }

    /// Adds the result found after the line on the board.
    pub fn note(&mut self, board: &Board, text: impl FnOnce() -> String) {
        if let Some(at) = self.line(board) {
            self.moves[at].note = Some(text());
        }
    }

    /// The last move of the line on the board, recorded if it is new. `None` if there is no line,
    /// or no room.
    fn line(&mut self, board: &Board) -> Option<usize> {
        let mut last = None;
        for played in board.moves().skip(self.base) {
            let known = self.find(last, played);
            last = Some(known.map_or_else(|| self.add_new(last, played), Some)?);
        }
        last
    }

    /// A move behind another one.
    fn find(&self, parent: Option<usize>, played: (Color, Option<Point>)) -> Option<usize> {
        let siblings = parent.map_or(&self.roots, |parent| &self.moves[parent].next);
        let mut siblings = siblings.iter().copied();
        siblings.find(|&at| self.moves[at].is(played))
    }

    /// Adds a move that has just been played. `None` if there is no room.
    fn add_new(&mut self, parent: Option<usize>, played: (Color, Option<Point>)) -> Option<usize> {
        let order = 1 + self.clock.fetch_add(1, Ordering::Relaxed);
        self.add(parent, played, order)
    }

    /// Adds a move behind another one. `None` if there is no room.
    fn add(
        &mut self,
        parent: Option<usize>,
        played: (Color, Option<Point>),
        order: u32,
    ) -> Option<usize> {
        if self.is_full() {
            return None;
        }
        let at = self.moves.len();
        self.moves.push(Played {
            color: played.0,
            point: played.1,
            order,
            visits: 0,
            hash: None,
            note: None,
            next: Vec::new(),
        });
        match parent {
            Some(parent) => self.moves[parent].next.push(at),
            None => self.roots.push(at),
        }
        Some(at)
    }

    /// Adds the lines of another trace from the same position.
    pub fn join(&mut self, other: &Self) {
        let mut open: Vec<_> = other.roots.iter().map(|&at| (None, at)).collect();
        while let Some((parent, at)) = open.pop() {
            let theirs = &other.moves[at];
            let played = (theirs.color, theirs.point);
            let here = self.find(parent, played);
            let Some(here) = here.or_else(|| self.add(parent, played, theirs.order)) else {
                continue;
            };
            let ours = &mut self.moves[here];
            ours.order = ours.order.min(theirs.order);
            ours.visits += theirs.visits;
            ours.hash = ours.hash.or(theirs.hash);
            match (&mut ours.note, &theirs.note) {
                (Some(note), Some(more)) => {
                    note.push('\n');
                    note.push_str(more);
                }
                (none, more) => *none = none.take().or_else(|| more.clone()),
            }
            open.extend(theirs.next.iter().map(|&next| (Some(here), next)));
        }
        self.sort();
    }

    /// Puts moves and replies in order.
    fn sort(&mut self) {
        let orders: Vec<u32> = self.moves.iter().map(|played| played.order).collect();
        let order = |at: &usize| orders[*at];
        self.roots.sort_by_key(order);
        for played in &mut self.moves {
            played.next.sort_by_key(order);
        }
    }
}

//! Traces: the moves that searches try, as a tree of variations for `finish_sgftrace`.

use katachi_board::{Color, Point};

/// A move of the tree.
#[derive(Clone, Debug)]
pub struct Played {
    /// The side that moved.
    pub color: Color,
    /// Where; `None` for a pass.
    pub point: Option<Point>,
    /// How often searches played it here.
    pub visits: u32,
    /// The result, in words.
    pub note: Option<String>,
    /// The replies tried, as indices into [`Trace::moves`].
    pub next: Vec<usize>,
}

/// A recording of searches. A line that is played again is recorded once.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    moves: Vec<Played>,
    roots: Vec<usize>,
    line: Vec<Option<usize>>,
}

impl Trace {
    /// The most moves recorded; later ones are left out.
    pub const MOST: usize = 100_000;

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

    /// Notes a move after the present line, which goes on with it.
    pub fn play(&mut self, color: Color, point: Option<Point>) {
        let parent = self.line.last().copied();
        // Nothing is recorded below a move that was left out.
        if parent == Some(None) {
            self.line.push(None);
            return;
        }
        let siblings = match parent.flatten() {
            Some(parent) => &self.moves[parent].next,
            None => &self.roots,
        };
        let same = |&&at: &&usize| self.moves[at].color == color && self.moves[at].point == point;
        let at = match siblings.iter().find(same).copied() {
            Some(at) => Some(at),
            None if self.is_full() => None,
            None => {
                let at = self.moves.len();
                self.moves.push(Played {
                    color,
                    point,
                    visits: 0,
                    note: None,
                    next: Vec::new(),
                });
                match parent.flatten() {
                    Some(parent) => self.moves[parent].next.push(at),
                    None => self.roots.push(at),
                }
                Some(at)
            }
        };
        if let Some(at) = at {
            self.moves[at].visits += 1;
        }
        self.line.push(at);
    }

    /// Takes the last move of the present line back.
    pub fn take_back(&mut self) {
        self.line.pop();
    }

    /// Adds the result found after the present line.
    pub fn note(&mut self, text: impl FnOnce() -> String) {
        if let Some(Some(at)) = self.line.last()
            && let Some(played) = self.moves.get_mut(*at)
        {
            played.note = Some(text());
        }
    }
}

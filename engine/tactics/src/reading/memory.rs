//! Answers that stay valid while the board changes elsewhere.
//!
//! Entry points: [`Memory::get`] and [`Memory::put`]. Each answer is stored with its area (see
//! `trail`). It is valid on every board with the same stones in the area, if the mover is banned
//! from the same ko there, or from none.

use katachi_board::{Board, BoardSize, Color, Point, PointSet};

use super::Side;
use super::rules::Terms;

/// A question about a string, which is named by its first stone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Question {
    target: Point,
    side: Side,
    /// The side that moves.
    mover: Color,
}

impl Question {
    pub fn new(terms: &Terms, side: Side) -> Self {
        Self {
            target: terms.target,
            side,
            mover: terms.mover(side == Side::Attacker),
        }
    }
}

#[derive(Clone)]
struct Entry<A> {
    question: Question,
    answer: A,
    /// The nodes that the search for it took.
    nodes: u64,
    /// The last account that counted these nodes.
    account: u32,
    area: PointSet,
    black: PointSet,
    white: PointSet,
    /// The ko in the area that the mover may not take now.
    banned: Option<Point>,
}

impl<A> Entry<A> {
    fn holds(&self, question: Question, board: &Board) -> bool {
        self.question == question
            && *board.stones(Color::Black) & self.area == self.black
            && *board.stones(Color::White) & self.area == self.white
            && banned(board, question.mover, &self.area) == self.banned
    }
}

fn banned(board: &Board, mover: Color, area: &PointSet) -> Option<Point> {
    (board.ko()).filter(|&ko| area.contains(ko) && board.is_ko(mover, ko))
}

/// The most answers kept for strings that begin at one point.
const MOST: usize = 32;

/// The remembered answers of one kind.
#[derive(Clone)]
pub(super) struct Memory<A> {
    /// For each point, the answers about strings that begin there. Every use of an answer moves it
    /// towards the front, so the last ones, which `put` drops, are used least.
    entries: Vec<Vec<Entry<A>>>,
    /// The size of the board that the answers belong to.
    size: Option<BoardSize>,
}

impl<A: Clone> Memory<A> {
    /// An empty memory; it allocates when the first answer arrives.
    pub const fn new() -> Self {
        Self {
            entries: Vec::new(),
            size: None,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// The answer, if it is known, and the nodes of its search, 0 if this account has counted them.
    ///
    /// A board of another size clears the memory.
    pub fn get(&mut self, board: &Board, question: Question, account: u32) -> Option<(A, u64)> {
        if self.size != Some(board.size()) {
            self.clear();
            self.size = Some(board.size());
        }
        let entries = self.entries.get_mut(question.target.index())?;
        let at = (entries.iter()).position(|entry| entry.holds(question, board))?;
        let entry = &mut entries[at];
        let counted = std::mem::replace(&mut entry.account, account) == account;
        let known = (entry.answer.clone(), if counted { 0 } else { entry.nodes });
        entries.swap(at, at / 2);
        Some(known)
    }

    /// Remembers the answer to a question that [`get`](Self::get) did not know.
    ///
    /// `area` is what the answer depends on; `nodes` is what it cost, already counted in `account`.
    pub fn put(
        &mut self,
        board: &Board,
        question: Question,
        answer: A,
        area: PointSet,
        (nodes, account): (u64, u32),
    ) {
        if self.entries.is_empty() {
            self.entries.resize(Point::LIMIT, Vec::new());
        }
        let entries = &mut self.entries[question.target.index()];
        if entries.len() == MOST {
            entries.pop();
        }
        let entry = Entry {
            question,
            answer,
            nodes,
            account,
            area,
            black: *board.stones(Color::Black) & area,
            white: *board.stones(Color::White) & area,
            banned: banned(board, question.mover, &area),
        };
        entries.insert(entries.len() / 2, entry);
    }
}

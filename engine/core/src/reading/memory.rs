//! Answers that outlive moves elsewhere.
//!
//! An answer is remembered with the area that it depends on, and holds as long as nothing there
//! is different: the stones, and whether a ko may be taken.

use katachi_board::{Board, BoardSize, Color, Point, PointSet};

use super::Side;
use super::rules::Terms;

/// What is asked about a string, which its first stone names.
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
    /// The positions that were searched for it.
    nodes: u64,
    /// The account that they were last counted in.
    account: u32,
    area: PointSet,
    black: PointSet,
    white: PointSet,
    /// The ko in the area that the mover may not take.
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

/// So many answers about strings that begin at a point are kept.
const MOST: usize = 32;

/// Remembered answers of a kind.
#[derive(Clone)]
pub(super) struct Memory<A> {
    /// For each point, the answers about strings that begin there: what is asked often comes first.
    entries: Vec<Vec<Entry<A>>>,
    /// The size of the boards that they are about.
    size: Option<BoardSize>,
}

impl<A: Clone> Memory<A> {
    /// Nothing is remembered; space is taken when there is something.
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

    /// The answer, if it is known, and how many positions of its search this account has not counted yet.
    ///
    /// A board of another size begins anew.
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

    /// Remembers the answer to a question that [`get`](Self::get) did not know: the area that it depends on, and how
    /// many positions were searched for it, in this account.
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

//! Tactical reading: can a string be captured, can it be saved, and what follows from that.
//!
//! A [`Reader`] answers questions about a board and takes back every move that it tries. The
//! game that it reads is defined in `rules`: a string is captured when it is off the board, and
//! safe when it has many liberties. `search` finds out which, by proof numbers; `moves` says which
//! moves come into question.
//!
//! Results have ko codes. Each comes from up to three searches that differ in who may retake kos
//! at once; a second is only made where a ko had a say in the first:
//!
//! | the side that moves first gets what it wants | result |
//! |---|---|
//! | even if the other side may retake every ko | [`Outcome::Win`] |
//! | not so, but if bans bind both | [`Outcome::KoA`] |
//! | not so, but if it may retake every ko itself | [`Outcome::KoB`] |
//! | not even then | [`Outcome::Lose`] |
//!
//! A search that runs out of its nodes calls the string safe.
//!
//! An answer depends on an area around the string, which `trail` finds out, and `memory` keeps it for as long as
//! nothing there is different.

mod goals;
mod ladder;
mod limits;
mod memory;
mod moves;
mod rules;
mod search;
mod table;
mod trace;
mod trail;

use katachi_board::{Board, Chain, Color, Point};
use katachi_matcher::Outcome;

use memory::{Memory, Question};
use rules::{Regime, Terms};
use search::{Found, Searcher};

pub(crate) use limits::depth_step;
pub(crate) use table::mixed;

pub use limits::Limits;
pub use trace::{Played, Trace};

/// The answer to a question about a string: the result, and a move that achieves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The result for the side that moves.
    pub outcome: Outcome,
    /// The move; `None` if there is none or none is needed.
    pub point: Option<Point>,
}

impl Reading {
    const FAILS: Self = Self::settled(Outcome::Lose);
    /// The string is gone, or safe, as it stands.
    const DONE: Self = Self::settled(Outcome::Win);

    /// A result without a move.
    pub(crate) const fn settled(outcome: Outcome) -> Self {
        Self {
            outcome,
            point: None,
        }
    }

    /// A result and the move that achieves it.
    pub(crate) const fn by(outcome: Outcome, point: Point) -> Self {
        Self {
            outcome,
            point: Some(point),
        }
    }
}

/// Reads on a board by trial moves, all of which it takes back.
///
/// It remembers answers as long as nothing has changed where they come from. What an answer is does not
/// depend on what was asked before.
#[derive(Clone)]
pub struct Reader {
    limits: Limits,
    searcher: Searcher,
    /// Whether strings are captured or saved, and how.
    readings: Memory<Reading>,
    /// All moves that capture or save strings.
    lists: Memory<Vec<(Point, Outcome)>>,
    /// The positions that remembered answers had taken.
    saved: u64,
    /// Within an account remembered answers count once.
    account: u32,
}

impl std::fmt::Debug for Reader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader")
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl Reader {
    /// A reader with these limits.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            searcher: Searcher::new(),
            readings: Memory::new(),
            lists: Memory::new(),
            saved: 0,
            account: 0,
        }
    }

    /// The limits.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Changes the limits. What was found with others is forgotten.
    pub fn set_limits(&mut self, limits: Limits) {
        if limits != self.limits {
            self.limits = limits;
            self.forget();
        }
    }

    /// Forgets all answers.
    pub fn forget(&mut self) {
        self.readings.clear();
        self.lists.clear();
    }

    /// How many positions have been searched.
    pub fn nodes(&self) -> u64 {
        self.searcher.nodes
    }

    /// How many positions would have been searched if no answer were remembered from before this account.
    pub fn effort(&self) -> u64 {
        self.searcher.nodes + self.saved
    }

    /// Begins an account: each answer that is remembered from before counts once in the [effort](Self::effort).
    pub fn begin_account(&mut self) {
        self.account = self.account.wrapping_add(1);
    }

    /// Counts positions from 0.
    pub fn reset_nodes(&mut self) {
        self.searcher.nodes = 0;
        self.saved = 0;
    }

    /// How many trial moves have been played.
    pub fn tries(&self) -> u64 {
        self.searcher.tries
    }

    /// Counts trial moves from 0.
    pub fn reset_tries(&mut self) {
        self.searcher.tries = 0;
    }

    /// Whether the opponent, to move, can capture the string on this point.
    pub fn attack(&mut self, board: &mut Board, string: Point) -> Reading {
        self.read(board, string, Side::Attacker, None)
    }

    /// Whether its owner, to move, can save the string on this point.
    ///
    /// Of a string that cannot be captured, it tells a move that keeps it safe.
    pub fn defend(&mut self, board: &mut Board, string: Point) -> Reading {
        self.read(board, string, Side::Defender, None)
    }

    /// All moves with which the opponent can capture the string, each with its result.
    pub fn attacks(&mut self, board: &mut Board, string: Point) -> Vec<(Point, Outcome)> {
        self.working(board, string, Side::Attacker)
    }

    /// All moves with which its owner can save the string, each with its result.
    pub fn defenses(&mut self, board: &mut Board, string: Point) -> Vec<(Point, Outcome)> {
        self.working(board, string, Side::Defender)
    }

    /// Whether a move here is legal and its stone cannot simply be captured.
    pub fn safe_move(&mut self, board: &mut Board, color: Color, point: Point) -> Outcome {
        if !board.try_move(color, point) {
            return Outcome::Lose;
        }
        let attack = self.attack(board, point).outcome;
        board.take_back();
        attack.reversed()
    }

    /// Records the moves of searches from now on.
    pub fn start_trace(&mut self) {
        self.searcher.trace = Some(Trace::default());
    }

    /// The recording, which ends; `None` if there was none.
    pub fn finish_trace(&mut self) -> Option<Trace> {
        self.searcher.trace.take()
    }

    fn count_move(&mut self) {
        self.searcher.nodes += 1;
        self.searcher.tries += 1;
    }

    fn working(&mut self, board: &mut Board, string: Point, side: Side) -> Vec<(Point, Outcome)> {
        let any = self.read(board, string, side, None).outcome != Outcome::Lose;
        let Some(chain) = board.chain(string).filter(|_| any) else {
            return Vec::new();
        };
        let terms = self.terms(&chain, Regime::DefenderFree);
        let question = Question::new(&terms, side);
        self.remember(
            |reader| &mut reader.lists,
            board,
            question,
            |reader, board| {
                let moves = reader.searcher.list(board, &terms, side == Side::Attacker);
                let mut outcome = |point| reader.search(board, terms, side, Some(&[point])).outcome;
                let outcomes = moves.into_iter().map(|point| (point, outcome(point)));
                outcomes
                    .filter(|(_, outcome)| *outcome != Outcome::Lose)
                    .collect()
            },
        )
    }

    /// The moves that come into question, the most promising first.
    fn candidates(&mut self, board: &Board, string: Point, side: Side) -> Vec<Point> {
        let Some(chain) = board.chain(string) else {
            return Vec::new();
        };
        let terms = self.terms(&chain, Regime::BothBound);
        (self.searcher).list(board, &terms, side == Side::Attacker)
    }

    fn terms(&self, string: &Chain<'_>, regime: Regime) -> Terms {
        Terms {
            target: string.origin(),
            defender: string.color(),
            regime,
            limits: self.limits,
        }
    }

    /// The result for the side that moves, beginning with one of these moves if they are given.
    fn read(
        &mut self,
        board: &mut Board,
        string: Point,
        side: Side,
        first: Option<&[Point]>,
    ) -> Reading {
        let Some(chain) = board.chain(string) else {
            return match side {
                Side::Attacker => Reading::DONE,
                Side::Defender => Reading::FAILS,
            };
        };
        let terms = self.terms(&chain, Regime::DefenderFree);
        if side == Side::Attacker && chain.liberty_count() >= terms.safe_liberties(0) {
            return Reading::FAILS;
        }
        if first.is_some() {
            self.searcher.begin();
            return self.search(board, terms, side, first);
        }
        let question = Question::new(&terms, side);
        self.remember(
            |reader| &mut reader.readings,
            board,
            question,
            |reader, board| reader.search(board, terms, side, None),
        )
    }

    /// The answer that is remembered, or else the one that is found.
    ///
    /// While a trace is recorded, which shows how answers are found, there is no memory.
    fn remember<A: Clone>(
        &mut self,
        memory: fn(&mut Self) -> &mut Memory<A>,
        board: &mut Board,
        question: Question,
        find: impl FnOnce(&mut Self, &mut Board) -> A,
    ) -> A {
        let (account, traced) = (self.account, self.searcher.trace.is_some());
        let known = memory(self).get(board, question, account);
        if let Some((answer, nodes)) = known.filter(|_| !traced) {
            self.saved += nodes;
            return answer;
        }
        let begun = self.searcher.nodes;
        self.searcher.begin();
        let answer = find(self, board);
        if !traced {
            let area = self.searcher.area(board);
            let cost = (self.searcher.nodes - begun, account);
            memory(self).put(board, question, answer.clone(), area, cost);
        }
        answer
    }

    /// The searches that a question takes, beginning with one of these moves if they are given.
    fn search(
        &mut self,
        board: &mut Board,
        terms: Terms,
        side: Side,
        first: Option<&[Point]>,
    ) -> Reading {
        let attacker_moves = side == Side::Attacker;
        let mut search = |regime| {
            let terms = Terms { regime, ..terms };
            self.searcher.search(board, terms, attacker_moves, first)
        };
        let hard = search(Regime::DefenderFree);
        if hard.captured {
            return side.result(Outcome::Win, hard);
        }
        if !hard.ko {
            return side.result(Outcome::Lose, hard);
        }
        let easy = search(Regime::AttackerFree);
        if !easy.captured {
            return side.result(Outcome::Lose, easy);
        }
        let both = search(Regime::BothBound);
        match (both.captured, side) {
            (true, Side::Attacker) => side.result(Outcome::KoA, both),
            (false, Side::Attacker) => side.result(Outcome::KoB, easy),
            (true, Side::Defender) => side.result(Outcome::KoA, hard),
            (false, Side::Defender) => side.result(Outcome::KoB, both),
        }
    }
}

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Attacker,
    Defender,
}

impl Side {
    /// The result for this side from the attacker's; the move is that of the search which decided.
    fn result(self, attack: Outcome, found: Found) -> Reading {
        let outcome = match self {
            Self::Attacker => attack,
            Self::Defender => attack.reversed(),
        };
        Reading {
            outcome,
            point: found.best.filter(|_| outcome != Outcome::Lose),
        }
    }
}
#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        text.parse().expect("a board")
    }

    fn read(text: &str, string: &str) -> (Outcome, Outcome) {
        let mut board = board(text);
        let string = Point::from_vertex(string, board.size()).expect("a vertex");
        let mut reader = Reader::new(Limits::for_level(10));
        let before = board.to_string();
        let result = (
            reader.attack(&mut board, string).outcome,
            reader.defend(&mut board, string).outcome,
        );
        assert_eq!(board.to_string(), before);
        assert_eq!(board.trial_moves(), 0);
        result
    }

    #[test]
    fn a_stone_in_atari_is_captured_or_runs() {
        let open = "
            . . . . .
            . O X . .
            O X O . .
            . . . . .
            . . . . .";
        assert_eq!(read(open, "B3"), (Outcome::Win, Outcome::Win));
        let closed = "
            . O . . .
            O X O . .
            O X O . .
            O . O . .
            . O . . .";
        assert_eq!(read(closed, "B3"), (Outcome::Win, Outcome::Lose));
    }

    #[test]
    fn a_ladder_works_unless_something_stands_in_its_way() {
        let ladder = |breaker: &str| {
            format!(
                ". . . . . . . . .
                 . . O O . . . . .
                 . O X . . . . . .
                 . . O . . . . . .
                 . . . . {breaker} . . . .
                 . . . . . . . . .
                 . . . . . . . . .
                 . . . . . . . . .
                 . . . . . . . . ."
            )
        };
        assert_eq!(read(&ladder("."), "C7"), (Outcome::Win, Outcome::Lose));
        assert_eq!(read(&ladder("X"), "C7").1, Outcome::Win);
    }

    #[test]
    fn many_liberties_are_safe() {
        let text = "
            . . . . .
            . . . . .
            . . X . .
            . . . . .
            . . . . .";
        assert_eq!(read(text, "C3"), (Outcome::Lose, Outcome::Win));
    }

    #[test]
    fn a_forbidden_ko_capture_is_only_a_ko() {
        let mut board = board(
            ". X O . .
             X . X O .
             . X O . .
             . . . . .
             . . . . .",
        );
        let size = board.size();
        let at = |name: &str| Point::from_vertex(name, size).expect("a vertex");
        board.play(Color::White, at("B4")).expect("takes the ko");
        let mut reader = Reader::new(Limits::for_level(10));
        assert_eq!(reader.attack(&mut board, at("B4")).outcome, Outcome::KoB);
    }
}

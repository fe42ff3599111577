//! Tactical reading: whether a string can be captured, and whether it can be saved.
//!
//! Entry points: [`Reader::attack`] and [`Reader::defend`]. They play trial moves on the board and
//! take all of them back.
//!
//! Example. Black's stone `*` is in atari. White, to move, captures it at `a`. Black, to move,
//! saves it at `a`. Both questions have the answer [`Outcome::Win`] and the move `a`.
//!
//! ```text
//! . . . . .
//! . O X . .
//! O * O . .
//! . a . . .
//! . . . . .
//! ```
//!
//! | module | what it is for |
//! |---|---|
//! | `rules` | the game: the string is captured when it is off the board, safe when it has enough liberties |
//! | `moves` | the candidate moves of attacker and defender |
//! | `search` | what the proof kernel has to know: moves, first guesses, repetitions |
//! | `key` | questions as keys of the memory |
//! | `thorough` | a second look at hard questions |
//! | `goals`, `ladder` | questions about several strings or a given move; simple ladders |
//! | `limits` | node limit and depths by level |
//!
//! A result says whether ko matters. The reader runs up to three searches, which differ in the side
//! that may retake a ko at once: see [`Outcome`] and `proof::regime`.
//!
//! A search that reaches its node limit calls the string safe.

mod goals;
mod key;
mod ladder;
mod limits;
mod moves;
mod rules;
mod search;
mod thorough;

use katachi_board::{Board, BoardSize, BreakThrough, Chain, Color, Outcome, Point, PointSet};

use crate::account::Account;
use crate::memory::{Answer, Bill, Memory};
use crate::proof::{Found, Regime, Side, judge};
use crate::trail::Trail;
use key::{GoalKey, GoalKind, ReadingKey, Wanted};
use rules::Terms;
use search::Searcher;

use limits::FADES_AFTER;
pub(crate) use limits::depth_step;

pub use crate::proof::{Played, Trace};
pub use limits::{GivenLimits, Limits};

/// The most answers kept for strings that begin at one point.
const MOST_ANSWERS: usize = 32;
/// The most answers kept of another reader for each string: whether it can be captured and saved.
const MOST_LEARNED: usize = 2;
/// Reading depends on no facts from outside of an area.
const NO_FACTS: u64 = 0;

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
    /// Nothing to do: the string is already gone, or already safe.
    pub(crate) const DONE: Self = Self::settled(Outcome::Win);

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

/// Reads tactics on a board by trial moves, and remembers the answers.
///
/// It takes back every trial move. An answer does not depend on earlier questions: a remembered
/// answer is the one that a new search would give.
#[derive(Clone)]
pub struct Reader {
    limits: Limits,
    /// See [`set_fading`](Reader::set_fading).
    fades: bool,
    searcher: Searcher,
    /// Answers to "can it be captured?" and "can it be saved?".
    readings: Memory<ReadingKey, Reading>,
    /// Answers to "which moves capture it?" and "which moves save it?".
    lists: Memory<ReadingKey, Vec<(Point, Outcome)>>,
    /// Answers to questions about several strings.
    goals: Memory<GoalKey, Reading>,
    breaks: Memory<GoalKey, BreakThrough>,
    /// Answers of another reader: see [`learn_from`](Reader::learn_from).
    learned: Memory<ReadingKey, Reading>,
    /// The position they are about.
    learned_about: Option<About>,
    /// Nodes of remembered answers that accounts have paid for since the last reset.
    saved: u64,
    /// Nodes of answers that had been paid for, were dropped, and were found again.
    repeated: u64,
    /// The present account: see [`begin_account`](Reader::begin_account).
    account: Option<Account>,
    /// What the answers of this part of the account depend on.
    used: Trail,
    /// Whether somebody wants to know what goals depend on, too: see
    /// [`begin_watch`](Reader::begin_watch).
    is_watched: bool,
    /// See [`thoroughly`](Reader::thoroughly).
    is_thorough: bool,
}

/// A position, and the limits with which its strings were read.
#[derive(Clone, Copy, Debug, PartialEq)]
struct About {
    hash: u64,
    size: BoardSize,
    /// The side that moved last: a ko ban binds the other side only.
    last: Option<Color>,
    limits: Limits,
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
        Self::remembering(limits, MOST_ANSWERS)
    }

    /// A reader with these limits that keeps this many answers for strings that begin at one point.
    pub fn remembering(limits: Limits, most: usize) -> Self {
        Self {
            limits,
            fades: false,
            searcher: Searcher::new(),
            readings: Memory::new(Point::LIMIT, most),
            lists: Memory::new(Point::LIMIT, most),
            goals: Memory::new(Point::LIMIT, most),
            breaks: Memory::new(Point::LIMIT, most),
            learned: Memory::new(Point::LIMIT, MOST_LEARNED),
            learned_about: None,
            saved: 0,
            repeated: 0,
            account: None,
            used: Trail::EMPTY,
            is_watched: false,
            is_thorough: false,
        }
    }

    /// The limits of the next question.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Changes the limits, and forgets the answers found with others.
    pub fn set_limits(&mut self, limits: Limits) {
        if limits != self.limits {
            self.limits = limits;
            self.forget();
        }
    }

    /// Sets whether the next questions fade: whether they have fewer nodes the more trial moves a
    /// search has played before it asks them. Answers of both kinds are kept.
    pub fn set_fading(&mut self, fades: bool) {
        self.fades = fades;
    }

    /// Sets the memory for answers, in bytes, and forgets all of them: an equal part for each of
    /// the four kinds. There is always room for one answer of each kind at each point.
    pub fn set_memory(&mut self, bytes: usize) {
        let part = bytes / 4;
        self.readings.set_bytes(part);
        self.lists.set_bytes(part);
        self.goals.set_bytes(part);
        self.breaks.set_bytes(part);
    }

    /// Forgets all answers.
    pub fn forget(&mut self) {
        self.readings.clear();
        self.forget_composed();
        self.learned.clear();
        self.learned_about = None;
    }

    /// Forgets the answers that rest on answers about single strings.
    fn forget_composed(&mut self) {
        self.lists.clear();
        self.goals.clear();
        self.breaks.clear();
    }

    /// Takes over what a reader with more nodes says about each string of this position: whether it
    /// can be captured, and if so, whether it can be saved.
    ///
    /// From now on these answers count wherever nothing has changed that they depend on, in trial
    /// positions, too, and cost no effort. Those learned from another position are forgotten.
    pub fn learn_from(&mut self, other: &mut Self, board: &mut Board) {
        let about = About {
            hash: board.hash(),
            size: board.size(),
            last: board.last_move().map(|(color, _)| color),
            limits: other.limits,
        };
        if self.learned_about == Some(about) {
            return;
        }
        self.learned.clear();
        self.forget_composed();
        self.learned_about = Some(about);
        let strings: Vec<Point> = board.chains().map(|string| string.origin()).collect();
        for string in strings {
            let attack = self.learn(other, board, string, Side::Prover);
            if attack.outcome != Outcome::Lose {
                self.learn(other, board, string, Side::Disprover);
            }
        }
    }

    /// Asks the other reader about a string, and keeps the answer.
    fn learn(&mut self, other: &mut Self, board: &mut Board, string: Point, side: Side) -> Reading {
        let trace = other.searcher.trace.take();
        let (value, area) =
            other.with_area(board, |other, board| other.read(board, string, side, None));
        other.searcher.trace = trace;
        let chain = board.chain(string).expect("a string of the position");
        let question = ReadingKey::new(&self.terms(&chain, Regime::Against), side, Wanted::Result);
        let answer = Answer {
            value,
            area,
            facts: None,
            nodes: 0,
        };
        self.learned.put(board, question, answer);
        value
    }

    /// The number of positions searched since the last reset.
    pub fn nodes(&self) -> u64 {
        self.searcher.budget.nodes
    }

    /// The nodes searched, plus those that answers remembered from before this account have saved.
    ///
    /// A caller with a node budget counts effort instead of nodes, so that its result does not
    /// depend on what the reader happens to remember.
    pub fn effort(&self) -> u64 {
        self.searcher.budget.nodes + self.saved - self.repeated
    }

    /// Begins an account: a stretch of work in which each remembered answer adds its cost to the
    /// [effort](Self::effort) once.
    pub fn begin_account(&mut self) {
        self.account.get_or_insert_default().begin();
        self.used = Trail::EMPTY;
    }

    /// Ends the account: remembered answers cost nothing again, and questions about several strings
    /// are remembered.
    pub fn end_account(&mut self) {
        self.account = None;
    }

    /// Begins a part of an account.
    pub(crate) fn begin_part(&mut self) {
        self.account.get_or_insert_default().begin_part();
        self.used = Trail::EMPTY;
    }

    /// The points that the answers of this part depend on, and what they cost.
    pub(crate) fn finish_part(&mut self, board: &Board) -> (PointSet, Vec<Bill>) {
        let bills = self.account.get_or_insert_default().part();
        (self.used.area(board), bills)
    }

    /// Begins to note the points that answers depend on, those to questions about several strings
    /// included. For a caller who remembers what it has concluded from answers.
    pub fn begin_watch(&mut self) {
        self.is_watched = true;
        self.used = Trail::EMPTY;
    }

    /// Adds a point where the caller itself has looked at stones and their liberties, or where it
    /// plays.
    pub fn note(&mut self, point: Point) {
        self.used.at(point);
    }

    /// Adds the strings beside the one on this point.
    pub fn note_around(&mut self, board: &Board, stone: Point) {
        if let Some(string) = board.chain(stone) {
            self.used.around(&string);
        }
    }

    /// Ends the watch. Returns all points that were noted; `board` is the position without the
    /// caller's own trial moves.
    ///
    /// While no stone changes there, and no ko ban, the same questions have the same answers.
    pub fn finish_watch(&mut self, board: &Board) -> PointSet {
        self.is_watched = false;
        self.used.area(board)
    }

    /// What these answers would add to the effort, each of which occurs once.
    pub(crate) fn due(&self, bills: &[Bill]) -> u64 {
        let account = self.account.as_ref();
        account.map_or(0, |account| account.due(bills))
    }

    /// Pays for these answers, which have been remembered elsewhere.
    pub(crate) fn pay(&mut self, bills: &[Bill]) {
        for &bill in bills {
            self.pay_for_known(bill);
        }
    }

    /// Pays for a remembered answer.
    fn pay_for_known(&mut self, bill: Bill) {
        if let Some(account) = &mut self.account {
            self.saved += account.pay(bill);
        }
    }

    /// Notes an answer that was searched, so that its nodes are counted already.
    fn pay_for_found(&mut self, bill: Bill) {
        if let Some(account) = &mut self.account {
            self.repeated += bill.nodes - account.pay(bill);
        }
    }

    /// Sets the node count to 0, and with it the effort.
    pub fn reset_nodes(&mut self) {
        self.searcher.budget.nodes = 0;
        self.saved = 0;
        self.repeated = 0;
    }

    /// The number of trial moves played since the last reset.
    pub fn tries(&self) -> u64 {
        self.searcher.budget.tries
    }

    /// Sets the count of trial moves to 0.
    pub fn reset_tries(&mut self) {
        self.searcher.budget.tries = 0;
    }

    /// Whether the opponent, to move, can capture the string on this point.
    pub fn attack(&mut self, board: &mut Board, string: Point) -> Reading {
        self.read(board, string, Side::Prover, None)
    }

    /// Whether its owner, to move, can save the string on this point.
    ///
    /// For a string that cannot be captured, the point is a move that keeps it safe, if any is
    /// needed.
    pub fn defend(&mut self, board: &mut Board, string: Point) -> Reading {
        self.read(board, string, Side::Disprover, None)
    }

    /// All moves with which the opponent can capture the string, each with its result.
    pub fn attacks(&mut self, board: &mut Board, string: Point) -> Vec<(Point, Outcome)> {
        self.working(board, string, Side::Prover)
    }

    /// All moves with which its owner can save the string, each with its result.
    pub fn defenses(&mut self, board: &mut Board, string: Point) -> Vec<(Point, Outcome)> {
        self.working(board, string, Side::Disprover)
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

    /// As [`safe_move`](Self::safe_move), but a capture that the ko rule forbids now is tried, too,
    /// and is [`Outcome::KoB`] at best.
    pub fn safe_move_or_ko(&mut self, board: &mut Board, color: Color, point: Point) -> Outcome {
        let Some(most) = board.try_move_or_ko(color, point) else {
            return Outcome::Lose;
        };
        let attack = self.attack(board, point).outcome;
        board.take_back();
        attack.reversed().min(most)
    }

    /// Whether a move of this side threatens to capture a string beside it.
    pub fn threatens(&mut self, board: &mut Board, color: Color, point: Point) -> bool {
        if !board.try_move(color, point) {
            return false;
        }
        let threatens = point.neighbors().into_iter().any(|near| {
            board.at(near).is(!color) && self.attack(board, near).outcome != Outcome::Lose
        });
        board.take_back();
        threatens
    }

    /// Records the moves of searches from now on, in this trace.
    pub fn start_trace(&mut self, trace: Trace) {
        self.searcher.trace = Some(trace);
    }

    /// Stops recording and returns the trace; `None` if none was started.
    pub fn finish_trace(&mut self) -> Option<Trace> {
        self.searcher.trace.take()
    }

    fn count_move(&mut self) {
        self.searcher.budget.nodes += 1;
        self.searcher.budget.tries += 1;
    }

    fn working(&mut self, board: &mut Board, string: Point, side: Side) -> Vec<(Point, Outcome)> {
        let any = self.read(board, string, side, None).outcome != Outcome::Lose;
        let Some(chain) = board.chain(string).filter(|_| any) else {
            return Vec::new();
        };
        let terms = self.terms(&chain, Regime::Against).after(self.stage(board));
        let question = ReadingKey::new(&terms, side, Wanted::Moves);
        self.remember(
            |reader| &mut reader.lists,
            board,
            question,
            |reader, board| {
                let moves = reader.searcher.list(board, &terms, side);
                let mut outcome = |point| reader.search(board, terms, side, Some(&[point])).outcome;
                let outcomes = moves.into_iter().map(|point| (point, outcome(point)));
                outcomes
                    .filter(|(_, outcome)| *outcome != Outcome::Lose)
                    .collect()
            },
        )
    }

    /// The candidate moves, the most promising first.
    fn candidates(&mut self, board: &Board, string: Point, side: Side) -> Vec<Point> {
        let Some(chain) = board.chain(string) else {
            return Vec::new();
        };
        let terms = self.terms(&chain, Regime::Nobody);
        if !self.is_watched {
            return self.searcher.list(board, &terms, side);
        }
        self.searcher.begin();
        let moves = self.searcher.list(board, &terms, side);
        self.used.include(&self.searcher.area(board));
        moves
    }

    /// The trial moves before this question, as far as they cost it nodes.
    fn stage(&self, board: &Board) -> usize {
        let last = FADES_AFTER[FADES_AFTER.len() - 1];
        board.trial_moves().min(if self.fades { last } else { 0 })
    }

    fn terms(&self, string: &Chain<'_>, regime: Regime) -> Terms {
        Terms {
            target: string.origin(),
            defender: string.color(),
            regime,
            limits: self.limits,
        }
    }

    /// The result for the side that moves. `first` restricts its first move to these points.
    fn read(
        &mut self,
        board: &mut Board,
        string: Point,
        side: Side,
        first: Option<&[Point]>,
    ) -> Reading {
        self.used.string(string);
        let Some(chain) = board.chain(string) else {
            return match side {
                Side::Prover => Reading::DONE,
                Side::Disprover => Reading::FAILS,
            };
        };
        let whole = self.terms(&chain, Regime::Against);
        let terms = whole.after(self.stage(board));
        if side == Side::Prover && chain.liberty_count() >= terms.safe_liberties(0) {
            return Reading::FAILS;
        }
        if first.is_some() {
            self.searcher.begin();
            let answer = self.search(board, terms, side, first);
            self.used.include(&self.searcher.area(board));
            return answer;
        }
        let wanted = if self.is_thorough {
            Wanted::Thorough
        } else {
            Wanted::Result
        };
        let learned = ReadingKey::new(&whole, side, Wanted::Result);
        if wanted == Wanted::Result
            && self.searcher.trace.is_none()
            && let Some(known) = self.learned.get(board, &learned, NO_FACTS)
        {
            self.used.include(&known.area);
            return known.value;
        }
        self.remember(
            |reader| &mut reader.readings,
            board,
            ReadingKey::new(&terms, side, wanted),
            |reader, board| {
                if reader.is_thorough {
                    reader.search_thoroughly(board, terms, side)
                } else {
                    reader.search(board, terms, side, None)
                }
            },
        )
    }

    /// Returns the remembered answer, or else finds it and remembers it.
    ///
    /// While a trace is recorded, it always searches: a remembered answer has no moves to show.
    fn remember<A: Clone>(
        &mut self,
        memory: fn(&mut Self) -> &mut Memory<ReadingKey, A>,
        board: &mut Board,
        question: ReadingKey,
        find: impl FnOnce(&mut Self, &mut Board) -> A,
    ) -> A {
        let traced = self.searcher.trace.is_some();
        let known = memory(self).get(board, &question, NO_FACTS);
        if let Some(known) = known.filter(|_| !traced) {
            self.pay_for_known(known.bill);
            self.used.include(&known.area);
            return known.value;
        }
        let begun = self.searcher.budget.nodes;
        self.searcher.begin();
        let answer = find(self, board);
        let area = self.searcher.area(board);
        self.used.include(&area);
        if !traced {
            let found = Answer {
                value: answer.clone(),
                area,
                facts: None,
                nodes: self.searcher.budget.nodes - begun,
            };
            let bill = memory(self).put(board, question, found);
            self.pay_for_found(bill);
        }
        answer
    }

    /// Returns the remembered answer to a question about several strings, or else finds it and
    /// remembers it.
    ///
    /// An account pays for each string that a question asks about, so it asks anew. So does a
    /// thorough question.
    fn remember_goal<A: Clone>(
        &mut self,
        memory: fn(&mut Self) -> &mut Memory<GoalKey, A>,
        board: &mut Board,
        (kind, stones): (GoalKind, &[Point]),
        find: impl FnOnce(&mut Self, &mut Board) -> A,
    ) -> A {
        let is_plain = self.account.is_none() && self.searcher.trace.is_none() && !self.is_thorough;
        let question = GoalKey::new(kind, stones, self.stage(board));
        let Some(question) = question.filter(|_| is_plain) else {
            return find(self, board);
        };
        if let Some(known) = memory(self).get(board, &question, NO_FACTS) {
            self.used.include(&known.area);
            return known.value;
        }
        let begun = self.searcher.budget.nodes;
        let (value, area) = self.with_area(board, |reader, board| {
            for stone in question.stones() {
                reader.used.string(stone);
            }
            find(reader, board)
        });
        self.used.include(&area);
        let found = Answer {
            value: value.clone(),
            area,
            facts: None,
            nodes: self.searcher.budget.nodes - begun,
        };
        memory(self).put(board, question, found);
        value
    }

    /// What this question finds, and the points that the answer depends on. They are not added to
    /// those of the present watch or part of an account.
    fn with_area<A>(
        &mut self,
        board: &mut Board,
        find: impl FnOnce(&mut Self, &mut Board) -> A,
    ) -> (A, PointSet) {
        let used = std::mem::replace(&mut self.used, Trail::EMPTY);
        let was_watched = std::mem::replace(&mut self.is_watched, true);
        let value = find(self, board);
        let area = self.used.area(board);
        (self.used, self.is_watched) = (used, was_watched);
        (value, area)
    }

    /// Runs the one to three searches of a question. `first` restricts the first move.
    fn search(
        &mut self,
        board: &mut Board,
        terms: Terms,
        side: Side,
        first: Option<&[Point]>,
    ) -> Reading {
        let begin = if terms.limits.begins_with_ko {
            Regime::For
        } else {
            Regime::Against
        };
        let verdict = judge(begin, |regime| {
            let terms = Terms { regime, ..terms };
            self.searcher.search(board, terms, side, first)
        });
        let (outcome, found): (Outcome, Found) = match side {
            Side::Prover => (verdict.outcome, verdict.for_asker),
            Side::Disprover => (verdict.outcome.reversed(), verdict.for_other),
        };
        Reading {
            outcome,
            point: found.best.filter(|_| outcome != Outcome::Lose),
        }
    }
}

#[cfg(test)]
mod fringe;

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        text.parse().expect("a board")
    }

    /// Black's stones at D5 can be caught, but not at once.
    const NET: &str = ". . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . O O . . . . .
             . O X X . . . . .
             . O X . . . . . .
             . . O . . . . . .
             . . . . . . . . .
             . . . . . . . . .";

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
    fn a_question_that_fades_has_fewer_nodes_deep_in_a_line() {
        let mut board = board(NET);
        let string = Point::from_vertex("D5", board.size()).expect("a vertex");
        let limits = Limits {
            guesses: false,
            ..Limits::for_level(10)
        };
        let mut reader = Reader::new(limits);
        assert_eq!(reader.attack(&mut board, string).outcome, Outcome::Win);
        let nodes = reader.nodes() as u32;
        let mut reader = Reader::new(Limits { nodes, ..limits });
        let mut outcome = |board: &mut Board, fades| {
            reader.set_fading(fades);
            reader.attack(board, string).outcome
        };
        assert_eq!(outcome(&mut board, true), Outcome::Win);
        for _ in 0..FADES_AFTER[2] {
            board.try_pass(Color::Black);
        }
        assert_eq!(outcome(&mut board, false), Outcome::Win);
        assert_eq!(outcome(&mut board, true), Outcome::Lose);
        assert_eq!(outcome(&mut board, false), Outcome::Win);
        while board.trial_moves() > 0 {
            board.take_back();
        }
        assert_eq!(outcome(&mut board, true), Outcome::Win);
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
    fn what_was_learned_counts_until_its_area_changes() {
        // White captures with a net at E4: a reader with one node does not find it.
        let mut board = board(NET);
        let size = board.size();
        let at = |name: &str| Point::from_vertex(name, size).expect("a vertex");
        let limits = Limits::for_level(10);
        let mut knowing = Reader::new(limits);
        let mut hasty = Reader::new(Limits {
            nodes: 1,
            guesses: false,
            ..limits
        });
        let known = knowing.attack(&mut board, at("D5"));
        assert_eq!(known.outcome, Outcome::Win);
        assert_ne!(hasty.attack(&mut board, at("D5")), known);
        hasty.learn_from(&mut knowing, &mut board);
        assert_eq!(hasty.attack(&mut board, at("D5")), known);
        assert!(board.try_move(Color::Black, at("J9")));
        assert_eq!(hasty.attack(&mut board, at("D5")), known);
        board.take_back();
        assert!(board.try_move(Color::Black, at("E4")));
        assert_eq!(hasty.attack(&mut board, at("D5")).outcome, Outcome::Lose);
        board.take_back();
        hasty.forget();
        assert_ne!(hasty.attack(&mut board, at("D5")), known);
    }

    #[test]
    fn what_stays_undecided_is_captured_if_that_seems_much_nearer() {
        let mut board = board(NET);
        let size = board.size();
        let string = Point::from_vertex("D5", size).expect("a vertex");
        let mut attack = |guesses| {
            let limits = Limits::for_level(10);
            let mut reader = Reader::new(Limits {
                nodes: 1,
                guesses,
                ..limits
            });
            reader.attack(&mut board, string).outcome
        };
        assert_eq!(attack(true), Outcome::Win);
        assert_eq!(attack(false), Outcome::Lose);
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

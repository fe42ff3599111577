//! The search about a race.

use std::mem;

use katachi_board::{ByColor, Color, Outcome, Point, PointSet, Tried};
use rustc_hash::FxHashMap;

use super::candidate::{Candidate, Purpose};
use super::limits::SemeaiLimits;
use super::side::Side;
use super::verdict::Verdict;
use crate::owl::{Joins, Move, Search, in_words};

/// Deeper than this a dragon may have escaped.
pub(super) const ESCAPE_DEPTH: usize = 2;
/// The most moves that a side tries in a position.
const MOST_MOVES: usize = 3;
/// The most moves of a line.
const DEEPEST: usize = 100;

/// What the answer of a position depends on: stones, ko, the marks of both sides, who moves, and
/// whether the other side has just passed.
type Key = (u64, u64, [u64; 2], Color, bool);

/// A search about one race.
pub(super) struct Race<'s, 'a> {
    /// The board and the readers. Its goal is that of the side that is asked about.
    pub owl: &'s mut Search<'a>,
    pub sides: ByColor<Side>,
    /// The side that the question is about: it moves first.
    pub asker: Color,
    pub limits: SemeaiLimits,
    /// Whether owl is asked about eyes, ways out and moves.
    pub reads_lives: bool,
    /// The moves and passes on the board.
    pub depth: usize,
    /// The positions so far.
    pub nodes: u32,
    /// Whether no limit of nodes has cut the search short.
    pub is_certain: bool,
    pub table: FxHashMap<Key, Verdict>,
}

impl<'a> Race<'_, 'a> {
    /// Asks owl about the dragon of this side.
    pub(super) fn asking<R>(
        &mut self,
        color: Color,
        question: impl FnOnce(&mut Search<'a>) -> R,
    ) -> R {
        let rival = self.sides[!color].goal.stones();
        let side = &mut self.sides[color];
        mem::swap(&mut self.owl.goal, &mut side.goal);
        mem::swap(&mut self.owl.escape, &mut side.escape);
        self.owl.rival = rival;
        let answer = question(self.owl);
        let side = &mut self.sides[color];
        mem::swap(&mut self.owl.goal, &mut side.goal);
        mem::swap(&mut self.owl.escape, &mut side.escape);
        answer
    }

    /// The results for this side, to move. `passed` says that the other side has just passed.
    pub(super) fn read(&mut self, color: Color, passed: bool) -> Verdict {
        if self.sides[!color].is_lost(self.owl.board) {
            return Verdict::WON;
        }
        if self.sides[color].is_lost(self.owl.board) {
            return self.after_loss(color);
        }
        let goals = [self.sides.black.goal.hash(), self.sides.white.goal.hash()];
        let board = &*self.owl.board;
        let key = (board.hash(), board.komaster().hash(), goals, color, passed);
        if let Some(known) = self.table.get(&key) {
            return *known;
        }
        if self.nodes >= self.limits.nodes || self.depth >= DEEPEST {
            self.is_certain &= self.nodes < self.limits.nodes;
            return self.in_doubt(color);
        }
        self.nodes += 1;
        let found = self.search(color, passed);
        self.table.insert(key, found);
        found
    }

    /// The results for this side, to move, whose dragon is gone. It lives on in a way if it can
    /// still kill the other dragon, whose eye space the captured stones have only shaped (nakade);
    /// the capture of a string that decides ends that.
    fn after_loss(&mut self, color: Color) -> Verdict {
        if !self.reads_lives || !self.sides[color].essential.is_empty() {
            return Verdict::LOST;
        }
        let attack = self.asking(!color, |owl| {
            owl.rival = PointSet::EMPTY;
            owl.attack()
        });
        Verdict {
            life: attack.outcome,
            kill: attack.outcome,
            point: attack.point,
        }
    }

    /// The answer where the search ends: in doubt the side that asks wins, as in GNU Go. So an
    /// unclear race is critical for both dragons.
    fn in_doubt(&self, color: Color) -> Verdict {
        if color == self.asker {
            Verdict::WON
        } else {
            Verdict::LOST
        }
    }

    fn search(&mut self, color: Color, passed: bool) -> Verdict {
        let outlook = self.look(color, self.reads_lives);
        if let Some(point) = outlook.wins_by {
            return Verdict::WON.by(point);
        }
        if outlook.lives && outlook.other_lives {
            return Verdict::BOTH_LIVE;
        }
        let taste = self.sides[color].taste;
        let mut best: Option<Verdict> = None;
        let mut tried = 0;
        for candidate in &outlook.candidates {
            if tried >= MOST_MOVES {
                break;
            }
            let nothing_yet = best.is_none_or(|best| best.life == Outcome::Lose);
            let Some((found, how)) = self.play(color, candidate, nothing_yet) else {
                continue;
            };
            tried += usize::from(how == Tried::Plain);
            if best.is_none_or(|best| taste.prefers(found, best)) {
                best = Some(found);
            }
            if found.is_best() {
                return found;
            }
        }
        // A pass is a move as well, where no move brings life.
        if best.is_none_or(|best| taste.prefers(Verdict::BOTH_LIVE, best)) {
            let found = if passed {
                let (own, other) = (outlook.eyes, outlook.other_eyes);
                if own[2] < other[0] {
                    Verdict::LOST
                } else if other[2] < own[0] {
                    Verdict::WON
                } else {
                    Verdict::BOTH_LIVE
                }
            } else {
                self.pass(color, true)
            };
            if best.is_none_or(|best| taste.prefers(found, best)) {
                best = Some(found);
            }
        }
        let best = best.unwrap_or(Verdict::LOST);
        if best.life == Outcome::Lose && best.kill == Outcome::Lose {
            return Verdict::LOST;
        }
        best
    }

    /// Passes, and asks for the answer. Where the pass `ends` the race, the other side may end it
    /// by passing as well.
    pub(super) fn pass(&mut self, color: Color, ends: bool) -> Verdict {
        self.owl.board.try_pass(color);
        self.record();
        self.depth += 1;
        let answer = self.read(!color, ends);
        self.depth -= 1;
        let answer = answer.reversed();
        self.record_answer(answer);
        self.owl.board.take_back();
        answer
    }

    /// Puts the last move into the trace.
    fn record(&mut self) {
        if let Some(trace) = self.owl.trace {
            trace.play(self.owl.board);
        }
    }

    /// Puts the result of the last move into the trace.
    fn record_answer(&mut self, found: Verdict) {
        if let Some(trace) = self.owl.trace {
            let (life, kill) = (in_words(found.life), in_words(found.kill));
            trace.note(self.owl.board, || format!("live: {life}, kill: {kill}"));
        }
    }

    /// Plays a candidate, and asks for the answer. `None` if it is illegal.
    fn play(
        &mut self,
        color: Color,
        candidate: &Candidate,
        conditionally: bool,
    ) -> Option<(Verdict, Tried)> {
        let point = candidate.one.point;
        let tried = (self.owl.board).try_with_komaster(color, point, conditionally)?;
        self.record();
        self.depth += 1;
        let before = ByColor {
            black: self.sides.black.goal.clone(),
            white: self.sides.white.goal.clone(),
        };
        self.mark(color, candidate);
        let answer = self.read(!color, false).reversed();
        self.sides.black.goal = before.black;
        self.sides.white.goal = before.white;
        self.depth -= 1;
        self.record_answer(answer);
        self.owl.board.take_back();
        let found = match tried {
            Tried::Plain => answer,
            Tried::Conditional => answer.after_threat(),
        };
        Some((found.by(point), tried))
    }

    /// Marks what a move on the board does that is no candidate.
    pub(super) fn follow(&mut self, color: Color, point: Point) {
        let candidate = Candidate {
            one: Move::plain(point, 0.0),
            purpose: Purpose::Life,
        };
        self.mark(color, &candidate);
    }

    /// Marks what a move on the board does to both goals.
    fn mark(&mut self, color: Color, candidate: &Candidate) {
        let one = &candidate.one;
        for side in [color, !color] {
            self.sides[side].goal.refresh(self.owl.board);
        }
        self.asking(color, |owl| match candidate.purpose {
            Purpose::Life => owl.grow(one),
            Purpose::Kill => {
                owl.goal
                    .join(owl.board, one.point, Joins::No, &PointSet::EMPTY);
            }
        });
        self.asking(!color, |owl| {
            let dragons = owl.dragons;
            owl.goal.surround(owl.board, dragons, one.point);
            if candidate.purpose == Purpose::Kill {
                owl.cut(&one.cuts);
            }
        });
    }
}

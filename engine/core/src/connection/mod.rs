//! Reading whether strings of a colour can be connected, and whether a string reaches an area.
//!
//! Two sides move in turns: one wants to connect, the other to keep apart. The strings are connected once they
//! are one string, whatever becomes of it then; they are apart once one of them has been
//! captured, and, as far as reading goes, once they are too far from each other or the limits are
//! reached. So a question that is too hard is answered as if the strings were apart.
//!
//! Moves and first guesses come from the `distance`: how many moves are still needed, through gaps, over strings that can
//! be captured. Proof numbers say where the search goes on.
//! Start reading at [`ConnectionReader`], then in `search.rs`.

mod distance;
mod gaps;
mod goal;
mod limits;
mod moves;
mod search;
mod table;
mod tactics;

use std::fmt;

use katachi_board::{Board, Point, PointSet};
use katachi_matcher::Outcome;

use crate::reading::{Limits, Reader, Reading};
use distance::Surveyor;
use goal::{Goal, Target};
use limits::Effort;
use search::{Search, Side, Tree};
use table::{Table, mixed};
use tactics::Tactics;

pub use limits::ConnectionLimits;

/// Positions of tactical reading for each position that may be searched; a search ends when it has had either.
const TACTICS: u32 = 40;
/// A tactical question may take this part of the nodes that it may take elsewhere: this and the number above are tuned
/// on the public suites and on pairs of strings from real games.
const TACTICAL_SHARE: u32 = 85;

/// Reads connections on a board by trial moves, all of which it takes back.
///
/// It remembers answers: the same question on the same position is read once. A tactical answer that is remembered costs a
/// search what it took to find, so what was asked before changes nothing, unless the reader's memory runs full in between.
#[derive(Clone)]
pub struct ConnectionReader {
    level: i32,
    table: Table,
    surveyor: Surveyor,
    /// Reads tactics, with fewer nodes than other questions deserve.
    reader: Reader,
    nodes: u64,
    tries: u64,
}

impl fmt::Debug for ConnectionReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConnectionReader")
            .field("level", &self.level)
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

impl ConnectionReader {
    /// A reader with the limits of a level.
    pub fn for_level(level: i32) -> Self {
        let reader = Reader::new(tactical_limits(level));
        Self {
            level,
            table: Table::new(),
            surveyor: Surveyor::new(),
            reader,
            nodes: 0,
            tries: 0,
        }
    }

    /// Changes the level; remembered answers go if it is another.
    pub fn set_level(&mut self, level: i32) {
        if level != self.level {
            self.level = level;
            self.reader.set_limits(tactical_limits(level));
            self.forget();
        }
    }

    /// Forgets all answers.
    pub fn forget(&mut self) {
        self.reader.forget();
        self.table.clear();
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Starts to count positions anew.
    pub fn reset_nodes(&mut self) {
        self.nodes = 0;
    }

    /// Trial moves so far, those of the tactics that were read among them.
    pub fn tries(&self) -> u64 {
        self.tries + self.reader.tries()
    }

    /// Starts to count trial moves anew.
    pub fn reset_tries(&mut self) {
        self.tries = 0;
        self.reader.reset_tries();
    }

    /// Whether the owner of two strings, to move, can connect them.
    ///
    /// No point with a success means that they are connected already. It fails if the points do not hold stones
    /// of one colour.
    pub fn connect(&mut self, board: &mut Board, a: Point, b: Point) -> Reading {
        let goal = strings(board, a, b);
        self.answer(board, goal, Side::Connect, Effort::Full)
    }

    /// Whether the opponent, to move, can keep two strings of a colour apart.
    ///
    /// No point with a success means that no move is needed for it.
    pub fn disconnect(&mut self, board: &mut Board, a: Point, b: Point) -> Reading {
        let goal = strings(board, a, b);
        self.answer(board, goal, Side::Disconnect, Effort::Full)
    }

    /// [`disconnect`](Self::disconnect) with a quarter of the nodes and three moves less deep.
    pub fn quick_disconnect(&mut self, board: &mut Board, a: Point, b: Point) -> Reading {
        let goal = strings(board, a, b);
        self.answer(board, goal, Side::Disconnect, Effort::Quick)
    }

    /// Whether the owner of a string, to move, can reach a point of the area with it.
    ///
    /// No point with a success means that it is there already.
    pub fn break_in(&mut self, board: &mut Board, string: Point, area: &PointSet) -> Reading {
        let goal = into_area(board, string, area);
        self.answer(board, goal, Side::Connect, Effort::Full)
    }

    /// Whether the opponent of a string, to move, can keep it out of the area.
    ///
    /// No point with a success means that no move is needed for it.
    pub fn block_off(&mut self, board: &mut Board, string: Point, area: &PointSet) -> Reading {
        let goal = into_area(board, string, area);
        self.answer(board, goal, Side::Disconnect, Effort::Full)
    }

    fn answer(
        &mut self,
        board: &mut Board,
        goal: Option<Goal>,
        side: Side,
        effort: Effort,
    ) -> Reading {
        let Some(goal) = goal else {
            return Reading::settled(match side {
                Side::Connect => Outcome::Lose,
                Side::Disconnect => Outcome::Win,
            });
        };
        let goal = goal.named(board);
        let connect = self.ask(board, &goal, Side::Connect, effort);
        if side == Side::Connect {
            return connect;
        }
        let disconnect = self.ask(board, &goal, Side::Disconnect, effort);
        // Who may move may also leave things as they are.
        let pass = Reading::settled(connect.outcome.reversed());
        if disconnect.outcome >= pass.outcome {
            disconnect
        } else {
            pass
        }
    }

    /// One side's question, from memory if it has been asked before.
    fn ask(&mut self, board: &mut Board, goal: &Goal, side: Side, effort: Effort) -> Reading {
        let limits = match goal.target {
            Target::String(_) => ConnectionLimits::for_level(self.level),
            Target::Area(_) => ConnectionLimits::for_area(self.level),
        };
        let limits = limits.with_effort(effort);
        let root = board.trial_moves();
        let question = mixed(root as u64 ^ u64::from(limits.nodes) << 32);
        let key = board.hash()
            ^ board.komaster().hash().rotate_left(1)
            ^ goal.hash()
            ^ side.hash()
            ^ question;
        if let Some(known) = self.table.answer(key) {
            return known;
        }
        let left = limits.nodes_below(root);
        let mut search = Search {
            board,
            tactics: Tactics::new(&mut self.reader, left.saturating_mul(TACTICS)),
            goal: *goal,
            limits,
            table: &mut self.table,
            surveyor: &mut self.surveyor,
            left,
            nodes: 0,
            tries: 0,
            root,
            tree: Tree::new(side),
        };
        let reading = search.read(side);
        self.nodes += u64::from(search.nodes);
        self.tries += search.tries + search.tactics.tries;
        self.table.keep(key, reading);
        reading
    }
}

/// The limits of tactical reading at a level.
fn tactical_limits(level: i32) -> Limits {
    let limits = Limits::for_level(level);
    Limits {
        nodes: limits.nodes / TACTICAL_SHARE,
        ..limits
    }
}

fn strings(board: &Board, a: Point, b: Point) -> Option<Goal> {
    let color = board.at(a).color()?;
    board.at(b).is(color).then_some(Goal {
        color,
        string: a,
        target: Target::String(b),
    })
}

fn into_area(board: &Board, string: Point, area: &PointSet) -> Option<Goal> {
    Some(Goal {
        color: board.at(string).color()?,
        string,
        target: Target::Area(*area),
    })
}

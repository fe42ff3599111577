//! Reading connections: whether two strings can be connected, or a string can reach an area.
//!
//! Entry points: [`ConnectionReader::connect`], [`disconnect`](ConnectionReader::disconnect),
//! [`break_in`](ConnectionReader::break_in) and [`block_off`](ConnectionReader::block_off). Two
//! sides move in turns. One wants to connect; the other wants to cut.
//!
//! - Connected: the two are one string, whatever happens to it later.
//! - Cut: one of the strings has been captured, or the two are too far apart.
//!
//! If the search reaches a limit, two strings count as connected or cut by the proof numbers: the
//! side whose proof seems nearer succeeds. An area counts as cut off then.
//!
//! Example. Black's stones are connected: White cannot cut, since Black answers `a` at `b` and `b`
//! at `a`.
//!
//! ```text
//! . . . . .
//! . X a . .
//! . b X . .
//! . . . . .
//! ```
//!
//! Three things are remembered beyond a question, each for as long as what it depends on stays the
//! same:
//!
//! - Answers, with their area. The area of a hard one covers most of the board, so most moves of a
//!   game change it.
//! - *Outlooks*: the distance and the candidate moves at a node, with the area of this node alone.
//!   The next search finds those that the last move has not touched. So does a search that begins
//!   again under another ko regime. An outlook includes the bills of its tactical answers. It is
//!   used only if the budget covers them; a search without a memory would then have gone on, too.
//! - Facts about single points, from one node to the next (`facts`).
//!
//! | module | what it is for |
//! |---|---|
//! | `distance`, `gaps`, `cost` | how many moves are still needed; gaps that are nearly connections |
//! | `flood` | the same for quick questions, by shape alone |
//! | `facts` | what the nodes before have found out about single points |
//! | `moves` | candidate moves, from what lies near the shortest way |
//! | `breadth` | how many moves a node considers |
//! | `search`, `table` | what the proof kernel has to know: goal, moves, table entries |
//! | `tactics` | tactical reading within a budget |
//! | `goal`, `limits` | the question; nodes and depths by level |
//! | `key` | questions as keys of the memory |

mod breadth;
mod cost;
mod distance;
mod facts;
mod flood;
mod gaps;
mod goal;
mod key;
mod limits;
mod moves;
mod search;
mod table;
mod tactics;

#[cfg(test)]
mod fringe;

use std::fmt;

use katachi_board::{Board, Outcome, Point, PointSet};

use crate::memory::{Answer, Memory};
use crate::proof::{Budget, Side, Trace};
use crate::reading::{Limits, Reader, Reading};
use distance::Surveyor;
use flood::Flood;
use goal::{Goal, Target};
use key::{ConnectionKey, OutlookKey};
use limits::Effort;
use search::{Outlook, Run, Tree};
use table::{PLACES, Table};
use tactics::Tactics;

pub use limits::ConnectionLimits;

/// Tactical nodes for each node of a search. A search ends when it has used up either.
const TACTICS: u32 = 24;
/// The divisor of the tactical reader's node limit. This and [`TACTICS`] are tuned on the public
/// suites and on pairs of strings from real games.
const TACTICAL_SHARE: u32 = 85;

/// The most answers kept for pairs whose first string begins at one point.
const MOST_ANSWERS: usize = 64;

/// The most tactical answers kept for strings that begin at one point. A search asks about the same
/// strings in many positions.
const MOST_TACTICS: usize = 1024;
/// Places of the memory of outlooks, and the most kept at each.
const OUTLOOK_PLACES: usize = 1 << 13;
const MOST_OUTLOOKS: usize = 4;

/// Reads connections on a board by trial moves, and remembers the answers.
///
/// It takes back every trial move. An answer does not depend on earlier questions: a remembered
/// answer is the one that a new search would give. A remembered tactical answer costs a search the
/// same nodes as reading it again.
#[derive(Clone)]
pub struct ConnectionReader {
    level: i32,
    answers: Memory<ConnectionKey, Reading>,
    /// What was found at nodes of searches.
    outlooks: Memory<OutlookKey, Outlook>,
    table: Table,
    surveyor: Surveyor,
    flood: Box<Flood>,
    /// Reads tactics, with fewer nodes than for other questions.
    reader: Reader,
    nodes: u64,
    tries: u64,
    /// The recording of searches, if one was started.
    trace: Option<Trace>,
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
        let reader = Reader::remembering(tactical_limits(level), MOST_TACTICS);
        Self {
            level,
            answers: Memory::new(Point::LIMIT, MOST_ANSWERS),
            outlooks: Memory::new(OUTLOOK_PLACES, MOST_OUTLOOKS),
            table: Table::new(PLACES),
            surveyor: Surveyor::new(),
            flood: Box::new(Flood::EMPTY),
            reader,
            nodes: 0,
            tries: 0,
            trace: None,
        }
    }

    /// Changes the level, and forgets all answers if it is another one.
    pub fn set_level(&mut self, level: i32) {
        if level != self.level {
            self.level = level;
            self.reader.set_limits(tactical_limits(level));
            self.forget();
        }
    }

    /// Sets the memory for answers, in bytes, and forgets all of them: half of it for tactical
    /// answers, a quarter for answers, a quarter for nodes of searches.
    pub fn set_memory(&mut self, bytes: usize) {
        self.reader.set_memory(bytes / 2);
        self.answers.set_bytes(bytes / 4);
        self.outlooks.set_bytes(bytes / 4);
    }

    /// Forgets all answers.
    pub fn forget(&mut self) {
        self.reader.forget();
        self.answers.clear();
        self.outlooks.clear();
    }

    /// The number of positions searched since the last reset.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Sets the node count to 0.
    pub fn reset_nodes(&mut self) {
        self.nodes = 0;
    }

    /// The number of trial moves since the last reset, with those of tactical reading.
    pub fn tries(&self) -> u64 {
        self.tries + self.reader.tries()
    }

    /// Sets the count of trial moves to 0.
    pub fn reset_tries(&mut self) {
        self.tries = 0;
        self.reader.reset_tries();
    }

    /// Records the moves of searches from now on.
    pub fn start_trace(&mut self, trace: Trace) {
        self.trace = Some(trace);
    }

    /// Stops recording and returns the trace; `None` if none was started.
    pub fn finish_trace(&mut self) -> Option<Trace> {
        self.trace.take()
    }

    /// Whether the owner of two strings, to move, can connect them.
    ///
    /// A success without a point means that they are one string already. The answer is
    /// [`Outcome::Lose`] if the points do not hold stones of one colour.
    pub fn connect(&mut self, board: &mut Board, a: Point, b: Point) -> Reading {
        let goal = strings(board, a, b);
        self.answer(board, goal, Side::Prover, Effort::Full)
    }

    /// Whether the opponent, to move, can cut two strings of one colour.
    ///
    /// A success without a point means that no move is needed.
    pub fn disconnect(&mut self, board: &mut Board, a: Point, b: Point) -> Reading {
        let goal = strings(board, a, b);
        self.answer(board, goal, Side::Disprover, Effort::Full)
    }

    /// [`connect`](Self::connect) with a quarter of the nodes, three moves less deep, and without
    /// tactical reading: much faster, and nearly as often right.
    pub fn quick_connect(&mut self, board: &mut Board, a: Point, b: Point) -> Reading {
        let goal = strings(board, a, b);
        self.answer(board, goal, Side::Prover, Effort::Quick)
    }

    /// [`disconnect`](Self::disconnect) as quickly as [`quick_connect`](Self::quick_connect). It
    /// looks for cutting moves only: strings that are cut already may count as connected.
    pub fn quick_disconnect(&mut self, board: &mut Board, a: Point, b: Point) -> Reading {
        let goal = strings(board, a, b);
        self.answer(board, goal, Side::Disprover, Effort::Quick)
    }

    /// Whether the owner of a string, to move, can bring it to a point of the area.
    ///
    /// A success without a point means that it is there already.
    pub fn break_in(&mut self, board: &mut Board, string: Point, area: &PointSet) -> Reading {
        let goal = into_area(board, string, area);
        self.answer(board, goal, Side::Prover, Effort::Full)
    }

    /// Whether the opponent of a string, to move, can keep it out of the area.
    ///
    /// A success without a point means that no move is needed.
    pub fn block_off(&mut self, board: &mut Board, string: Point, area: &PointSet) -> Reading {
        let goal = into_area(board, string, area);
        self.answer(board, goal, Side::Disprover, Effort::Full)
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
                Side::Prover => Outcome::Lose,
                Side::Disprover => Outcome::Win,
            });
        };
        let goal = goal.named(board);
        if side == Side::Disprover && effort == Effort::Quick {
            return self.ask(board, &goal, side, effort);
        }
        let connect = self.ask(board, &goal, Side::Prover, effort);
        if side == Side::Prover {
            return connect;
        }
        let disconnect = self.ask(board, &goal, Side::Disprover, effort);
        // The side to move may also pass.
        let pass = Reading::settled(connect.outcome.reversed());
        if disconnect.outcome >= pass.outcome {
            disconnect
        } else {
            pass
        }
    }

    /// Answers one side's question: from memory while its area stays the same, else by a search.
    fn ask(&mut self, board: &mut Board, goal: &Goal, side: Side, effort: Effort) -> Reading {
        let limits = match goal.target {
            Target::String(_) => ConnectionLimits::for_level(self.level),
            Target::Area(_) => ConnectionLimits::for_area(self.level),
        };
        let limits = limits.with_effort(effort);
        let root = board.trial_moves();
        let key = ConnectionKey {
            goal: *goal,
            side,
            limits,
            root,
            komaster: board.komaster(),
        };
        let facts = board.ko().map_or(0, |ko| 1 + ko.index() as u64);
        // A remembered answer has no moves to show.
        let traced = self.trace.is_some();
        if let Some(known) = self.answers.get(board, &key, facts).filter(|_| !traced) {
            return known.value;
        }
        let found = self.search(board, &key, effort, facts);
        let reading = found.value;
        if !traced {
            self.answers.put(board, key, found);
        }
        reading
    }

    /// Answers a question by a search. `facts` goes into the answer if it depends on them.
    fn search(
        &mut self,
        board: &mut Board,
        key: &ConnectionKey,
        effort: Effort,
        facts: u64,
    ) -> Answer<Reading> {
        let ConnectionKey {
            goal,
            side,
            limits,
            root,
            ..
        } = *key;
        let left = limits.nodes_below(root);
        let salt = board.hash();
        let mut search = Run {
            board,
            tactics: match effort {
                Effort::Full => Tactics::new(&mut self.reader, left.saturating_mul(TACTICS)),
                Effort::Quick => Tactics::silent(&mut self.reader),
            },
            goal,
            limits,
            table: &mut self.table,
            surveyor: &mut self.surveyor,
            flood: &mut self.flood,
            outlooks: &mut self.outlooks,
            budget: Budget {
                left,
                ..Budget::default()
            },
            trace: &mut self.trace,
            root,
            tree: Tree::new(side),
            salt,
            followed_ko: false,
        };
        let reading = search.read(side);
        let Budget { nodes, tries, .. } = search.budget;
        let tries = tries + search.tactics.tries;
        let found = Answer {
            value: reading,
            area: search.tactics.area(search.board),
            facts: search.followed_ko.then_some(facts),
            nodes,
        };
        self.nodes += nodes;
        self.tries += tries;
        found
    }
}

/// The limits of tactical reading at a level.
fn tactical_limits(level: i32) -> Limits {
    let limits = Limits::for_level(level).brief();
    Limits {
        nodes: limits.nodes / TACTICAL_SHARE,
        branch_depth: limits.branch_depth.saturating_sub(3),
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

//! The search: one side connects, the other keeps apart, in turns.

use katachi_board::{Board, Color, Point, Tried};
use katachi_matcher::Outcome;

use super::distance::{Between, Cost, FAR, Surveyor};
use super::goal::{Goal, Standing};
use super::limits::ConnectionLimits;
use super::moves::Candidates;
use super::table::{Table, by, mixed, settled};
use super::tactics::Tactics;
use crate::reading::Reading;

/// The side that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Wants to connect.
    Connect,
    /// Wants to keep apart.
    Disconnect,
}

impl Side {
    fn other(self) -> Self {
        match self {
            Self::Connect => Self::Disconnect,
            Self::Disconnect => Self::Connect,
        }
    }

    /// What it means for this side that the strings are connected, or never will be.
    fn when(self, joined: bool) -> Outcome {
        if joined == (self == Self::Connect) {
            Outcome::Win
        } else {
            Outcome::Lose
        }
    }

    /// A number that tells the questions of the two sides apart.
    pub fn hash(self) -> u64 {
        match self {
            Self::Connect => 0,
            Self::Disconnect => mixed(1),
        }
    }
}

/// How much of a position is looked at, by side and by depth.
struct Breadth {
    /// How far apart things may be to be searched at all.
    reach: Cost,
    /// By how much a way may cost more than the cheapest one for its points to be moves.
    slack: Cost,
    /// How many moves are tried.
    width: usize,
}

impl Breadth {
    /// Tuned on the public suites and on pairs of strings from real games: the side that keeps apart
    /// has few good moves, and the other needs more to answer them all.
    fn of(side: Side, depth: u32) -> Self {
        let (reach, slack, width) = match (side, depth) {
            (Side::Connect, 0) => (34, 12, 14),
            (Side::Connect, 1) => (30, 12, 12),
            (Side::Connect, 2..=3) => (30, 9, 10),
            (Side::Connect, 4..=5) => (27, 9, 8),
            (Side::Connect, 6..=7) => (27, 8, 8),
            (Side::Connect, _) => (25, 8, 6),
            (Side::Disconnect, 0) => (26, 9, 12),
            (Side::Disconnect, 1) => (22, 9, 8),
            (Side::Disconnect, 2..=3) => (22, 7, 6),
            (Side::Disconnect, 4..=5) => (20, 7, 5),
            (Side::Disconnect, 6..=7) => (20, 6, 5),
            (Side::Disconnect, _) => (18, 6, 4),
        };
        Self {
            reach,
            slack,
            width,
        }
    }
}

/// How many moves are tried beyond the depth from which on only the likeliest are.
const NARROW: usize = 2;
/// What a place further down in the list of moves counts against the distance that a move leaves, in tenths of a move.
const RANK: i32 = 1;

/// A search under way.
pub(super) struct Search<'a, 'b> {
    pub board: &'a mut Board,
    pub tactics: Tactics<'b>,
    pub goal: Goal,
    pub limits: ConnectionLimits,
    pub table: &'a mut Table,
    pub surveyor: &'a mut Surveyor,
    /// How many more positions may be searched, and how many surveyed.
    pub left: u32,
    pub surveys_left: u32,
    /// Positions searched.
    pub nodes: u32,
    /// How often the search has stopped for want of positions or depth.
    pub stopped: u32,
    /// Trial moves before the search.
    pub root: usize,
}

/// What a look at a position shows.
enum Look {
    /// What the side to move achieves.
    Known(Reading),
    /// It has to be searched.
    Open(Between),
}

/// A move and what it leads to.
struct Child {
    point: Point,
    tried: Tried,
    look: Look,
    /// The lower, the earlier it is searched.
    order: i32,
}

impl Search<'_, '_> {
    fn depth(&self) -> u32 {
        (self.board.trial_moves() - self.root) as u32
    }

    /// What this side achieves by moving first. `hint` is a move to try first.
    pub fn read(&mut self, side: Side, hint: Option<Point>) -> Reading {
        match self.look(side) {
            Look::Known(reading) => reading,
            Look::Open(between) => self.search(side, &between, hint),
        }
    }

    fn key(&self, side: Side) -> u64 {
        let komaster = self.board.komaster().hash().rotate_left(1);
        self.board.hash() ^ komaster ^ self.goal.hash() ^ side.hash()
    }

    /// Looks at a position before it is searched.
    fn look(&mut self, side: Side) -> Look {
        let outcome = match self.goal.standing(self.board) {
            Standing::Joined => Some(side.when(true)),
            Standing::Lost => Some(side.when(false)),
            Standing::Open => None,
        };
        if let Some(outcome) = outcome {
            return Look::Known(settled(outcome));
        }
        let depth = self.depth();
        if let Some(known) = self.table.get(self.key(side))
            && u32::from(known.depth) <= depth
        {
            return Look::Known(known.reading);
        }
        let deep = self.board.trial_moves() as u32 >= self.limits.depth;
        if deep || self.surveys_left == 0 || self.tactics.is_exhausted() {
            self.stopped += 1;
            return Look::Known(settled(side.when(false)));
        }
        self.surveys_left -= 1;
        let breadth = Breadth::of(side, depth);
        let bounds = (breadth.reach, breadth.slack);
        let between =
            (self.surveyor).survey(self.board, &mut self.tactics, &self.goal, bounds, depth);
        if between.distance >= FAR {
            Look::Known(settled(side.when(false)))
        } else {
            Look::Open(between)
        }
    }

    /// Searches a position that has been looked at.
    fn search(&mut self, side: Side, between: &Between, hint: Option<Point>) -> Reading {
        if self.left == 0 {
            self.stopped += 1;
            return settled(side.when(false));
        }
        self.left -= 1;
        self.nodes += 1;
        let depth = self.depth();
        let key = self.key(side);
        let known = self.table.get(key).and_then(|known| known.reading.point);
        let stopped = self.stopped;
        let candidates = self.candidates(side, depth, between, known.or(hint));
        let reading = self.try_all(side, depth, &candidates);
        if self.stopped == stopped {
            self.table.put(key, depth as u16, reading);
        }
        reading
    }

    fn candidates(
        &mut self,
        side: Side,
        depth: u32,
        between: &Between,
        first: Option<Point>,
    ) -> Vec<Point> {
        let width = if self.board.trial_moves() as u32 >= self.limits.narrow_depth {
            NARROW
        } else {
            Breadth::of(side, depth).width
        };
        let mut candidates = Candidates::default();
        let (board, tactics) = (&mut *self.board, &mut self.tactics);
        match side {
            Side::Connect => candidates.connect(board, tactics, &self.goal, between, depth),
            Side::Disconnect => candidates.disconnect(board, tactics, &self.goal, between, depth),
        }
        candidates.best(width, first)
    }

    fn mover(&self, side: Side) -> Color {
        match side {
            Side::Connect => self.goal.color,
            Side::Disconnect => !self.goal.color,
        }
    }

    /// Looks at all moves, then searches them in the order of what they promise.
    fn try_all(&mut self, side: Side, depth: u32, candidates: &[Point]) -> Reading {
        let mover = self.mover(side);
        let conditionally = depth <= self.limits.ko_depth;
        let mut children: Vec<Child> = Vec::with_capacity(candidates.len());
        for (rank, &point) in candidates.iter().enumerate() {
            let Some(tried) = self.board.try_with_komaster(mover, point, conditionally) else {
                continue;
            };
            let look = self.look(side.other());
            self.board.take_back();
            let order = match &look {
                Look::Known(reading) => {
                    if tried == Tried::Plain && reading.outcome == Outcome::Lose {
                        return by(Outcome::Win, point);
                    }
                    -100 * reading.outcome.reversed() as i32
                }
                Look::Open(between) => {
                    let distance = i32::from(between.distance);
                    let gain = if side == Side::Connect {
                        distance
                    } else {
                        -distance
                    };
                    gain + RANK * rank as i32 + 50 * i32::from(tried == Tried::Conditional)
                }
            };
            children.push(Child {
                point,
                tried,
                look,
                order,
            });
        }
        children.sort_by_key(|child| child.order);
        let mut best = settled(Outcome::Lose);
        for child in &children {
            if child.tried == Tried::Conditional && best.outcome != Outcome::Lose {
                continue;
            }
            let mut outcome = match &child.look {
                Look::Known(reading) => reading.outcome.reversed(),
                Look::Open(between) => self.follow(side, child, between),
            };
            if child.tried == Tried::Conditional && outcome != Outcome::Lose {
                outcome = Outcome::KoB;
            }
            if outcome > best.outcome {
                best = by(outcome, child.point);
            }
            if outcome == Outcome::Win {
                break;
            }
        }
        best
    }

    /// Plays a move and searches what it leads to.
    fn follow(&mut self, side: Side, child: &Child, between: &Between) -> Outcome {
        let conditionally = child.tried == Tried::Conditional;
        let mover = self.mover(side);
        if (self.board)
            .try_with_komaster(mover, child.point, conditionally)
            .is_none()
        {
            return Outcome::Lose;
        }
        // An earlier move may have led to the same position.
        let known = self.table.get(self.key(side.other()));
        let reading = match known.filter(|known| u32::from(known.depth) <= self.depth()) {
            Some(known) => known.reading,
            None => self.search(side.other(), between, None),
        };
        self.board.take_back();
        reading.outcome.reversed()
    }
}

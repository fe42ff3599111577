//! The search: one side connects, the other keeps apart, in turns.

use katachi_board::{Board, Color, Point, PointSet, Tried};
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

/// What has come of the moves of a position so far.
struct Progress {
    best: Verdict,
    /// Where the side that keeps apart has to play, as far as that is known: a move that is answered leaves it
    /// only the points of the answer's zone, since elsewhere the same answers would do.
    open: Option<PointSet>,
    /// How the other side answered.
    answers: Vec<Point>,
}

impl Default for Progress {
    fn default() -> Self {
        Self {
            best: Verdict {
                reading: settled(Outcome::Lose),
                zone: PointSet::EMPTY,
            },
            open: None,
            answers: Vec::new(),
        }
    }
}

impl Progress {
    fn is_open(&self, point: Point) -> bool {
        self.open.is_none_or(|open| open.contains(point))
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
    /// How many answers of the other side are tried as moves beyond that.
    extra: u32,
}

impl Breadth {
    /// Tuned on the public suites and on pairs of strings from real games: the side that keeps apart
    /// has few good moves, and the other needs more to answer them all.
    fn of(side: Side, depth: u32) -> Self {
        let (reach, slack, width, extra) = match (side, depth) {
            (Side::Connect, 0) => (34, 12, 14, 3),
            (Side::Connect, 1) => (30, 12, 12, 2),
            (Side::Connect, 2) => (30, 9, 10, 2),
            (Side::Connect, 3) => (30, 9, 10, 0),
            (Side::Connect, 4..=5) => (27, 9, 8, 0),
            (Side::Connect, 6..=7) => (27, 8, 8, 0),
            (Side::Connect, _) => (25, 8, 6, 0),
            (Side::Disconnect, 0) => (26, 9, 12, 3),
            (Side::Disconnect, 1) => (22, 9, 5, 2),
            (Side::Disconnect, 2) => (22, 7, 4, 2),
            (Side::Disconnect, 3) => (22, 7, 4, 0),
            (Side::Disconnect, 4..=5) => (20, 7, 3, 0),
            (Side::Disconnect, 6..=7) => (20, 6, 3, 0),
            (Side::Disconnect, _) => (18, 6, 2, 0),
        };
        Self {
            reach,
            slack,
            width,
            extra,
        }
    }
}

/// How many moves are tried beyond the depth from which on only the likeliest are.
const NARROW: usize = 2;
/// What a place further down in the list of moves counts against the distance that a move leaves, in tenths of a move;
/// the second is for the first move of a cut, where the best one is looked for.
const RANK: i32 = 1;
const RANK_OF_CUT: i32 = 6;

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

/// A result with what it rests on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verdict {
    pub reading: Reading,
    /// If the strings get connected: the points where an opponent stone could change that. Whoever keeps
    /// apart has to play on one of them.
    pub zone: PointSet,
}

impl Verdict {
    pub fn apart(side: Side) -> Self {
        Self {
            reading: settled(side.when(false)),
            zone: PointSet::EMPTY,
        }
    }
}

/// Strings with no more liberties than this are weak.
const WEAK: usize = 3;

/// What a look at a position shows.
enum Look {
    /// What the side to move achieves.
    Known(Verdict),
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

    /// What this side achieves by moving first.
    pub fn read(&mut self, side: Side) -> Reading {
        match self.look(side) {
            Look::Known(verdict) => verdict.reading,
            Look::Open(between) => self.search(side, &between).reading,
        }
    }

    fn key(&self, side: Side) -> u64 {
        let komaster = self.board.komaster().hash().rotate_left(1);
        self.board.hash() ^ komaster ^ self.goal.hash() ^ side.hash()
    }

    /// Looks at a position before it is searched.
    fn look(&mut self, side: Side) -> Look {
        match self.goal.standing(self.board) {
            Standing::Joined => {
                return Look::Known(Verdict {
                    reading: settled(side.when(true)),
                    zone: self.weak_spots(),
                });
            }
            Standing::Lost => return Look::Known(Verdict::apart(side)),
            Standing::Open => {}
        }
        let depth = self.depth();
        if let Some(known) = self.table.get(self.key(side))
            && u32::from(known.depth) <= depth
        {
            return Look::Known(known.verdict);
        }
        let deep = self.board.trial_moves() as u32 >= self.limits.depth;
        if deep || self.surveys_left == 0 {
            self.stopped += 1;
            return Look::Known(Verdict::apart(side));
        }
        self.surveys_left -= 1;
        let breadth = Breadth::of(side, depth);
        let bounds = (breadth.reach, breadth.slack);
        let between =
            (self.surveyor).survey(self.board, &mut self.tactics, &self.goal, bounds, depth);
        if between.distance >= FAR {
            Look::Known(Verdict::apart(side))
        } else {
            Look::Open(between)
        }
    }

    /// The liberties of the strings in question that have few: reading did not look at moves there.
    fn weak_spots(&self) -> PointSet {
        let mut spots = PointSet::EMPTY;
        for stone in self.goal.strings() {
            let weak = self
                .board
                .chain(stone)
                .filter(|chain| chain.liberty_count() <= WEAK);
            if let Some(chain) = weak {
                spots |= chain.liberties();
            }
        }
        spots
    }

    /// Searches a position that has been looked at.
    fn search(&mut self, side: Side, between: &Between) -> Verdict {
        if self.left == 0 {
            self.stopped += 1;
            return Verdict::apart(side);
        }
        self.left -= 1;
        self.nodes += 1;
        let depth = self.depth();
        let key = self.key(side);
        let known = self
            .table
            .get(key)
            .and_then(|known| known.verdict.reading.point);
        let stopped = self.stopped;
        let candidates = self.candidates(side, depth, between, known);
        let verdict = self.try_all(side, depth, &candidates);
        if self.stopped == stopped {
            self.table.put(key, depth as u16, verdict);
        }
        verdict
    }

    fn candidates(
        &mut self,
        side: Side,
        depth: u32,
        between: &Between,
        first: Option<Point>,
    ) -> Vec<Point> {
        let narrow = self.board.trial_moves() as u32 >= self.limits.narrow_depth;
        let width = if narrow {
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
    fn try_all(&mut self, side: Side, depth: u32, candidates: &[Point]) -> Verdict {
        let mover = self.mover(side);
        let conditionally = depth <= self.limits.ko_depth;
        let is_first_cut = depth == 0 && side == Side::Disconnect;
        let mut children: Vec<Child> = Vec::with_capacity(candidates.len());
        for (rank, &point) in candidates.iter().enumerate() {
            let Some(child) = self.child(side, mover, point, conditionally) else {
                continue;
            };
            let weight = if is_first_cut { RANK_OF_CUT } else { RANK };
            let order = match &child.look {
                Look::Known(verdict) => match verdict.reading.outcome.reversed() {
                    Outcome::Win if child.tried == Tried::Plain => {
                        if !is_first_cut {
                            return success(side, point, verdict);
                        }
                        weight * rank as i32 - i32::from(Breadth::of(side, 0).reach)
                    }
                    outcome => -100 * outcome as i32,
                },
                Look::Open(between) => {
                    let distance = i32::from(between.distance);
                    let gain = if side == Side::Connect {
                        distance
                    } else {
                        -distance
                    };
                    gain + weight * rank as i32 + 50 * i32::from(child.tried == Tried::Conditional)
                }
            };
            children.push(Child { order, ..child });
        }
        children.sort_by_key(|child| child.order);
        let mut progress = Progress::default();
        for child in &children {
            if let Some(won) = self.attempt(side, child, &mut progress) {
                return won;
            }
        }
        // The other side's good points are good points, too.
        let mut extra = Breadth::of(side, depth).extra;
        let mut tried: PointSet = candidates.iter().copied().collect();
        while let Some(point) = progress.answers.pop() {
            if extra == 0 {
                break;
            }
            if tried.contains(point) || !progress.is_open(point) {
                continue;
            }
            tried.insert(point);
            if let Some(child) = self.child(side, mover, point, false) {
                extra -= 1;
                if let Some(won) = self.attempt(side, &child, &mut progress) {
                    return won;
                }
            }
        }
        progress.best
    }

    /// A move, and a look at where it leads; `None` if it may not be played.
    fn child(
        &mut self,
        side: Side,
        mover: Color,
        point: Point,
        conditionally: bool,
    ) -> Option<Child> {
        let tried = self.board.try_with_komaster(mover, point, conditionally)?;
        let look = self.look(side.other());
        self.board.take_back();
        Some(Child {
            point,
            tried,
            look,
            order: 0,
        })
    }

    /// Searches a move, and notes what comes of it unless that ends the matter.
    fn attempt(&mut self, side: Side, child: &Child, progress: &mut Progress) -> Option<Verdict> {
        let conditional = child.tried == Tried::Conditional;
        let found = progress.best.reading.outcome;
        if (conditional && found != Outcome::Lose) || !progress.is_open(child.point) {
            return None;
        }
        let verdict = match &child.look {
            Look::Known(verdict) => *verdict,
            Look::Open(between) => self.follow(side, child, between),
        };
        let mut outcome = verdict.reading.outcome.reversed();
        if conditional && outcome != Outcome::Lose {
            outcome = Outcome::KoB;
        }
        if outcome == Outcome::Win {
            return Some(success(side, child.point, &verdict));
        }
        if outcome > found {
            progress.best.reading = by(outcome, child.point);
        }
        let zone = &mut progress.best.zone;
        *zone |= verdict.zone;
        zone.insert(child.point);
        if side == Side::Disconnect && outcome == Outcome::Lose {
            let open = progress
                .open
                .map_or(verdict.zone, |open| open & verdict.zone);
            progress.open = Some(open);
            progress.answers.extend(verdict.reading.point);
        }
        None
    }

    /// Plays a move and searches what it leads to.
    fn follow(&mut self, side: Side, child: &Child, between: &Between) -> Verdict {
        let conditionally = child.tried == Tried::Conditional;
        let mover = self.mover(side);
        if (self.board)
            .try_with_komaster(mover, child.point, conditionally)
            .is_none()
        {
            return Verdict {
                reading: settled(Outcome::Win),
                zone: PointSet::EMPTY,
            };
        }
        // An earlier move may have led to the same position.
        let known = self.table.get(self.key(side.other()));
        let verdict = match known.filter(|known| u32::from(known.depth) <= self.depth()) {
            Some(known) => known.verdict,
            None => self.search(side.other(), between),
        };
        self.board.take_back();
        verdict
    }
}

/// A move that achieves what its side wants.
fn success(side: Side, point: Point, verdict: &Verdict) -> Verdict {
    let mut zone = verdict.zone;
    if side == Side::Connect {
        zone.insert(point);
    }
    Verdict {
        reading: by(Outcome::Win, point),
        zone,
    }
}

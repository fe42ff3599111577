//! Life and death in an enclosed area, by search.
//!
//! Entry points: [`LifeReader::attack`] and [`LifeReader::defend`]. The attacker wants to capture
//! all stones of a goal, the defender wants some of them to stay. Both may play on every point of
//! the area around the goal; the defender may pass. So two eyes, seki, and ko come out by
//! themselves.
//!
//! Example. White, to move, kills at `a`; Black, to move, lives there.
//!
//! ```text
//! . . a . . X O
//! X X X X X X O
//! O O O O O O O
//! ```
//!
//! | module | what it is for |
//! |---|---|
//! | `area` | where both sides may play |
//! | `field` | the area as bit boards, and how moves are played there |
//! | `alive` | eyes that make a goal live, whatever the attacker does |
//! | `moves` | the candidate moves, in order |
//! | `question` | what may be asked |
//! | `search` | what the proof kernel has to know |
//! | `key` | questions as keys of the memory |
//!
//! Where stones enclose the area, the answer is exact as long as those with liberties outside
//! stand. An area with gaps is fenced ([`Scope::Fenced`]): the answer assumes that the attacker
//! answers each step over the fence.

mod alive;
mod area;
mod field;
mod key;
mod moves;
mod question;
mod search;

use std::hash::{DefaultHasher, Hash, Hasher};

use katachi_board::{Board, Outcome, Point, PointSet};

use crate::memory::{Answer, Memory};
use crate::proof::{Regime, Side, answer};
use crate::reading::Reading;
use crate::trail::Trail;
pub(crate) use alive::is_one_eye;
use area::{Area, take_back};
use field::Field;
use key::LifeKey;
pub use question::{Goal, Scope};
use search::{Searcher, Terms};

/// The most answers kept for goals that begin at one point.
const MOST_ANSWERS: usize = 32;

/// An area with this many empty points or more gets no more than the nodes of a
/// [limit](Limits::nodes).
const LARGE: usize = 15;
/// How often these nodes are doubled in a smaller area, at most.
const MOST_DOUBLINGS: usize = 3;

/// Limits of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most nodes of one search in an area of 15 empty points or more; a question takes up to
    /// three searches. A smaller area gets twice as many for each point that is missing, eight
    /// times as many at most: there a search nearly always ends.
    pub nodes: u32,
    /// The most empty points of an area.
    pub points: usize,
    /// The most gaps in the wall around a fenced area.
    pub gaps: usize,
}

impl Limits {
    /// The limits of a level. Any number is a level; the default is 10.
    pub fn for_level(level: i32) -> Self {
        // Each level above 10 has half as many nodes again; each level below has a third fewer.
        let nodes = 30_000.0 * 1.5_f64.powi(level.clamp(0, 20) - 10);
        Self {
            nodes: nodes as u32,
            points: 20,
            gaps: 3,
        }
    }

    /// The most nodes of one search in an area of this many empty points.
    fn nodes_in(&self, points: usize) -> u32 {
        let doublings = LARGE.saturating_sub(points).min(MOST_DOUBLINGS);
        self.nodes.saturating_mul(1 << doublings)
    }
}

/// Reads life and death on a board by trial moves, all of which it takes back.
#[derive(Clone)]
pub struct LifeReader {
    limits: Limits,
    /// The nodes that all searches to come may take together.
    left: u64,
    searcher: Searcher,
    /// The answers; `None` if a question could not be answered.
    readings: Memory<LifeKey, Option<Reading>>,
}

impl std::fmt::Debug for LifeReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LifeReader")
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl LifeReader {
    /// A reader with these limits.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            left: u64::MAX,
            searcher: Searcher::new(),
            readings: Memory::new(Point::LIMIT, MOST_ANSWERS),
        }
    }

    /// Changes the limits, and forgets the answers found with others.
    pub fn set_limits(&mut self, limits: Limits) {
        if limits != self.limits {
            self.limits = limits;
            self.forget();
        }
    }

    /// All searches to come take at most this many nodes together. What does not find its answer
    /// within them is not remembered.
    pub fn share(&mut self, nodes: u64) {
        self.left = nodes;
    }

    /// Forgets all answers.
    pub fn forget(&mut self) {
        self.readings.clear();
    }

    /// The number of positions searched so far.
    pub fn nodes(&self) -> u64 {
        self.searcher.budget.nodes
    }

    /// Whether the opponent, to move, can capture all these stones of a colour; the point is `None`
    /// if it can wait, as with a ko that only it can begin. `None` if they do not lie in such an
    /// area, or if the search reaches its limit.
    pub fn attack(&mut self, board: &mut Board, goal: Goal<'_>, scope: Scope) -> Option<Reading> {
        let by_moving = self.read(board, goal, scope, Side::Prover)?;
        if by_moving.outcome == Outcome::KoA
            && self.read(board, goal, scope, Side::Disprover)?.outcome == Outcome::Lose
        {
            return Some(Reading::DONE);
        }
        Some(by_moving)
    }

    /// Whether their owner, to move, can keep some of these stones on the board; the point is
    /// `None` if each of its moves would harm it, but none is needed, as in a seki. `None` if they
    /// do not lie in such an area, or if the search reaches its limit.
    pub fn defend(&mut self, board: &mut Board, goal: Goal<'_>, scope: Scope) -> Option<Reading> {
        let by_moving = self.read(board, goal, scope, Side::Disprover)?;
        if by_moving.outcome == Outcome::Lose
            && self.read(board, goal, scope, Side::Prover)?.outcome == Outcome::Lose
        {
            return Some(Reading::DONE);
        }
        Some(by_moving)
    }

    /// The empty points on which both sides may play in a question; `None` if the goal does not lie
    /// in such an area.
    pub fn points(&self, board: &Board, goal: Goal<'_>, scope: Scope) -> Option<PointSet> {
        let area = self.area(board, &goal, scope)?;
        Some(area.room(board))
    }

    fn area(&self, board: &Board, goal: &Goal<'_>, scope: Scope) -> Option<Area> {
        let gaps = match scope {
            Scope::Closed => 0,
            Scope::Fenced => self.limits.gaps,
        };
        let area = Area::of(board, goal, self.limits.points)?;
        (area.fence.len() <= gaps).then_some(area)
    }

    fn read(
        &mut self,
        board: &mut Board,
        goal: Goal<'_>,
        scope: Scope,
        side: Side,
    ) -> Option<Reading> {
        let question = LifeKey::new(&goal, scope, side)?;
        let mut hasher = DefaultHasher::new();
        goal.doubtful.hash(&mut hasher);
        let facts = hasher.finish();
        if let Some(known) = self.readings.get(board, &question, facts) {
            return known.value;
        }
        if self.left == 0 {
            return None;
        }
        let area = self.area(board, &goal, scope)?;
        let begun = self.searcher.budget.nodes;
        let fenced = area.put_fence(board, !goal.color)?;
        let mover = match side {
            Side::Prover => !goal.color,
            Side::Disprover => goal.color,
        };
        let field = Field::of(board, goal.stones, (goal.color, mover), &area);
        take_back(board, fenced);
        let (field, root) = field?;
        self.searcher.begin();
        let terms = Terms {
            field: &field,
            root,
            is_closed: area.is_closed(),
            regime: Regime::Against,
            nodes: self.limits.nodes_in(area.room(board).len()),
        };
        let value = self.search(terms, side);
        let spent = self.searcher.budget.nodes - begun;
        self.left = self.left.saturating_sub(spent);
        if value.is_none() && self.left == 0 {
            return None;
        }
        let mut trail = Trail::EMPTY;
        trail.include(&area.seen);
        for point in &area.points {
            trail.at(point);
        }
        let found = Answer {
            value,
            area: trail.area(board),
            facts: Some(facts),
            nodes: spent,
        };
        self.readings.put(board, question, found);
        value
    }

    /// Runs the one to three searches of a question.
    fn search(&mut self, terms: Terms<'_>, side: Side) -> Option<Reading> {
        let begun = self.searcher.budget.nodes;
        let (outcome, point) = answer(side, |regime| {
            let left = self.left.saturating_sub(self.searcher.budget.nodes - begun);
            let nodes = terms.nodes.min(u32::try_from(left).unwrap_or(u32::MAX));
            let terms = Terms {
                regime,
                nodes,
                ..terms
            };
            self.searcher.search(&terms, side)
        })?;
        Some(Reading { outcome, point })
    }
}

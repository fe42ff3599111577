//! Valuation: candidate moves with their values in points.
//!
//! Entry point: `candidates`. It runs these steps:
//!
//! 1. reasons are collected ([`reasons`](crate::reasons))
//! 2. illegal moves, own eyes, and self-ataris without a reason are dropped
//! 3. reasons that do not count are discarded (`discard`); the others become points ([`Terms`]):
//!    territory by the influence after the move (`effect`), the weakness of dragons (`strategy`),
//!    follow-ups; what the opponent can take afterwards is subtracted
//! 4. if no move is worth more than `ENDGAME_LIMIT`, endgame patterns propose moves, and moves with
//!    new reasons are valued again
//!
//! Moves with reasons that are no candidates are kept with their [`Obstacle`], for explanations.

mod discard;
mod effect;
mod factors;
mod joining;
mod obstacle;
mod strategy;
mod terms;
mod threats;

use std::collections::BTreeMap;

use katachi_board::{Board, Outcome, Point, PointSet};
use katachi_strategy::influence::MoveInfluence;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use discard::discard;
use effect::account;
use joining::joining;
pub use obstacle::Obstacle;
use obstacle::obstacle;
pub use strategy::Strategy;
use strategy::strategic_value;
pub use terms::{Sum, Terms};
use threats::threats;

use crate::constants::{self, CLEANUP_VALUE, ENDGAME_LIMIT, EXPOSED_STONE, LEAST_VALUE};
use crate::reasons::{
    Fired, Reason, Source, Turn, Verdicts, Veto, Worth, Worths, add_backfills, add_book_moves,
    add_break_ins, add_center_against_mirror_go, add_cuts, add_dame, add_endgame_moves,
    add_induced_reasons, add_lives, add_opening_moves, add_other_lives, add_other_tactics,
    add_pattern_moves, stays, tactical_reasons,
};

/// If a pattern or a book asks for a lower value, in points, or for none, a search decides while
/// the board is open: influence and groups do not read life and death.
pub const DECISIVE_VALUE: f32 = constants::DECISIVE_VALUE;

/// A candidate move.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The point.
    pub point: Point,
    /// Its value by patterns and reading, in points; 0 if they do not propose it.
    pub value: f32,
    /// The terms of the value.
    pub terms: Terms,
    /// The least value that patterns and books ask for, in points; 0 if they ask for none.
    pub least: f32,
    /// The reasons of patterns and reading.
    pub reasons: Vec<Reason>,
    /// Where each of the reasons comes from.
    pub sources: Vec<Vec<Source>>,
    /// The result of the search, if one took part.
    pub searched: Option<Searched>,
}

impl Candidate {
    fn new(point: Point, value: f32, terms: Terms, worth: Worth) -> Self {
        Self {
            point,
            value,
            terms,
            least: worth.value.least.unwrap_or(0.0),
            reasons: worth.reasons,
            sources: worth.sources,
            searched: None,
        }
    }

    /// A move for which neither patterns nor reading speak.
    pub(crate) fn without_reasons(point: Point) -> Self {
        Self::new(point, 0.0, Terms::default(), Worth::default())
    }

    /// The reasons, each with where it comes from.
    pub fn explained(&self) -> impl Iterator<Item = (&Reason, &[Source])> {
        let sources = self.sources.iter().map(Vec::as_slice);
        self.reasons.iter().zip(sources)
    }

    /// Whether the move gains something for certain: reading says that it captures or saves a
    /// string, or it takes a neutral point or makes one safe.
    pub fn is_certain(&self) -> bool {
        let is_certain =
            |reason: &Reason| reason.stones_decided().is_some() || reason.is_about_dame();
        self.value >= LEAST_VALUE && self.reasons.iter().any(is_certain)
    }

    /// The number by which candidates are compared: the value, in points, or what a search made of
    /// it.
    pub fn rating(&self) -> f32 {
        (self.searched).map_or(self.value, |searched| searched.rating)
    }
}

/// The result of a search for one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Searched {
    /// The playouts that began with it.
    pub visits: u32,
    /// The share of them that the side to move won, 0 to 1.
    pub winrate: f32,
    /// The value plus what the search adds, in points; if the search decided alone, the win rate in
    /// percent.
    pub rating: f32,
}

/// The moves with reasons in a turn.
pub(crate) struct Choice {
    /// The candidates, the best first.
    pub candidates: Vec<Candidate>,
    /// The other moves, each with what speaks against it.
    pub dropped: Vec<(Candidate, Obstacle)>,
    /// Every match that fired, in the order of databases and matches.
    pub fired: Vec<Fired>,
    /// The matches that forbid moves, or give their value to others, in the same order.
    pub vetoes: Vec<Veto>,
}

/// Finds all moves with reasons.
pub(crate) fn choice(
    turn: &mut Turn<'_>,
    allowed: Option<&PointSet>,
    rng: &mut Xoshiro256PlusPlus,
) -> Choice {
    let (mut worths, mut shapes) = worths(turn);
    if turn.openings.books && !turn.cleanup {
        add_book_moves(turn, &mut worths, rng);
    }
    if turn.openings.fuseki && !turn.cleanup {
        add_opening_moves(turn, &mut worths, rng);
    }
    add_center_against_mirror_go(turn, &mut worths);
    add_dame(turn, &mut worths);
    let mut reviewed = Reviewed::new();
    review(turn, (&worths, &shapes), allowed, &mut reviewed, rng);
    let best = reviewed
        .values()
        .filter_map(|review| review.result.as_ref().ok());
    let best = best.map(|candidate| candidate.value).fold(0.0, f32::max);
    if best <= ENDGAME_LIMIT {
        add_backfills(turn, &mut worths);
        add_endgame_moves(turn, &mut shapes, &mut worths);
        add_induced_reasons(turn, &mut worths);
        review(turn, (&worths, &shapes), allowed, &mut reviewed, rng);
    }
    let (mut candidates, mut dropped) = (Vec::new(), Vec::new());
    for review in reviewed.into_values() {
        match review.result {
            Ok(candidate) => candidates.push(candidate),
            Err(against) => dropped.push(against),
        }
    }
    for point in &shapes.forbidden() {
        if !dropped.iter().any(|(one, _)| one.point == point) {
            dropped.push((Candidate::without_reasons(point), Obstacle::Forbidden));
        }
    }
    replace(turn, &shapes, &mut candidates, &mut dropped);
    let (mut candidates, worthless): (Vec<_>, Vec<_>) =
        (candidates.into_iter()).partition(|candidate| candidate.value > 0.0);
    dropped.extend((worthless.into_iter()).map(|one| (one, Obstacle::Worthless)));
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.point.cmp(&b.point)));
    Choice {
        candidates,
        dropped,
        fired: shapes.fired,
        vetoes: shapes.vetoes,
    }
}

/// The moves with reasons after a review.
type Reviewed = BTreeMap<Point, Review>;

/// What a review found about a move.
struct Review {
    /// What spoke for the move.
    worth: Worth,
    /// The candidate, or what speaks against it.
    result: Result<Candidate, (Candidate, Obstacle)>,
}

/// Values all moves with reasons. Moves whose reasons an earlier review has seen keep its result.
fn review(
    turn: &mut Turn<'_>,
    (worths, shapes): (&Worths, &Verdicts),
    allowed: Option<&PointSet>,
    reviewed: &mut Reviewed,
    rng: &mut Xoshiro256PlusPlus,
) {
    let forbidden = shapes.forbidden();
    for (&point, worth) in worths {
        let is_forbidden = forbidden.contains(point);
        let known = reviewed.get(&point);
        if known.is_some_and(|known| known.worth == *worth && !is_forbidden) {
            continue;
        }
        let against = if is_forbidden {
            Some(Obstacle::Forbidden)
        } else if allowed.is_some_and(|allowed| !allowed.contains(point)) {
            Some(Obstacle::Excluded)
        } else {
            obstacle(turn, point, worth)
        };
        let result = match against {
            Some(obstacle) => {
                let terms = Terms::default();
                let candidate = Candidate::new(point, 0.0, terms, worth.clone());
                Err((candidate, obstacle))
            }
            None => Ok(valued(turn, point, worth.clone(), rng)),
        };
        let worth = worth.clone();
        reviewed.insert(point, Review { worth, result });
    }
}

/// A move with its value.
fn valued(
    turn: &mut Turn<'_>,
    point: Point,
    worth: Worth,
    rng: &mut Xoshiro256PlusPlus,
) -> Candidate {
    let mut terms = terms(turn, point, &worth);
    let mut value = terms.add_up(|value| joining(turn, point, value));
    let least = if worth.has(|reason| matches!(reason, Reason::Cleanup { .. })) {
        CLEANUP_VALUE
    } else if worth.has(Reason::is_about_dame) {
        LEAST_VALUE
    } else {
        f32::NEG_INFINITY
    };
    terms.sum.least = (least - value).max(0.0);
    value = value.max(least);
    if value > 0.0 {
        if !worth.is_trusted {
            terms.danger = danger(turn, point);
        }
        // A random addition varies the choice among equals.
        terms.sum.chance = worth.chance() * rng.random::<f32>();
        terms.sum.danger = -terms.danger;
        value += terms.sum.chance - terms.danger;
    }
    Candidate::new(point, value, terms, worth)
}

/// What reading and patterns say about each move.
fn worths(turn: &mut Turn<'_>) -> (Worths, Verdicts) {
    let mut worths = tactical_reasons(turn);
    add_lives(turn, &mut worths);
    add_break_ins(turn, &mut worths);
    add_cuts(turn, &mut worths);
    let shapes = add_pattern_moves(turn, &mut worths);
    add_other_tactics(turn, &mut worths);
    add_other_lives(turn, &mut worths);
    add_induced_reasons(turn, &mut worths);
    (worths, shapes)
}

/// The influence after a move, with what reading and patterns say that it captures and saves.
/// `None` if the move is illegal.
pub(crate) fn move_influence(mut turn: Turn<'_>, point: Point) -> Option<MoveInfluence> {
    let (mut worths, mut shapes) = worths(&mut turn);
    add_endgame_moves(&mut turn, &mut shapes, &mut worths);
    add_induced_reasons(&mut turn, &mut worths);
    let nothing = Worth::default();
    let worth = worths.get(&point).unwrap_or(&nothing);
    let is_safe = stays(&mut turn, point, worth);
    let account = account(&mut turn, (point, is_safe), worth);
    turn.position.move_influence(&account.effect)
}

/// The terms of a move's value. Its danger is found if the others speak for it.
fn terms(turn: &mut Turn<'_>, point: Point, worth: &Worth) -> Terms {
    let mut counted = worth.clone();
    let is_safe = stays(turn, point, worth);
    let discarded = discard(turn, point, is_safe, &mut counted);
    let worth = &counted;
    let account = account(turn, (point, is_safe), worth);
    let (mut influence, mut follow_up) = (0.0, worth.follow_up);
    if account.changes_territory {
        let before = turn.position.influence(!turn.own);
        if let Some(after) = turn.position.move_influence(&account.effect) {
            influence = after.gain(&before);
            follow_up += after.follow_up_gain();
        }
    }
    let mut territory = account.kos + influence;
    if let Some(least) = worth.territory.least.filter(|least| *least > 0.0) {
        territory = territory.max(least);
    }
    if let Some(most) = worth.territory.most {
        territory = territory.min(most);
    }
    Terms {
        influence,
        kos: account.kos,
        territory,
        strategy: strategic_value(turn, (point, is_safe), worth, territory),
        follow_up: follow_up + threats(turn, (point, is_safe), worth),
        reverse_follow_up: worth.reverse_follow_up,
        secondary: account.secondary,
        shape: worth.shape.factor(),
        bounds: worth.value,
        danger: 0.0,
        is_safe,
        links: worth.has(|reason| matches!(reason, Reason::Connects { .. } | Reason::Cuts { .. })),
        discarded,
        sum: Sum::default(),
    }
}

/// What the move exposes to capture, in points: own stones that were safe before. A single stone
/// that captures something may be captured back.
fn danger(turn: &mut Turn<'_>, point: Point) -> f32 {
    let own = turn.own;
    let strings = |board: &Board| -> Vec<(Point, usize)> {
        let mut strings: Vec<(Point, usize)> = Vec::new();
        for near in [point].into_iter().chain(point.neighbors()) {
            if let Some(chain) = board.chain(near).filter(|chain| chain.color() == own) {
                let entry = (chain.origin(), chain.len());
                if !strings.contains(&entry) {
                    strings.push(entry);
                }
            }
        }
        strings
    };
    let mut lost_before = 0;
    for (string, stones) in strings(turn.board()) {
        if turn.attack(string) == Outcome::Win {
            lost_before += stones;
        }
    }
    let captures = turn.board().captures_something(own, point);
    if !turn.position.board.try_move(own, point) {
        return 0.0;
    }
    let mut lost_after = 0;
    for (string, stones) in strings(turn.board()) {
        if captures && string == point && stones == 1 {
            continue;
        }
        if turn.attack(string) == Outcome::Win {
            lost_after += stones;
        }
    }
    turn.position.board.take_back();
    EXPOSED_STONE * lost_after.saturating_sub(lost_before) as f32
}

/// Moves the value of candidates to others, where an action said so. A move that is forbidden or
/// illegal gets none.
fn replace(
    turn: &Turn<'_>,
    shapes: &Verdicts,
    candidates: &mut Vec<Candidate>,
    dropped: &mut Vec<(Candidate, Obstacle)>,
) {
    let (board, forbidden) = (turn.game.board(), shapes.forbidden());
    let replaced = shapes.vetoes.iter();
    for (from, to) in replaced.filter_map(|veto| Some((veto.point, veto.to?))) {
        let Some(place) = candidates
            .iter()
            .position(|candidate| candidate.point == from)
        else {
            continue;
        };
        let old = candidates.swap_remove(place);
        dropped.push((old.clone(), Obstacle::Replaced { by: to }));
        let mut others = candidates.iter_mut();
        if let Some(new) = others.find(|candidate| candidate.point == to) {
            new.value = new.value.max(old.value);
        } else if board.is_legal(turn.own, to) && !forbidden.contains(to) {
            candidates.push(Candidate { point: to, ..old });
        }
    }
}

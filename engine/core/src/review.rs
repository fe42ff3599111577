//! The review of the move that is to be played: what do combinations say about it?
//!
//! Entry point: [`review`]. A move that allows the opponent a combination loses what it costs.
//! Moves that begin an own combination, or prevent one of the opponent's, are worth what they gain
//! or save besides, as in GNU Go 3.8. What a search with few nodes finds is confirmed by one with
//! all of them. If nothing is left of the best move, another one prepares it.

use katachi_board::{Color, Point, Scoring};
use katachi_strategy::Position;
use katachi_strategy::combination::{Combination, Combinations};

use crate::decision::Decision;
use crate::thoughts::{Review, Thoughts};

/// The most moves that are reviewed.
const MOST_REVIEWED: usize = 5;

/// The most nodes of reading for each question: a fifth of a second.
const MOST_EFFORT: u64 = 50_000;

/// A point of territory.
const TERRITORY: f32 = 1.0;

/// What a combination is worth beyond its size.
const INITIATIVE: f32 = 1.0;

/// Decides for another move that `may_play` allows, if combinations make it better than the one
/// that is to be played.
pub(crate) fn review(
    position: &mut Position<'_>,
    thoughts: &mut Thoughts,
    scoring: Scoring,
    may_play: impl Fn(Point) -> bool,
) {
    if !position.knowledge().threatens() || thoughts.is_by_the_book() {
        return;
    }
    let color = thoughts.color;
    let mut rated = match thoughts.decision {
        Decision::Play(_) => thoughts.rated(),
        Decision::Pass => Vec::new(),
        Decision::Resign => return,
    };
    let mut review = Review {
        own: confirmed(position, |search| search.attack(color)),
        threat: confirmed(position, |search| search.attack(!color)),
        ..Review::default()
    };
    if review.threat.is_some() {
        let mut combinations = position.combinations().within(MOST_EFFORT);
        review.defenses = combinations.defenses(!color).unwrap_or_default();
    }
    // Of equal defences the first one counts: the point where the opponent would begin.
    let begins = |point: &Point| review.threat.is_some_and(|threat| threat.point == *point);
    let mut defenses: Vec<Point> = review.defenses.iter().collect();
    defenses.sort_by_key(|point| !begins(point));
    let threat = review.threat.map_or(0, |threat| threat.size);
    let defenses = defenses.into_iter().map(|point| (point, threat));
    let own = review.own.map(|own| (own.point, own.size));
    for (point, size) in defenses.chain(own).filter(|(point, _)| may_play(*point)) {
        let gain = size as f32 + INITIATIVE;
        match rated.iter_mut().find(|(one, _)| *one == point) {
            Some((_, rating)) => *rating += gain,
            None => rated.push((point, gain)),
        }
    }
    // Sorting is stable: among equals the move that is to be played stays ahead.
    rated.sort_by(|a, b| b.1.total_cmp(&a.1));
    let best = best_after_losses(&rated, MOST_REVIEWED, |point| {
        let allowed = allowed_by(position, &mut review, (color, point));
        allowed.map_or(0, |allowed| allowed.size.saturating_sub(threat)) as f32
    });
    if let Some(best) = best {
        let is_worthless = best.loss > 0.0 && best.value() <= 0.0;
        let first = is_worthless.then(|| prepared(position, thoughts, best.point, scoring));
        let first = first.flatten().filter(|first| may_play(*first));
        review.prepared = first.map(|first| [first, best.point]);
        thoughts.play(first.unwrap_or(best.point));
    }
    thoughts.review = review;
}

/// The move that comes first where another one is worth nothing any more since it allows a
/// combination: after it, the other one allows none. Under territory scoring it may fill a point of
/// territory, so the other one must gain a point, or be a threat of the opponent.
fn prepared(
    position: &mut Position<'_>,
    thoughts: &Thoughts,
    point: Point,
    scoring: Scoring,
) -> Option<Point> {
    let color = thoughts.color;
    let mut candidates = thoughts.candidates.iter();
    let value = candidates.find(|one| one.point == point)?.value;
    let is_due = scoring == Scoring::Area || value >= TERRITORY || {
        let Position { board, readers, .. } = &mut *position;
        readers.tactics.threatens(board, !color, point)
    };
    if !is_due {
        return None;
    }
    let mut combinations = position.combinations().within(MOST_EFFORT);
    let found = combinations.preparations(color, point);
    let known = thoughts.candidates.iter().map(|one| one.point);
    known.chain(&found).find(|first| found.contains(*first))
}

/// A move with its rating and what it loses, in points.
pub(crate) struct Reviewed {
    pub point: Point,
    pub rating: f32,
    pub loss: f32,
}

impl Reviewed {
    /// What is left of the rating.
    pub fn value(&self) -> f32 {
        self.rating - self.loss
    }
}

/// The best move after what `loss` says that it loses; the first one of equal moves. It looks at
/// this many moves at most, and at no more than needed: they come with the best rated one first.
pub(crate) fn best_after_losses(
    rated: &[(Point, f32)],
    most: usize,
    mut loss: impl FnMut(Point) -> f32,
) -> Option<Reviewed> {
    let mut best: Option<Reviewed> = None;
    for &(point, rating) in rated.iter().take(most) {
        if best.as_ref().is_some_and(|best| best.value() >= rating) {
            break;
        }
        let one = Reviewed {
            point,
            rating,
            loss: loss(point),
        };
        if best.as_ref().is_none_or(|best| one.value() > best.value()) {
            best = Some(one);
        }
    }
    best
}

/// Adds the combination that this move allows, if it has not been reviewed.
pub(crate) fn review_move(position: &mut Position<'_>, thoughts: &mut Thoughts, point: Point) {
    let is_known = thoughts.review.allowed.iter().any(|(one, _)| *one == point);
    if is_known || !position.knowledge().threatens() {
        return;
    }
    allowed_by(position, &mut thoughts.review, (thoughts.color, point));
}

/// Finds the combination that a move allows, and adds it to the review.
fn allowed_by(
    position: &mut Position<'_>,
    review: &mut Review,
    (color, point): (Color, Point),
) -> Option<Combination> {
    let allowed = confirmed(position, |search| search.allowed_by(color, point))?;
    review.allowed.push((point, allowed));
    Some(allowed)
}

/// What a search with few nodes finds, and one with all nodes after it.
fn confirmed(
    position: &mut Position<'_>,
    ask: impl Fn(&mut Combinations<'_>) -> Option<Combination>,
) -> Option<Combination> {
    ask(&mut position.brief_combinations().within(MOST_EFFORT))?;
    ask(&mut position.combinations().within(MOST_EFFORT))
}

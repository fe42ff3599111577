//! The pattern to blame for a move: the one without which the move is worth least.

use katachi_board::Point;
use katachi_core::{Engine, Game, Reason, Thoughts, Wish};

use crate::words::{Names, PatternPlace, other_reason};

/// What must be lost without a pattern to blame it, in points.
const LEAST_DROP: f32 = 0.1;

/// The patterns that are to blame for a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Blame {
    /// The pattern with its place, or the entry of a book; several patterns if only all of them
    /// together matter.
    pub patterns: Vec<String>,
    /// The value of the move, in points.
    pub value: f32,
    /// Its value without them.
    pub without: f32,
    /// What the engine would choose without them, before a search.
    pub instead: Option<Point>,
}

/// Finds who is to blame for a move at this point. Each pattern that fires for it is silenced in
/// turn.
pub(super) fn find(
    engine: &mut Engine,
    names: &impl Names,
    game: &Game,
    wish: &Wish,
    thoughts: &Thoughts,
    point: Point,
) -> Option<Blame> {
    let fired = thoughts.fired.iter().filter(|fired| fired.point == point);
    let mut patterns: Vec<(usize, u32)> = fired
        .map(|fired| (fired.database, fired.found.pattern))
        .collect();
    patterns.sort_unstable();
    patterns.dedup();
    let full = &engine.think_without_search(game, wish);
    if let Some(blame) = by_book(engine, names, game, wish, full, point) {
        return Some(blame);
    }
    if patterns.is_empty() {
        return None;
    }
    let value = value(full, point);
    let mut without = |patterns: &[(usize, u32)]| {
        let before = std::mem::replace(&mut engine.silenced, patterns.to_vec());
        let thoughts = engine.think_without_search(game, wish);
        engine.silenced = before;
        thoughts
    };
    let mut trials: Vec<(Vec<(usize, u32)>, Thoughts)> = Vec::new();
    for &pattern in &patterns {
        trials.push((vec![pattern], without(&[pattern])));
    }
    if patterns.len() > 1 {
        trials.push((patterns.clone(), without(&patterns)));
    }
    // All of them together are blamed only if none of them matters alone.
    let drop = |(_, thoughts): &(Vec<_>, Thoughts)| value - self::value(thoughts, point);
    let single = trials.iter().filter(|trial| trial.0.len() == 1);
    let worst = single.max_by(|a, b| drop(a).total_cmp(&drop(b)));
    let worst = worst.filter(|trial| drop(trial) >= LEAST_DROP);
    let worst = worst.or_else(|| trials.last().filter(|trial| drop(trial) >= LEAST_DROP))?;
    let named = worst.0.iter().filter_map(|&(database, number)| {
        let pattern = names.pattern(database, number)?;
        Some(PatternPlace::of(&pattern).to_string())
    });
    Some(Blame {
        patterns: named.collect(),
        value,
        without: self::value(&worst.1, point),
        instead: worst.1.candidates.first().map(|best| best.point),
    })
}

/// The book that proposes a move: it outweighs all patterns.
fn by_book(
    engine: &mut Engine,
    names: &impl Names,
    game: &Game,
    wish: &Wish,
    thoughts: &Thoughts,
    point: Point,
) -> Option<Blame> {
    let mut candidates = thoughts.candidates.iter();
    let candidate = candidates.find(|candidate| candidate.point == point)?;
    let is_book = |reason: &&Reason| matches!(reason, Reason::Book { .. });
    let reason = candidate.reasons.iter().find(is_book)?;
    let books = std::mem::replace(&mut engine.openings.books, false);
    let without = engine.think_without_search(game, wish);
    engine.openings.books = books;
    Some(Blame {
        patterns: vec![other_reason(names, reason)?],
        value: candidate.value,
        without: value(&without, point),
        instead: without.candidates.first().map(|best| best.point),
    })
}

/// The value of a move, 0 if it is no candidate.
fn value(thoughts: &Thoughts, point: Point) -> f32 {
    let mut candidates = thoughts.candidates.iter();
    let candidate = candidates.find(|candidate| candidate.point == point);
    candidate.map_or(0.0, |candidate| candidate.value)
}

//! Why patterns never fire.
//!
//! Entry point: [`find`]. It looks again at the matches that were kept, and asks the engine which
//! test failed. For diagrams that never fit it looks for the place that comes closest.

use std::collections::BTreeMap;

use katachi_board::{Board, Color, Symmetry};
use katachi_core::{Condition, Explanation, Rejection, Wish};
use katachi_image::{Pattern, Role, Symbol, border};
use katachi_matcher::explain::{Fit, Misfit, examine};
use katachi_matcher::{Match, Part};
use rayon::prelude::*;

use super::count::{Count, Tally};
use super::plan::{Depth, Plan};
use crate::games::Place;

/// The most positions in which places for a diagram are looked for.
const POSITIONS: usize = 24;

/// The most patterns of a database whose closest places are looked for.
const PATTERNS: usize = 50;

/// What stops each pattern that never fires, by database and number. Patterns that were never
/// tested to the end are missing.
pub fn find(plan: &Plan<'_>, tally: &Tally) -> BTreeMap<(usize, u32), String> {
    let mut reasons = unfit(plan, tally);
    if plan.depth == Depth::Diagram {
        return reasons;
    }
    let mut by_place: BTreeMap<Place, Vec<(usize, Match)>> = BTreeMap::new();
    for (&(database, pattern), count) in &tally.counts {
        if count.holds > 0 || count.open > 0 {
            continue;
        }
        for example in &count.failures {
            if let Some(found) = example.found(pattern) {
                let matches = by_place.entry(example.place()).or_default();
                matches.push((database, found));
            }
        }
    }
    let places: Vec<(&Place, &Vec<(usize, Match)>)> = by_place.iter().collect();
    let explained: Vec<Vec<Explained>> = (places.par_iter())
        .map_init(
            || plan.engine(),
            |engine, (place, matches)| {
                let position = plan.games.position(**place);
                let (Some(game), Some((color, _))) = (position, plan.games.played(**place)) else {
                    return Vec::new();
                };
                let explained = engine.explain(&game, &Wish::of(color), matches);
                let keys = matches
                    .iter()
                    .map(|(database, one)| (*database, one.pattern));
                keys.zip(explained)
                    .filter_map(|(key, one)| Some((key, objection(&one?))))
                    .collect()
            },
        )
        .collect();
    let mut objections: BTreeMap<(usize, u32), BTreeMap<String, usize>> = BTreeMap::new();
    for (key, objection) in explained.into_iter().flatten() {
        *(objections.entry(key).or_default())
            .entry(objection)
            .or_default() += 1;
    }
    for (key, objections) in objections {
        if let Some(count) = tally.counts.get(&key) {
            reasons.insert(key, in_words(count, objections));
        }
    }
    reasons
}

/// A pattern, and what stopped a match of it.
type Explained = ((usize, u32), String);

/// What stopped the matches of a pattern, the most frequent first.
fn in_words(count: &Count, objections: BTreeMap<String, usize>) -> String {
    let all: usize = objections.values().sum();
    let mut sorted: Vec<(String, usize)> = objections.into_iter().collect();
    sorted.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    let fits = count.all_fits();
    let head = if count.class == 0 {
        format!("fits {fits} times and is always rejected")
    } else {
        format!("fits {fits} times, the constraint never holds")
    };
    if let [(only, _)] = sorted.as_slice() {
        return format!("{head}: {only} in each of {all} that were examined");
    }
    let parts = sorted.iter().take(3);
    let parts: Vec<String> = parts
        .map(|(objection, times)| format!("{objection} in {times} of {all}"))
        .collect();
    format!("{head}: {}", parts.join(", "))
}

/// The test that a match fails, without its place on the board.
fn objection(explained: &Explanation) -> String {
    match explained.rejection {
        Some(Rejection::Settled) => return "the point is settled".to_owned(),
        Some(Rejection::Illegal) => return "the move is illegal".to_owned(),
        Some(Rejection::Unsafe) => return "the move can be captured".to_owned(),
        Some(Rejection::Unneeded) => return "class n".to_owned(),
        Some(Rejection::Stone {
            letter, condition, ..
        }) => {
            let condition = match condition {
                Condition::Critical => "critical",
                Condition::Dead => "dead",
                Condition::Alive => "alive",
                Condition::Lost => "captured",
            };
            return format!("class {letter} (a string is {condition})");
        }
        None => {}
    }
    if let Some(name) = explained.waits_for {
        return format!("waits for {name}, which this engine cannot answer");
    }
    if explained.constraint != Some(true) {
        return deciding(&explained.parts);
    }
    if explained.helper != Some(true) {
        return "the helper refuses".to_owned();
    }
    deciding(&explained.action)
}

/// The part of a program that was evaluated last.
fn deciding(parts: &[Part]) -> String {
    match parts.last() {
        None => "it is 0".to_owned(),
        Some(part) => match part.value {
            None => format!("{} is not answered", part.text),
            Some(0.0) => format!("{} is false", part.text),
            Some(value) => format!("{} is {value}", part.text),
        },
    }
}

/// For diagrams that never fit: the place that comes closest.
fn unfit(plan: &Plan<'_>, tally: &Tally) -> BTreeMap<(usize, u32), String> {
    let mut patterns: Vec<(usize, Pattern<'_>)> = Vec::new();
    for (database, general) in plan.set.proposing() {
        // Corner patterns are sequences of moves: most of them are rare.
        if general.role == Role::Joseki {
            continue;
        }
        let dead = general.iter().filter(|pattern| {
            let key = (database, pattern.number() as u32);
            !tally.counts.contains_key(&key)
        });
        patterns.extend(dead.take(PATTERNS).map(|pattern| (database, pattern)));
    }
    let all = plan.positions.places();
    let step = all.len().div_ceil(POSITIONS).max(1);
    let boards: Vec<(Place, Board, Color)> = (all.iter().step_by(step))
        .filter_map(|&place| {
            let game = plan.games.position(place)?;
            let (color, _) = plan.games.played(place)?;
            Some((place, game.board().clone(), color))
        })
        .collect();
    let closest = patterns.par_iter().map(|(database, pattern)| {
        let key = (*database, pattern.number() as u32);
        (key, closest(plan, pattern, &boards))
    });
    closest.collect()
}

fn closest(plan: &Plan<'_>, pattern: &Pattern<'_>, boards: &[(Place, Board, Color)]) -> String {
    if let Some(size) = board_size(pattern)
        && boards
            .iter()
            .all(|(_, board, _)| board.size().get() != size)
    {
        return format!("never fits: its borders enclose a board of {size} lines");
    }
    let mut best: Option<(Fit, Place)> = None;
    for (place, board, color) in boards {
        for anchor in board.size().points() {
            let anchor = (anchor.row() as i32, anchor.col() as i32);
            for symmetry in Symmetry::all() {
                if pattern.record.orientations >> symmetry.number() & 1 == 0 {
                    continue;
                }
                let fit = examine(pattern, board, *color, anchor, symmetry);
                let is_better = best
                    .as_ref()
                    .is_none_or(|(best, _)| fit.misfits.len() < best.misfits.len());
                if is_better {
                    best = Some((fit, *place));
                }
            }
        }
    }
    let Some((fit, place)) = best else {
        return "never fits".to_owned();
    };
    let missing: Vec<String> = fit.misfits.iter().take(3).map(|one| misfit(*one)).collect();
    format!(
        "never fits; {} of {} points in {}: {}",
        fit.fitting(),
        fit.elements,
        plan.games.name(place),
        missing.join(", ")
    )
}

/// The only size of board on which the borders of a diagram lie on edges, if there is only one.
fn board_size(pattern: &Pattern<'_>) -> Option<usize> {
    let record = pattern.record;
    let has = |side: u8| record.borders & side != 0;
    if has(border::NORTH) && has(border::SOUTH) {
        Some(record.extent.row as usize)
    } else if has(border::WEST) && has(border::EAST) {
        Some(record.extent.col as usize)
    } else {
        None
    }
}

fn misfit(misfit: Misfit) -> String {
    match misfit {
        Misfit::Border(_) => "a border is not on the edge".to_owned(),
        Misfit::Cell {
            row,
            col,
            cell,
            found,
            ..
        } => {
            let found = match found {
                Symbol::Empty => "an empty point",
                Symbol::Own => "a stone of O",
                Symbol::Opponent => "a stone of X",
                Symbol::Off => "nothing",
            };
            let expected = cell.character();
            format!("row {row} column {col} expected {expected}, found {found}")
        }
    }
}

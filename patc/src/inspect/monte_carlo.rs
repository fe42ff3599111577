//! Restores Monte Carlo rules from the weights of an image.
//!
//! An image stores no rules, only the weight of each neighbourhood in each situation. The restored
//! source has a picture for each neighbourhood, followed by rules that give its weights.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use katachi_image::monte_carlo::{DEFAULT_WEIGHT, Neighborhood, SITUATIONS};
use katachi_image::{MonteCarlo, Symbol};

use super::content::Dump;
use super::difference::{Change, Difference};
use super::error::InspectError;
use super::situations::Situations;
use crate::monte_carlo::{MonteCarloRule, MonteCarloRules, Weights};
use crate::source::{SourceId, Span};
use crate::stats::WeightStats;

/// The weights of all neighbourhoods that a board can have, one orientation of each, in order.
///
/// # Errors
/// If a neighbourhood has no weights, or other ones when it is turned.
pub fn weights(table: MonteCarlo<'_>) -> Result<Vec<(Neighborhood, Weights)>, InspectError> {
    let weights = |neighborhood: Neighborhood| {
        let row = table.row(neighborhood)?;
        let weight = |situation: usize| table.weights.get(usize::from(row[situation].get()));
        Some(std::array::from_fn(|situation| {
            weight(situation).map_or(0, |weight| weight.get())
        }))
    };
    Neighborhood::all()
        .map(|neighborhood| {
            let found: Option<Weights> = weights(neighborhood);
            let turned = neighborhood.turned();
            match found {
                Some(row) if turned.iter().all(|turned| weights(*turned) == found) => {
                    Ok((neighborhood, row))
                }
                _ => Err(InspectError::Weights {
                    picture: picture_line(neighborhood),
                }),
            }
        })
        .collect()
}

/// The characters of the neighbours.
fn picture(neighborhood: Neighborhood) -> [char; 8] {
    let is_off = |place| neighborhood.symbol(place) == Symbol::Off as u8;
    // A side of the picture is off the board if its middle neighbour is.
    let (row, col) = (is_off(1) || is_off(6), is_off(3) || is_off(4));
    std::array::from_fn(|place| match neighborhood.symbol(place) {
        0 => '.',
        1 => 'O',
        2 => 'X',
        _ if matches!(place, 1 | 6) => '-',
        _ if matches!(place, 3 | 4) => '|',
        _ if row && !col => '-',
        _ if col && !row => '|',
        _ => corner(place, is_off),
    })
}

/// The character of a diagonal neighbour in a corner of the board.
fn corner(place: usize, is_off: impl Fn(usize) -> bool) -> char {
    let (row, col) = match place {
        0 => (1, 3),
        2 => (1, 4),
        5 => (6, 3),
        _ => (6, 4),
    };
    match (is_off(row), is_off(col)) {
        (true, true) => '+',
        (true, false) => '-',
        _ => '|',
    }
}

/// The picture with its rows between blanks.
fn picture_line(neighborhood: Neighborhood) -> String {
    let [nw, n, ne, w, e, sw, s, se] = picture(neighborhood);
    format!("{nw}{n}{ne} {w}*{e} {sw}{s}{se}")
}

/// The weight of most situations of a row; the smallest of equally frequent ones.
fn most_frequent(row: &Weights) -> u32 {
    let mut counts = BTreeMap::<u32, usize>::new();
    for weight in row {
        *counts.entry(*weight).or_default() += 1;
    }
    let most = counts.into_iter().rev().max_by_key(|(_, count)| *count);
    most.map_or(DEFAULT_WEIGHT, |(weight, _)| weight)
}

/// Numbers the distinct entries of a table, with 0 for entries equal to `rest`; returns the numbers
/// and the entries by number.
fn numbered<T: Copy + Ord>(rest: T, table: &[T; SITUATIONS]) -> ([usize; SITUATIONS], Vec<T>) {
    let mut known = vec![rest];
    let numbers = table.map(|entry| {
        let place = known.iter().position(|one| *one == entry);
        place.unwrap_or_else(|| {
            known.push(entry);
            known.len() - 1
        })
    });
    (numbers, known)
}

/// The rules of a row, for the picture of its neighbourhood.
fn rules(situations: &Situations, row: &Weights) -> Vec<(Vec<usize>, u32)> {
    let rest = most_frequent(row);
    let (numbers, weights) = numbered(rest, row);
    let rules = situations.rules(&numbers).into_iter();
    let mut rules: Vec<_> = rules
        .map(|(properties, number)| (properties, weights[number]))
        .collect();
    if rest != DEFAULT_WEIGHT {
        rules.push((Vec::new(), rest));
    }
    rules
}

/// A rule for one neighbourhood.
fn rule(neighborhood: Neighborhood, weight: u32, properties: &[usize]) -> MonteCarloRule {
    MonteCarloRule {
        source: SourceId::default(),
        span: Span::default(),
        picture: picture(neighborhood),
        weight,
        properties: properties.to_vec(),
    }
}

/// Rules that give the same weights.
pub(super) fn dump(table: MonteCarlo<'_>) -> Result<impl Display, InspectError> {
    let weights = weights(table)?;
    let situations = Situations::new();
    // Many neighbourhoods have the same row, so each row's rules are found once.
    let mut known: BTreeMap<Weights, Vec<(Vec<usize>, u32)>> = BTreeMap::new();
    let mut all = MonteCarloRules::default();
    for (neighborhood, row) in weights {
        let rules = known.entry(row).or_insert_with(|| rules(&situations, &row));
        let rules = rules.iter();
        (all.rules)
            .extend(rules.map(|(properties, weight)| rule(neighborhood, *weight, properties)));
    }
    if all.rules.is_empty() {
        // A source needs at least one rule, even one that only repeats the default.
        let rule = Neighborhood::all()
            .next()
            .map(|one| rule(one, DEFAULT_WEIGHT, &[]));
        all.rules.extend(rule);
    }
    Ok(fmt::from_fn(move |f| write!(f, "\n\n{all}")))
}

/// The number of table entries with each weight.
pub(super) fn weight_stats(table: MonteCarlo<'_>) -> Result<WeightStats, InspectError> {
    let rows = weights(table)?;
    Ok(WeightStats::of_rows(None, rows.iter().map(|(_, row)| row)))
}

/// The same in words.
pub(super) fn about(table: MonteCarlo<'_>) -> Dump<'_> {
    Box::new(match weight_stats(table) {
        Ok(stats) => stats.to_string(),
        Err(error) => error.to_string(),
    })
}

/// Adds the neighbourhoods whose weights differ.
pub(super) fn compare(
    old: MonteCarlo<'_>,
    new: MonteCarlo<'_>,
    difference: &mut Difference,
) -> Result<(), InspectError> {
    let situations = Situations::new();
    let (mut differing, mut all) = (0, 0);
    let (old, new) = (weights(old)?, weights(new)?);
    for ((neighborhood, before), (_, after)) in old.iter().zip(&new) {
        all += SITUATIONS;
        // 0 stands for an unchanged weight.
        let pairs: [Option<(u32, u32)>; SITUATIONS] = std::array::from_fn(|situation| {
            let pair = (before[situation], after[situation]);
            (pair.0 != pair.1).then_some(pair)
        });
        let count = pairs.iter().flatten().count();
        if count == 0 {
            difference.same += 1;
            continue;
        }
        differing += count;
        let (numbers, known) = numbered(None, &pairs);
        let (mut was, mut is) = (String::new(), String::new());
        for (properties, number) in situations.rules(&numbers) {
            let Some((before, after)) = known[number] else {
                continue;
            };
            let line = |weight| format!("{}\n", rule(*neighborhood, weight, &properties).line());
            was += &line(before);
            is += &line(after);
        }
        let title = picture_line(*neighborhood);
        difference.changed.push(Change {
            pattern: format!("neighbourhood {title} in {count} of {SITUATIONS} situations"),
            parts: vec![("weights", was, is)],
        });
    }
    if differing > 0 {
        let text = format!("{differing} of {all} weights differ");
        difference.whole.push(text);
    }
    Ok(())
}

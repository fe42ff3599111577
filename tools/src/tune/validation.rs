//! Measures how well values predict the played moves, on games that were not used for learning.

use std::fmt;
use std::ops::Range;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Positions;
use super::mm::Entry;
use super::shape::Shape;

/// The probability of a move that a database never plays. The logarithm of 0 would hide everything
/// else.
const NEVER: f64 = 1e-6;

/// The quality of predictions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// The number of predicted moves.
    pub moves: usize,
    /// The sum of -ln of the probabilities of the played moves.
    pub loss: f64,
    /// The number of played moves with the highest value; a tie counts as a fraction.
    pub first: f64,
    /// The number of played moves with the value 0.
    pub never: usize,
}

impl std::ops::AddAssign for Score {
    fn add_assign(&mut self, other: Self) {
        self.moves += other.moves;
        self.loss += other.loss;
        self.first += other.first;
        self.never += other.never;
    }
}

/// Scores the values of shapes against the moves of these games.
pub fn score(positions: &Positions, games: &[usize], value: impl Fn(Shape) -> u32) -> Score {
    let values: Vec<f64> = (positions.shapes.iter())
        .map(|&shape| value(shape).into())
        .collect();
    let ranges: Vec<Range<usize>> = (games.iter())
        .map(|&game| positions.games[game].clone())
        .collect();
    let parts = positions.competitions.map(&ranges, |competitions| {
        let mut score = Score::default();
        for (entries, winner) in competitions {
            score += one(entries, values[winner as usize], &values);
        }
        score
    });
    let mut sum = Score::default();
    for part in parts {
        sum += part;
    }
    sum
}

/// The score of one position, in which a move of this value was played.
fn one(entries: &[Entry], played: f64, values: &[f64]) -> Score {
    let of = |entry: &Entry| values[entry.team as usize];
    let all: f64 = entries
        .iter()
        .map(|entry| of(entry) * f64::from(entry.count))
        .sum();
    let best = entries.iter().map(of).fold(0.0, f64::max);
    let sharing: u32 = (entries.iter())
        .filter(|entry| of(entry) >= best)
        .map(|entry| entry.count)
        .sum();
    let probability = if played > 0.0 { played / all } else { NEVER };
    Score {
        moves: 1,
        loss: -probability.ln(),
        first: if played >= best {
            1.0 / f64::from(sharing)
        } else {
            0.0
        },
        never: usize::from(played <= 0.0),
    }
}

/// The numbers of the games, in random order from this seed.
pub fn shuffled(games: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..games).collect();
    order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    order
}

/// Divides games into folds: for each the games to learn from, and the games to predict.
pub fn folds(order: &[usize], count: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
    let part = |fold: usize, inside: bool| {
        let numbered = order.iter().enumerate();
        let mut games: Vec<usize> = numbered
            .filter(|(place, _)| (place % count == fold) == inside)
            .map(|(_, &game)| game)
            .collect();
        games.sort_unstable();
        games
    };
    (0..count)
        .map(|fold| (part(fold, false), part(fold, true)))
        .collect()
}

/// A table of named scores.
pub struct Table<'a>(pub &'a [(String, Score)]);

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.0.iter().map(|(name, _)| name.chars().count());
        let width = names.max().unwrap_or(0).max("values".len());
        writeln!(f, "{:width$}      moves  log-loss   top-1  never", "values")?;
        for (name, score) in self.0 {
            let moves = score.moves as f64;
            writeln!(
                f,
                "{name:width$} {:>10} {:>9.4} {:>6.2}% {:>6}",
                score.moves,
                score.loss / moves,
                100.0 * score.first / moves,
                score.never
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_count_ties_and_what_is_never_played() {
        let entries = [(0, 1), (1, 2), (2, 1)].map(|(team, count)| Entry { team, count });
        let values = [4.0, 1.0, 0.0];
        let score = one(&entries, 4.0, &values);
        assert_eq!((score.moves, score.never), (1, 0));
        assert!((score.loss - (6.0f64 / 4.0).ln()).abs() < 1e-12);
        assert!((score.first - 1.0).abs() < 1e-12);
        let never = one(&entries, 0.0, &values);
        assert!(never.never == 1 && (never.loss + NEVER.ln()).abs() < 1e-12);
        let equal = one(&entries, 1.0, &[1.0, 1.0, 1.0]);
        assert!((equal.first - 0.25).abs() < 1e-12 && (equal.loss - 4.0f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn every_game_is_predicted_once() {
        let order = shuffled(23, 5);
        assert_ne!(order, shuffled(23, 6));
        let folds = folds(&order, 4);
        let mut foretold: Vec<usize> = folds.iter().flat_map(|(_, held)| held.clone()).collect();
        foretold.sort_unstable();
        assert!(foretold.into_iter().eq(0..23));
        for (learned, held) in &folds {
            assert_eq!(learned.len() + held.len(), 23);
            assert!(learned.iter().all(|game| !held.contains(game)));
        }
    }
}

//! Averages a measure over the moves of games, in intervals of move numbers.

use std::collections::BTreeMap;

/// The mean of a set of numbers and its standard error, computed incrementally.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    count: u32,
    sum: f64,
    squares: f64,
}

impl Mean {
    /// Adds a number.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// The number of values.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The mean; `None` without values.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / f64::from(self.count))
    }

    /// The standard error of the mean; `None` for fewer than two values.
    pub fn error(&self) -> Option<f64> {
        let (mean, count) = (self.mean()?, f64::from(self.count));
        let variance = (self.squares / count - mean * mean).max(0.0);
        (self.count > 1).then(|| (variance / (count - 1.0)).sqrt())
    }
}

/// The course of a measure over the moves of games.
#[derive(Clone, Debug)]
pub struct Curve {
    interval: usize,
    whole: Mean,
    parts: BTreeMap<usize, Mean>,
}

impl Curve {
    /// A curve with one point for each interval of this many moves, at least one.
    pub fn new(interval: usize) -> Self {
        Self {
            interval: interval.max(1),
            whole: Mean::default(),
            parts: BTreeMap::new(),
        }
    }

    /// Adds the value of a move; moves are counted from 1.
    pub fn add(&mut self, number: usize, value: f64) {
        self.whole.add(value);
        let part = number.saturating_sub(1) / self.interval;
        self.parts.entry(part).or_default().add(value);
    }

    /// The mean over all moves.
    pub fn whole(&self) -> &Mean {
        &self.whole
    }

    /// The intervals that have values: first move, last move, mean.
    pub fn parts(&self) -> impl Iterator<Item = (usize, usize, &Mean)> {
        let interval = self.interval;
        (self.parts.iter())
            .map(move |(&part, mean)| (part * interval + 1, (part + 1) * interval, mean))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_by_interval() {
        let mut curve = Curve::new(10);
        for (number, value) in [(1, 1.0), (10, 3.0), (11, 5.0), (40, -1.0)] {
            curve.add(number, value);
        }
        let parts: Vec<_> = (curve.parts())
            .map(|(first, last, mean)| (first, last, mean.mean()))
            .collect();
        assert_eq!(
            parts,
            [
                (1, 10, Some(2.0)),
                (11, 20, Some(5.0)),
                (31, 40, Some(-1.0))
            ]
        );
        assert_eq!(curve.whole().mean(), Some(2.0));
        // The variance of 1 and 3 is 2, that of their mean is 1.
        let first = curve.parts().next().and_then(|(_, _, mean)| mean.error());
        assert_eq!(first, Some(1.0));
        assert_eq!(Mean::default().mean(), None);
    }
}

//! The table of a measurement: for each pattern, what its moves were worth.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A move that a pattern proposed.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Whether the professional played it.
    pub now: bool,
    /// Whether the professional played it within a few moves.
    pub soon: bool,
    /// The probability that the teacher gives to it.
    pub policy: f64,
    /// The points by which it is better than a pass.
    pub worth: f64,
    /// The points by which it is better than the mean of the engine's best candidates.
    pub gain: f64,
}

/// Sums over samples.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    count: f64,
    now: f64,
    soon: f64,
    policy: f64,
    worth: f64,
    gain: f64,
    squares: f64,
}

impl Sum {
    fn add(&mut self, sample: Sample) {
        self.count += 1.0;
        self.now += f64::from(u8::from(sample.now));
        self.soon += f64::from(u8::from(sample.soon));
        self.policy += sample.policy;
        self.worth += sample.worth;
        self.gain += sample.gain;
        self.squares += sample.gain * sample.gain;
    }

    /// Count, percent played at once and soon, percent of the policy, worth and gain in points, the
    /// standard error of the gain.
    fn columns(&self) -> String {
        let mean = |sum: f64| sum / self.count.max(1.0);
        let variance = mean(self.squares) - mean(self.gain).powi(2);
        let error = (variance / self.count.max(1.0)).max(0.0).sqrt();
        format!(
            "{:.0}\t{:.1}\t{:.1}\t{:.2}\t{:.2}\t{:.2}\t{error:.2}",
            self.count,
            100.0 * mean(self.now),
            100.0 * mean(self.soon),
            100.0 * mean(self.policy),
            mean(self.worth),
            mean(self.gain),
        )
    }
}

/// The sums of each pattern, by index of the database and number.
#[derive(Default)]
pub struct Table {
    sums: BTreeMap<(usize, u32), Sum>,
}

impl Table {
    pub fn add(&mut self, pattern: (usize, u32), sample: Sample) {
        self.sums.entry(pattern).or_default().add(sample);
    }

    /// The number of a pattern's moves.
    pub fn count(&self, pattern: (usize, u32)) -> usize {
        self.sums.get(&pattern).map_or(0, |sum| sum.count as usize)
    }

    /// Both halves side by side, with tabs between the columns.
    pub fn text(halves: &[Self; 2], names: &BTreeMap<(usize, u32), String>) -> String {
        let columns = "moves\tnow %\tsoon %\tpolicy %\tworth\tgain\terror";
        let mut text = format!("database\tpattern\t{columns}\theld back: {columns}\n");
        for (key, name) in names {
            let sums = halves.each_ref().map(|half| half.sums.get(key).copied());
            let [tuned, held] = sums.map(|sum| sum.unwrap_or_default().columns());
            let _ = writeln!(text, "{name}\t{tuned}\t{held}");
        }
        text
    }
}

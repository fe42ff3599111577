//! Compares two runs: which tests became better or worse, and whether that is more than chance.
//!
//! Start reading at [`Comparison::of`].

use std::collections::BTreeMap;
use std::fmt;

use crate::result::{Class, Results, TestResult, Totals};

/// The difference of two runs, test by test.
#[derive(Debug)]
pub struct Comparison<'a> {
    /// Wrong before, right now.
    pub better: Vec<(&'a TestResult, &'a TestResult)>,
    /// Right before, wrong now.
    pub worse: Vec<(&'a TestResult, &'a TestResult)>,
    /// The same verdict with another answer.
    pub otherwise: Vec<(&'a TestResult, &'a TestResult)>,
    /// Tests of both runs that only one of them judged.
    pub unjudged: Vec<(&'a TestResult, &'a TestResult)>,
    /// The number of tests with the same verdict and the same answer.
    pub same: usize,
    /// Tests that only the old run has.
    pub gone: Vec<&'a TestResult>,
    /// Tests that only the new run has.
    pub new: Vec<&'a TestResult>,
    /// The old run's totals, over the tests of both runs.
    pub old_totals: Totals,
    /// The new run's totals, over the tests of both runs.
    pub new_totals: Totals,
}

impl<'a> Comparison<'a> {
    /// Compares two runs; suite and number identify a test.
    pub fn of(old: &'a Results, new: &'a Results) -> Self {
        let key = |result: &TestResult| (result.suite.clone(), result.id);
        let mut before: BTreeMap<_, _> = (old.tests.iter())
            .map(|result| (key(result), result))
            .collect();
        let mut comparison = Self {
            better: Vec::new(),
            worse: Vec::new(),
            otherwise: Vec::new(),
            unjudged: Vec::new(),
            same: 0,
            gone: Vec::new(),
            new: Vec::new(),
            old_totals: Totals::default(),
            new_totals: Totals::default(),
        };
        for now in &new.tests {
            let Some(then) = before.remove(&key(now)) else {
                comparison.new.push(now);
                continue;
            };
            comparison.old_totals.add(then);
            comparison.new_totals.add(now);
            let pair = (then, now);
            match (then.class().pass(), now.class().pass()) {
                (Some(false), Some(true)) => comparison.better.push(pair),
                (Some(true), Some(false)) => comparison.worse.push(pair),
                (None, Some(_)) | (Some(_), None) => comparison.unjudged.push(pair),
                _ if then.answer != now.answer => comparison.otherwise.push(pair),
                _ => comparison.same += 1,
            }
        }
        comparison.gone.extend(before.into_values());
        comparison
    }

    /// The probability of a split between better and worse that is at least this uneven, if both
    /// were equally likely.
    pub fn p_value(&self) -> f64 {
        sign_test(self.better.len(), self.worse.len())
    }
}

/// The two-sided sign test: the probability that of `better + worse` tosses of a fair coin the
/// rarer side comes up as rarely as this, doubled, and at most 1.
///
/// (Conover, *Practical Nonparametric Statistics*, section 3.4.)
pub fn sign_test(better: usize, worse: usize) -> f64 {
    let tosses = better + worse;
    let rarer = better.min(worse);
    // Sum in logarithms, so that thousands of tosses do not overflow.
    let mut ways = 0.0_f64;
    let mut sum = 0.0_f64;
    let all = tosses as f64 * std::f64::consts::LN_2;
    for heads in 0..=rarer {
        if heads > 0 {
            ways += ((tosses - heads + 1) as f64).ln() - (heads as f64).ln();
        }
        sum += (ways - all).exp();
    }
    (2.0 * sum).min(1.0)
}

impl fmt::Display for Comparison<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list =
            |f: &mut fmt::Formatter<'_>, word: &str, pairs: &[(&TestResult, &TestResult)]| {
                for (then, now) in pairs {
                    let (was, is) = (then.class().name(), now.class().name());
                    let classes = if was == is {
                        is.to_owned()
                    } else {
                        format!("{was} -> {is}")
                    };
                    writeln!(
                        f,
                        "{word} {:<18} {classes:<18} {} -> {} [{}]",
                        now.name(),
                        then.shown(),
                        now.shown(),
                        now.expected
                    )?;
                }
                Ok(())
            };
        list(f, "better   ", &self.better)?;
        list(f, "worse    ", &self.worse)?;
        list(f, "unjudged ", &self.unjudged)?;
        list(f, "otherwise", &self.otherwise)?;
        for (word, only) in [("gone     ", &self.gone), ("new      ", &self.new)] {
            for one in only {
                writeln!(f, "{word} {:<18} {}", one.name(), one.class().name())?;
            }
        }
        writeln!(
            f,
            "better {}, worse {}, answered otherwise {}, judged in one only {}, same {}, gone {}, \
             new {}",
            self.better.len(),
            self.worse.len(),
            self.otherwise.len(),
            self.unjudged.len(),
            self.same,
            self.gone.len(),
            self.new.len()
        )?;
        writeln!(
            f,
            "passes {} -> {} of {}; sign test, two-sided: p = {:.3}",
            self.old_totals.passes(),
            self.new_totals.passes(),
            self.new_totals.judged(),
            self.p_value()
        )?;
        let (old, new) = (&self.old_totals.cost, &self.new_totals.cost);
        ratio(f, "CPU seconds", old.cpu, new.cpu)?;
        let nodes = |nodes: Option<u64>| nodes.map(|nodes| nodes as f64);
        ratio(f, "reading nodes", nodes(old.reading), nodes(new.reading))?;
        ratio(f, "owl nodes", nodes(old.owl), nodes(new.owl))?;
        ratio(
            f,
            "connection nodes",
            nodes(old.connection),
            nodes(new.connection),
        )?;
        ratio(f, "trial moves", nodes(old.trymove), nodes(new.trymove))
    }
}

fn ratio(
    f: &mut fmt::Formatter<'_>,
    what: &str,
    old: Option<f64>,
    new: Option<f64>,
) -> fmt::Result {
    match (old, new) {
        (Some(old), Some(new)) if old > 0.0 => {
            writeln!(f, "{what} {old} -> {new}, ratio {:.3}", new / old)
        }
        _ => Ok(()),
    }
}

impl Comparison<'_> {
    /// Whether the comparison shows a regression of the new engine.
    pub fn is_worse(&self) -> bool {
        !self.worse.is_empty()
            || (self.unjudged.iter()).any(|(_, now)| now.class() == Class::UnexpectedFail)
    }
}

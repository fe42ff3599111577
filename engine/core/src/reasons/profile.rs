//! How much the patterns of move databases cost: matches, constraints, time.

use std::collections::BTreeMap;
use std::time::Duration;

/// What the matches of a pattern cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The matches of its diagram.
    pub matches: u64,
    /// The matches that came to the constraint, the helper or the action.
    pub asked: u64,
    /// The matches that fired.
    pub fired: u64,
    /// The time for all tests, the action and the reasons.
    pub time: Duration,
}

/// The costs of all patterns that matched, by database and number of the pattern.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    costs: BTreeMap<(usize, u32), Cost>,
}

impl Profile {
    /// Counts a match.
    pub(super) fn add(
        &mut self,
        database: usize,
        pattern: u32,
        progress: Progress,
        time: Duration,
    ) {
        let cost = self.costs.entry((database, pattern)).or_default();
        cost.matches += 1;
        cost.asked += u64::from(progress >= Progress::Asked);
        cost.fired += u64::from(progress == Progress::Fired);
        cost.time += time;
    }

    /// The costs, the longest time first: database, number of the pattern, cost.
    pub fn sorted(&self) -> Vec<(usize, u32, Cost)> {
        let costs = self.costs.iter();
        let mut costs: Vec<_> = costs
            .map(|(&(place, pattern), &cost)| (place, pattern, cost))
            .collect();
        costs.sort_by_key(|(_, _, cost)| std::cmp::Reverse(cost.time));
        costs
    }
}

/// How far a match came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Progress {
    /// The point, a class letter or the safety of the move rejected it.
    Rejected,
    /// Constraint, helper or action did.
    Asked,
    /// It fired.
    Fired,
}

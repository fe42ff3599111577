//! Which suite runs when and where: several at a time, in parts on several machines.
//!
//! A suite is never divided, since its tests depend on each other. Start reading at [`run_all`].

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};

use crate::result::{Outcome, Results};
use crate::runner::{Event, Options, Plan, run_suite};

/// What the runs tell the one who started them.
pub enum News {
    /// A test has a result.
    Tested(Box<Outcome>),
    /// Something about a line of a suite: the suite's place among the plans, the line, a text.
    Noticed(usize, usize, String),
}

/// A guess at what a suite costs, in units of a quick answer: seconds, where an earlier run has
/// measured it, and the kind of each command elsewhere.
pub fn cost(plan: &Plan, options: &Options, earlier: Option<&BTreeMap<String, f64>>) -> f64 {
    if let Some(seconds) = earlier.and_then(|earlier| earlier.get(&plan.suite.name)) {
        // A quick answer takes some milliseconds.
        return seconds * 200.0;
    }
    let tests = plan.tests(options).map(|(step, _)| {
        let name = step.name();
        match name {
            _ if name.contains("genmove") || name.contains("score") => 100.0,
            "analyze_semeai" | "combination_attack" | "combination_defend" | "dragon_status" => {
                40.0
            }
            _ if name.starts_with("owl_") => 20.0,
            _ => 2.0,
        }
    });
    plan.suite.steps.len() as f64 + tests.sum::<f64>()
}

/// The seconds that each suite took in earlier results.
pub fn earlier_costs(results: &Results) -> BTreeMap<String, f64> {
    let mut costs = BTreeMap::new();
    for outcome in &results.outcomes {
        *costs.entry(outcome.suite.clone()).or_insert(0.0) +=
            outcome.cost.cpu.unwrap_or(outcome.cost.wall);
    }
    costs
}

/// The places of the plans, the costliest first: so the last ones to end are short.
pub fn costliest_first(costs: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..costs.len()).collect();
    order.sort_by(|&a, &b| costs[b].total_cmp(&costs[a]).then(a.cmp(&b)));
    order
}

/// Which plans belong to part `number` of `parts`, both counted from 1: the costliest goes to the
/// part that has least, and so on. The same plans are always divided in the same way.
pub fn shard(costs: &[f64], number: usize, parts: usize) -> Vec<bool> {
    let mut loads = vec![0.0_f64; parts.max(1)];
    let mut mine = vec![false; costs.len()];
    for plan in costliest_first(costs) {
        let least = (0..loads.len()).min_by(|&a, &b| loads[a].total_cmp(&loads[b]));
        let least = least.unwrap_or(0);
        loads[least] += costs[plan];
        mine[plan] = least + 1 == number;
    }
    mine
}

/// Runs all plans, `jobs` at a time, in the given order; returns the outcomes by plan, in the
/// plans' own order.
pub fn run_all(
    plans: &[Plan],
    order: &[usize],
    options: &Options,
    jobs: usize,
    mut watch: impl FnMut(News),
) -> Vec<Vec<Outcome>> {
    let next = AtomicUsize::new(0);
    let finished: Mutex<Vec<Vec<Outcome>>> = Mutex::new(vec![Vec::new(); plans.len()]);
    let (sender, news) = channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, plans.len().max(1)) {
            let sender = sender.clone();
            let (next, finished) = (&next, &finished);
            scope.spawn(move || {
                while let Some(&at) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcomes = run_suite(&plans[at], options, &mut |event| {
                        tell(&sender, at, event);
                    });
                    let mut finished = finished
                        .lock()
                        .unwrap_or_else(std::sync::PoisonError::into_inner);
                    finished[at] = outcomes;
                }
            });
        }
        drop(sender);
        for one in news {
            watch(one);
        }
    });
    finished
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn tell(sender: &Sender<News>, at: usize, event: Event) {
    let news = match event {
        Event::Tested(outcome) => News::Tested(Box::new(outcome.clone())),
        Event::Noticed(line, text) => News::Noticed(at, line, text),
    };
    // Whoever listens may have gone; the outcomes count.
    let _ = sender.send(news);
}

//! Schedules suites: several at a time, or in parts on several machines.
//!
//! A suite is never divided, because its tests depend on each other. Start reading at [`run_all`].

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};

use crate::result::{Results, TestResult};
use crate::runner::{Event, Options, Plan, run_suite};

/// An event of the runs, for the caller.
pub enum News {
    /// A test has a result.
    Tested(Box<TestResult>),
    /// A message about a line of a suite: the index of the plan, the line, a text.
    Noticed(usize, usize, String),
}

/// The estimated cost of a suite, in units of a quick answer. The estimate uses the seconds of an
/// earlier run if there is one, else the kinds of the commands.
pub fn cost(plan: &Plan, options: &Options, earlier: Option<&BTreeMap<String, f64>>) -> f64 {
    if let Some(seconds) = earlier.and_then(|earlier| earlier.get(&plan.suite.name)) {
        // A quick answer takes about five milliseconds.
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

/// The seconds of each suite in earlier results.
pub fn earlier_costs(results: &Results) -> BTreeMap<String, f64> {
    let mut costs = BTreeMap::new();
    for result in &results.tests {
        *costs.entry(result.suite.clone()).or_insert(0.0) +=
            result.cost.cpu.unwrap_or(result.cost.wall);
    }
    costs
}

/// The indices of the plans, the costliest first, so that the last ones to end are short.
pub fn costliest_first(costs: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..costs.len()).collect();
    order.sort_by(|&a, &b| costs[b].total_cmp(&costs[a]).then(a.cmp(&b)));
    order
}

/// Which plans belong to part `number` of `parts`, both counted from 1. Each plan, the costliest
/// first, goes to the part with the least cost so far. The result depends only on the costs.
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

/// Runs all plans in the given order, `jobs` at a time; returns the results of each plan, in the
/// order of the plans.
pub fn run_all(
    plans: &[Plan],
    order: &[usize],
    options: &Options,
    jobs: usize,
    mut watch: impl FnMut(News),
) -> Vec<Vec<TestResult>> {
    let next = AtomicUsize::new(0);
    let finished: Mutex<Vec<Vec<TestResult>>> = Mutex::new(vec![Vec::new(); plans.len()]);
    let (sender, news) = channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, plans.len().max(1)) {
            let sender = sender.clone();
            let (next, finished) = (&next, &finished);
            scope.spawn(move || {
                while let Some(&at) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let tested = run_suite(&plans[at], options, &mut |event| {
                        tell(&sender, at, event);
                    });
                    let mut finished = finished
                        .lock()
                        .unwrap_or_else(std::sync::PoisonError::into_inner);
                    finished[at] = tested;
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
        Event::Tested(result) => News::Tested(Box::new(result.clone())),
        Event::Noticed(line, text) => News::Noticed(at, line, text),
    };
    // The receiver may be gone; the results are returned anyway.
    let _ = sender.send(news);
}
